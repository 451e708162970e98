"""The filters of the list of puzzles."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from splendor_tui.presentation.cycling import next_value
from splendor_tui.presentation.puzzle_shelf import Task
from splendor_tui.puzzles.collection import GRADES, Kind, Puzzle
from splendor_tui.words import N_, NP_, Message

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
