"""The list of the puzzles: today's first, then all by grade."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from splendor_tui.presentation.puzzle_progress import Solved
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf
from splendor_tui.presentation.puzzle_words import name_of, title
from splendor_tui.puzzles.collection import GRADES, Puzzle
from splendor_tui.tui.keys.key_commands import BACK, DOWN, SHOW_HELP, UP, KeyCommands
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.puzzle_commands import OPEN_PUZZLE, PUZZLES
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.screens.list_screen import ListScreen
from splendor_tui.tui.widgets.columns import Column
from splendor_tui.words import N_, NP_, Message


class PuzzlesScreen(ListScreen):
    """Puzzles to choose from, with what is solved."""

    ABOUT = N_(
        "Positions from games of computer players, each with a task that can be done whatever the others do and whatever "
        "cards come. The first one is today's."
    )
    KEY_COMMANDS: ClassVar[KeyCommands] = PUZZLES
    HEADING = N_("Puzzles")

    def __init__(self, first: str | None = None) -> None:
        super().__init__()
        self._first = first
        """The puzzle to begin with."""
        self._shelf: PuzzleShelf | None = None
        self._rows: Sequence[Puzzle] = ()

    def panel(self) -> ComposeResult:
        """More about the highlighted puzzle."""
        yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Read the puzzles."""
        self._shelf = PuzzleShelf(self.services)
        self.show_notices(self._shelf.problems[:2])
        daily = self._shelf.daily
        self._rows = () if daily is None else (daily, *self._shelf.puzzles)
        self.show_rows(len(self._rows), 0)
        if self._first is not None and (puzzle := self._shelf.find(self._first)) is not None:
            self._open(puzzle)

    def on_screen_resume(self) -> None:
        """Another puzzle may have been begun in the meantime, and some be solved."""
        if self._shelf is not None:
            begun, here = self._shelf.begun, self._rows[self.list.highlighted : self.list.highlighted + 1]
            if begun is not None and begun not in here:
                self.list.highlighted = 1 + self._shelf.puzzles.index(begun)
            self.list.refresh()
            self.show_frame()

    def columns(self) -> Sequence[Column]:
        """What is told of each puzzle."""
        return (
            Column(N_("Task")),
            Column(N_("Players"), 7, right=True),
            Column(N_("Grade"), GRADES),
            Column(N_("Name"), 11),
            Column(N_("Solved"), 6),
        )

    def row(self, index: int, here: bool) -> Sequence[Line]:
        """A puzzle."""
        puzzle = self._rows[index]
        ink = theme.TITLE if here else theme.PLAIN
        task: Message = title(puzzle.goal)
        told = N_("Today: {task}", task=task) if index == 0 else task
        stars = self.glyphs.gold * puzzle.grade
        return (
            ((self.glyphs.write(told), theme.TITLE if index == 0 else ink),),
            ((str(len(puzzle.view.players)), ink),),
            ((stars, theme.TITLE),),
            ((str(name_of(puzzle.id)), theme.QUIET),),
            self._solved(puzzle),
        )

    def _solved(self, puzzle: Puzzle) -> Line:
        """How far the puzzle is, in a word."""
        if self._shelf is None:
            return ()
        progress = self._shelf.progress
        if progress.state_of(puzzle.id) is Solved.ALONE:
            return ((str(N_("solved")), theme.CAN),)
        return ((str(NP_("of a puzzle's solution", "shown")), theme.QUIET),) if progress.was_shown(puzzle.id) else ()

    def _about_solution(self, puzzle: Puzzle) -> Message | str:
        """What there is to say of a puzzle whose solution was shown."""
        if self._shelf is None or not self._shelf.progress.was_shown(puzzle.id):
            return ""
        if self._shelf.progress.state_of(puzzle.id) is Solved.NOT:
            return N_("You have seen its solution.")
        return N_("You solved it after you had seen its solution.")

    def right_of_title(self) -> Line:
        """How many are solved."""
        if self._shelf is None:
            return ()
        return ((str(self._shelf.count), theme.QUIET),)

    def explain(self) -> None:
        """Tell of the highlighted puzzle, or why there is none."""
        about = self.query_one("#about", Static)
        if not self._rows:
            about.update(self.glyphs.write(N_("No puzzles for these cards.")))
            return
        puzzle = self._rows[self.list.highlighted]
        grade = _GRADE_WORDS[puzzle.grade - 1]
        about.update(
            Content.assemble(
                (self.glyphs.write(title(puzzle.goal)), theme.TITLE),
                "\n",
                (self.glyphs.write(grade), theme.QUIET),
                "\n",
                (self.glyphs.write(self._about_solution(puzzle)), theme.QUIET),
            )
        )

    def hints(self) -> tuple[Hint, ...]:
        """What the keys do."""
        return (
            self.hint(OPEN_PUZZLE, primary=True),
            self.hint_of_pair(UP, DOWN, N_("other puzzle")),
            self.hint(BACK),
            self.hint(SHOW_HELP),
        )

    def on_long_list_chosen(self) -> None:
        """A click on the highlighted row opens it."""
        self.action_open()

    def action_open(self) -> None:
        """Solve the highlighted puzzle."""
        if self._rows:
            self._open(self._rows[self.list.highlighted])

    def _open(self, puzzle: Puzzle) -> None:
        from splendor_tui.tui.screens.puzzle_screen import PuzzleScreen

        if self._shelf is not None:
            self.app.push_screen(PuzzleScreen(self._shelf, puzzle))


_GRADE_WORDS = (
    N_("Grade 1 of 5: a player who has played a few games finds it."),
    N_("Grade 2 of 5: look once more before you take what is near."),
    N_("Grade 3 of 5: think of what the others will do then."),
    N_("Grade 4 of 5: strong players find it."),
    N_("Grade 5 of 5: no computer player of this program finds it at first sight."),
)
