"""An open review: its progress, the selected turn, and the time left."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from splendor_tui.bots.levels import STRONGEST_LEVEL, get_level
from splendor_tui.presentation.review_report import (
    ReviewReport,
    describe_later_change,
    describe_loss,
    human_seats,
    mistakes,
)
from splendor_tui.record import Record
from splendor_tui.review.game_review import NOTHING_TO_REVIEW, USUAL_NODES, GameReview, TurningPoint, open_review
from splendor_tui.review.practice import Practice
from splendor_tui.review.turn_judgement import JudgedTurn, Turn
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words import N_, NN_, Message

_LETTERS: Final = "ABCD"
_MINUTE: Final = 60
_EXACT_SECONDS: Final = 90  # above this, minutes are precise enough


class TurnReport(NamedTuple):
    """The report on one turn.

    If it was not judged, `merit` is None and `verdict` gives the reason. `cost` is None for a good turn.
    """

    heading: Message
    happened: Sequence[Message]
    merit: Message | None
    cost: Message | None
    verdict: Sequence[Message]


class ChanceChart(NamedTuple):
    """The chances over a game, for a chart.

    `rounds` has the round of each turn. `chances` maps a turn's index to all seats' chances before it; the last entry
    is the result. `at` is the selected turn. `symbols` mark the turning points and the best move.
    """

    rounds: Sequence[int]
    chances: Mapping[int, Sequence[float]]
    at: int
    symbols: Mapping[int, str]


class ReviewSession:
    """A review in progress, and its selected turn. Turns are numbered from 0. `now` returns a monotonic time in seconds."""

    def __init__(
        self, record: Record, catalogue: Catalogue, saved: Mapping[int, str], now: Callable[[], float]
    ) -> None:
        self.record = record
        self.review: GameReview = open_review(record, catalogue, saved, USUAL_NODES)
        self._report = ReviewReport(record, catalogue)
        self._now = now
        self._judged_at: list[float] = []
        """When each turn of this run was judged. Loading time before the first one does not count."""
        self._places = {turn.ply: place for place, turn in enumerate(self.review.turns)}
        self.at = self.turning_points[0][0] if self.turning_points else 0

    # --- results -------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Restart the estimate of the time left."""
        self._judged_at.clear()

    def judged(self, review: GameReview) -> None:
        """Update the review after another judgement."""
        self.review = review
        self._judged_at.append(self._now())

    @property
    def complete(self) -> bool:
        """Whether all turns are judged."""
        return not self.review.missing

    def progress(self, *, running: bool) -> Message:
        """Describe the progress, and the time left if it can be estimated."""
        done, missing = len(self.review.judged), len(self.review.missing)
        turns = done + missing
        counts = {"done": done, "turns": turns}
        if not turns:
            return NOTHING_TO_REVIEW
        if not missing:
            level = get_level(STRONGEST_LEVEL).name
            return NN_(
                "{count} turn, as the {level} sees it", "{count} turns, as the {level} sees them", turns, level=level
            )
        if not running:
            return N_("Stopped: {done} of {turns} turns reviewed", **counts)
        if not self._judged_at:
            return N_("Reviewed {done} of {turns} turns: getting ready…", **counts)
        if len(self._judged_at) == 1:
            return N_("Reviewed {done} of {turns} turns", **counts)
        seconds = missing * (self._now() - self._judged_at[0]) / (len(self._judged_at) - 1)
        if seconds <= _EXACT_SECONDS:
            return N_("Reviewed {done} of {turns} turns: {seconds} s left", **counts, seconds=ceil(seconds))
        return N_("Reviewed {done} of {turns} turns: {minutes} min left", **counts, minutes=ceil(seconds / _MINUTE))

    @property
    def chart(self) -> ChanceChart:
        """The chances known so far."""
        *known, final = self.review.chances
        chances = {self._places[one.turn.ply]: row for one, row in zip(self.review.judged, known, strict=True)}
        if self.complete:
            chances[len(self.review.turns)] = final
        return ChanceChart(
            rounds=[turn.view.round for turn in self.review.turns], chances=chances, at=self.at, symbols=self._symbols()
        )

    def _symbols(self) -> Mapping[int, str]:
        """Letters for the turning points, then for the best move unless it is one of them."""
        places = [place for place, _point in self.turning_points]
        if self.best_move is not None and self.complete:
            places.append(self.best_move[0])
        return dict(zip(dict.fromkeys(places), _LETTERS, strict=False))

    @property
    def turning_points(self) -> Sequence[tuple[int, TurningPoint]]:
        """The turning points, with the indices of their turns. Empty until all turns are judged."""
        return [(self._places[point.judged.turn.ply], point) for point in self.review.turning_points]

    @property
    def best_move(self) -> tuple[int, JudgedTurn] | None:
        """The best move so far, with the index of its turn."""
        best = self.review.best_move
        return None if best is None else (self._places[best.turn.ply], best)

    def mistakes(self, game_id: str) -> Sequence[Practice]:
        """The known mistakes of the human who played the selected turn, or else of the human who made the first."""
        return self._mistakes_of_one(game_id, human_seats(self.record))

    def mistakes_of_another(self, game_id: str) -> Sequence[Practice]:
        """Those of another player than in `mistakes`: of the selected turn's, or else of the one who made the first."""
        humans = human_seats(self.record)
        own = {self.turn.seat} & {*humans} or {one.view.seat for one in self.mistakes(game_id)[:1]}
        return self._mistakes_of_one(game_id, {*range(len(self.review.names))} - own)

    def _mistakes_of_one(self, game_id: str, seats: Collection[int]) -> Sequence[Practice]:
        found = mistakes(self.record, self.review, game_id, {self.turn.seat} & {*seats} or seats)
        return [one for one in found if one.view.seat == found[0].view.seat]

    def is_here(self, practice: Practice) -> bool:
        """Whether the selected turn is the one to practise."""
        return practice.view in self.turn.views

    @property
    def why_no_practice(self) -> Message:
        """Explain why there are no mistakes to practise."""
        judged = self.review.judged_turn(self.turn)
        if judged is None:
            return self.turn_report.verdict[0]
        if self.turn.seat not in human_seats(self.record):
            return N_("No mistake of a human is known.")
        if judged.is_mistake:
            return N_("Only the returned tokens or the noble could be better; that cannot be practised.")
        return N_("No better move is known for this turn.")

    # --- the selected turn ---------------------------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        """The selected turn."""
        return self.review.turns[self.at]

    @property
    def before_turn(self) -> Message:
        """The caption of the table before the selected turn."""
        name = self.review.names[self.turn.seat]
        return N_("The table in round {round}, at the start of {name}'s turn.", round=self.turn.view.round, name=name)

    def go_to(self, place: int) -> None:
        """Select the turn at this index, or the first or last one."""
        self.at = max(0, min(place, len(self.review.turns) - 1))

    def skip(self, rounds: int) -> None:
        """Select the same seat's turn `rounds` later, or the nearest turn if there is none."""
        turns = self.review.turns
        wanted, seat = self.turn.view.round + rounds, self.turn.seat
        self.at = min(
            range(len(turns)),
            key=lambda place: (abs(turns[place].view.round - wanted), turns[place].seat != seat, abs(place - self.at)),
        )

    def go_to_point(self, by: int) -> bool:
        """Select the next or previous turning point. Returns whether there is one."""
        places = [place for place, _point in self.turning_points]
        beyond = [place for place in places if (place - self.at) * by > 0]
        if beyond:
            self.at = beyond[0 if by > 0 else -1]
        return bool(beyond)

    @property
    def turn_report(self) -> TurnReport:
        """The report on the selected turn."""
        turn, turns = self.turn, self.review.turns
        heading = N_(
            "Round {round} of {rounds}: {name}",
            round=turn.view.round,
            rounds=turns[-1].view.round,
            name=self.review.names[turn.seat],
        )
        happened = self._report.describe_events(turn)
        judged = self.review.judged_turn(turn)
        if judged is None:
            level = get_level(STRONGEST_LEVEL).name
            verdict = (
                N_("The {level} has not judged this turn yet.", level=level)
                if turn.can_be_judged
                else NOTHING_TO_REVIEW
            )
            return TurnReport(heading, happened, None, None, [verdict])
        points = [point for place, point in self.turning_points if place == self.at]
        then = self.review.chances_when_next_began(turn)
        account, *others = self._report.verdict(judged, then, turning_point=bool(points))
        of_another = [self._report.describe_change(point) for point in points if point.seat != turn.seat]
        if of_another and (cause := describe_later_change(turn)) not in others:
            others.insert(0, cause)
        return TurnReport(
            heading,
            happened,
            self._report.describe_merit(turn),
            N_("gave away {loss}", loss=describe_loss(judged)) if judged.is_mistake else None,
            [*of_another, account, *others],  # the first sentences stay if space is short
        )
