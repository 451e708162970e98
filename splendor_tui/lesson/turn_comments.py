"""Comments on a beginner's turn by simple rules, the most useful first. The first that applies is displayed."""

from collections.abc import Iterator, Sequence
from itertools import chain, dropwhile, takewhile
from typing import Final

from splendor_tui.bots.heuristic_evaluation import rivals_of
from splendor_tui.match.log import Step
from splendor_tui.rules.actions import Buy, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import count, missing, total
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import PlayerView, View
from splendor_tui.words import N_, NN_, Message

WORTH_A_WORD: Final = 2
"""A comment is useful if a card within reach has at least this many points, or if bonuses save this many gems."""
_NEAR: Final = 3
_ENOUGH_CARDS: Final = 7
_CLOSE_TO_TARGET: Final = 4
_MANY_TOKENS: Final = 8


def comment_on_turn(
    steps: Sequence[Step], seat: int, better: Message | None = None, earlier: Message | None = None
) -> Message | None:
    """The comment on this seat's last completed turn. None before the first turn, or if there is nothing new.

    The comment holds after all `steps`, which may include the rival's moves. `better` names a better action. Only a
    warning of the end of the game may be of the same kind as `earlier`, the previous comment.
    """
    turn = last_turn(steps, seat)
    if not turn:
        return None
    now = steps[-1].after
    if now.seat == seat and (of_the_end := _warning_of_the_end(now)):
        return of_the_end
    words = chain([better] if better else [], _possible_comments(turn, seat, now))
    return next((word for word in words if earlier is None or word.template != earlier.template), None)


def warning_before_turn(view: View) -> Message | None:
    """A warning about a rival's next purchase, for the seat to move. None if no such purchase is important."""
    if of_the_end := _warning_of_the_end(view):
        return of_the_end
    for rival in rivals_of(view):
        best = max(rival.purchases, key=lambda card: card.points, default=None)
        if best is not None and best.points >= WORTH_A_WORD:
            return N_("Watch out: your rival can buy {card} next.", card=best)
    return None


def _warning_of_the_end(view: View) -> Message | None:
    """A warning that a rival can buy a card and reach the target. None if no rival can, or in the last round."""
    if view.final_round:
        return None
    target = view.options.target
    for rival in rivals_of(view):
        for card, points in rival.purchases.items():
            if points >= target:
                return N_(
                    "Watch out: your rival can buy {card} next and reach {target} points.", card=card, target=target
                )
    return None


def last_turn(steps: Sequence[Step], seat: int) -> list[Step]:
    """The steps of the seat's last completed turn."""
    ended = dropwhile(lambda step: step.seat != seat or step.after.seat == seat, reversed(steps))
    return list(takewhile(lambda step: step.seat == seat, ended))[::-1]


def _possible_comments(turn: Sequence[Step], seat: int, now: View) -> Iterator[Message]:
    """All possible comments, most useful first."""
    first, last = turn[0], turn[-1]
    before, after = first.before.players[seat], last.after.players[seat]
    for step in turn:
        for noble in step.nobles:
            yield NN_(
                "{noble} visited you: {count} point.", "{noble} visited you: {count} points.", noble.points, noble=noble
            )
    if last.after.final_round and not first.before.final_round:
        yield N_("You reached the target, so this is the last round.")
    action = first.action
    if isinstance(action, Buy):
        yield from _about_purchase(action.card, before, first.before, after, now)
    elif isinstance(action, Take | Reserve | ReserveTop):
        reserved = action.card if isinstance(action, Reserve) else None
        if reserved and any(reserved in rival.purchases for rival in rivals_of(first.before)):
            yield N_("Well spotted: your rival could have bought {card}.", card=reserved)
        yield from _about_missed_purchase(first.before, before, after, now)
        if reserved and (lacking := shortfall(reserved, after)):
            yield NN_(
                "You reserved {card}: you need {count} more gem for it.",
                "You reserved {card}: you need {count} more gems for it.",
                lacking,
                card=reserved,
            )
        if now.seat == seat and (warning := warning_before_turn(now)):
            yield warning
        yield from _about_tokens(turn, before, after, now)


def _about_purchase(card: Card, before: PlayerView, view: View, after: PlayerView, now: View) -> Iterator[Message]:
    if not card.points and _points_matter(after, now):
        yield from _about_points(after, now)
    for noble in view.nobles:
        if count(missing(noble.cost, before.bonuses), card.bonus):
            yield N_("You bought {card}: it also counts towards {noble}.", card=card, noble=noble)
    saved = total(card.cost) - total(price(card, before))
    if saved >= WORTH_A_WORD:
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
    """Whether points are now more important than bonuses: late in the game, or with many cards."""
    close = view.options.target - _CLOSE_TO_TARGET
    return len(player.cards) >= _ENOUGH_CARDS or any(other.points >= close for other in view.players)


def _about_points(player: PlayerView, view: View) -> Iterator[Message]:
    """A comment on the nearest card with points, face up or reserved."""
    cards = [*view.grid, *(held.card for held in player.reserved)]
    scoring = [card for card in cards if card is not None and card.points >= WORTH_A_WORD]
    nearest = min(scoring, key=lambda card: (shortfall(card, player), -card.points), default=None)
    if nearest is None:
        return
    lacking = shortfall(nearest, player)
    if lacking:
        yield NN_(
            "Now look for points: you need {count} more gem for {card}.",
            "Now look for points: you need {count} more gems for {card}.",
            lacking,
            card=nearest,
        )
    else:
        yield N_("Now look for points: you can pay for {card}.", card=nearest)


def _about_missed_purchase(view: View, before: PlayerView, after: PlayerView, now: View) -> Iterator[Message]:
    """A comment on the best missed purchase, unless the turn brought a better card closer.

    While the card is still there, this is only a reminder: good players also wait if nobody else can buy it.
    """
    scoring = [card for card in view.grid if card is not None and card.points]
    could = [card for card in scoring if not shortfall(card, before)]
    best = max(could, key=lambda card: card.points, default=None)
    if best is None:
        return
    better = [card for card in scoring if card.points > best.points]
    if not any(shortfall(card, after) < min(shortfall(card, before), _NEAR + 1) for card in better):
        if best not in now.grid:
            yield N_("You could have bought {card} for its points.", card=best)
        elif not shortfall(best, after):
            yield N_("You can still buy {card}; do not wait too long.", card=best)


def _about_tokens(turn: Sequence[Step], before: PlayerView, after: PlayerView, now: View) -> Iterator[Message]:
    if any(isinstance(step.action, Return) for step in turn):
        yield N_("You had to return tokens: buy a card before you hold ten.")
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
        yield NN_(
            "You need {count} more gem for {card}.", "You need {count} more gems for {card}.", lacking, card=nearest
        )
