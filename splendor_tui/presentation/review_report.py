"""A reviewed game in sentences."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Final

from splendor_tui.bots.levels import STRONGEST_LEVEL, get_level, names_in_this_language, unknown_nobles_note
from splendor_tui.bots.reasons import merit, reason
from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.match.log import LoggedCard, LogKind, logged_plies
from splendor_tui.presentation.message_details import with_names
from splendor_tui.record import Record
from splendor_tui.review.game_review import MIN_SWING, GameReview, TurningPoint
from splendor_tui.review.practice import Practice
from splendor_tui.review.turn_judgement import JudgedTurn, Turn, is_about_as_good
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Reserve, Return
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View, known_state, nobles_in_play
from splendor_tui.words import N_, NN_, Message, enumerated
from splendor_tui.words.percent import percent, percent_between, whole_percent

NO_TURNING_POINTS: Final = N_("No turning points.")
_LEFT_OUT: Final = {LogKind.AGREEMENT_POSSIBLE, LogKind.ENDED}


class ReviewReport:
    """Describes the turns of a reviewed game, with the players' names."""

    def __init__(self, record: Record, catalogue: Catalogue) -> None:
        self._names = names_in_this_language(record.header.players)
        self._log: dict[int, Sequence[Message]] = {}
        self._next: dict[int, str] = {}
        for ply, lines in logged_plies(record, catalogue):
            self._log[ply.after.ply] = [line.message for line in lines if line.kind not in _LEFT_OUT]
            self._next[ply.after.ply] = self._names[ply.after.seat]
        self._last_ply = max(self._log, default=0)

    def describe_events(self, turn: Turn) -> Sequence[Message]:
        """The log lines of a turn."""
        return list(chain.from_iterable(self._log[ply] for ply in turn.plies))

    def reason_for(self, view: View, action: Action) -> Message:
        """Explain an action of the player to move, naming the other players and the card's price."""
        message = with_names(reason(view, action), self._names)
        if not isinstance(action, Buy | Reserve):
            return message
        card = LoggedCard(action.card, priced=True)
        return message.with_details(lambda detail: card if detail == action.card else detail)

    def describe_merit(self, turn: Turn) -> Message | None:
        """Explain the reasons for the turn as played. None for a pass."""
        did = merit(turn.view, turn.actions[0])
        return did and with_names(did, self._names)

    def turn(self, judged: JudgedTurn, then: Sequence[float] | None) -> Iterator[Message]:
        """Describe a turn, starting with its number. `then` has the chances at the start of the next turn, if known."""
        turn = judged.turn
        name = self._names[turn.seat]
        yield N_("Action {ply}, round {round}. It is {name}'s turn.", ply=turn.ply, round=turn.view.round, name=name)
        yield from self.account(judged, then)

    def account(self, judged: JudgedTurn, then: Sequence[float] | None) -> Iterator[Message]:
        """Describe the action, its effect, and its value compared with the alternatives."""
        yield from self.describe_events(judged.turn)
        yield from filter(None, [self.describe_merit(judged.turn)])
        yield from self.verdict(judged, then)

    def verdict(
        self, judged: JudgedTurn, then: Sequence[float] | None, *, turning_point: bool = False
    ) -> Iterator[Message]:
        """Describe the chances, a later change with its reason, and the better or next best action.

        For a turning point, even a small later change is described, because the list of turning points includes it.
        """
        chance = None if then is None else then[judged.turn.seat]
        changed = chance is not None and abs(chance - judged.after) >= MIN_SWING
        listed = turning_point and chance is not None and whole_percent(chance) != whole_percent(judged.after)
        yield self._chances(judged, chance if changed or listed or self._is_last(judged.turn) else None)
        if changed:
            yield describe_later_change(judged.turn)
        yield from filter(None, [self.describe_mistake(judged) or self._no_better(judged)])

    def _chances(self, judged: JudgedTurn, then: float | None) -> Message:
        """Describe the seat's chance before and after the turn.

        `then` is the chance at the start of the next turn, if it is worth showing.
        """
        after = N_("{chance} after it", chance=percent(judged.after))
        return self._course(judged.turn, judged.turn.seat, judged.before, [after], then)

    def describe_change(self, point: TurningPoint) -> Message:
        """Describe how a player's chance changed over a turn."""
        return self._course(point.judged.turn, point.seat, point.before, [], point.then)

    def _course(self, turn: Turn, seat: int, before: float, after: Sequence[Message], then: float | None) -> Message:
        chances = [N_("{chance} before the turn", chance=percent(before)), *after]
        if then is not None and self._is_last(turn):
            chances.append(N_("{chance} at the end", chance=percent(then)))
        elif then is not None:
            following = self._next[turn.plies[-1]]
            chances.append(N_("{chance} at the start of {name}'s turn", chance=percent(then), name=following))
        return N_("{name}'s chance of winning: {chances}.", name=self._names[seat], chances=enumerated(chances))

    def describe_mistake(self, judged: JudgedTurn) -> Message | None:
        """Describe the loss from the turn, and the better action. None if the loss is negligible."""
        if not judged.is_mistake:
            return None
        turn, decision, chance = judged.turn, judged.better, percent(judged.before)
        if decision is None:
            better = _other_choice(turn).filled_in(chance=chance)
        else:
            name, reason = self._names[turn.seat], self.reason_for(decision.view, decision.better)
            better = N_("Better for {name} ({chance}): {reason}", name=name, chance=chance, reason=reason)
        return N_("This gave away {loss}. {better}", loss=describe_loss(judged), better=better)

    def _no_better(self, judged: JudgedTurn) -> Message | None:
        """Describe the next best action. None if the result is equally certain after both actions."""
        turn, other, chance = judged.turn, judged.judgement.other, judged.judgement.other_chance
        if other is None and len(legal_actions(known_state(turn.view))) == 1:
            return N_("Nothing else was possible.")
        if other is None or chance is None or judged.starts_alike:  # the search may have examined no other action
            return N_("Nothing better was found.")
        if {whole_percent(chance), whole_percent(judged.after)} in ({0}, {100}):
            return None
        name, reason = self._names[turn.seat], self.reason_for(turn.view, other)
        details = {"name": name, "chance": percent(chance), "reason": reason}
        if is_about_as_good(chance, judged.after):
            return N_("About as good for {name} ({chance}): {reason}", **details)
        return N_("Next best for {name} ({chance}): {reason}", **details)

    def turning_point(self, point: TurningPoint) -> Iterator[Message]:
        """Describe the action, the player whose chance it changed, and the reason."""
        judged = point.judged
        yield from self.describe_events(judged.turn)
        if point.seat == judged.turn.seat:
            is_shown = self._is_last(judged.turn) or whole_percent(point.then) != whole_percent(judged.after)
            yield self._chances(judged, point.then if is_shown else None)
        else:
            yield self.describe_change(point)
        if mistake := self.describe_mistake(judged):
            yield mistake
        if judged.judgement.loss < abs(point.then - point.before) / 2:
            yield describe_later_change(judged.turn)

    def _is_last(self, turn: Turn) -> bool:
        return self._last_ply in turn.plies

    def chances(self, judged: JudgedTurn) -> Message:
        """Describe each player's chance of winning before the turn, given what the player to move knew."""
        each = [
            N_("{name} {chance}", name=name, chance=percent(chance))
            for name, chance in zip(self._names, judged.chances, strict=True)
        ]
        return N_("Everyone's chance before the turn: {chances}.", chances=enumerated(each))


