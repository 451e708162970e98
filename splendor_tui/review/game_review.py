"""The review of a game: its chances, its turning points, and how well each player played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, NamedTuple

from splendor_tui.record import Record, RecordResult
from splendor_tui.review.turn_review import Judgement, ReviewError, Turn, maker_of, read_judgement, turns_of
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import parse_action
from splendor_tui.words import N_

TURNING_POINTS: Final = 3
LEAST_SWING: Final = 0.05
"""Of a chance to win; less is no turning point, and needs no words."""
_LEAST_LEAD: Final = 0.02  # a smaller lead does not make a better move


class JudgedTurn(NamedTuple):
    """A turn and its judgement."""

    turn: Turn
    judgement: Judgement

    @property
    def before(self) -> float:
        """Its player's chance to win before the turn: that after the best turn found, played or not."""
        return self.after + self.judgement.loss

    @property
    def after(self) -> float:
        """Its player's chance after the turn, before any card is drawn."""
        return self.judgement.played

    @property
    def other(self) -> Action | None:
        """The first action of the best other turn; None if there was no alternative."""
        line = self.judgement.other
        return None if line is None else parse_action(line, self.turn.view.catalogue)

    @property
    def begins_alike(self) -> bool:
        """Whether the best other turn begins with the same action, or there is none."""
        return self.other in (None, self.turn.actions[0])

    @property
    def chances(self) -> tuple[float, ...]:
        """Every seat's chance before the turn. The others share the rest in the proportions of the search."""
        seat, seen = self.turn.seat, self.judgement.chances
        left, others = 1 - self.before, 1 - seen[seat]
        shares = [chance / others if others else 1 / (len(seen) - 1) for chance in seen]
        return tuple(self.before if one == seat else left * share for one, share in enumerate(shares))


class TurningPoint(NamedTuple):
    """A turn, and a seat whose chance to win changed: the one that moved, unless another's changed far more.

    `before` is its chance before the turn, `then` when the next turn began.
    """

    judged: JudgedTurn
    seat: int
    before: float
    then: float


@dataclass(frozen=True, slots=True)
class GameReview:
    """A finished game with the known `judgements` of its turns, by first ply."""

    names: tuple[str, ...]
    turns: tuple[Turn, ...]
    result: RecordResult
    judgements: Mapping[int, Judgement]

    @classmethod
    def of(cls, record: Record, turns: tuple[Turn, ...], judgements: Mapping[int, Judgement]) -> "GameReview":
        """The review of a record that has a result."""
        assert record.result is not None
        return cls(tuple(player.name for player in record.header.players), turns, record.result, judgements)

    def judged_turn(self, turn: Turn) -> JudgedTurn | None:
        """The turn with its judgement, if there is one."""
        judgement = self.judgements.get(turn.ply)
        return None if judgement is None else JudgedTurn(turn, judgement)

    @property
    def judged(self) -> Sequence[JudgedTurn]:
        """The judged turns, in order."""
        return [*filter(None, map(self.judged_turn, self.turns))]

    @property
    def missing(self) -> Sequence[Turn]:
        """The turns still to be judged."""
        return [turn for turn in self.turns if turn.can_be_judged and turn.ply not in self.judgements]

    @property
    def final_chances(self) -> tuple[float, ...]:
        """Each seat's share of the victory."""
        winners = [standing.seat for standing in self.result.standings if standing.rank == 1]
        return tuple(float(seat in winners) / len(winners) for seat in range(len(self.names)))

    @property
    def chances(self) -> Sequence[tuple[float, ...]]:
        """All seats' chances to win before each judged turn, as its own player could know them; finally the result."""
        return [*(one.chances for one in self.judged), self.final_chances]

    def chances_when_next_began(self, turn: Turn) -> tuple[float, ...] | None:
        """Every seat's chance when the next turn began, or the result; None while unknown.

        Also None if the next player resigned or timed out: the turn did not cause that change.
        """
        following = next((one for one in self.turns if one.ply > turn.ply), None)
        if following is None:
            return self.final_chances
        judged = self.judged_turn(following)
        return judged and judged.chances

    def average_loss(self, seat: int) -> float | None:
        """The average cost of this seat's turns in chance to win; None without turns."""
        losses = [one.judgement.loss for one in self.judged if one.turn.seat == seat]
        return fmean(losses) if losses else None

    @property
    def turning_points(self) -> Sequence[TurningPoint]:
        """At most three turns with the greatest changes of the chances, in order; empty until all turns are judged."""
        if self.missing:
            return []
        changes = [
            (max(abs(late - early) for early, late in zip(judged.chances, then, strict=True)), judged, then)
            for judged in self.judged
            if (then := self.chances_when_next_began(judged.turn)) is not None
        ]
        most = sorted(changes, key=lambda change: -change[0])[:TURNING_POINTS]
        most.sort(key=lambda change: change[1].turn.ply)
        return [_turning_point(*change) for change in most if change[0] >= LEAST_SWING]

    @property
    def best_move(self) -> JudgedTurn | None:
        """The turn with the greatest lead over its best alternative; None if there is no clear one.

        The last round does not count: the winning action is obvious there.
        """
        last = self.turns[-1].view.round if self.turns else 0
        leading = [one for one in self.judged if one.turn.view.round < last and one.judgement.lead >= _LEAST_LEAD]
        return max(leading, key=lambda one: one.judgement.lead, default=None)

    def turn_at(self, ply: int) -> Turn | None:
        """The turn that this ply belongs to."""
        return next((turn for turn in self.turns if ply in turn.plies), None)


def _turning_point(most: float, judged: JudgedTurn, then: Sequence[float]) -> TurningPoint:
    """The turn as a turning point; `most` is the greatest change of a chance."""
    before = judged.chances
    swings = [abs(late - early) for early, late in zip(before, then, strict=True)]
    own = judged.turn.seat
    seat = own if 2 * swings[own] >= most else swings.index(most)
    return TurningPoint(judged, seat, before[seat], then[seat])


def open_review(record: Record, catalogue: Catalogue, kept: Mapping[int, str], nodes: int) -> GameReview:
    """The review of a game with its saved judgements, by first ply, if they are valid and have as many nodes.

    Raises ReviewError for an unfinished game or without a net, RecordError if the record violates the rules.
    """
    from splendor_tui.bots.learned.net import NetError, load_shipped_net  # numpy is slow to import

    if record.result is None:
        raise ReviewError(N_("Only finished games can be reviewed; this one has no result."))
    turns = turns_of(record, catalogue)
    players = len(record.header.players)
    try:
        load_shipped_net(players, catalogue)
    except NetError as error:
        raise ReviewError(N_("{fault} Without it no game can be reviewed.", fault=error.message)) from error
    maker = maker_of(players)
    judgements = {
        turn.ply: judgement
        for turn in turns
        if turn.ply in kept and turn.can_be_judged and (judgement := read_judgement(kept[turn.ply], turn, maker, nodes))
    }
    return GameReview.of(record, turns, judgements)
