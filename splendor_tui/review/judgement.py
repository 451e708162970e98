"""What the adviser makes of one turn, as it is kept with the game and checked when it is read."""

import hashlib
from typing import Annotated, Final, TypeAlias

from pydantic import Field, ValidationError

from splendor_tui.bots.levels import STRONGEST_LEVEL
from splendor_tui.inputs.problems import Strict
from splendor_tui.review.whole_turns import Turn
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import MAX_LINE, parse_action
from splendor_tui.rules.state import MAX_PLAYERS, MIN_PLAYERS

MOST_NODES: Final = 1_000_000
_METHOD: Final = 1  # how turns are judged; what was judged in another way is judged anew
_MOST_TEXT: Final = 2_000
_NEARLY_ONE: Final = 0.01

Chance: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Judgement(Strict):
    """What a turn was worth, and what the best other one was.

    `chances` are the chances to win of all seats before the turn. `played` is the chance of its seat after the turn that was
    played, `other` the action that begins the best other turn, and `other_chance` the chance after that; both None where
    nothing else could be done. `maker` and `nodes` say who judged and how long, `digest` which position the turn led to.
    """

    maker: Annotated[str, Field(max_length=80)]
    nodes: Annotated[int, Field(ge=1, le=MOST_NODES)]
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    chances: Annotated[tuple[Chance, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS, strict=False)]
    played: Chance
    other: Annotated[str, Field(max_length=MAX_LINE)] | None = None
    other_chance: Chance | None = None

    @property
    def loss(self) -> float:
        """What the turn cost of the chance to win: 0 where nothing better was found."""
        return max(0.0, -self.lead)

    @property
    def lead(self) -> float:
        """By how much the turn was better than the best other one; below 0 where that was better."""
        return 0.0 if self.other_chance is None else self.played - self.other_chance


def maker_of(players: int) -> str:
    """Who judges games of so many players: the level, its net and the way of judging. Another maker may say something else."""
    from splendor_tui.bots.learned.net import shipped_net_path  # numpy takes a while

    net = hashlib.sha256(shipped_net_path(players).read_bytes()).hexdigest()[:16]
    return f"{STRONGEST_LEVEL} {net} {_METHOD}"


def read_judgement(text: str, turn: Turn, maker: str, nodes: int) -> Judgement | None:
    """What was kept about a turn; None where it is damaged, about another turn, or made by others or with fewer nodes."""
    try:
        found = Judgement.model_validate_json(text) if len(text) <= _MOST_TEXT else None
    except ValidationError:
        return None
    if found is None or (found.maker, found.digest) != (maker, turn.digest) or found.nodes < nodes:
        return None
    if len(found.chances) != len(turn.view.players) or abs(sum(found.chances) - 1) > _NEARLY_ONE:
        return None
    if (found.other is None) != (found.other_chance is None):
        return None
    try:
        other_action(found, turn)
    except (InvalidActionError, IllegalActionError):
        return None
    return found


def other_action(judgement: Judgement, turn: Turn) -> Action | None:
    """What begins the best other turn. Raises InvalidActionError or IllegalActionError where it cannot be played."""
    if judgement.other is None:
        return None
    action = parse_action(judgement.other, turn.view.catalogue)
    check_action(turn.view, action)
    return action
