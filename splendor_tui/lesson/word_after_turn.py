"""A word after a turn: one true sentence from which a beginner may learn something, made by small rules.

The rules are asked in order, and the first that has something to say is heard.
"""

from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import Final

from splendor_tui.match.log import Step
from splendor_tui.rules.actions import Buy, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import count, covered, missing, single, total
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import PlayerView, View
from splendor_tui.words import N_, NN_, Message

_WORTH_A_WORD: Final = 2
"""Points of a card that somebody could buy next, or gems that cards have paid."""
_NEAR: Final = 3
_ENOUGH_CARDS: Final = 7
_CLOSE_TO_TARGET: Final = 4
_MANY_TOKENS: Final = 8


def word_after_turn(
    steps: Sequence[Step], seat: int, better: Message | None = None, earlier: Message | None = None
) -> Message | None:
    """The word about the last turn that this seat has ended, as an onlooker saw it; None before there was one.

    It is true of the table as it is after all the steps, as the rival may have moved since. `better` says what should have been
    played. What was said about the turn before, `earlier`, is not said again, but for a warning that the game may end.
    """
    turn = last_turn(steps, seat)
    if not turn:
        return None
    now = steps[-1].after
    if now.seat == seat and (of_the_end := _warning_of_the_end(now, seat)):
        return of_the_end
    if better is not None and better != earlier:
        return better
    return next(
        (word for word in _words(turn, seat, now) if earlier is None or word.template != earlier.template), None
    )


def warning_before_turn(view: View, seat: int) -> Message | None:
    """What a rival can buy unless this seat, which is to move, does something about it; None where that is nothing much."""
    if of_the_end := _warning_of_the_end(view, seat):
        return of_the_end
    for other in _rivals(view, seat):
        best = max(_within_reach(view, other), key=lambda card: card.points, default=None)
        if best is not None and best.points >= _WORTH_A_WORD:
            return N_("Watch out: your rival can buy {card} next.", card=best)
    return None


def _warning_of_the_end(view: View, seat: int) -> Message | None:
    """The card with which a rival would reach the target; None where there is none, or the last round is played already."""
    if view.final_round:
        return None
    target = view.options.target
    for other in _rivals(view, seat):
        for card in _within_reach(view, other):
            if _points_with(view, other, card) >= target:
                return N_(
                    "Watch out: your rival can buy {card} next and reach {target} points.", card=card, target=target
                )
    return None


def _rivals(view: View, seat: int) -> Iterator[PlayerView]:
    return (player for number, player in enumerate(view.players) if number != seat)


def _within_reach(view: View, player: PlayerView) -> Iterator[Card]:
    """The cards that the player can pay for, of the table and of what is known of their hand."""
    cards = (*view.grid, *(held.card for held in player.reserved))
    return (card for card in cards if card is not None and not shortfall(card, player))


def _points_with(view: View, player: PlayerView, card: Card) -> int:
    """The points of the player after buying the card, with those of the noble who would come."""
    nobles = covered(view.nobles, player.bonuses + single(card.bonus))
    return player.points + card.points + max((noble.points for noble in nobles), default=0)


def last_turn(steps: Sequence[Step], seat: int) -> list[Step]:
    """The actions of the last turn of the seat, all of it: who is to move again has not ended theirs."""
    ended = dropwhile(lambda step: step.seat != seat or step.after.seat == seat, reversed(steps))
    return list(takewhile(lambda step: step.seat == seat, ended))[::-1]


def _words(turn: Sequence[Step], seat: int, now: View) -> Iterator[Message]:
    """What there is to say, the most useful first."""
    first, last = turn[0], turn[-1]
    before, after = first.before.players[seat], last.after.players[seat]
    for step in turn:
        for noble in step.nobles:
            yield NN_(
                "{noble} came to you and brought {count} point.",
                "{noble} came to you and brought {count} points.",
                noble.points,
                noble=noble,
            )
    if last.after.final_round and not first.before.final_round:
        yield N_("You have reached the target, so this round is the last one.")
    action = first.action
    match action:
        case Buy(card=card):
            yield from _about_purchase(card, before, first.before, after, now)
        case Take() | Reserve() | ReserveTop():
            if isinstance(action, Reserve):
                yield from _about_denial(action.card, first.before, seat)
            yield from _about_missed_purchase(first.before, before, after, now)
            if isinstance(action, Reserve):
                yield from _about_reservation(action.card, after)
            if now.seat == seat and (warning := warning_before_turn(now, seat)):
                yield warning
            yield from _about_tokens(turn, before, after, now)
        case _:
            pass


