"""What speaks for an action, in a sentence that can be read aloud.

Each reason is a clause of its own, true whoever chose the action: it comes from what the view shows, not from how the player
thinks. A sentence names the action and at most two of them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, assert_never

from splendor_tui.bots.evaluate import Evaluation, Rival, Weighed
from splendor_tui.bots.preview import Preview
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Gems, Tokens, missing, total
from splendor_tui.rules.view import View
from splendor_tui.words import N_, NN_, Message

_NEAR: Final = 3  # cards from a noble, or tokens from a card, that are worth a word


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player in a reason. A view knows no names; whoever shows the sentence may put one here."""

    seat: int

    def told(self) -> Message:
        """The player by the number of the seat."""
        return N_("player {number}", number=self.seat + 1)


def reason(view: View, action: Action) -> Message:
    """What speaks most for a legal action of the seat to move, whoever chose it."""
    position = Evaluation(view, Weights())
    chosen = position.weigh(action)
    match action:
        case Take(gems=gems):
            what = N_("Take {tokens}", tokens=Tokens(gems, 0))
            return _sentence(what, _gains_by_taking(position, chosen), N_("no card in sight needs them yet"))
        case Buy(card=card):
            what = N_("Buy {card}", card=card)
            return _sentence(what, _gains_by_buying(position, chosen, card), N_("its bonus saves gems from now on"))
        case Reserve(card=card):
            what = N_("Reserve {card}", card=card)
            return _sentence(what, _gains_by_reserving(position, chosen, card), N_("nobody can take it from you now"))
        case ReserveTop(level=level):
            what = N_("Reserve the top card of deck {level}", level=level)
            return _sentence(what, _gold(view), N_("it may be one that you need"))
        case Return(gems=gems, gold=gold):
            what = N_("Return {tokens}", tokens=Tokens(gems, gold))
            return _sentence(what, _kept(position, chosen), N_("the others are of more use to you"))
        case ChooseNoble(noble=noble):
            what = N_("Choose {noble}", noble=noble)
            return _sentence(what, _threats_to_noble(position, noble), N_("any other can still come on a later turn"))
        case Pass() | Forfeit():
            return N_("Pass: nothing else can be done.")
        case _ as never:
            assert_never(never)


def _sentence(what: Message, reasons: Iterable[Message], otherwise: Message) -> Message:
    """The action and the first two reasons for it, or the one that always holds."""
    match list(reasons)[:2]:
        case [first, second]:
            return N_("{action}: {reason}; {another}.", action=what, reason=first, another=second)
        case [only]:
            return N_("{action}: {reason}.", action=what, reason=only)
        case _:
            return N_("{action}: {reason}.", action=what, reason=otherwise)


# --- what the seat gains -----------------------------------------------------------------------------------------------


def _gains_by_taking(position: Evaluation, chosen: Weighed) -> Iterator[Message]:
    served = [card for card in chosen.plan.cards if _short(card, chosen.then) < _short(card, position.now)]
    match served:
        case [card, *others]:
            short = _short(card, chosen.then)
            yield N_("then you can buy {card}", card=card) if not short else _still_short(card, short)
            if others:
                yield N_("they serve {card} too", card=others[0])
        case _:
            nearer = [card for card in chosen.then.reach if _short(card, chosen.then) < _short(card, position.now)]
            if nearer:
                count = len(nearer)
                yield NN_("they bring you nearer to {count} card", "they bring you nearer to {count} cards", count)


def _gains_by_buying(position: Evaluation, chosen: Weighed, card: Card) -> Iterator[Message]:
    """The first thing that the card brings, what it keeps from a rival, and what else it brings."""
    if chosen.wins:
        yield N_("you win with it")
        return
    brought = _brought_by_buying(position, chosen, card)
    yield from chain([first] if (first := next(brought, None)) else [], _threats_to_card(position, card), brought)


def _brought_by_buying(position: Evaluation, chosen: Weighed, card: Card) -> Iterator[Message]:
    then, points = chosen.then, chosen.then.player.points
    arrived = [noble for noble in position.now.nobles if noble not in then.nobles]
    if arrived:
        yield N_("{noble} comes with it", noble=arrived[0])
    if points >= position.target:
        yield _points(position, points)
    nearer = [noble for noble in then.nobles if _away(noble, then) < _away(noble, position.now)]
    if nearer:
        noble = min(nearer, key=lambda noble: _away(noble, then))
        if (away := _away(noble, then)) <= _NEAR:
            yield NN_(
                "then you are {count} card from {noble}", "then you are {count} cards from {noble}", away, noble=noble
            )
    if card.points and points < position.target:
        yield _points(position, points)
    for wanted in chosen.plan.cards[:1]:
        if _price(wanted, then) != _price(wanted, position.now):
            yield N_("it makes {card} cheaper", card=wanted)


def _gains_by_reserving(position: Evaluation, chosen: Weighed, card: Card) -> Iterator[Message]:
    yield from _threats_to_card(position, card)
    short = _short(card, chosen.then)
    if not short:
        yield N_("you can buy it next turn")
    elif short <= _NEAR:
        yield NN_("then you lack {count} token for it", "then you lack {count} tokens for it", short)
    yield from _gold(position.view)


def _gold(view: View) -> Iterator[Message]:
    if view.gold:
        yield N_("a gold comes with it")


def _kept(position: Evaluation, chosen: Weighed) -> Iterator[Message]:
    for card in chosen.plan.cards[:1]:
        if _short(card, chosen.then) == _short(card, position.now):
            yield N_("you keep what {card} needs", card=card)


def _still_short(card: Card, short: int) -> Message:
    return NN_("then you lack {count} token for {card}", "then you lack {count} tokens for {card}", short, card=card)


def _points(position: Evaluation, points: int) -> Message:
    return N_("it brings you to {points} of {target} points", points=points, target=position.target)


# --- what the rivals lose ----------------------------------------------------------------------------------------------


def _threats_to_card(position: Evaluation, card: Card) -> Iterator[Message]:
    """What the rival who needs the card most could do with it."""
    able = [rival for rival in position.rivals if rival.gain(card)]
    if not able:
        return
    rival = max(able, key=lambda rival: rival.purchases[card])
    if rival.purchases[card] >= position.target:
        yield N_("{rival} could end the game with it next turn", rival=Opponent(rival.seat))
    else:
        yield NN_(
            "{rival} could buy it next turn for {count} point",
            "{rival} could buy it next turn for {count} points",
            rival.gain(card),
            rival=Opponent(rival.seat),
        )


def _threats_to_noble(position: Evaluation, noble: Noble) -> Iterator[Message]:
    rival = min(position.rivals, key=lambda rival: _away_from(noble, rival))
    if (away := _away_from(noble, rival)) <= _NEAR:
        yield NN_(
            "{rival} is only {count} card from it",
            "{rival} is only {count} cards from it",
            away,
            rival=Opponent(rival.seat),
        )


# --- how far away things are -------------------------------------------------------------------------------------------


def _price(card: Card, seat: Preview) -> Gems:
    return missing(card.cost, seat.player.bonuses)


def _short(card: Card, seat: Preview) -> int:
    """How many tokens lack for the card."""
    return max(0, total(missing(_price(card, seat), seat.player.gems)) - seat.player.gold)


def _away(noble: Noble, seat: Preview) -> int:
    """How many bonuses lack for the noble."""
    return total(missing(noble.cost, seat.player.bonuses))


def _away_from(noble: Noble, rival: Rival) -> int:
    return total(missing(noble.cost, rival.bonuses))
