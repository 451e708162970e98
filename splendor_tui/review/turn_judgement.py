"""Judges turns of a finished game.

A search spends most of its simulations on the turn that it prefers, so its estimates of other turns are poor. A review
therefore searches three times per turn. The first search, of the position, finds the best other turn. The next two evaluate
the played turn and that other turn, with the same draws and number of nodes, so that a lucky estimate in the first search
favours neither. If a better turn begins with the action played, the same three searches judge the decision after it.
"""

import hashlib
from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Annotated, Final, NamedTuple, TypeAlias

from pydantic import Field, PlainSerializer, PlainValidator, ValidationError, ValidationInfo

from splendor_tui.bots.levels import STRONGEST_LEVEL
from splendor_tui.bots.player import Budget, TurnAdvisor
from splendor_tui.inputs.strict_models import Strict
from splendor_tui.record import Record
from splendor_tui.replay import replay, unknown_cards
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.rules.digest import digest
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.state import Phase
from splendor_tui.rules.turn import Ply
from splendor_tui.rules.view import View, view, without
from splendor_tui.words import N_, MessageError
from splendor_tui.words.percent import whole_percent

_LOOK_SECONDS: Final = 600.0  # nodes limit the search, not time; the first search may have to wait for a compiler
MAX_NODES: Final = 1_000_000
_METHOD: Final = 3  # the version of the method; judgements of other versions are recomputed
_MAX_TEXT: Final = 2_000
_SUM_TOLERANCE: Final = 0.01
_MIN_DIFFERENCE: Final = 2  # in whole percent; smaller differences may be search noise

Chance: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


def _parse(value: object, info: ValidationInfo[Catalogue]) -> Action:
    return value if isinstance(value, Action) else parse_action(str(value), info.context)


SavedAction: TypeAlias = Annotated[Action, PlainValidator(_parse), PlainSerializer(format_action)]
"""An action, saved in notation. It is read with the catalogue as the context."""


class ReviewError(MessageError):
    """Raised for a game or turn that cannot be reviewed. The message gives the reason."""


def is_about_as_good(chance: float, other: float) -> bool:
    """Whether a chance is at most one displayed percentage point below another."""
    return whole_percent(other) - whole_percent(chance) < _MIN_DIFFERENCE


class Turn(NamedTuple):
    """One seat's turn: its first ply, the seat's view before each action, the actions, and the digest of the position after it.

    Only the first view is always known. `draws` is true if a card left a deck.
    """

    ply: int
    views: tuple[View, ...]
    actions: tuple[Action, ...]
    digest: str
    draws: bool

    @property
    def view(self) -> View:
        """The seat's view before the turn."""
        return self.views[0]

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
        """Whether the turn can be judged.

        A turn that ends with a forfeit cannot, because that is not a choice. Neither can the turn of a player with a card that
        the record does not know.
        """
        is_known = all(held.card for held in self.view.players[self.seat].reserved)
        return is_known and not any(isinstance(action, Forfeit) for action in self.actions)

    def knows_as_much_as(self, seat: int) -> bool:
        """Whether the player to move and this seat know the same cards, so that their estimates can be compared.

        Also true if this seat has forfeited, because it has no estimate.
        """
        player, other = self.view.players[self.seat], self.view.players[seat]
        return player is other or other.forfeited or not any(held.blind for held in (*player.reserved, *other.reserved))


def turns_of(record: Record, catalogue: Catalogue) -> tuple[Turn, ...]:
    """All turns of a record. Raises RecordError if it violates the rules."""
    unknown = unknown_cards(record.header, catalogue)
    turns: list[Turn] = []
    plies: list[Ply] = []
    for ply in replay(record, catalogue):
        if plies and ply.before.phase is Phase.MAIN:
            turns.append(_turn(plies, unknown))
            plies = []
        plies.append(ply)
    return (*turns, _turn(plies, unknown)) if plies else ()


def _turn(plies: Sequence[Ply], unknown: Collection[Card]) -> Turn:
    before, after = plies[0].before, plies[-1].after
    return Turn(
        ply=before.ply + 1,
        views=tuple(without(view(ply.before, before.seat), unknown) for ply in plies),
        actions=tuple(ply.action for ply in plies),
        digest=digest(after),
        draws=before.deck_counts != after.deck_counts,
    )


# --- judgements --------------------------------------------------------------------------------------------------------


class Judgement(Strict):
    """The evaluation of a turn and of the best other turn. It is saved with the game, and validated when read.

    `chances` are every seat's chances of winning before the turn, and `played` is the chance of the seat that moved, after it.
    `other` is the first action of the best other turn, and `other_chance` the chance after that turn; both are None if there
    was no alternative. If a better turn begins with the action played, `later` is its second action, unless it is unknown.
    `maker` and `nodes` identify the search, and `digest` the position after the turn.
    """

    maker: Annotated[str, Field(max_length=80)]
    nodes: Annotated[int, Field(ge=1, le=MAX_NODES)]
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{16}\Z")]
    chances: Annotated[tuple[Chance, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS, strict=False)]
    played: Chance
    other: SavedAction | None = None
    other_chance: Chance | None = None
    later: SavedAction | None = None

    @property
    def loss(self) -> float:
        """The loss in the chance of winning, compared with the best other turn. 0 if the turn was at least as good."""
        return max(0.0, -self.lead)

    @property
    def lead(self) -> float:
        """The advantage over the best other turn, in the chance of winning. Negative if the turn was worse."""
        return 0.0 if self.other_chance is None else self.played - self.other_chance


class Decision(NamedTuple):
    """A decision in a turn: the seat's view, the actions `played` from there, and a `better` first action."""

    view: View
    played: tuple[Action, ...]
    better: Action


