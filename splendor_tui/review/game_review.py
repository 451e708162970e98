"""The review of a finished game: its judged turns, the chances of winning and the turning points."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Final, NamedTuple

from splendor_tui.bots.levels import load_packaged_net, names_in_this_language
from splendor_tui.bots.player import TurnAdvisor
from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.record import Record, RecordResult
from splendor_tui.replay import first_state
from splendor_tui.review.turn_judgement import (
    JudgedTurn,
    Judgement,
    ReviewError,
    Turn,
    judge_turn,
    maker_of,
    read_judgement,
    turns_of,
)
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words import N_, Message

NOTHING_TO_REVIEW: Final = N_("There was no choice here, so there is nothing to review.")
USUAL_NODES: Final = 400
_TURNING_POINTS: Final = 3
MIN_SWING: Final = 0.05
"""The minimum change in the chance of winning for a turning point, and for a later change to be reported.

`JudgedTurn.is_mistake` decides which losses are reported.
"""
_MIN_LEAD: Final = 0.02  # with a smaller lead, a move is not clearly better


class TurningPoint(NamedTuple):
    """A turn, and a seat whose chance of winning changed in it.

    `seat` is the one that moved, unless another seat's chance changed more than twice as much.

    `before` is the seat's chance before the turn, and `then` its chance when the next turn began; if that is unknown,
    its chance after the turn. `swing` is the greatest change of any seat's chance.
    """

    judged: JudgedTurn
    seat: int
    before: float
    then: float
    swing: float


class GameReview(NamedTuple):
    """A finished game with the known `judgements` of its turns, by first ply. `maker` and `nodes` identify the search."""

    names: tuple[str, ...]
    turns: tuple[Turn, ...]
    result: RecordResult
    maker: str
    nodes: int
    judgements: Mapping[int, Judgement]

    def judged_turn(self, turn: Turn) -> JudgedTurn | None:
        """The turn with its judgement. None if it has not been judged."""
        judgement = self.judgements.get(turn.ply)
        return None if judgement is None else JudgedTurn(turn, judgement)

    @property
    def judged(self) -> Sequence[JudgedTurn]:
        """The judged turns, in order."""
        return [*filter(None, map(self.judged_turn, self.turns))]

    @property
    def missing(self) -> Sequence[Turn]:
        """The turns that have not been judged yet."""
        return [turn for turn in self.turns if turn.can_be_judged and turn.ply not in self.judgements]

    @property
    def final_chances(self) -> tuple[float, ...]:
        """Each seat's share of the victory."""
        winners = [standing.seat for standing in self.result.standings if standing.rank == 1]
        return tuple(float(seat in winners) / len(winners) for seat in range(len(self.names)))

    @property
    def chances(self) -> Sequence[tuple[float, ...]]:
        """Every seat's chance of winning before each judged turn, based on what its player knew. The last entry is the result.

        A seat that knew other cards keeps its own latest estimate, so that a change of viewpoint does not look like a swing.
        """
        rows: list[tuple[float, ...]] = []
        own: dict[int, float] = {}
        for judged in self.judged:
            chances = list(judged.chances)
            for seat, latest in own.items():
                if not judged.turn.knows_as_much_as(seat):
                    chances[seat] = latest
            rows.append(tuple(chances))
            own[judged.turn.seat] = judged.after
        return [*rows, self.final_chances]

    def chances_when_next_began(self, turn: Turn) -> tuple[float, ...] | None:
        """Every seat's chance when the next turn began, or the result. None if unknown.

        It is unknown if the next player resigned or timed out: this turn did not cause that change. It is also unknown
        if the next player knew other cards: the two estimates cannot be compared.
        """
        following = next((one for one in self.turns if one.ply > turn.ply), None)
        if following is None:
            return self.final_chances
        judged = self.judged_turn(following) if following.knows_as_much_as(turn.seat) else None
        return None if judged is None else judged.chances

    def average_loss(self, seat: int) -> float | None:
        """The average loss of this seat's turns. None if no turn was judged."""
        losses = [one.judgement.loss for one in self.judged if one.turn.seat == seat]
        return fmean(losses) if losses else None

    @property
    def turning_points(self) -> Sequence[TurningPoint]:
        """Up to three turns with the largest changes in the chances, in order. Empty until all turns are judged."""
        if self.missing:
            return []
        points = [_turning_point(judged, self.chances_when_next_began(judged.turn)) for judged in self.judged]
        greatest = sorted(points, key=lambda point: -point.swing)[:_TURNING_POINTS]
        return sorted((one for one in greatest if one.swing >= MIN_SWING), key=lambda point: point.judged.turn.ply)

    @property
    def best_move(self) -> JudgedTurn | None:
        """The turn with the largest lead over its best alternative. None if no turn is clearly better.

        The last round is ignored, because the winning action is obvious.
        """
        last = self.turns[-1].view.round if self.turns else 0
        leading = [one for one in self.judged if one.turn.view.round < last and one.judgement.lead >= _MIN_LEAD]
        return max(leading, key=lambda one: one.judgement.lead, default=None)

    def with_judgement(self, turn: Turn, judgement: Judgement) -> "GameReview":
        """The review with an additional judgement."""
        return self._replace(judgements={**self.judgements, turn.ply: judgement})

    def saved_judgement(self, turn: Turn) -> str:
        """The judgement of a judged turn as text, for `read_judgement`."""
        return self.judgements[turn.ply].model_dump_json(exclude_none=True)

    def turn_at(self, ply: int) -> Turn | None:
        """The turn that includes this ply, or None."""
        return next((turn for turn in self.turns if ply in turn.plies), None)


