"""The turns of a game and their values: the played turn and the best other one, each searched alone.

A search spends most simulations on its favourite, so it knows little about other turns. Therefore it runs three
times: on the
position, to find the best other turn; on the played turn; and on the other turn, with as many nodes and the same
draws. Luck of
the first search gives no advantage in the other two.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Annotated, Final, TypeAlias

from pydantic import Field, ValidationError

from splendor_tui.bots.levels import STRONGEST_LEVEL
from splendor_tui.bots.player import AdvisedAction, Budget, TurnAdvisor
from splendor_tui.inputs.problems import Strict
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.record import Record, first_state, replay
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import MAX_LINE, format_action, parse_action
from splendor_tui.rules.state import MAX_PLAYERS, MIN_PLAYERS, Phase, State
from splendor_tui.rules.view import View, view
from splendor_tui.words import N_, MessageError

USUAL_NODES: Final = 400
_LOOK_SECONDS: Final = 600.0  # nodes limit the search, not time; the first search may wait for a compiler
MAX_NODES: Final = 1_000_000
_METHOD: Final = 1  # the version of the method: judgements of others are recomputed
_MAX_TEXT: Final = 2_000
_NEARLY_ONE: Final = 0.01

Chance: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class ReviewError(MessageError):
    """A game or a turn that cannot be reviewed; the message says why, and what to do instead."""


# --- turns -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's turn: its first ply, the seat's view before it, its actions, and the digest of the position after it.

    `draws` means that a card left a deck.
    """

    ply: int
    view: View
    actions: tuple[Action, ...]
    digest: str
    draws: bool

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.view.seat

    @property
    def plies(self) -> range:
        """The plies of the turn."""
        return range(self.ply, self.ply + len(self.actions))

    @property
    def can_be_judged(self) -> bool:
        """Whether the turn is complete: a forfeit is not a choice."""
        return not any(isinstance(action, Forfeit) for action in self.actions)


def turns_of(record: Record, catalogue: Catalogue) -> tuple[Turn, ...]:
    """All turns of the record. Raises RecordError if it violates the rules."""
    return tuple(_turns(record, catalogue))


def _turns(record: Record, catalogue: Catalogue) -> Iterator[Turn]:
    before = first_state(record.header, catalogue)
    after = before
    actions: list[Action] = []
    for action, state in replay(record, catalogue):
        if actions and after.phase is Phase.MAIN:
            yield _turn(before, actions, after)
            before, actions = after, []
        actions.append(action)
        after = state
    if actions:
        yield _turn(before, actions, after)


def _turn(before: State, actions: list[Action], after: State) -> Turn:
    return Turn(
        ply=before.ply + 1,
        view=view(before, before.seat),
        actions=tuple(actions),
        digest=digest(after),
        draws=before.deck_counts != after.deck_counts,
    )


# --- judgements --------------------------------------------------------------------------------------------------------


class Judgement(Strict):
    """The value of a turn, and of the best other turn. Saved with the game, and validated when read.

    `chances` are all seats' chances to win before the turn, and `played` its seat's chance after it. `other` is the first
    action of the best other turn, and `other_chance` the chance after that; both None if there was no alternative. `maker` and
    `nodes` identify the search, `digest` the position after the turn.
    """

    maker: Annotated[str, Field(max_length=80)]
    nodes: Annotated[int, Field(ge=1, le=MAX_NODES)]
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    chances: Annotated[tuple[Chance, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS, strict=False)]
    played: Chance
    other: Annotated[str, Field(max_length=MAX_LINE)] | None = None
    other_chance: Chance | None = None

    @property
    def loss(self) -> float:
        """The chance to win that the turn lost; 0 if there was nothing better."""
        return max(0.0, -self.lead)

    @property
    def lead(self) -> float:
        """How much better the turn was than the best other one; negative if it was worse."""
        return 0.0 if self.other_chance is None else self.played - self.other_chance


def maker_of(players: int) -> str:
    """The judge of games with this many players: level, net and method. Other makers may judge differently."""
    from splendor_tui.bots.learned.net import shipped_net_path  # numpy is slow to import

    net = hashlib.sha256(shipped_net_path(players).read_bytes()).hexdigest()[:16]
    return f"{STRONGEST_LEVEL} {net} {_METHOD}"


def read_judgement(text: str, turn: Turn, maker: str, nodes: int) -> Judgement | None:
    """A saved judgement; None if it is damaged, of another turn or maker, or of fewer nodes."""
    try:
        found = Judgement.model_validate_json(text) if len(text) <= _MAX_TEXT else None
    except ValidationError:
        return None
    if found is None or (found.maker, found.digest) != (maker, turn.digest) or found.nodes < nodes:
        return None
    if len(found.chances) != len(turn.view.players) or abs(sum(found.chances) - 1) > _NEARLY_ONE:
        return None
    if (found.other is None) != (found.other_chance is None):
        return None
    try:
        if found.other is not None:
            check_action(turn.view, parse_action(found.other, turn.view.catalogue))
    except (InvalidActionError, IllegalActionError):
        return None
    return found


# --- judging -----------------------------------------------------------------------------------------------------------


def judge_turn(adviser: TurnAdvisor, turn: Turn, maker: str, nodes: int, cancelled: Callable[[], bool]) -> Judgement:
    """Judge a turn that can be judged. The result depends only on the turn, the maker and the nodes.

    Raises EngineError, and ReviewError if the adviser has no chances. The result is useless once `cancelled` is true.
    """
    seen, budget = turn.view, Budget(_LOOK_SECONDS, cancelled, nodes)
    advice = adviser.advise(seen, Random(turn.ply), budget)
    if not advice.chances:
        raise _does_not_know()
    other = _other(advice.choices, turn)
    return Judgement(
        maker=maker,
        nodes=nodes,
        digest=turn.digest,
        chances=tuple(advice.chances),
        played=chance_after(adviser, seen, turn.actions, turn.ply, nodes, cancelled),
        other=None if other is None else format_action(other),
        other_chance=None if other is None else chance_after(adviser, seen, [other], turn.ply, nodes, cancelled),
    )


def chance_after(
    adviser: TurnAdvisor, view: View, actions: Sequence[Action], ply: int, nodes: int, cancelled: Callable[[], bool]
) -> float:
    """The chance to win of the seat to move after this turn, or after the best turn with this beginning; `ply` is its
    first.

    Raises EngineError, and ReviewError if the adviser has no chances. The result is invalid once `cancelled` is true.
    """
    chances = adviser.judge(view, actions, Random(ply), Budget(_LOOK_SECONDS, cancelled, nodes))
    if not chances:
        raise _does_not_know()
    return chances[view.seat]


async def review_turns(
    adviser: TurnAdvisor, turns: Iterable[Turn], maker: str, nodes: int, judged: Callable[[Turn, Judgement], object]
) -> None:
    """Judge turns off the event loop; calls `judged` in this task after each, so that it can be saved.

    Ends when the task is cancelled. Raises as `judge_turn` does.
    """
    with cancelled_on_exit() as cancelled:
        for turn in turns:
            judged(turn, await in_background(partial(judge_turn, adviser, turn, maker, nodes, cancelled.is_set)))


def _other(choices: Sequence[AdvisedAction], turn: Turn) -> Action | None:
    """The best action that begins another turn; it may be the same action if the turn has several."""
    others = [one.action for one in choices if len(turn.actions) > 1 or one.action != turn.actions[0]]
    return others[0] if others else None


def _does_not_know() -> ReviewError:
    return ReviewError(N_("The computer gives no chances to win, so nothing can be reviewed."))
