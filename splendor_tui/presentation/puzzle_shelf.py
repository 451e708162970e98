"""The puzzles that a player can choose, which ones are solved, and the filters of their list."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from hashlib import sha256
from math import inf
from re import fullmatch
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from pydantic import ValidationError

from splendor_tui.inputs.choices import next_value
from splendor_tui.inputs.strict_models import Strict
from splendor_tui.match.log import LogLine
from splendor_tui.match.services import Services
from splendor_tui.presentation.dates import local_time
from splendor_tui.puzzles.collection import GRADES, Goal, Kind, Puzzle, load_puzzles
from splendor_tui.review.practice import Practice, read_practices
from splendor_tui.store import Store, StoreError
from splendor_tui.words import N_, NN_, NP_, Message, MessageError

DAILY: Final = "daily"
"""The name of today's puzzle."""
_MAX_OWN: Final = 200
_OWN: Final = "practice"
_SOLVED: Final = "puzzles"
"""Subjects of saved progress: the player's own puzzles, and solved puzzles."""

Task: TypeAlias = Puzzle | Practice


def title_of(task: Task) -> Message:
    """A short description of the task, for a list."""
    if isinstance(task, Puzzle):
        return title(task.goal)
    name = task.names[task.view.seat]
    return N_("{name}, round {round}: find a better move", name=name, round=task.view.round)


class PuzzleState(Strict):
    """The saved state of a puzzle. `shown` means that the solution was shown before the puzzle was solved."""

    solved: bool
    shown: bool = False


_UNTRIED: Final = PuzzleState(solved=False)


