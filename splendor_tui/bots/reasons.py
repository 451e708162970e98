"""The reasons for an action, as sentences that can also be read aloud.

Each reason is a clause whose subject is the action, so that it fits both advice and reviews. Reasons are based on the view,
not on a search, so that they are valid for every computer player. A sentence gives at most two of them.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Final, NamedTuple, TypeAlias, assert_never

from splendor_tui.bots.heuristic_evaluation import MERCHANT, Evaluation, Preview, Rival, Weighed
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, CardLevel, Noble
from splendor_tui.rules.gems import Tokens, missing, total
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, Message

_NEAR: Final = 3  # maximum distance, in cards to a noble or tokens to a card, that is worth mentioning

_GAINS_NOTHING: Final = N_("scores nothing on the last turn")

_Chosen: TypeAlias = Take | Buy | Reserve | ReserveTop | Return | ChooseNoble
"""The actions that have alternatives."""


class PlayerAt(NamedTuple):
    """A player mentioned in a message, identified by seat. Views contain no names, but the display can insert the player's."""

    seat: int

    def describe(self) -> Message:
        """The player's number."""
        return N_("player {number}", number=self.seat + 1)


def reason(view: View, action: Action) -> Message:
    """The action and the main reasons for it. It must be a legal action of the seat to move."""
    if isinstance(action, Pass | Forfeit):
        return N_("Pass: nothing else is possible.")
    return N_("{action}: {reasons}", action=_describe(action), reasons=why(view, action))


@lru_cache(maxsize=8)  # a screen shows the same hint many times
def why(view: View, action: Action) -> Message:
    """The main reasons for an action."""
    if isinstance(action, Pass | Forfeit):
        return N_("nothing else is possible.")
    first, *more = _reasons(view, action)
    return N_("{reason}; {another}.", reason=first, another=more[0]) if more else N_("{reason}.", reason=first)


def merit(view: View, action: Action) -> Message | None:
    """The main reasons in favour of an action that was played. None if there was no alternative, or nothing to gain."""
    if isinstance(action, Pass | Forfeit) or _reasons(view, action) == [_GAINS_NOTHING]:
        return None
    return N_("In its favour: {reason}", reason=why(view, action))


def _describe(action: _Chosen) -> Message:
    match action:
        case Take(gems=gems):
            return N_("Take {tokens}", tokens=Tokens(gems, 0))
        case Buy(card=card):
            return N_("Buy {card}", card=card)
        case Reserve(card=card):
            return N_("Reserve {card}", card=card)
        case ReserveTop(level=level):
            return N_("Reserve the top card of deck {level}", level=CardLevel(level))
        case Return(gems=gems, gold=gold):
            return N_("Return {tokens}", tokens=Tokens(gems, gold))
        case ChooseNoble(noble=noble):
            return N_("Choose {noble}", noble=noble)
        case _ as never:
            assert_never(never)


def _reasons(view: View, action: _Chosen) -> list[Message]:
    """The one or two main reasons, or a generic one."""
    position = Evaluation(view, MERCHANT)
    chosen = position.weigh(action)
    if view.final_round or chosen.then.player.points >= position.target:
        return list(islice(_reasons_on_last_turn(position, chosen), 2)) or [_GAINS_NOTHING]
    match action:
        case Take():
            reasons, default = _reasons_to_take(position, chosen), N_("does not help with any visible card yet")
        case Buy(card=card):
            reasons, default = _reasons_to_buy(position, chosen, card), N_("makes later cards cheaper")
        case Reserve(card=card):
            reasons, default = _reasons_to_reserve(position, chosen, card), N_("keeps the card from everyone else")
        case ReserveTop():
            reasons, default = _gold(position, _paid_by_gold(position, chosen)), N_("may turn out to be useful")
        case Return():
            reasons, default = _tokens_for_plan(position, chosen), N_("keeps the more useful tokens")
        case ChooseNoble(noble=noble):
            reasons, default = _rivals_for_noble(position, noble), N_("leaves the others for later turns")
        case _ as never:
            assert_never(never)
    return list(islice(reasons, 2)) or [default]


# --- gains -------------------------------------------------------------------------------------------------------------


def _reasons_to_take(position: Evaluation, chosen: Weighed) -> Iterator[Message]:
    """Reasons to take gems: the purchase they make possible or the progress towards the planned cards, then other uses."""

    def comes_nearer(card: Card) -> bool:
        return shortfall(card, chosen.then.player) < shortfall(card, position.now.player)

    served = [card for card in chosen.plan.cards if comes_nearer(card)]
    nearer = [card for card in chosen.then.reach if comes_nearer(card)]
    paid = [card for card in (*served, *nearer) if not shortfall(card, chosen.then.player)]
    if paid:
        card = paid[0] if paid[0] in served else max(paid, key=lambda card: card.points)
        yield N_("pays for {card} next turn", card=card)
    elif served:
        card, short = served[0], shortfall(served[0], chosen.then.player)
        yield NN_("brings {card} within {count} token", "brings {card} within {count} tokens", short, card=card)
    elif nearer:
        yield NN_("brings {count} card nearer", "brings {count} cards nearer", len(nearer))
        return
    yield from (N_("also helps with {card}", card=other) for other in [one for one in served if one != card][:1])


def _reasons_to_buy(position: Evaluation, chosen: Weighed, card: Card) -> Iterator[Message]:
    """Reasons to buy the card: the main gain, then a rival's loss, then other gains."""
    gains = _gains_by_buying(position, chosen, card)
    return chain(islice(gains, 1), _rivals_for_card(card, position.rivals, position.target), gains)