def _about_purchase(card: Card, before: PlayerView, view: View, after: PlayerView, now: View) -> Iterator[Message]:
    if not card.points and _points_matter(after, now):
        yield from _about_points(after, now)
    for noble in view.nobles:
        if count(missing(noble.cost, before.bonuses), card.bonus):
            yield N_("You bought {card}: it also serves {noble}.", card=card, noble=noble)
    saved = total(card.cost) - total(price(card, before))
    if saved >= _WORTH_A_WORD:
        yield NN_(
            "You bought {card}: your cards paid {count} of its {all} gems.",
            "You bought {card}: your cards paid {count} of its {all} gems.",
            saved,
            card=card,
            all=total(card.cost),
        )
    cheaper = [
        other for other in now.grid if other is not None and total(price(other, after)) < total(price(other, before))
    ]
    if cheaper:
        yield NN_(
            "You bought {card}: it makes {count} card on the table cheaper for you.",
            "You bought {card}: it makes {count} cards on the table cheaper for you.",
            len(cheaper),
            card=card,
        )
    if card.points:
        yield NN_(
            "You bought {card}: it brought you {count} point.",
            "You bought {card}: it brought you {count} points.",
            card.points,
            card=card,
        )


def _points_matter(player: PlayerView, view: View) -> bool:
    """Whether points do more for the player than one more card that gives none: they have many, or somebody is near the end."""
    close = view.options.target - _CLOSE_TO_TARGET
    return len(player.cards) >= _ENOUGH_CARDS or any(other.points >= close for other in view.players)


def _about_points(player: PlayerView, view: View) -> Iterator[Message]:
    """The card with points that is nearest, on the table or in the hand."""
    cards = [*view.grid, *(held.card for held in player.reserved)]
    scoring = [card for card in cards if card is not None and card.points >= _WORTH_A_WORD]
    nearest = min(scoring, key=lambda card: (shortfall(card, player), -card.points), default=None)
    if nearest is None:
        return
    lacking = shortfall(nearest, player)
    if lacking:
        yield NN_(
            "Now look for points: you lack {count} gem for {card}.",
            "Now look for points: you lack {count} gems for {card}.",
            lacking,
            card=nearest,
        )
    else:
        yield N_("Now look for points: you can pay for {card}.", card=nearest)


def _about_missed_purchase(view: View, before: PlayerView, after: PlayerView, now: View) -> Iterator[Message]:
    """The card with most points that could have been bought instead, unless the turn has led near to one with more.

    It is no fault as long as the card is still there: good players wait, too, where nobody else can pay for it.
    """
    scoring = [card for card in view.grid if card is not None and card.points]
    could = [card for card in scoring if not shortfall(card, before)]
    best = max(could, key=lambda card: card.points, default=None)
    if best is None:
        return
    better = [card for card in scoring if card.points > best.points]
    if not any(shortfall(card, after) < min(shortfall(card, before), _NEAR + 1) for card in better):
        if best not in now.grid:
            yield N_("You could have bought {card} and had its points.", card=best)
        elif not shortfall(best, after):
            yield N_("You can still buy {card}; do not wait too long.", card=best)


def _about_denial(card: Card, view: View, seat: int) -> Iterator[Message]:
    for rival, other in enumerate(view.players):
        if rival != seat and not shortfall(card, other):
            yield N_("Well seen: your rival could have bought {card}.", card=card)


def _about_reservation(card: Card, after: PlayerView) -> Iterator[Message]:
    lacking = shortfall(card, after)
    if lacking:
        yield NN_(
            "You reserved {card}: you lack {count} gem for it.",
            "You reserved {card}: you lack {count} gems for it.",
            lacking,
            card=card,
        )


def _about_tokens(turn: Sequence[Step], before: PlayerView, after: PlayerView, now: View) -> Iterator[Message]:
    if any(isinstance(step.action, Return) for step in turn):
        yield N_("You had to give tokens back: buy something before you hold ten.")
    late = _points_matter(after, now)
    grid = [card for card in now.grid if card is not None and (card.points or not late)]
    payable = [card for card in grid if not shortfall(card, after)]
    if new := [card for card in payable if shortfall(card, before)]:
        yield N_("Now you can pay for {card}.", card=max(new, key=lambda card: card.points))
    if payable and tokens_held(after) >= _MANY_TOKENS:
        best = max(payable, key=lambda card: card.points)
        yield NN_(
            "You hold {count} token, and can pay for {card}.",
            "You hold {count} tokens, and can pay for {card}.",
            tokens_held(after),
            card=best,
        )
    lacked = [card for card in grid if 0 < shortfall(card, after) <= _NEAR]
    if lacked:
        nearest = min(lacked, key=lambda card: (shortfall(card, after), -card.points))
        lacking = shortfall(nearest, after)
        yield NN_("You lack {count} gem for {card}.", "You lack {count} gems for {card}.", lacking, card=nearest)