class PuzzleProgress:
    """The puzzles that the player has solved. Nothing is saved without a store."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._states: dict[str, PuzzleState] = {}

    def load(self) -> None:
        """Load the saved states, ignoring unreadable ones. Raises StoreError."""
        if self._store is not None:
            for item, text in self._store.progress.load(_SOLVED).items():
                with suppress(ValidationError):
                    self._states[item] = PuzzleState.model_validate_json(text)

    def state_of(self, puzzle_id: str) -> PuzzleState:
        """The state of a puzzle, even if it was never tried."""
        return self._states.get(puzzle_id, _UNTRIED)

    def save_solved(self, puzzle_id: str) -> Message | None:
        """Save that a puzzle is solved. Returns an error message if saving fails."""
        return self._save(puzzle_id, PuzzleState(solved=True, shown=self.state_of(puzzle_id).shown))

    def save_shown(self, puzzle_id: str) -> Message | None:
        """Save that the solution of an unsolved puzzle was shown. Returns an error message if saving fails."""
        return None if self.state_of(puzzle_id).solved else self._save(puzzle_id, PuzzleState(solved=False, shown=True))

    def _save(self, puzzle_id: str, state: PuzzleState) -> Message | None:
        if self._states.get(puzzle_id) == state:
            return None
        self._states[puzzle_id] = state
        if self._store is None:
            return N_("Your result is not saved: there is no save folder.")
        try:
            self._store.progress.save(_SOLVED, puzzle_id, state.model_dump_json())
        except StoreError as error:
            return error.message
        return None


class PuzzleShelf:
    """All puzzles. `puzzles` come with the program, sorted by grade. `own` are the player's own. `daily` is today's, if any.

    If there are `mistakes` from a game with this `log`, `tasks` contains only them. `current` is the last task begun.
    `problems` explain what could not be read.
    """

    def __init__(self, services: Services, mistakes: Sequence[Practice] = (), log: Sequence[LogLine] = ()) -> None:
        self._services = services
        self._mistakes = mistakes
        self._log = log
        collection = load_puzzles(services.catalogue)
        problems = list(collection.problems)
        self.puzzles: Sequence[Puzzle] = sorted(collection.puzzles, key=lambda puzzle: puzzle.grade)
        self._numbers = _numbers(collection.puzzles)
        self.own: list[Practice] = []
        self.daily = daily_puzzle(self.puzzles, local_time(services.today()).date())
        self.progress = PuzzleProgress(services.store)
        self.current: Task | None = None
        try:
            self.progress.load()
            if services.store is not None:
                saved = services.store.progress.load(_OWN)
                found, unreadable = read_practices(saved, services.catalogue)
                for one in sorted(found, key=lambda practice: practice.number or inf):
                    self.own.append(one if one.number else self._numbered(one))
                if unreadable:
                    problems.append(
                        NN_(
                            "{count} of your own puzzles cannot be read and is not listed.",
                            "{count} of your own puzzles cannot be read and are not listed.",
                            unreadable,
                        )
                    )
                unnumbered = {one.id for one in found if not one.number}  # version 1.0.0 saved no numbers
                for one in self.own:
                    if one.id in unnumbered:
                        services.store.progress.save(_OWN, one.id, one.as_text())
        except StoreError as error:
            problems.append(error.message)
        self.problems: Sequence[Message] = problems

    @property
    def tasks(self) -> Sequence[Task]:
        """All tasks, in order."""
        return self._mistakes or (*self.puzzles, *self.own)

    @property
    def next_label(self) -> Message:
        """The label of the key that goes to the next task."""
        return N_("next mistake") if self._mistakes else N_("next puzzle")

    @property
    def next_about(self) -> Message:
        """The effect of the key that goes to the next task."""
        if self._mistakes:
            return N_("Go to the next mistake of the same player.")
        return N_("Go to the next unsolved puzzle.")

    def log_before(self, practice: Practice) -> tuple[LogLine, ...]:
        """The log of the game before a mistake."""
        return tuple(line for line in self._log if line.ply <= practice.view.ply)

    def place(self, practice: Practice) -> tuple[int, int] | None:
        """The number of a mistake, and how many there are. None for other tasks, and for an only mistake."""
        return (1 + self._mistakes.index(practice), len(self._mistakes)) if len(self._mistakes) > 1 else None

    def find(self, name: str) -> Task | None:
        """The task with this id or name. `daily`, in English or the current language, is today's puzzle.

        Capitals do not matter, and a hyphen is as good as a space.
        """
        wanted = _typed(name)
        if wanted in (DAILY, _typed(NP_("a word to type for the puzzle of the day", "daily"))):
            return self.daily
        return next((task for task in self.tasks if wanted in map(_typed, self._names(task))), None)

    def name(self, task: Task) -> Message | str:
        """The name of a task: its type and number. A puzzle that somebody added has only its id."""
        return self._names(task)[0]

    def _names(self, task: Task) -> Sequence[Message | str]:
        """All names of a task, the current one first. Version 1.0.0 translated the id."""
        if not isinstance(task, Puzzle):
            number = next((one.number for one in self.own if one.id == task.id), 0)
            return (NP_("name of your own puzzle", "Own {number}", number=number),)
        if task.id not in self._numbers:
            return (task.id,)
        named = _PUZZLE_NAMES[task.goal.kind].filled_in
        return named(number=self._numbers[task.id]), task.id, named(number=task.id.partition("-")[2])

    def after(self, task: Task) -> Task:
        """The next unsolved task, or the next task if all others are solved. The first one follows today's puzzle."""
        ids = [one.id for one in self.tasks]
        place = ids.index(task.id) if task.id in ids and task is not self.daily else 0
        following = [one for one in (*self.tasks[place:], *self.tasks[:place]) if one.id != task.id] or [task]
        return next((one for one in following if not self.progress.state_of(one.id).solved), following[0])

    # --- the player's own ----------------------------------------------------------------------------------------------

    def is_saved(self, practice: Practice) -> bool:
        """Whether this is one of the player's own puzzles."""
        return any(one.id == practice.id for one in self.own)

    def save(self, practice: Practice) -> Message:
        """Add a task to the player's own puzzles, and return its name in a sentence. Raises MessageError."""
        store = self._services.store
        if store is None:
            raise MessageError(N_("It is not saved: there is no save folder."))
        if len(self.own) >= _MAX_OWN:
            raise MessageError(N_("You have {count} saved puzzles; delete one first.", count=_MAX_OWN))
        numbered = self._numbered(practice)
        store.progress.save(_OWN, numbered.id, numbered.as_text())
        self.own.append(numbered)
        return N_("Saved with your own puzzles, as {name}.", name=self.name(practice))

    def _numbered(self, practice: Practice) -> Practice:
        """The task with the next number."""
        return practice.model_copy(update={"number": 1 + max((one.number for one in self.own), default=0)})

    def delete(self, practice: Practice) -> None:
        """Delete one of the player's own puzzles. Raises StoreError."""
        assert self._services.store is not None
        self._services.store.progress.delete(_OWN, practice.id)
        self.own = [one for one in self.own if one.id != practice.id]

    @property
    def count(self) -> Message:
        """The number of puzzles solved, including the player's own.

        Puzzles solved after their solution was shown are counted separately.
        """
        tasks: Sequence[Task] = (*self.puzzles, *self.own)
        solved = [state for task in tasks if (state := self.progress.state_of(task.id)).solved]
        helped, total = sum(state.shown for state in solved), len(tasks)
        alone = len(solved) - helped
        if helped:
            return NN_(
                "{count} of {total} solved, plus {helped} after seeing the solution",
                "{count} of {total} solved, plus {helped} after seeing the solution",
                alone,
                total=total,
                helped=helped,
            )
        return NN_("{count} of {total} solved", "{count} of {total} solved", alone, total=total)


