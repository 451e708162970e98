"""The puzzles as a player finds them: today's, then all by grade, then the player's own; and which are solved."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Self, TypeAlias

from splendor_tui.match.services import Services
from splendor_tui.presentation.practice_session import PracticeSession
from splendor_tui.presentation.puzzle_progress import PuzzleProgress, Solved
from splendor_tui.presentation.puzzle_session import PuzzleSession, TaskSession
from splendor_tui.presentation.puzzle_words import name_of, title
from splendor_tui.presentation.table_model import Slot
from splendor_tui.puzzles.collection import Puzzle, daily_puzzle, load_puzzles
from splendor_tui.review.practice import Practice, read_practices
from splendor_tui.store import StoreError
from splendor_tui.words import N_, NN_, NP_, Message

DAILY: Final = "daily"
"""The name under which the puzzle of the day can be asked for."""
MAX_OWN: Final = 200
_OWN: Final = "practice"
"""The subject under which progress holds the player's own puzzles."""

Task: TypeAlias = Puzzle | Practice


def title_of(task: Task) -> Message:
    """The task in a few words, for a list."""
    if isinstance(task, Puzzle):
        return title(task.goal)
    name = task.names[task.view.seat]
    return N_("{name}, round {round}: find something better", name=name, round=task.view.round)


class PuzzleShelf:
    """`puzzles` come with the program, by grade; `own` are the player's. `daily` is None where there are none.

    `begun` is the one that was begun last. `problems` say what could not be read.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        collection = load_puzzles(services.catalogue)
        problems = list(collection.problems)
        self.puzzles: Sequence[Puzzle] = sorted(collection.puzzles, key=lambda puzzle: puzzle.grade)
        self.own: list[Practice] = []
        self.daily = daily_puzzle(self.puzzles, services.today().astimezone().date())
        self.progress = PuzzleProgress(services.store)
        self.begun: Task | None = None
        self._series: Sequence[Practice] = ()
        try:
            self.progress.load()
            if services.store is not None:
                saved = services.store.progress.load(_OWN)
                self.own, unreadable = read_practices(saved, services.catalogue)
                if unreadable:
                    problems.append(
                        NN_(
                            "{count} puzzle of your own cannot be read and is left out.",
                            "{count} puzzles of your own cannot be read and are left out.",
                            unreadable,
                        )
                    )
        except StoreError as error:
            problems.append(error.message)
        self.problems: Sequence[Message] = problems

    @classmethod
    def of_game(cls, services: Services, series: Sequence[Practice]) -> Self:
        """A shelf from which these turns of one game are practised, one after the other."""
        shelf = cls(services)
        shelf._series = series
        return shelf

    @property
    def tasks(self) -> Sequence[Task]:
        """All that can be solved here, in order."""
        return self._series or (*self.puzzles, *self.own)

    def begin(self, task: Task, labels: Mapping[Slot, str]) -> TaskSession:
        """Begin to solve a task; `labels` name the key of each place of the table."""
        self.begun = task
        if isinstance(task, Practice):
            return PracticeSession(task, self._services.rng, labels, self._services.reviewer())
        return PuzzleSession(task, self._services.rng, labels)

    def find(self, name: str) -> Task | None:
        """The task of this id or name, or today's, which has a word of the language in force too."""
        if name in (DAILY, str(NP_("a word to type for the puzzle of the day", "daily"))):
            return self.daily
        return next((task for task in self.tasks if name in (task.id, str(self.name(task)))), None)

    def name(self, task: Task) -> Message:
        """What a task is called: one of the player's own by its place among them."""
        if isinstance(task, Puzzle):
            return name_of(task.id)
        place = next((place for place, one in enumerate(self.own, start=1) if one.id == task.id), 0)
        return NP_("name of a puzzle of one's own", "own-{number}", number=place)

    def after(self, task: Task) -> Task:
        """The next task of the list that is not solved; when all are, simply the next."""
        place = next((place for place, one in enumerate(self.tasks) if one.id == task.id), 0)
        following = [*self.tasks[place + 1 :], *self.tasks[:place]] or [task]
        return next((one for one in following if self.progress.state_of(one.id) is Solved.NOT), following[0])

    # --- the player's own ----------------------------------------------------------------------------------------------

    def is_saved(self, practice: Practice) -> bool:
        """Whether it is one of the player's own."""
        return any(one.id == practice.id for one in self.own)

    def save(self, practice: Practice) -> Message | None:
        """Save it with the player's own; answers with a sentence where that is not possible."""
        store = self._services.store
        if store is None:
            return N_("It is not saved: there is no known place to save it.")
        if len(self.own) >= MAX_OWN:
            return N_("You have {count} puzzles of your own; delete one first.", count=MAX_OWN)
        try:
            store.progress.save(_OWN, practice.id, practice.as_text())
        except StoreError as error:
            return error.message
        self.own.append(practice)
        return None

    def delete(self, practice: Practice) -> Message | None:
        """Delete one of the player's own for good; answers as `save` does."""
        store = self._services.store
        try:
            if store is not None:
                store.progress.delete(_OWN, practice.id)
        except StoreError as error:
            return error.message
        self.own = [one for one in self.own if one.id != practice.id]
        return None

    @property
    def count(self) -> Message:
        """How many of the program's puzzles are solved, those apart whose solution was shown before."""
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