class JudgedTurn(NamedTuple):
    """A turn and its judgement."""

    turn: Turn
    judgement: Judgement

    @property
    def before(self) -> float:
        """The player's chance before the turn, if they play the best turn found: this one, or a better one."""
        return self.after + self.judgement.loss

    @property
    def after(self) -> float:
        """The player's chance after the turn, before any card is drawn."""
        return self.judgement.played

    @property
    def is_mistake(self) -> bool:
        """Whether the turn's loss is large enough to report."""
        return not is_about_as_good(self.after, self.before)

    @property
    def starts_alike(self) -> bool:
        """Whether the best other turn starts with the same action, or does not exist."""
        return self.judgement.other in (None, self.turn.actions[0])

    @property
    def better(self) -> Decision | None:
        """The decision that the best other turn takes differently. None if there is no other turn, or if it is unknown."""
        turn, other, later = self.turn, self.judgement.other, self.judgement.later
        if later is not None:
            return Decision(turn.views[1], turn.actions[1:], later)
        return None if other is None or self.starts_alike else Decision(turn.view, turn.actions, other)

    @property
    def chances(self) -> tuple[float, ...]:
        """Every seat's chance before the turn. The other seats share the rest in the proportions that the search found."""
        seat, seen = self.turn.seat, self.judgement.chances
        left, others = 1 - self.before, 1 - seen[seat]
        shares = [chance / others if others else 1 / (len(seen) - 1) for chance in seen]
        return tuple(self.before if one == seat else left * share for one, share in enumerate(shares))


def maker_of(players: int) -> str:
    """The identity of the search for this number of players: level, net and method. Other searches may give other results."""
    from splendor_tui.bots.learned.net import shipped_net_path  # numpy is slow to import

    net = hashlib.sha256(shipped_net_path(players).read_bytes()).hexdigest()[:16]
    return f"{STRONGEST_LEVEL} {net} {_METHOD}"


def read_judgement(text: str, turn: Turn, maker: str, nodes: int) -> Judgement | None:
    """Parse a saved judgement. None if it is damaged, belongs to another turn or maker, or is based on fewer nodes."""
    if len(text) > _MAX_TEXT:
        return None
    try:
        found = Judgement.model_validate_json(text, context=turn.view.catalogue)
        for view, action in zip(turn.views, (found.other, found.later), strict=False):
            if action is not None:
                check_action(view, action)
    except (ValidationError, IllegalActionError):
        return None
    fits = (
        (found.maker, found.digest) == (maker, turn.digest)
        and found.nodes >= nodes
        and len(found.chances) == len(turn.view.players)
        and abs(sum(found.chances) - 1) <= _SUM_TOLERANCE
        and (found.other is None) == (found.other_chance is None)
        and (found.later is None or (len(turn.views) > 1 and JudgedTurn(turn, found).starts_alike))
    )
    return found if fits else None


# --- judging -----------------------------------------------------------------------------------------------------------


def judge_turn(adviser: TurnAdvisor, turn: Turn, maker: str, nodes: int, cancelled: Callable[[], bool]) -> Judgement:
    """Judge a turn for which `can_be_judged` is true. The result depends only on the turn, the maker and the nodes.

    Raises EngineError, or ReviewError if the adviser does not estimate chances. If `cancelled` has become true, the result
    is invalid.
    """
    seen, budget = turn.view, Budget(_LOOK_SECONDS, cancelled, nodes)
    advice = adviser.advise(seen, Random(turn.ply), budget)
    if not advice.chances:
        raise _no_chances_error()
    # The best other turn may start with the action that was played, if the turn had several actions.
    others = (one.action for one in advice.choices if len(turn.actions) > 1 or one.action != turn.actions[0])
    other = next(others, None)
    judgement = Judgement(
        maker=maker,
        nodes=nodes,
        digest=turn.digest,
        chances=tuple(advice.chances),
        played=chance_after(adviser, seen, turn.actions, turn.ply, nodes, cancelled),
        other=other,
        other_chance=None if other is None else chance_after(adviser, seen, [other], turn.ply, nodes, cancelled),
    )
    if other == turn.actions[0] and len(turn.views) > 1 and JudgedTurn(turn, judgement).is_mistake:
        seen, rest, ply = turn.views[1], turn.actions[1:], turn.ply + 1
        later = adviser.advise(seen, Random(ply), budget).best.action
        played, better = (chance_after(adviser, seen, one, ply, nodes, cancelled) for one in (rest, [later]))
        if later != rest[0] and not is_about_as_good(played, better):
            return judgement.model_copy(update={"later": later})
    return judgement


def best_action(adviser: TurnAdvisor, view: View, ply: int, nodes: int, cancelled: Callable[[], bool]) -> Action:
    """The first action of the best turn. The result depends only on the view, the turn's first ply and the nodes."""
    return adviser.advise(view, Random(ply), Budget(_LOOK_SECONDS, cancelled, nodes)).best.action


def chance_after(
    adviser: TurnAdvisor, view: View, actions: Sequence[Action], ply: int, nodes: int, cancelled: Callable[[], bool]
) -> float:
    """The player's chance of winning after this turn, or after the best turn that begins with these actions.

    `ply` is the first ply of the turn.

    Raises EngineError, or ReviewError if the adviser does not estimate chances. If `cancelled` has become true, the result
    is invalid.
    """
    chances = adviser.judge(view, actions, Random(ply), Budget(_LOOK_SECONDS, cancelled, nodes))
    if not chances:
        raise _no_chances_error()
    return chances[view.seat]


def _no_chances_error() -> ReviewError:
    return ReviewError(N_("The computer player does not estimate chances of winning, so nothing can be reviewed."))