def _gains_by_buying(position: Evaluation, chosen: Weighed, card: Card) -> Iterator[Message]:
    then = chosen.then
    yield from _visit(position, chosen)
    nearer = [noble for noble in then.nobles if _distance(noble, then) < _distance(noble, position.now)]
    if nearer:
        noble = min(nearer, key=lambda noble: _distance(noble, then))
        away = _distance(noble, then)
        if not away:
            yield N_("lets {noble} visit next turn", noble=noble)  # only one noble visits at a time
        elif away <= _NEAR:
            yield NN_(
                "comes within {count} card of {noble}", "comes within {count} cards of {noble}", away, noble=noble
            )
    if card.points:
        yield _score(position, then.player.points)
    for wanted in chosen.plan.cards[:1]:
        if price(wanted, then.player) != price(wanted, position.now.player):
            yield N_("makes {card} cheaper", card=wanted)


def _reasons_to_reserve(position: Evaluation, chosen: Weighed, card: Card) -> Iterator[Message]:
    yield from _rivals_for_card(card, position.rivals, position.target)
    now, then = position.now.player, chosen.then.player
    needed, short = shortfall(card, now), shortfall(card, then)  # needed > 0: not affordable now
    others = [other for other in _paid_by_gold(position, chosen) if other is not card]
    if needed and not short:
        yield N_("can be bought next turn")
    elif needed and short <= _NEAR and not others:
        yield NN_("brings it within {count} token", "brings it within {count} tokens", short)
    yield from _gold(position, others)


def _paid_by_gold(position: Evaluation, chosen: Weighed) -> list[Card]:
    """The cards that the player can afford only with the gold of a reservation."""
    now, then = position.now.player, chosen.then.player
    return [card for card in position.now.reach if shortfall(card, now) and not shortfall(card, then)]


def _gold(position: Evaluation, paid: Sequence[Card]) -> Iterator[Message]:
    """Gold as a reason to reserve. `paid` are the other cards that it pays for."""
    if paid:
        yield N_("pays for {card} with its gold next turn", card=max(paid, key=lambda card: card.points))
    elif position.view.gold:
        yield N_("comes with a gold token")


def _tokens_for_plan(position: Evaluation, chosen: Weighed) -> Iterator[Message]:
    now, then = position.now.player, chosen.then.player
    for card in chosen.plan.cards[:1]:
        if shortfall(card, then) == shortfall(card, now):
            due = price(card, now)
            if missing(due, then.gems) == missing(due, now.gems):
                yield N_("keeps the tokens that {card} needs", card=card)
            else:
                yield N_("leaves {card} affordable, with gold", card=card)


def _score(position: Evaluation, points: int) -> Message:
    if points > position.target:
        return N_("reaches {points} points", points=points)
    return N_("reaches {points} of {target} points", points=points, target=position.target)


def _visit(position: Evaluation, chosen: Weighed) -> Iterator[Message]:
    for noble in position.now.nobles:
        if noble not in chosen.then.nobles:
            yield N_("brings a visit from {noble}", noble=noble)


def _reasons_on_last_turn(position: Evaluation, chosen: Weighed) -> Iterator[Message]:
    """Reasons for an action on the seat's last turn: the points gained, and those denied to rivals who still move.

    Later uses are irrelevant.
    """
    action, points = chosen.action, chosen.then.player.points
    # Rivals who still move may draw an unseen card, so the win is certain only without them.
    to_come = [rival for rival in position.rivals if rival.seat > position.view.seat]
    if isinstance(action, Buy) and chosen.wins and not to_come:
        yield N_("wins the game")
        return
    if points > position.now.player.points:
        if not isinstance(action, ChooseNoble):
            yield from _visit(position, chosen)
        yield _score(position, points)
    if isinstance(action, Buy | Reserve):
        yield from _rivals_for_card(action.card, to_come)


# --- what the rivals lose ----------------------------------------------------------------------------------------------


def _rivals_for_card(card: Card, rivals: Sequence[Rival], target: int | None = None) -> Iterator[Message]:
    """The reason to deny this card to the rival who would have the most points with it.

    This is the number of points denied or, if the rival can reach the `target` only with this card, that the rival cannot
    end the game.
    """
    if able := [rival for rival in rivals if rival.gain(card)]:
        rival = max(able, key=lambda rival: rival.purchases[card])
        who, points = PlayerAt(rival.seat), rival.gain(card)
        if target is not None and rival.purchases[card] >= target > rival.best_result(card)[0]:
            yield N_("keeps {rival} from ending the game", rival=who)
        else:
            yield NN_("denies {count} point to {rival}", "denies {count} points to {rival}", points, rival=who)


def _rivals_for_noble(position: Evaluation, noble: Noble) -> Iterator[Message]:
    rival = min(position.rivals, key=lambda rival: total(missing(noble.cost, rival.bonuses)))
    if (away := total(missing(noble.cost, rival.bonuses))) <= _NEAR:
        who = PlayerAt(rival.seat)
        yield NN_(
            "{rival} needs only {count} more card for it",
            "{rival} needs only {count} more cards for it",
            away,
            rival=who,
        )


# --- distances ---------------------------------------------------------------------------------------------------------


def _distance(noble: Noble, seat: Preview) -> int:
    """The number of bonuses missing for the noble."""
    return total(missing(noble.cost, seat.player.bonuses))
