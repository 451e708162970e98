"""A review in sentences: what each turn was worth, where the game turned, and who played how well."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, level_name
from splendor_tui.bots.reasons import reason
from splendor_tui.match.log import LogKind
from splendor_tui.match.retelling import retell
from splendor_tui.presentation.hint import percent, with_names
from splendor_tui.record import Record
from splendor_tui.review.game_review import GameReview, JudgedTurn, TurningPoint
from splendor_tui.review.judgement import Judgement, other_action
from splendor_tui.review.whole_turns import Turn
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words import N_, NN_, Message, enumerated

LEAST_LOSS: Final = 0.02
"""A smaller loss is not worth a word: it may be the luck of the search."""
_LEFT_OUT: Final = {LogKind.AGREEMENT_POSSIBLE, LogKind.ENDED}


class ReviewReport:
    """Tells of the turns of a game by their judgements; all sentences name the players."""

    def __init__(self, record: Record, catalogue: Catalogue) -> None:
        self._names = tuple(player.name for player in record.header.players)
        self._told: Mapping[int, Sequence[Message]] = {
            step.ply: [line.message for line in lines if line.kind not in _LEFT_OUT]
            for _state, step, lines in retell(record, catalogue)
        }

    def what_happened(self, turn: Turn) -> Sequence[Message]:
        """What the log says of the turn, a sentence each."""
        return list(chain.from_iterable(self._told[ply] for ply in turn.plies))

    def reason_for(self, turn: Turn, action: Action) -> Message:
        """What the seat of the turn could say for an action, with the names of the others."""
        return with_names(reason(turn.view, action), self._names)

    def better(self, judged: JudgedTurn) -> Message | None:
        """What would have been better, and why; None where nothing worth a word was lost."""
        turn, judgement = judged
        if judgement.loss < LEAST_LOSS:
            return None
        other = other_action(judgement, turn)
        if other is None or other == turn.actions[0]:
            return N_("The first half of the turn was right; other tokens to return, or another noble, were better.")
        return N_("Better: {reason}", reason=self.reason_for(turn, other))

    def loss(self, judged: JudgedTurn) -> Message | None:
        """What the turn cost, and what would have been better; None where nothing worth a word was lost."""
        better = self.better(judged)
        return better and N_("This cost {loss}. {better}", loss=percent(judged.judgement.loss), better=better)

    def turn(self, judged: JudgedTurn) -> Iterator[Message]:
        """All about one turn."""
        turn = judged.turn
        name = self._names[turn.seat]
        yield N_("Action {ply}, round {round}: {name} is to move.", ply=turn.ply, round=turn.view.round, name=name)
        yield self.chances(judged.judgement)
        yield from self.what_happened(turn)
        yield from self.verdict(judged)

    def verdict(self, judged: JudgedTurn) -> Iterator[Message]:
        """What the turn was worth, and what the best other one was, each with its reason."""
        turn, judgement = judged
        yield N_(
            "What was played left a chance of {chance}. {reason}",
            chance=percent(judgement.played),
            reason=self.reason_for(turn, turn.actions[0]),
        )
        other = other_action(judgement, turn)
        if other is None:
            yield N_("Nothing else could be done.")
        elif judgement.other_chance is not None and other != turn.actions[0]:
            yield N_(
                "The best other turn left {chance}. {reason}",
                chance=percent(judgement.other_chance),
                reason=self.reason_for(turn, other),
            )
        elif loss := self.loss(judged):
            yield loss

    def chances(self, judgement: Judgement) -> Message:
        """How likely each player was to win before the turn, as far as its seat could know."""
        each = [
            N_("{name} {chance}", name=name, chance=percent(chance))
            for name, chance in zip(self._names, judgement.chances, strict=True)
        ]
        return N_("Chance to win: {chances}.", chances=enumerated(each))

    def turning_point(self, point: TurningPoint) -> Iterator[Message]:
        """What was done, whose chance changed by it, and why."""
        judged, before, after = point.judged, point.before, point.after
        yield from self.what_happened(judged.turn)
        change = {"name": self._names[point.seat], "before": percent(before), "after": percent(after)}
        if after > before:
            yield N_("The chance of {name} to win rose from {before} to {after}.", **change)
        else:
            yield N_("The chance of {name} to win fell from {before} to {after}.", **change)
        if judged.judgement.loss >= abs(after - before) / 2:
            why = [self.better(judged)]
        else:
            loss = self.loss(judged)
            why = [loss, _luck(judged.turn, better=loss is not None)]
        yield from filter(None, why)

    def best_move(self, judged: JudgedTurn) -> Iterator[Message]:
        """What was done, by how much it was better than anything else, and what spoke for it."""
        yield from self.what_happened(judged.turn)
        yield N_(
            "The next best turn was worth {lead} less. {reason}",
            lead=percent(judged.judgement.lead),
            reason=self.reason_for(judged.turn, judged.turn.actions[0]),
        )


def averages(review: GameReview) -> Iterator[Message]:
    """How much each player gave away."""
    for seat, name in enumerate(review.names):
        if (average := review.average_loss(seat)) is not None:
            turns = sum(one.turn.seat == seat for one in review.judged)
            yield NN_(
                "{name} gave away {loss:.1f}% of the chance to win a turn, in {count} turn.",
                "{name} gave away {loss:.1f}% of the chance to win a turn, in {count} turns.",
                turns,
                name=name,
                loss=100 * average,
            )


def heading(review: GameReview) -> Message:
    """Who has reviewed the game, and how thoroughly at least."""
    return N_(
        "As the {level} sees it, who looked at each turn with {nodes} simulations:",
        level=level_name(STRONGEST_LEVEL),
        nodes=min((one.nodes for one in review.judgements.values()), default=0),
    )


def _luck(turn: Turn, *, better: bool) -> Message:
    """What made the difference where the choice of the turn did not."""
    if turn.draws:
        return (
            N_("More came from the card that was drawn.")
            if better
            else N_("No better turn was found: the card that was drawn made the difference.")
        )
    if better:
        return N_("More came from what could not be seen yet.")
    return N_("No better turn was found: it could not be seen yet how things would go.")
