"""A replay of a recorded game at the table."""

from typing import ClassVar

from splendor_tui.presentation import commands
from splendor_tui.presentation.replay_session import ReplaySession
from splendor_tui.presentation.result import describe_result
from splendor_tui.presentation.table_model import PlayerSlot, Slot
from splendor_tui.record import format_record
from splendor_tui.tui.screens.activity_screen import ActivityScreen
from splendor_tui.words import N_


class ReplayScreen(ActivityScreen):
    """Shows a `ReplaySession`. `game_id` is the game's id if it is saved."""

    ABOUT = N_("A past game, or the solution of a puzzle. Go through it step by step, or let it play.")
    KEY_COMMANDS = commands.IN_REPLAY

    session: ReplaySession
    labels: ClassVar[dict[Slot, str]] = {}

    def __init__(self, session: ReplaySession, game_id: str | None = None) -> None:
        super().__init__(session)
        self._game_id = game_id

    def on_mount(self) -> None:
        """Lay out the task, whose place depends on the size of the board."""
        self.after_refresh(self.show)

    def open(self, target: object) -> None:
        """Open the standings, or copy or share the game."""
        from splendor_tui.tui.screens.copied_screen import copied_record, copied_result
        from splendor_tui.tui.screens.standings_screen import StandingsScreen

        game = self.session.game
        match target:
            case commands.STANDINGS:
                self.app.push_screen(StandingsScreen(game))
            case commands.PICTURE:
                self.program.save_picture(self._game_id)
            case commands.SHARE if self._game_id is not None:
                self.program.matches.copy_result(self._game_id)
            case commands.SHARE:
                with self.program.reporting():
                    self.app.push_screen(copied_result(describe_result(game, None), None))
            case _ if game.record is not None:
                self.app.push_screen(copied_record(format_record(game.record), self._game_id))

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
