"""The table of a match."""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal

from textual import work
from textual.actions import parse
from textual.app import App, ComposeResult
from textual.events import Key
from textual.screen import Screen

from splendor_tui.match.computer_turns import play_computer, ponder, prepare_engines
from splendor_tui.match.controller import MatchError, MatchPausedError, TimeOutError
from splendor_tui.match.hot_seat import HotSeat, Next
from splendor_tui.match.log import lines_in_effect, news_for
from splendor_tui.match.match_lifecycle import LiveMatch, farewell
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason
from splendor_tui.match.thinking_time import Thinking, thinking_seconds, thinks_long
from splendor_tui.presentation.activity import Effect, Proceed
from splendor_tui.presentation.commands import CommandId
from splendor_tui.presentation.cycling import next_number
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.message_details import with_keys
from splendor_tui.presentation.pace_commands import PACES, describe_pace
from splendor_tui.presentation.table_model import PlayerSlot, ShownHint, Slot, TableModel
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.tui.keys.commands_by_screen import COPY_RECORD, MENU, TABLE
from splendor_tui.tui.keys.key_command import KeyCommand
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.choosing_screen import ChoosingScreen
from splendor_tui.tui.screens.table_advice import TableAdvice
from splendor_tui.words import N_, Message

if TYPE_CHECKING:
    from splendor_tui.lesson.first_game_coach import Coach
    from splendor_tui.presentation.result import Opening
    from splendor_tui.tui.screens.pause_screen import PauseChoice

_TO_PLAY: Final = frozenset(
    {"slot", "cursor", "reserve", "hint", "pace", CommandId.ANSWER_NOW, CommandId.HOLD, CommandId.STEP}
)
"""The actions and commands that are only useful during a game."""