def _turning_point(judged: JudgedTurn, then: Sequence[float] | None) -> TurningPoint:
    before, own = judged.chances, judged.turn.seat
    if then is None:
        return TurningPoint(judged, own, judged.before, judged.after, judged.judgement.loss)
    swings = [abs(late - early) for early, late in zip(before, then, strict=True)]
    most = max(swings)
    seat = own if 2 * swings[own] >= most else swings.index(most)
    return TurningPoint(judged, seat, before[seat], then[seat], most)


async def judge_turns(
    adviser: TurnAdvisor, review: GameReview, turns: Iterable[Turn], judged: Callable[[GameReview, Turn], object]
) -> GameReview:
    """Judge turns of a review outside the event loop. Returns the review with their judgements.

    After each turn, calls `judged` in this task with the review so far, so that it can be saved. Stops when the task is
    cancelled. Raises the errors of `judge_turn`.
    """
    with cancelled_on_exit() as cancelled:
        for turn in turns:
            judge = partial(judge_turn, adviser, turn, review.maker, review.nodes, cancelled.is_set)
            review = review.with_judgement(turn, await in_background(judge))
            judged(review, turn)
    return review


def open_review(record: Record, catalogue: Catalogue, saved: Mapping[int, str], nodes: int) -> GameReview:
    """Start the review of a game.

    `saved` maps the first ply of each turn to its saved judgement. Only valid ones based on enough nodes are used.

    Raises ReviewError for an unfinished game, without any turn or without a net, or RecordError if the record violates the
    rules.
    """
    if record.result is None:
        raise ReviewError(N_("Only finished games can be reviewed; this one has no result."))
    turns, players = turns_of(record, catalogue), len(record.header.players)
    if not turns:
        raise ReviewError(NOTHING_TO_REVIEW)
    net = load_packaged_net(first_state(record.header, catalogue).options, catalogue)
    if isinstance(net, Message):
        raise ReviewError(N_("{fault} So this game cannot be reviewed.", fault=net))
    maker = maker_of(players)
    judgements = {
        turn.ply: judgement
        for turn in turns
        if turn.ply in saved
        and turn.can_be_judged
        and (judgement := read_judgement(saved[turn.ply], turn, maker, nodes))
    }
    names = names_in_this_language(record.header.players)
    return GameReview(names, turns, record.result, maker, nodes, judgements)
