"""A word after a turn: one true sentence from which a beginner may learn something, made by small rules.

The rules are asked in order, and the first that has something to say is heard.
"""

from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import Final

from splendor_tui.match.steps import NobleArrived, Step
from splendor_tui.rules.actions import Buy, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import count, missing, total
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import PlayerView, View
from splendor_tui.words import N_, NN_, Message

_WORTH_A_WORD: Final = 2
"""Points of a card that somebody could buy next, or gems that cards have paid."""
_NEAR: Final = 3


def word_after_turn(steps: Sequence[Step], seat: int) -> Message | None:
    """The word about the last turn that this seat has ended, as an onlooker saw it; None before there was one.

    It is true of the table as it is after all the steps, as the rival may have moved since.
    """
    turn = _last_turn(steps, seat)
    return next(_words(turn, seat, steps[-1].after), None) if turn else None


def _last_turn(steps: Sequence[Step], seat: int) -> list[Step]:
    """The actions of the last turn of the seat, all of it: who is to move again has not ended theirs."""
    ended = dropwhile(lambda step: step.seat != seat or step.after.seat == seat, reversed(steps))
    return list(takewhile(lambda step: step.seat == seat, ended))[::-1]


def _words(turn: Sequence[Step], seat: int, now: View) -> Iterator[Message]:
    """What there is to say, the most useful first."""
    first, last = turn[0], turn[-1]
    before, after = first.before.players[seat], last.after.players[seat]
    for step in turn:
        for event in step.events:
            if isinstance(event, NobleArrived):
                yield NN_(
                    "{noble} came to you by itself and brought {count} point.",
                    "{noble} came to you by itself and brought {count} points.",
                    event.noble.points,
                    noble=event.noble,
                )
    if last.after.final_round and not first.before.final_round:
        yield N_("You have reached the target, so this round is the last one.")
    action = first.action
    match action:
        case Buy(card=card):
            yield from _about_purchase(card, before, first.before, after, now)
        case Take() | Reserve() | ReserveTop():
            yield from _about_missed_purchase(first.before, before)
            if isinstance(action, Reserve):
                yield from _about_reservation(action.card, first.before, seat, after)
            yield from _about_danger(now, seat)
            yield from _about_tokens(turn, before, after, now)
        case _:
            pass


def _about_purchase(card: Card, before: PlayerView, view: View, after: PlayerView, now: View) -> Iterator[Message]:
    saved = total(card.cost) - total(price(card, before))
    if saved >= _WORTH_A_WORD:
        yield NN_(
            "Your cards paid {count} of the {all} gems of that card.",
            "Your cards paid {count} of the {all} gems of that card.",
            saved,
            all=total(card.cost),
        )
    for noble in view.nobles:
        if count(missing(noble.cost, before.bonuses), card.bonus):
            yield N_("That card also serves {noble}.", noble=noble)
    cheaper = [
        other for other in now.grid if other is not None and total(price(other, after)) < total(price(other, before))
    ]
    if cheaper:
        yield NN_(
            "That card makes {count} card on the table cheaper for you.",
            "That card makes {count} cards on the table cheaper for you.",
            len(cheaper),
        )
    if card.points:
        yield NN_("That card brought you {count} point.", "That card brought you {count} points.", card.points)


def _about_missed_purchase(view: View, player: PlayerView) -> Iterator[Message]:
    """A card with points that could have been bought instead, the one with most; else a cheap one."""
    hand = (held.card for held in player.reserved)
    could = [card for card in (*view.grid, *hand) if card is not None and not shortfall(card, player)]
    best = max(could, key=lambda card: card.points, default=None)
    if best is None:
        return
    if best.points:
        yield N_("You could have bought {card} and had its points.", card=best)
    else:
        yield N_("You could have bought {card}, and used it on every later turn.", card=best)


def _about_reservation(card: Card, view: View, seat: int, after: PlayerView) -> Iterator[Message]:
    for rival, other in enumerate(view.players):
        if rival != seat and not shortfall(card, other):
            yield N_("Well seen: your rival could have bought that card.")
    lacking = shortfall(card, after)
    if lacking:
        yield NN_(
            "You lack {count} gem for the card that you reserved.",
            "You lack {count} gems for the card that you reserved.",
            lacking,
        )


def _about_danger(view: View, seat: int) -> Iterator[Message]:
    """What a rival can buy next."""
    for rival, other in enumerate(view.players):
        if rival == seat:
            continue
        cards = [card for card in view.grid if card is not None and not shortfall(card, other)]
        best = max(cards, key=lambda card: card.points, default=None)
        if best is not None and best.points >= _WORTH_A_WORD:
            yield N_("Watch out: your rival can buy {card} now.", card=best)


def _about_tokens(turn: Sequence[Step], before: PlayerView, after: PlayerView, now: View) -> Iterator[Message]:
    if any(isinstance(step.action, Return) for step in turn):
        yield N_("You had to give tokens back: buy something before you hold ten.")
    grid = [card for card in now.grid if card is not None]
    in_reach = [card for card in grid if not shortfall(card, after) and shortfall(card, before)]
    if in_reach:
        best = max(in_reach, key=lambda card: card.points)
        yield N_("Now you can pay for {card}.", card=best)
    nearest = min(grid, key=lambda card: (shortfall(card, after), -card.points), default=None)
    if nearest is not None and 0 < shortfall(nearest, after) <= _NEAR:
        lacking = shortfall(nearest, after)
        yield NN_("You lack {count} gem for {card}.", "You lack {count} gems for {card}.", lacking, card=nearest)
