"""Puzzles and their goals. Reads and validates a file of puzzles; docs/puzzles.md describes the format."""

from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from pydantic import ConfigDict, Field, ValidationError

from splendor_tui.inputs.card_set import assets_folder
from splendor_tui.inputs.files import FileError
from splendor_tui.inputs.strict_models import Strict, allowing, describe, shown
from splendor_tui.inputs.strict_yaml import read_yaml_file
from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import MAIN, OVER, Phase, State
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message, MessageError

PUZZLES_FILE: Final = "puzzles.yaml"
VERSION: Final = 1
GRADES: Final = 5
_MAX_BYTES: Final = 512 * 1024


class Kind(StrEnum):
    """The kinds of goals. A goal must be reached whatever the order of the decks and the rivals' actions."""

    WIN = "win"
    """Be the only winner of a game that ends no later than the round of the goal's last turn."""
    STOP = "stop"
    """Prevent every rival from reaching the target until the solver's next turn."""
    NOBLE = "noble"
    """Get a visit from this noble."""
    POINTS = "points"
    """Reach this many points. The others do not play."""


class Goal(NamedTuple):
    """A task for `seat`, to be completed in this many of its own turns, including the current one."""

    kind: Kind
    seat: int
    turns: int
    noble: Noble | None = None
    points: int = 0

    def verdict(self, state: State, turns: int) -> bool | None:
        """True if the goal is reached, False if it can no longer be reached, and None while this is undecided.

        The seat can still start `turns` more turns.
        """
        player = state.players[self.seat]
        over = state.phase is OVER
        # In any other phase, the last turn may still be in progress.
        out_of_turns = not turns and (over or state.phase is MAIN)
        if self.kind is Kind.WIN:
            if over:
                return [one.seat for one in standings(state) if one.rank == 1] == [self.seat]
            # Without a turn left, the seat can win only if somebody has reached the target.
            return False if out_of_turns and not state.final_round else None
        if self.kind is Kind.STOP:
            target = state.options.target
            if any(rival.points >= target for seat, rival in enumerate(state.players) if seat != self.seat):
                return False
            return True if over or (out_of_turns and state.seat == self.seat) else None
        reached = self.noble in player.nobles if self.kind is Kind.NOBLE else player.points >= self.points
        if reached:
            return True
        missed = over or out_of_turns or (self.kind is Kind.NOBLE and self.noble not in state.nobles)
        return False if missed else None


class Puzzle(NamedTuple):
    """A position as the seat to move knows it, a goal, and every first action that forces it.

    `grade` ranges from 1, for casual players, to 5, for experts; training/find_puzzles.py determines it from the levels that
    find a solution. `origin` names the game from which the position was taken.
    """

    id: str
    grade: int
    goal: Goal
    view: View
    solutions: frozenset[Action]
    origin: str


class Collection(NamedTuple):
    """The valid puzzles, and a message about each invalid one."""

    puzzles: tuple[Puzzle, ...]
    problems: tuple[Message, ...] = ()


class PuzzleError(MessageError, ValueError):
    """Raised for an invalid puzzle. The message gives the reason."""


class PuzzleRow(Strict):
    """A puzzle in the form used in the file."""

    model_config = ConfigDict(regex_engine="rust-regex")  # it knows the classes of characters

    id: Annotated[
        str,
        Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40),
        allowing(N_("{letters} and single hyphens", letters="a-z, 0-9")),
    ]
    grade: Annotated[int, Field(ge=1, le=GRADES)]
    goal: Annotated[Kind, Field(strict=False)]
    turns: Annotated[int, Field(ge=1, le=4)]
    noble: str | None = None
    points: Annotated[int, Field(ge=0, le=50)] = 0
    position: str
    solutions: Annotated[list[str], Field(min_length=1, max_length=40)]
    origin: Annotated[
        str, Field(max_length=120, pattern=r"^[^\p{C}\p{Zl}\p{Zp}]*$"), allowing(N_("at most 120 printable characters"))
    ] = ""


class _File(Strict):
    version: int
    catalogue: str
    puzzles: list[Any]


@lru_cache(maxsize=1)
def load_puzzles(catalogue: Catalogue) -> Collection:
    """The built-in puzzles. They are read only once, because every visit to the home screen needs them."""
    return read_puzzles(assets_folder() / PUZZLES_FILE, catalogue)


def read_puzzles(path: Path, catalogue: Catalogue) -> Collection:
    """Read the puzzles in a file. Invalid puzzles are reported and skipped."""
    try:
        content = _File.model_validate(read_yaml_file(path, _MAX_BYTES).data)
    except FileError as error:
        return Collection((), (error.message,))
    except ValidationError as error:
        return Collection(
            (), tuple(N_("{place}: {sentence}", place=path.name, sentence=one) for one in describe(error))
        )
    if content.version != VERSION:
        sentence = N_(
            "This is version {found}; this program knows version {known}.", found=content.version, known=VERSION
        )
        return Collection((), (N_("{place}: {sentence}", place=path.name, sentence=sentence),))
    if content.catalogue != catalogue.digest:
        return Collection((), (N_("The built-in puzzles need the standard cards."),))
    puzzles: dict[str, Puzzle] = {}
    problems: list[Message] = []
    for number, row in enumerate(content.puzzles, start=1):
        try:
            puzzle = _puzzle(PuzzleRow.model_validate(row), catalogue)
            if puzzle.id in puzzles:
                raise PuzzleError(N_("Another puzzle has the id {id}.", id=puzzle.id))
        except ValidationError as error:
            problems += (_about(path, number, sentence) for sentence in describe(error))
        except MessageError as error:
            problems.append(_about(path, number, error.message))
        else:
            puzzles[puzzle.id] = puzzle
    return Collection(tuple(puzzles.values()), tuple(problems))


def _about(path: Path, number: int, sentence: Message) -> Message:
    return N_("{file}, puzzle {number}: {sentence}", file=path.name, number=number, sentence=sentence)


def _puzzle(row: PuzzleRow, catalogue: Catalogue) -> Puzzle:
    """Create a puzzle. Raises PuzzleError, PositionError, InvalidActionError or IllegalActionError."""
    view = parse_position(row.position, catalogue)
    if not isinstance(view, View) or view.viewer != view.seat or view.phase is not Phase.MAIN:
        raise PuzzleError(N_("The position must be the view of the seat to move, at the start of its turn."))
    if any(held.card is None for player in view.players for held in player.reserved):
        raise PuzzleError(N_("The position must not have a card that a rival reserved from a deck."))
    if (row.goal is Kind.NOBLE) != (row.noble is not None):
        raise PuzzleError(N_("A puzzle must name a noble if its goal is one, and must not otherwise."))
    noble = next((one for one in view.nobles if one.id == row.noble), None)
    if row.noble is not None and noble is None:
        raise PuzzleError(N_("There is no noble {noble} on the table.", noble=shown(row.noble)))
    solutions = frozenset(parse_action(text, catalogue) for text in row.solutions)
    for action in solutions:
        check_action(view, action)
    goal = Goal(row.goal, view.seat, row.turns, noble, row.points)
    return Puzzle(row.id, row.grade, goal, view, solutions, row.origin)
