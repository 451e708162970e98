"""A replay of a recorded game at the table."""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final

from textual.app import ComposeResult
from textual.timer import Timer

from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import HELP, Command
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.result import winners_sentence
from splendor_tui.presentation.table_model import Changes, Offer, Phrase, PlayerSlot, ShownHint, TableModel, shown_kinds
from splendor_tui.record import format_record
from splendor_tui.replay import state_after, unknown_cards
from splendor_tui.rules.legality import Position
from splendor_tui.rules.state import Phase
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.board import Table
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import SlotPicked
from splendor_tui.words import N_, NP_, Message

_INTERVALS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds for which each position is shown while the replay runs."""


class ReplayScreen(BaseScreen[None]):
    """Replays a game as an observer saw it, or a puzzle's solution. Typed digits form a round number.

    `here` describes the first position shown, in place of the last action. `game_id` is the game's id if it is saved.
    """

    ABOUT = N_("A past game, or the solution of a puzzle. Go through it step by step, or let it play.")
    KEY_COMMANDS = commands.IN_REPLAY
    OWN_GAME = True

    def __init__(self, game: Playback, at: int = 0, here: Message | None = None, game_id: str | None = None) -> None:
        super().__init__()
        self._playback = game
        self._at = self._opened_at = at
        self._here = here
        self._game_id = game_id
        self._open_hands: bool | None = None
        """The choice for this replay. None follows the setting."""
        self._typed = ""
        self._message: Message | None = None
        """Shown in the prompt line until the next command."""
        self._pace = _INTERVALS.index(1.0)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Compose the table."""
        self._kinds = shown_kinds(self._playback.names, self._playback.kinds)
        yield Table(self._model(), self._look)

    def on_mount(self) -> None:
        """Report where the record violates the rules, if it does."""
        if self._playback.problem:
            self.program.say(self._playback.problem, wrong=True)
        self.after_refresh(self.show)  # the task's place depends on the size of the board

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        self.query_one(Table).redraw(self._model(), self._look)

    def on_screen_suspend(self) -> None:
        """Drop the message, which the player has read."""
        if self._message is not None and self in self.app.screen_stack:
            self.show()

    # --- display ------------------------------------------------------------------------------------------------------

    @property
    def _look(self) -> Look:
        settings = self.services.settings
        return Look(self.glyphs, self.program.jewels, settings.layout, rules=settings.rules_pane, key=self.key)

    def _model(self) -> TableModel:
        game, at = self._playback, self._at
        seen = game.views[at]
        before = game.views[max(0, at - 1)]
        return TableModel(
            view=seen,
            names=game.names,
            kinds=self._kinds,
            changes=Changes.between(before, seen),
            log=tuple(chain.from_iterable(game.log[:at])),
            prompt=self._prompt(),
            offers=self._offers(),
            banner=N_("SOLUTION") if game.task else N_("REPLAY"),
            open_reserves=self._hands_shown,
            hint=ShownHint(game.task) if game.task else None,
            over=seen.phase is Phase.OVER,
            reserves_rule=game.record.header.options.open_reserves if game.record else None,
        )

    @property
    def _hands_shown(self) -> bool:
        """Whether reserved cards are shown: in a puzzle, or after the game if the player wants to see them."""
        wanted = self.services.settings.open_hands if self._open_hands is None else self._open_hands
        return self._playback.task is not None or (self._playback.over and wanted)

    def _prompt(self) -> tuple[Phrase, ...]:
        game = self._playback
        if self._message is not None:
            return (Phrase(self._message),)
        if self._typed:
            question = N_("Go to round {number} of {rounds}?", number=self._typed, rounds=game.rounds)
            return Phrase(question), Phrase(N_("go there"), commands.PLAY)
        # The caption counts rounds, so a count of actions would be confusing.
        if self._here is not None and self._at == self._opened_at:
            return Phrase(self._here), Phrase(self._run_words(), commands.PLAY)
        place = N_("action {at} of {last}", at=str(self._at), last=game.last)
        return Phrase(place), *map(Phrase, self._describe_last_event()), Phrase(self._run_words(), commands.PLAY)

    def _describe_last_event(self) -> Sequence[Message]:
        """Describe the last event."""
        game, at = self._playback, self._at
        if game.task:
            events = [line.brief or line.message for line in game.log[at - 1]] if at else [N_("This is the start.")]
            return [N_("This is the solution."), *events] if at == game.last else events
        if at == game.last:
            end = N_("The end: {winners}.", winners=winners_sentence(game.winners)) if game.winners else None
            return (game.problem or end or N_("This is the end of the record."),)
        if at == 0:
            return (N_("The cards are dealt."),)
        return [line.message for line in game.log[at - 1]]

    def _offers(self) -> tuple[Offer, ...]:
        game, seconds = self._playback, N_("{seconds:g} s", seconds=_INTERVALS[self._pace])
        hands = N_("hide reserves") if self._hands_shown else N_("show reserves")
        return (
            Offer(commands.NEXT, NP_("in a game", "step"), primary=True, opposite=commands.PREVIOUS),
            Offer(commands.PLAY, self._run_words()),
            *([Offer(commands.FASTER_REPLAY, seconds, opposite=commands.SLOWER_REPLAY)] if self._timer else []),
            *([Offer(commands.STANDINGS, primary=True)] if game.winners and self._at == game.last else []),
            Offer(commands.LEAVE_REPLAY, NP_("verb", "clear") if self._typed else N_("leave")),
            Offer(HELP),
            Offer(commands.NEXT_ROUND, NP_("in a game", "round"), opposite=commands.PREVIOUS_ROUND),
            *([Offer(commands.OPEN_HANDS, hands)] if game.over else []),
        )

    def _run_words(self) -> Message:
        """The current effect of the play key."""
        return NP_("verb", "stop") if self._timer else NP_("verb", "play")

    def show_message(self, message: Message) -> None:
        """Show a message in the prompt line, as at the table."""
        self._message = message
        self.query_one(Table).model = self._model()

    def show(self) -> None:
        """Show the current position."""
        self._message = None
        self.query_one(Table).model = self._model()

    def _go_to(self, ply: int) -> None:
        self._typed = ""
        self._at = max(0, min(ply, self._playback.last))
        if self._at == self._playback.last:
            self._stop()
        self.show()

    # --- actions -------------------------------------------------------------------------------------------------------

    def action_step(self, plies: int) -> None:
        """Go some steps forward, or back if negative."""
        self._go_to(self._at + plies)

    def on_mouse_scroll_down(self) -> None:
        """Go a step forward."""
        self.action_step(1)

    def on_mouse_scroll_up(self) -> None:
        """Go a step back."""
        self.action_step(-1)

    def action_skip(self, rounds: int) -> None:
        """Go to the next or previous round. In mid-round, going back stops at the start of the current round."""
        game = self._playback
        here = game.views[self._at].round
        if rounds > 0:
            self._go_to(game.round_start(here + 1))
        else:
            start = game.round_start(here)
            self._go_to(start if self._at > start else game.round_start(here - 1))

    def action_jump(self, place: int) -> None:
        """Go to the deal, or to the end for -1."""
        self._go_to(place % (self._playback.last + 1))

    def action_digit(self, digit: int) -> None:
        """Append a digit to the typed round number, which is limited to the last round."""
        self._typed = str(min(int(f"{self._typed}{digit}"), self._playback.rounds))
        self.show()

    def action_back(self) -> None:
        """Clear the typed number, or leave the screen."""
        if self._typed:
            self._typed = ""
            self.show()
        else:
            self.dismiss()

    def action_play(self) -> None:
        """Go to the typed round. If none is typed, run or stop."""
        if self._typed:
            self._go_to(self._playback.round_start(int(self._typed)))
        elif self._timer:
            self._stop()
            self.show()
        else:
            if self._at == self._playback.last:
                self._at = 0
            self._run()
            self.show()

    def action_pace(self, slower: int) -> None:
        """Run slower or faster."""
        self._pace = max(0, min(self._pace + slower, len(_INTERVALS) - 1))
        if self._timer:
            self._run()
        self.show()

    def action_hands(self) -> None:
        """Show or hide the reserved cards of a finished game."""
        if not self._playback.over:
            self.show_message(N_("This game is not over: the players' reserved cards are still secret."))
            return
        self._open_hands = not self._hands_shown
        self.show()

    def action_standings(self) -> None:
        """Show the standings of a finished game."""
        from splendor_tui.tui.screens.standings_screen import StandingsScreen

        if self._playback.winners:
            self.app.push_screen(StandingsScreen(self._playback))
        else:
            self.show_message(N_("This record stops before the end, so there are no standings."))

    def action_log(self) -> None:
        """Show the log up to this position."""
        from splendor_tui.tui.screens.log_screen import LogScreen

        self.app.push_screen(LogScreen(self._model().log))

    def unavailable_commands(self) -> Collection[Command]:
        """The copy command while the game is unfinished, because its record would reveal the decks."""
        return () if self._playback.over else (commands.COPY_RECORD,)

    def action_copy_position(self) -> None:
        """Copy the current position, including hidden cards if the game is over and the record knows them."""
        from splendor_tui.tui.screens.copied_screen import copied_position

        game, at = self._playback, self._at
        position: Position = game.views[at]
        if game.over and game.record is not None and not unknown_cards(game.record.header, self.services.catalogue):
            position = state_after(game.record, at, self.services.catalogue)
        self.app.push_screen(copied_position(position))

    def action_copy_record(self) -> None:
        """Copy the record of a finished game."""
        from splendor_tui.tui.screens.copied_screen import copied_record

        if self._playback.over and self._playback.record is not None:
            self.app.push_screen(copied_record(format_record(self._playback.record), self._game_id))
        else:
            self.show_message(N_("The record reveals the decks: copy it when the game is over."))

    def action_inspect(self) -> None:
        """Inspect the player to move."""
        self._inspect(self._playback.views[self._at].seat)

    def on_slot_picked(self, message: SlotPicked) -> None:
        """Inspect the clicked player, unless an earlier click has opened another screen."""
        if self.is_active and isinstance(message.slot, PlayerSlot):
            self._inspect(message.slot.seat)

    def _inspect(self, seat: int) -> None:
        from splendor_tui.tui.screens.inspect_screen import InspectScreen

        self.app.push_screen(InspectScreen(self._model(), seat))

    # --- running ------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._stop()
        self._timer = self.set_interval(_INTERVALS[self._pace], lambda: self.action_step(1))

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