def daily_puzzle(puzzles: Sequence[Puzzle], day: date) -> Puzzle | None:
    """The puzzle of a day. All puzzles are used before any is repeated.

    All players with the same puzzles get the same one. None if there are no puzzles.
    """
    shuffled = sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    return shuffled[day.toordinal() % len(shuffled)] if shuffled else None


# --- names ------------------------------------------------------------------------------------------------------------

_PUZZLE_NAMES: Final = {
    Kind.WIN: NP_("name of a puzzle", "Win {number}"),
    Kind.STOP: NP_("name of a puzzle", "Stop {number}"),
    Kind.NOBLE: NP_("name of a puzzle", "Noble {number}"),
    Kind.POINTS: NP_("name of a puzzle", "Points {number}"),
}


def _numbers(puzzles: Sequence[Puzzle]) -> Mapping[str, int]:
    """The number of each puzzle among those of its type, by id. Only ids like `win-2-01` have one."""
    ids = {kind: [one.id for one in puzzles if fullmatch(rf"{kind}-\d-\d\d", one.id)] for kind in Kind}
    return {puzzle_id: number for one in ids.values() for number, puzzle_id in enumerate(one, start=1)}


def _typed(name: Message | str) -> str:
    """A name without capitals, with hyphens for spaces."""
    return "-".join(str(name).casefold().split())


def title(goal: Goal) -> Message:
    """Describe the task briefly, for a list."""
    match goal.kind:
        case Kind.WIN:
            return NN_("Win in {count} turn", "Win in {count} turns", goal.turns)
        case Kind.STOP:
            return N_("Stop every rival from winning")
        case Kind.NOBLE:
            return NN_("Get {noble} in {count} turn", "Get {noble} in {count} turns", goal.turns, noble=goal.noble)
        case Kind.POINTS:
            return NN_(
                "Reach {points} points in {count} turn",
                "Reach {points} points in {count} turns",
                goal.turns,
                points=goal.points,
            )


def common_title(goal: Goal) -> Message:
    """Describe the kind of task briefly, for a list that groups puzzles."""
    match goal.kind:
        case Kind.NOBLE:
            return NN_("Get a noble in {count} turn", "Get a noble in {count} turns", goal.turns)
        case Kind.POINTS:
            return NN_("Score points in {count} turn", "Score points in {count} turns", goal.turns)
        case _:
            return title(goal)


# --- filters of the list ---------------------------------------------------------------------------------------------

OWN: Final = "own"
"""The type of the player's own puzzles."""
_Kind: TypeAlias = Kind | Literal["own"]
_KINDS: Final[Mapping[_Kind, Message]] = {
    Kind.WIN: NP_("type of puzzle", "win"),
    Kind.STOP: NP_("type of puzzle", "stop"),
    Kind.NOBLE: NP_("type of puzzle", "noble"),
    Kind.POINTS: NP_("type of puzzle", "points"),
    OWN: NP_("type of puzzle", "your own"),
}


class PuzzleFilter(NamedTuple):
    """The type and grade of the puzzles to list, None for all, and whether to list only unsolved ones."""

    kind: _Kind | None = None
    grade: int | None = None
    unsolved_only: bool = False

    @property
    def is_on(self) -> bool:
        """Whether the filter hides any puzzles."""
        return self != PuzzleFilter()

    def passes(self, task: Task, *, solved: bool) -> bool:
        """Whether to list this puzzle. The player's own have no grade."""
        if self.unsolved_only and solved:
            return False
        if not isinstance(task, Puzzle):
            return self.kind in {None, OWN} and self.grade is None
        return self.kind in {None, task.goal.kind} and self.grade in {None, task.grade}

    def next_kind(self) -> Self:
        """The filter for the next type, or for all after the last."""
        return self._replace(kind=next_value((None, *_KINDS), self.kind, 1))

    def next_grade(self) -> Self:
        """The filter for the next grade, or for all after the last."""
        return self._replace(grade=next_value((None, *range(1, GRADES + 1)), self.grade, 1))

    def names(self) -> Iterator[Message]:
        """The name of each part that is on."""
        if self.kind is not None:
            yield _KINDS[self.kind]
        if self.grade is not None:
            yield N_("grade {grade}", grade=self.grade)
        if self.unsolved_only:
            yield N_("unsolved")
