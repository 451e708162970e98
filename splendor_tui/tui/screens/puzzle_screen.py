"""A puzzle, or a turn to improve, at the table. Each move gets an immediate verdict."""

from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.puzzle_session import open_task
from splendor_tui.presentation.puzzle_shelf import Task
from splendor_tui.presentation.replay_session import ReplaySession
from splendor_tui.presentation.task_session import TaskSession
from splendor_tui.tui.keys.commands_by_screen import PUZZLE
from splendor_tui.tui.screens.activity_screen import ActivityScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.words import N_


class PuzzleScreen(ActivityScreen):
    """Shows a `TaskSession`, and runs its effects."""

    ABOUT = N_(
        "Solve a puzzle, or find a better move than the one played. Play as you would at the table; in a puzzle, the "
        "others make the best replies. The task is above the prompt, and the verdict appears immediately."
    )
    KEY_COMMANDS = PUZZLE

    session: TaskSession

    def on_mount(self) -> None:
        """Lay out the task, whose place depends on the size of the board."""
        self.after_refresh(self.show)

    def on_resize(self) -> None:
        """Lay out the task again."""
        self.after_refresh(self.show)

    def open(self, target: object) -> None:
        """Open the next task, on a new screen if the number of players differs, or replay a solution."""
        if isinstance(target, Playback) and self.is_active:
            self.app.push_screen(ReplayScreen(ReplaySession(target, self.services)))
        elif isinstance(target, Task):
            session = open_task(self.session.shelf, target, self.services)
            if len(session.names) == len(self.session.names):
                self.begin(session)
            else:
                self.app.switch_screen(PuzzleScreen(session))