class TableScreen(ChoosingScreen):
    """Passes keys and clicks to the player's session and to the match, and shows the results.

    The match is paused while its table is hidden. In the first game, the `coach` comments on the last turn while there is no
    hint.
    """

    ABOUT = N_(
        "You are at the table. Choose gems, a card or a deck, read its effect in the prompt line, and confirm"
        " it. You can choose while computers move."
    )
    KEY_COMMANDS = TABLE

    session: MatchSession

    def __init__(self, live: LiveMatch, coach: "Coach | None" = None) -> None:
        super().__init__()
        self.hot_seat = HotSeat(live.controller)
        if coach is not None:
            self.ABOUT = N_(
                "You are at the table of your first game. You get comments on most of your turns; otherwise, this is a"
                " normal game."
            )
        self.coach = coach
        self._comment_closed_at: int | None = None
        """The number of actions when the player closed the coach's comment."""
        self._live = live
        self._controller = live.controller
        self.session = MatchSession(self.hot_seat, {}, is_saved=live.game_id is not None, engines=live.engine_names())
        self._advice = TableAdvice(self, self.session, live)
        self._shown_second: int | None = None
        self._warned = False
        self._paces: dict[float, float] = {}
        """The pace of this match instead of the one in the settings."""
        self._last_viewer: int | None = None
        self._bell_ply = -1
        """The last ply for which the bell has rung."""
        self._openings: deque[Opening] = deque()
        """The possible first players of a rematch, the current choice first."""

    def compose(self) -> ComposeResult:
        """Compose the table."""
        self.session.open_hands = self.services.settings.open_hands
        yield from super().compose()

    def on_mount(self) -> None:
        """Begin or continue the match."""
        self.set_interval(0.25, self.update_thinking)
        self.set_interval(1, self.charge_time)
        self.app.app_suspend_signal.subscribe(self, self._on_suspend, immediate=True)
        self.app.screen_change_signal.subscribe(self, self._on_screen_change, immediate=True)
        self._on_screen_change(self.app.screen)
        self._controller.begin()
        self.run_worker(prepare_engines(self._controller, self._live.bots))
        self.proceed()

    def on_unmount(self) -> None:
        """Release the match, and unsubscribe from signals that would keep the screen alive."""
        self.app.app_suspend_signal.unsubscribe(self)
        self.app.screen_change_signal.unsubscribe(self)
        self._controller.pause(PauseReason.HIDDEN)
        self._live.release()

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs in this match while its table is visible."""
        return self._controller.clock is not None and self._controller.outcome is None

    def quit_warning(self) -> Message | None:
        """Describe unsaved actions, if any."""
        return self._live.at_risk

    def farewell(self) -> Message | None:
        """Describe how to resume the match. `end_program` reports a match that could not be saved."""
        return None if self._live.at_risk else farewell(self._live, self.services)

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        self.session.open_hands = self.services.settings.open_hands
        if not self.services.settings.ponder:
            self._ponder(Next.END)
        self._advice.update_chances()
        super().settings_changed()

    # --- display ------------------------------------------------------------------------------------------------------

    def model(self) -> TableModel:
        """The match as the viewer sees it. In the first game, it includes the coach's comment."""
        model = super().model()
        controller = self._controller
        if self.coach is None or model.hint or controller.outcome or self._comment_closed_at == controller.ply:
            return model
        comment = self.coach.comment(controller.steps)
        return replace(model, hint=ShownHint(with_keys(comment, self.session.view, model.keys))) if comment else model

    def show(self) -> None:
        """Update the table, and report if the match cannot be saved."""
        self._advice.update_chances()
        super().show()
        self.warn_if_not_saved()

    # --- whose turn it is ---------------------------------------------------------------------------------------------

    def proceed(self) -> None:
        """Let the next player move: a computer, the human at the keyboard, or another human after the hand-over screen."""
        self.session.thinking = None
        if self.coach is not None:
            self.coach.look(self._controller.view_for(self.coach.seat))
            self._ask_coach(self.coach)
        coming = self.hot_seat.proceed()
        if self.hot_seat.viewer != self._last_viewer:
            self._last_viewer = self.hot_seat.viewer
            self.program.wait_for_pause()
        self._ponder(coming)
        self.session.adapt()
        self._advice.renew_hint()
        match coming:
            case Next.END:
                self.end()
            case Next.HAND_OVER:
                self._show_hand_over()
            case Next.COMPUTER:
                self._play_computers()
            case Next.HUMAN | Next.DRAWN_CARD:
                self.show()

    @work(exclusive=True, group="coach")
    async def _ask_coach(self, coach: "Coach") -> None:
        await coach.judge(self._controller.steps)
        self.show()

    def _show_hand_over(self) -> None:
        from splendor_tui.tui.screens.hand_over_screen import HandOverScreen

        # A screen opened while computers moved must not reveal a hand to the next player.
        self.program.close_above(self)
        controller = self._controller
        news = [line.message for line in news_for(controller.seat, lines_in_effect(controller.log))]
        name = controller.names[controller.seat]
        while_secret = controller.options.hand_over == "hidden" and self.hot_seat.has_hidden_card
        undo = (lambda: self.do(self.hot_seat.undo_unseen)) if self.hot_seat.can_undo_unseen else None
        screen = HandOverScreen(name, news, self._seat_next, self.action_menu, undo, while_secret=while_secret)
        self.program.wait_for_pause()
        self.app.push_screen(screen)

    def _seat_next(self) -> None:
        """Show the table to the human whose turn it is."""
        self.hot_seat.seat_next_player()
        self.program.wait_for_pause()
        self.session.adapt()
        self._advice.renew_hint()
        self.show()

    def do(self, intent: Callable[[], object]) -> None:
        """Change the match and continue, or explain why it is impossible."""

        def change() -> Effect:
            intent()
            self.session.clear()
            return Proceed()

        self._attempt(change)

    def _attempt(self, command: Callable[[], Effect]) -> None:
        """Run a command and its effect, or explain why it is impossible."""
        try:
            effect = command()
        except TimeOutError as late:
            self.handle_timeout(late)
        except MatchPausedError:
            self.pause_if_interrupted()
        except (IllegalActionError, MatchError) as error:
            self.show_message(error.message)
        else:
            self.run(effect)

    def run(self, effect: Effect) -> None:
        """Run the effect of a command."""
        if isinstance(effect, Proceed):
            self.workers.cancel_group(self, "bots")  # their search was for another position
            self.proceed()
        else:
            super().run(effect)

    @work(exclusive=True, group="bots")
    async def _play_computers(self) -> None:
        """Play for the computers until a human is to move, at the pace of the settings."""
        services, session, controller = self.services, self.session, self._controller
        try:
            while self.hot_seat.proceed() is Next.COMPUTER:
                thinking = Thinking(thinking_seconds(controller, services.settings), services.now)
                session.thinking = thinking if thinks_long(controller) else None
                self.show()
                await play_computer(controller, self._live.bots, services.rng, thinking, self._pace)
                session.adapt()
        except TimeOutError as late:
            self.handle_timeout(late)
        else:
            self.proceed()

    def _ponder(self, coming: Next) -> None:
        """Let a computer player ponder on a human's turn."""
        self.workers.cancel_group(self, "pondering")
        if self.services.settings.ponder and coming in (Next.HUMAN, Next.HAND_OVER, Next.DRAWN_CARD):
            self.run_worker(ponder(self._controller, self._live.bots, self.services.rng), group="pondering")

    def _pace(self) -> float:
        """The delay before a computer's move. A single step has none."""
        return 0.0 if self.hot_seat.single_step else self.bot_pace

    @property
    def bot_pace(self) -> float:
        """The delay before a computer's move in this match, until the settings change it."""
        return self._paces.get(super().bot_pace, super().bot_pace)

    def action_pace(self, by: int) -> None:
        """Make computers slower or faster in this match."""
        seconds = next_number(PACES, self.bot_pace, by)
        self._paces = {super().bot_pace: seconds}
        self.session.message = describe_pace(seconds)
        self.table.redraw(self.model(), self.look)

    # --- the player's keys --------------------------------------------------------------------------------------------

    def action_confirm(self) -> None:
        """Perform the action in the prompt line. After the game, show the result again."""
        if self._controller.outcome is not None:
            self.end(once_more=True)
        else:
            super().action_confirm()

    def play(self, action: Action) -> None:
        """Play an action."""
        self._attempt(partial(self.session.play, action))

    def action_do(self, command: str) -> None:
        """Run a command of the match, or explain why it is impossible."""
        self._attempt(partial(self.session.do, command))

    def action_clear(self) -> None:
        """Clear the choice, or the hint and the comment if nothing is chosen. After the game, return to the result.

        If there is nothing to clear, say which key opens the menu, as a player may expect it to be this one.
        """
        message = self.session.message
        is_asked = message is not None and message == self.session.undo_question()
        if self._controller.outcome is not None and not is_asked:
            self.end(once_more=True)
            return
        if self.session.selection is None and message is None and self.model().hint is None:
            self.show_message(N_("Nothing is chosen; {key} opens the menu.", key=self.key(MENU.id)))
            return
        if self.session.selection is None:
            self._advice.drop_hint()
            self._comment_closed_at = self._controller.ply
        self.session.clear()
        self.show()

    def action_undo(self) -> None:
        """Undo the last human action and the computers' replies, and say whose actions these were."""
        before = self._controller.steps
        super().action_undo()
        if report := self.session.undo_report(before):
            self.show_message(report)

    def action_payment(self) -> None:
        """Show the next way to pay. After the game, replay it."""
        if self._controller.outcome is not None and self.game_id is not None:
            self.program.matches.watch_game(self.game_id)
        else:
            super().action_payment()

    def unavailable_commands(self) -> Collection[KeyCommand]:
        """During a game, copying the record, which would reveal the decks. After it, the commands that can do nothing more."""
        if self._controller.outcome is None:
            return (COPY_RECORD,)
        return [command for command in TABLE if not self._is_useful(*parse(command.run)[1:])]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuse to play after the game. The key is then explained."""
        return self._is_useful(action, parameters) and super().check_action(action, parameters)

    def _is_useful(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether an action can do anything now.

        After the game, nothing can be played, and only a saved game can be replayed or copied.
        """
        if self._controller.outcome is None:
            return True
        if _TO_PLAY.intersection((action, *parameters[:1])):
            return False
        return self.game_id is not None or action not in {"payment", "copy_record"}

    def explain_key(self, event: Key) -> Message:
        """After the game, say how to leave the table."""
        return super().explain_key(event) if self._controller.outcome is None else self._nothing_to_play()

    def _nothing_to_play(self) -> Message:
        return N_("Nothing can be played after the game; {key} shows the standings.", key=self.key(CommandId.CONFIRM))

    def pick(self, slot: Slot) -> None:
        """Pick a slot, or inspect the player there. After the game, only players can be picked."""
        if self._controller.outcome is None or isinstance(slot, PlayerSlot):
            super().pick(slot)
        else:
            self.show_message(self._nothing_to_play())

    def action_copy_record(self) -> None:
        """Copy the game record. Refuses while the game is in progress."""
        if self._controller.outcome is None:
            self.show_message(N_("The record reveals the decks: copy it when the game is over."))
        elif self.game_id is not None:
            self.program.matches.copy_game(self.game_id)

    # --- hints --------------------------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Request a hint, step through its suggestions, or cancel a request for the player's next turn."""
        self._advice.request_hint()
        self.show()

    def action_follow(self, place: int) -> None:
        """Choose a suggestion of the hint."""
        self.session.choose_suggestion(place)
        self.show()

    def update_thinking(self) -> None:
        """Update the displayed thinking time. Called several times a second."""
        search = self.session.current_search
        if search is not None and search.passed != self._shown_second:
            self._shown_second = search.passed
            self.table.show_thinking(self.model())

    # --- clock and pause ----------------------------------------------------------------------------------------------

    def action_menu(self) -> None:
        """Pause the match, and show the menu."""
        self._controller.pause(PauseReason.MENU)
        self._show_pause()

    def pause_if_interrupted(self) -> None:
        """Show the pause screen if the match is interrupted and the table is visible."""
        if self._controller.interruption is not None and not self._is_hidden:
            self._show_pause()

    def _show_pause(self) -> None:
        from splendor_tui.tui.screens.pause_screen import PauseScreen

        resumable = self.game_id is not None and self._controller.ply > 0
        self.app.push_screen(PauseScreen(self.hot_seat, resumable=resumable), self._paused)

    def _paused(self, choice: "PauseChoice | None") -> None:
        from splendor_tui.tui.screens.pause_screen import PauseChoice

        self._controller.resume(PauseReason.CHOSEN, *INTERRUPTIONS)
        match choice:
            case PauseChoice.RESIGN:
                self.play(Forfeit())
            case PauseChoice.AGREE:
                self.do(partial(self._controller.agree, self._controller.ply))
            case PauseChoice.HOME:
                self.leave()

    def _on_suspend(self, _app: App[object]) -> None:
        """Hide the table and stop the clock before the program is suspended."""
        if not self._is_hidden:
            self._controller.pause(PauseReason.SUSPENDED)
            self.pause_if_interrupted()

    def _on_screen_change(self, _shown: Screen[Any]) -> None:
        """Run the clock only while the table is visible."""
        change = self._controller.pause if self._is_hidden else self._controller.resume
        change(PauseReason.HIDDEN)

    @property
    def _is_hidden(self) -> bool:
        """Whether the table is hidden by a screen that stops the clock."""
        stack = self.app.screen_stack
        if self not in stack:
            return True
        above = stack[stack.index(self) + 1 :]
        return any(isinstance(screen, BaseScreen) and screen.STOPS_CLOCK for screen in above)

    def charge_time(self) -> None:
        """Charge the elapsed time and show it. Called once a second."""
        if self._controller.tick() is not None:
            self.handle_timeout()
        else:
            self.pause_if_interrupted()
            model = self.model()
            self.table.show_status(model)
            self.show_above(model)
            if model.clock and model.clock.urgent:
                self._ring()
            self.warn_if_not_saved()

    def _ring(self) -> None:
        """Ring the bell once when little time is left, if it is enabled."""
        controller = self._controller
        ring = self.services.settings.bell and not controller.is_bot(controller.seat) and not controller.pauses
        if ring and self._bell_ply != controller.ply:
            self._bell_ply = controller.ply
            self.app.bell()

    def handle_timeout(self, late: TimeOutError | None = None) -> None:
        """Continue after a player timed out. `late` describes an action that came too late."""
        self.workers.cancel_group(self, "bots")
        self.program.close_above(self)
        self.proceed()
        if late is not None:
            self.program.say(late.message, wrong=True)

    def warn_if_not_saved(self) -> None:
        """Report once why something is not saved. The banner stays until everything is saved."""
        problem = self._controller.not_saved
        if not self._warned and problem and (reason := self.quit_warning()):
            self.program.say(reason, wrong=True)
        self._warned = bool(problem)

    # --- end ----------------------------------------------------------------------------------------------------------

    def end(self, *, once_more: bool = False) -> None:
        """Show the result above the open table. `once_more` means that the player has already seen it."""
        from splendor_tui.presentation.result import openings
        from splendor_tui.tui.screens.game_over_screen import GameOverScreen

        controller, outcome = self._controller, self._controller.outcome
        assert outcome is not None
        self.program.close_above(self)
        self.show()
        if not once_more:
            self.program.wait_for_pause()
            self._openings = deque(openings(controller.names, outcome, random_first=controller.options.random_first))
        farewell = self.coach.farewell(outcome.winners) if self.coach else None
        standings = GameOverScreen(self.session, self._openings, self.game_id, farewell)
        self.app.push_screen(standings, self._ended)

    def _ended(self, choice: "Opening | Literal['home'] | None") -> None:
        if choice == "home":
            self.leave()
        elif choice is not None:
            self.program.matches.start(self._controller.options.rematch(choice.seat))

    @property
    def game_id(self) -> str | None:
        """The id of the saved match. None if it is not saved."""
        return self._live.game_id

    def leave(self) -> None:
        """Release the match and return to the home screen."""
        self.workers.cancel_group(self, "bots")
        self._controller.pause(PauseReason.HIDDEN)
        self._live.release()
        self.program.home()
