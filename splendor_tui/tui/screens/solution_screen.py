"""A puzzle's solution on the table, step by step."""

from collections.abc import Sequence
from dataclasses import replace

from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.table_model import ShownHint
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_, Message


class SolutionScreen(ReplayScreen):
    """Shows a solution as the solver sees it, with the task above it."""

    ABOUT = N_("A solution of the puzzle is shown on the table. Go through it step by step.")

    def __init__(self, game: Playback, task: Message) -> None:
        super().__init__(game)
        self._asked = task

    def on_mount(self) -> None:
        """Show the task."""
        super().on_mount()
        self.after_refresh(self._show)

    def _model(self) -> ScreenModel:
        return replace(super()._model(), banner=N_("SOLUTION"), open_reserves=True, hint=ShownHint(self._asked))

    def _last_told(self) -> Sequence[Message]:
        told = [line.brief or line.message for line in self._playback.log[self._at - 1]] if self._at else []
        if not self._at:
            return (N_("This is how it begins."),)
        return [*told, N_("Solved.")] if self._at == self._playback.last else told
