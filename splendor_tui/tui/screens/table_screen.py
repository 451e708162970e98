"""The table of a match."""

from collections.abc import Collection
from typing import Any, Final, Literal

from textual.app import App, ComposeResult
from textual.events import Key
from textual.screen import Screen

from splendor_tui.match.computer_turns import prepare_engines
from splendor_tui.match.log import lines_in_effect, news_for
from splendor_tui.match.match_lifecycle import farewell
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Effect, Open, Proceed
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.match_session import MatchSession, Page
from splendor_tui.tui.keys.commands_by_screen import SLOTS, TABLE
from splendor_tui.tui.screens.activity_screen import ActivityScreen
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.words import N_, Message

_RESULT_SECONDS: Final = 1.0
"""Keys are ignored for so long when the result appears."""


class TableScreen(ActivityScreen):
    """Shows a `MatchSession`, and runs its effects. The match is paused while its table is hidden."""

    ABOUT = N_(
        "You are at the table. Choose gems, a card or a deck, read its effect in the prompt line, and confirm"
        " it. You can choose while computers move."
    )
    KEY_COMMANDS = TABLE

    session: MatchSession

    def __init__(self, session: MatchSession) -> None:
        super().__init__(session)
        self._controller = session.controller
        self._shown_second: int | None = None
        self._bell_ply = -1
        """The last ply for which the bell has rung."""

    def compose(self) -> ComposeResult:
        """Compose the table."""
        self.session.holds_rows = lambda: self.board.hint.is_mouse_over
        if type(self.session) is not MatchSession:
            self.ABOUT = N_(
                "You are at the table of your first game. You get comments on most of your turns; otherwise, this is a"
                " normal game."
            )
        yield from super().compose()

    def on_mount(self) -> None:
        """Start the clock, and prepare the engines."""
        self.set_interval(0.25, self.update_thinking)
        self.set_interval(1, self.charge_time)
        self.app.app_suspend_signal.subscribe(self, self._on_suspend, immediate=True)
        self.app.screen_change_signal.subscribe(self, self._on_screen_change, immediate=True)
        self._on_screen_change(self.app.screen)
        self._controller.begin()
        self.run_worker(prepare_engines(self._controller, self.session.live.bots))

    def on_unmount(self) -> None:
        """Release the match, and unsubscribe from signals that would keep the screen alive."""
        self.app.app_suspend_signal.unsubscribe(self)
        self.app.screen_change_signal.unsubscribe(self)
        self._controller.pause(PauseReason.HIDDEN)
        self.session.live.release()

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs in this match while its table is visible."""
        return self._controller.clock is not None and self._controller.outcome is None

    def quit_warning(self) -> Message | None:
        """Describe unsaved actions, if any."""
        return self.session.live.at_risk

    def farewell(self) -> Message | None:
        """Describe how to resume the match. `end_program` reports a match that could not be saved."""
        return None if self.session.live.at_risk else farewell(self.session.live, self.services)

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        if not self.services.settings.ponder:
            self.workers.cancel_group(self, "pondering")
        super().settings_changed()

    # --- effects ------------------------------------------------------------------------------------------------------

    def run(self, effect: Effect) -> None:
        """Run an effect. When the game ends, players may still be typing for the table."""
        before = self._turn
        super().run(effect)
        if effect == Open(Page.STANDINGS) and self._turn != before:
            self.program.wait_for_pause(_RESULT_SECONDS)

    def open(self, target: object) -> None:
        """Open a page above the table."""
        match target:
            case Page.HAND_OVER:
                self._show_hand_over()
            case Page.STANDINGS:
                self._show_standings()
            case Page.MENU:
                self._show_pause()
            case Page.REPLAY if self.game_id is not None:
                self.program.matches.watch_game(self.game_id)
            case commands.COPY_RECORD if self.game_id is not None:
                self.program.matches.copy_game(self.game_id)
            case commands.SHARE if self.game_id is not None:
                self.program.matches.copy_result(self.game_id)
            case commands.PICTURE:
                self.program.save_picture(self.game_id)

    def _show_hand_over(self) -> None:
        from splendor_tui.tui.screens.hand_over_screen import HandOverScreen

        # A screen opened while computers moved must not reveal a hand to the next player.
        self.program.close_above(self)
        controller, hot_seat = self._controller, self.session.hot_seat
        news = [line.message for line in news_for(controller.seat, lines_in_effect(controller.log))]
        form = N_("Tournament") if self.session.tournament else N_("New game")
        is_agreed = controller.options.hand_over == "hidden" and hot_seat.has_hidden_card
        name, can_undo = controller.names[controller.seat], hot_seat.can_undo_unseen
        screen = HandOverScreen(
            name,
            news,
            self.action_do,
            can_undo=can_undo,
            question=self.session.undo_question(),
            form=form if is_agreed else None,
            score=self.session.score,
        )
        self.app.push_screen(screen)

    def _show_pause(self) -> None:
        from splendor_tui.tui.screens.pause_screen import PauseScreen

        if not any(isinstance(screen, PauseScreen) for screen in self.app.screen_stack):
            resumable = self.game_id is not None and self._controller.ply > 0
            screen = PauseScreen(self.session.hot_seat, resumable=resumable, score=self.session.score)
            self.app.push_screen(screen, self._paused)

    def _paused(self, choice: Command | None) -> None:
        self.action_do((choice or commands.GO_ON).id)

    def _show_standings(self) -> None:
        """Show the result above the open table."""
        from splendor_tui.tui.screens.game_over_screen import GameOverScreen

        self.program.close_above(self)
        self.app.push_screen(GameOverScreen(self.session), self._ended)

    def _ended(self, choice: Literal["rematch", "home"] | None) -> None:
        if choice == "home":
            self.leave()
        elif choice is not None and (tournament := self.session.tournament) is not None:
            if tournament.is_over:
                from splendor_tui.tui.screens.tournament_screen import open_tournament

                self.leave()
                open_tournament(self.program, tournament)
            else:
                self.program.matches.play_table(tournament)
        elif choice is not None:
            self.program.matches.start(self.session.rematch())

    def leave(self) -> None:
        """Release the match and return to the home screen."""
        self.workers.cancel_node(self)
        self._controller.pause(PauseReason.HIDDEN)
        self.session.live.release()
        self.program.home()

    @property
    def game_id(self) -> str | None:
        """The id of the saved match. None if it is not saved."""
        return self.session.live.game_id

    # --- the player's keys --------------------------------------------------------------------------------------------

    def action_follow(self, place: int) -> None:
        """Choose a suggestion of the hint."""
        self.session.choose_suggestion(place)
        self.show()

    def unavailable_commands(self) -> Collection[Command]:
        """The commands that can do nothing now. After the game, nothing can be chosen either."""
        unavailable = super().unavailable_commands()
        if self._controller.outcome is not None:
            unavailable = (*unavailable, *commands.CURSOR, *SLOTS)
        return unavailable

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuse to move the cursor after the game. The key is then explained."""
        is_refused = action == "cursor" and self._controller.outcome is not None
        return not is_refused and super().check_action(action, parameters)

    def explain_key(self, event: Key) -> Message:
        """After the game, say how to leave the table."""
        reason = None if self._controller.outcome is None else self.session.why_not_choose()
        return reason or super().explain_key(event)

    # --- clock and pause ----------------------------------------------------------------------------------------------

    def update_thinking(self) -> None:
        """Update the displayed thinking time. Called several times a second."""
        search = self.session.current_search
        if search is not None and search.passed != self._shown_second:
            self._shown_second = search.passed
            self.table.show_thinking(self.model())

    def _on_suspend(self, _app: App[object]) -> None:
        """Hide the table and stop the clock before the program is suspended."""
        if not self._is_hidden:
            self._controller.pause(PauseReason.SUSPENDED)
            self._show_pause()

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
        effect = self.session.tick()
        if isinstance(effect, Proceed) or (effect is not None and not self._is_hidden):
            self.run(effect)
        model = self.model()
        self.table.show_status(model)
        self.show_above(model)
        if model.clock and model.clock.urgent:
            self._ring()
        self.report_saving()

    def _ring(self) -> None:
        """Ring the bell once when little time is left, if it is enabled."""
        controller = self._controller
        ring = self.services.settings.bell and not controller.is_bot(controller.seat) and not controller.pauses
        if ring and self._bell_ply != controller.ply:
            self._bell_ply = controller.ply
            self.app.bell()
