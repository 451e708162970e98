"""What a seat would have, and what would lie on the table, after one of its actions: as far as it can know that now."""

from typing import NamedTuple, assert_never

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Gems, covered
from splendor_tui.rules.view import View


class Prospect(NamedTuple):
    """One seat's position with the cards within its reach. The card that refills a place is hidden, so the place is empty."""

    gems: Gems
    gold: int
    bonuses: Gems
    points: int
    bought: int
    in_hand: tuple[Card, ...]
    on_table: tuple[Card, ...]
    nobles: tuple[Noble, ...]
    bank: Gems
    bank_gold: int


def present(view: View, seat: int) -> Prospect:
    """The position of a seat as it is, as far as the viewer knows it."""
    player = view.players[seat]
    return Prospect(
        gems=player.gems,
        gold=player.gold,
        bonuses=player.bonuses,
        points=player.points,
        bought=len(player.cards),
        in_hand=tuple(held.card for held in player.reserved if held.card is not None),
        on_table=tuple(card for card in view.grid if card is not None),
        nobles=view.nobles,
        bank=view.bank,
        bank_gold=view.gold,
    )


def after(now: Prospect, action: Action) -> Prospect:
    """The position after the action and the noble that comes with it; surplus tokens are not returned yet."""
    match action:
        case Take(gems=gems):
            then = now._replace(gems=now.gems + gems, bank=now.bank - gems)
        case Buy(card=card):
            then = now._replace(
                gems=now.gems - action.gems,
                gold=now.gold - action.gold,
                bonuses=now.bonuses + card.bonus_gem,
                points=now.points + card.points,
                bought=now.bought + 1,
                in_hand=_without(now.in_hand, card),
                on_table=_without(now.on_table, card),
                bank=now.bank + action.gems,
                bank_gold=now.bank_gold + action.gold,
            )
        case Return(gems=gems, gold=gold):
            then = now._replace(
                gems=now.gems - gems, gold=now.gold - gold, bank=now.bank + gems, bank_gold=now.bank_gold + gold
            )
        case Reserve(card=card):
            then = _with_gold(now)._replace(in_hand=(*now.in_hand, card), on_table=_without(now.on_table, card))
        case ReserveTop():
            then = _with_gold(now)
        case ChooseNoble(noble=noble):
            return _welcome(now, noble)
        case Pass() | Forfeit():
            then = now
        case _ as never:
            assert_never(never)
    due = covered(then.nobles, then.bonuses)
    return _welcome(then, max(due, key=lambda noble: noble.points)) if due else then


def _with_gold(now: Prospect) -> Prospect:
    taken = min(1, now.bank_gold)
    return now._replace(gold=now.gold + taken, bank_gold=now.bank_gold - taken)


def _welcome(now: Prospect, noble: Noble) -> Prospect:
    return now._replace(
        points=now.points + noble.points, nobles=tuple(other for other in now.nobles if other is not noble)
    )


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(other for other in cards if other is not card)
