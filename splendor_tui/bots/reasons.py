"""What speaks for an action, in a sentence."""

from typing import assert_never

from splendor_tui.bots.evaluate import Evaluation, Weighed
from splendor_tui.bots.preview import Preview
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import Tokens, missing, total
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message


def reason(view: View, action: Action) -> Message:
    """What speaks most for a legal action of the seat to move, whoever chose it."""
    position = Evaluation(view, Weights())
    chosen = position.weigh(action)
    match action:
        case Take(gems=gems):
            return _why_take(position, chosen, Tokens(gems, 0))
        case Buy(card=card):
            return _why_buy(position, chosen, card)
        case Reserve(card=card):
            return _why_reserve(position, chosen, card)
        case ReserveTop(level=level):
            if position.view.gold:
                return N_("Reserve the top card of deck {level}: a gold helps more than gems now.", level=level)
            return N_("Reserve the top card of deck {level}: nothing on the table helps more.", level=level)
        case Return(gems=gems, gold=gold):
            return _why_return(chosen, Tokens(gems, gold))
        case ChooseNoble(noble=noble):
            return N_("Choose {noble}: the others can come later, and are safer from the rivals.", noble=noble)
        case Pass() | Forfeit():
            return N_("Pass: nothing else can be done.")
        case _ as never:
            assert_never(never)


def _why_take(position: Evaluation, chosen: Weighed, tokens: Tokens) -> Message:
    served = [card for card in chosen.plan.cards if _short(card, chosen.then) < _short(card, position.now)]
    if not served:
        return N_("Take {tokens}: nothing else is worth more.", tokens=tokens)
    card = served[0]
    short = _short(card, chosen.then)
    if short:
        return N_(
            "Take {tokens}: it brings you nearer to {card}, which is then {short} short.",
            tokens=tokens,
            card=card,
            short=short,
        )
    if len(served) > 1:
        return N_(
            "Take {tokens}: then you can buy {card}, and it serves {next} as well.",
            tokens=tokens,
            card=card,
            next=served[1],
        )
    return N_("Take {tokens}: then you can buy {card}.", tokens=tokens, card=card)


def _why_buy(position: Evaluation, chosen: Weighed, card: Card) -> Message:
    if chosen.wins:
        return N_("Buy {card}: with it you win.", card=card)
    if position.view.final_round:
        return N_("Buy {card}: in your last turn it brings the most points.", card=card)
    arriving = [noble for noble in position.now.nobles if noble not in chosen.then.nobles]
    if arriving:
        return N_("Buy {card}: {noble} comes with it.", card=card, noble=arriving[0])
    if card.points:
        return N_(
            "Buy {card}: it brings you to {points} of {target} points.",
            card=card,
            points=chosen.then.player.points,
            target=position.target,
        )
    if chosen.plan.cards:
        return N_("Buy {card}: its bonus serves you next for {next}.", card=card, next=chosen.plan.cards[0])
    return N_("Buy {card}: its bonus saves gems from now on.", card=card)


def _why_reserve(position: Evaluation, chosen: Weighed, card: Card) -> Message:
    if any(rival.purchases.get(card, 0) >= position.target for rival in position.rivals):
        return N_("Reserve {card}: a rival could end the game with it next turn.", card=card)
    if any(rival.gain(card) for rival in position.rivals):
        return N_("Reserve {card}: a rival could buy it next turn.", card=card)
    if card in chosen.plan.cards:
        return N_("Reserve {card}: you plan for it, and nobody can take it from your hand.", card=card)
    if position.view.gold:
        return N_("Reserve {card}: the gold that comes with it helps more than gems now.", card=card)
    return N_("Reserve {card}: nothing else helps more now.", card=card)


def _why_return(chosen: Weighed, tokens: Tokens) -> Message:
    if not chosen.plan.cards:
        return N_("Return {tokens}: you need the others more.", tokens=tokens)
    return N_("Return {tokens}: you need the others more, for {card}.", tokens=tokens, card=chosen.plan.cards[0])


def _short(card: Card, seat: Preview) -> int:
    """How many tokens lack for the card."""
    price = missing(card.cost, seat.player.bonuses)
    return max(0, total(missing(price, seat.player.gems)) - seat.player.gold)
