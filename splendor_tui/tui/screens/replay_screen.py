"""A replay of a recorded game at the table."""

from typing import ClassVar

from textual.app import ComposeResult

from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Show
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.replay_session import ReplaySession
from splendor_tui.presentation.result import describe_result
from splendor_tui.presentation.table_model import PlayerSlot, Slot
from splendor_tui.record import format_record
from splendor_tui.tui.screens.activity_screen import ActivityScreen
from splendor_tui.words import N_, Message


class ReplayScreen(ActivityScreen):
    """Shows a `ReplaySession`. `game_id` is the game's id if it is saved."""

    ABOUT = N_("A past game, or the solution of a puzzle. Go through it step by step, or let it play.")
    KEY_COMMANDS = commands.IN_REPLAY

    session: ReplaySession
    labels: ClassVar[dict[Slot, str]] = {}

    def __init__(self, game: Playback, at: int = 0, here: Message | None = None, game_id: str | None = None) -> None:
        super().__init__()
        self._playback, self._at, self._here, self._game_id = game, at, here, game_id

    def compose(self) -> ComposeResult:
        """Compose the table."""
        self.session = ReplaySession(self._playback, self.services, self._at, self._here)
        yield from super().compose()

    def on_mount(self) -> None:
        """Report where the record violates the rules, if it does."""
        self.run(Show(self._playback.problem))
        self.after_refresh(self.show)  # the task's place depends on the size of the board

    def open(self, target: object) -> None:
        """Open the standings, or copy or share the game."""
        from splendor_tui.tui.screens.copied_screen import copied_record, copied_result
        from splendor_tui.tui.screens.standings_screen import StandingsScreen

        match target:
            case commands.STANDINGS:
                self.app.push_screen(StandingsScreen(self._playback))
            case commands.PICTURE:
                self.program.save_picture(self._game_id)
            case commands.SHARE if self._game_id is not None:
                self.program.matches.copy_result(self._game_id)
            case commands.SHARE:
                with self.program.reporting():
                    self.app.push_screen(copied_result(describe_result(self._playback, None), None))
            case _ if self._playback.record is not None:
                self.app.push_screen(copied_record(format_record(self._playback.record), self._game_id))

    def pick(self, slot: Slot) -> None:
        """Inspect the clicked player."""
        if isinstance(slot, PlayerSlot):
            super().pick(slot)

    def on_mouse_scroll_down(self) -> None:
        """Go a step forward."""
        self.action_do(commands.NEXT.id)

    def on_mouse_scroll_up(self) -> None:
        """Go a step back."""
        self.action_do(commands.PREVIOUS.id)