def human_seats(record: Record) -> Sequence[int]:
    """The humans' seats, or all seats if only computers played."""
    seats = range(len(record.header.players))
    return [seat for seat in seats if record.header.players[seat].kind == HUMAN] or seats


def mistakes(record: Record, review: GameReview, game_id: str, seats: Collection[int]) -> list[Practice]:
    """The known mistakes of these seats as tasks, in order."""
    judged = [one for one in review.judged if one.turn.seat in seats and one.is_mistake]
    rule = record.header.options.open_reserves
    tasks = [Practice.of(game_id, review.names, one, open_reserves=rule) for one in judged]
    return [task for task in tasks if task is not None]


def _other_choice(turn: Turn) -> Message:
    """Describe a better turn that begins with the same action."""
    returns, chooses = (any(isinstance(action, kind) for action in turn.actions) for kind in (Return, ChooseNoble))
    if returns and chooses:
        return N_("Better ({chance}): the same action, but returning other tokens or choosing another noble.")
    if chooses:
        return N_("Better ({chance}): the same action, but choosing another noble.")
    return N_("Better ({chance}): the same action, but returning other tokens.")


def describe_loss(judged: JudgedTurn) -> Message:
    """Format the chance that the turn gave away, from the displayed percentages."""
    return percent_between(judged.after, judged.before)


def averages(review: GameReview) -> Iterator[Message]:
    """Describe the average chance that each player gave away per turn."""
    for seat, name in enumerate(review.names):
        if (average := review.average_loss(seat)) is not None:
            turns = sum(one.turn.seat == seat for one in review.judged)
            yield NN_(
                "{name} gave away {loss:.1f} percentage points per turn on average, over {count} turn.",
                "{name} gave away {loss:.1f} percentage points per turn on average, over {count} turns.",
                turns,
                name=name,
                loss=100 * average,
            )


def heading(review: GameReview) -> Message:
    """Name the reviewer, and the minimum number of simulations per search."""
    return N_(
        "According to the {level}, with {nodes} simulations per search:",
        level=get_level(STRONGEST_LEVEL).name,
        nodes=min((one.nodes for one in review.judgements.values()), default=0),
    )


def note(review: GameReview) -> Message | None:
    """A note about nobles that the reviewer does not know."""
    view = review.turns[0].view
    return unknown_nobles_note(view.catalogue, nobles_in_play(view))


def describe_later_change(turn: Turn) -> Message:
    """Explain a change that the turn's action did not cause."""
    if turn.draws:
        return N_("The later change came from the drawn card, or became apparent only then.")
    return N_("The later change became apparent only then.")
