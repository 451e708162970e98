"""The puzzles as a player finds them: today's, then all by grade, which are solved, and what is wrong with the file."""

from collections import Counter
from collections.abc import Mapping, Sequence

from splendor_tui.match.services import Services
from splendor_tui.presentation.puzzle_progress import PuzzleProgress, Solved
from splendor_tui.presentation.puzzle_session import PuzzleSession
from splendor_tui.presentation.puzzle_words import name_of
from splendor_tui.presentation.table_model import Slot
from splendor_tui.puzzles.collection import Puzzle, load_puzzles
from splendor_tui.puzzles.daily import daily_puzzle
from splendor_tui.store import StoreError
from splendor_tui.words import NN_, NP_, Message

DAILY = "daily"
"""The name under which the puzzle of the day can be asked for."""


class PuzzleShelf:
    """`puzzles` are in the order in which they are listed: by grade. `daily` is None where there are none.

    `begun` is the one that was begun last.
    """

    def __init__(self, services: Services) -> None:
        collection = load_puzzles(services.catalogue)
        problems = list(collection.problems)
        self.puzzles: Sequence[Puzzle] = sorted(collection.puzzles, key=lambda puzzle: puzzle.grade)
        self.daily = daily_puzzle(self.puzzles, services.today().astimezone().date())
        self.progress = PuzzleProgress(services.store)
        try:
            self.progress.load()
        except StoreError as error:
            problems.append(error.message)
        self.problems: Sequence[Message] = problems
        self.begun: Puzzle | None = None
        self._rng = services.rng

    def begin(self, puzzle: Puzzle, labels: Mapping[Slot, str]) -> PuzzleSession:
        """Begin to solve a puzzle; `labels` name the key of each place of the table."""
        self.begun = puzzle
        return PuzzleSession(puzzle, self._rng, labels)

    def find(self, puzzle_id: str) -> Puzzle | None:
        """The puzzle of this id or name, or today's, which has a word of the language in force too."""
        if puzzle_id in (DAILY, str(NP_("a word to type for the puzzle of the day", "daily"))):
            return self.daily
        return next((puzzle for puzzle in self.puzzles if puzzle_id in (puzzle.id, str(name_of(puzzle.id)))), None)

    def after(self, puzzle: Puzzle) -> Puzzle:
        """The next puzzle of the list that is not solved; when all are, simply the next."""
        place = self.puzzles.index(puzzle)
        following = [*self.puzzles[place + 1 :], *self.puzzles[:place]] or [puzzle]
        return next((one for one in following if self.progress.state_of(one.id) is Solved.NOT), following[0])

    @property
    def count(self) -> Message:
        """How many of these puzzles are solved, those apart whose solution was shown before."""
        states = Counter(self.progress.state_of(puzzle.id) for puzzle in self.puzzles)
        total, alone = len(self.puzzles), states[Solved.ALONE]
        if helped := states[Solved.AFTER_SOLUTION]:
            return NN_(
                "{count} of {total} solved, {helped} after the solution",
                "{count} of {total} solved, {helped} after the solution",
                alone,
                total=total,
                helped=helped,
            )
        return NN_("{count} of {total} solved", "{count} of {total} solved", alone, total=total)
