"""Legality: generates legal actions, checks actions, and explains why one is illegal.

Each kind of action has a function `…_fault` that returns the error for an illegal action, or None. For gems and
returned tokens, `…_reason` decides and `…_fault` adds the details, because creating errors is slow.

`legal_actions` lists each purchase once, with its default payment, and never `Forfeit`. `check_action` accepts every
legal payment, and a forfeit at any time during the game.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, compress
from typing import Final, TypeAlias, assert_never

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.constants import HAND_LIMIT, TOKEN_LIMIT
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import (
    NO_GEMS,
    Colour,
    Gems,
    Tokens,
    at_most,
    colours,
    count,
    covered,
    covers,
    missing,
    of_each,
    single,
    total,
    unpack,
)
from splendor_tui.rules.payments import affordable_purchases, price
from splendor_tui.rules.state import CHOOSE_NOBLE, MAIN, OVER, RETURN_GEMS, Phase, Player, State
from splendor_tui.rules.view import PlayerView, View

Position: TypeAlias = State | View
Holder: TypeAlias = Player | PlayerView
Fault: TypeAlias = IllegalActionError | None

DIFFERENT_TAKEN: Final = 3
PILE_FOR_TWO_ALIKE: Final = 4


def legal_actions(position: Position) -> Sequence[Action]:
    """All legal actions of the player to move, in a fixed order. Empty only after the end of the game.

    If the position is another seat's view, purchases of reserved cards that the view hides are missing.

    >>> len(legal_actions(state))
    30
    >>> legal_actions(state)[-1]
    ReserveTop(level=3)
    """
    player = position.players[position.seat]
    phase = position.phase
    if phase is MAIN:
        actions: list[Action] = [*_legal_takes(position.bank)]
        if not hand_full(player):
            actions += map(_reserve, filter(None, position.grid))
            actions += compress(_RESERVE_TOPS, position.deck_counts)
        in_reach = [*position.grid]
        for held in player.reserved:
            in_reach.append(held.card)  # noqa: PERF401 - a comprehension costs a call
        actions += affordable_purchases(in_reach, player)
        return actions or _ONLY_PASS
    if phase is RETURN_GEMS:
        return _legal_returns(player.gems, player.gold)
    if phase is CHOOSE_NOBLE:
        return [ChooseNoble(noble) for noble in visiting_nobles(position, player)]
    return ()


def check_action(position: Position, action: Action) -> None:
    """Check an action of the player to move. Raises IllegalActionError with the reason if it is illegal.

    >>> check_action(state, ReserveTop(level=3))
    >>> check_action(state, Return(NO_GEMS, gold=1))
    Traceback (most recent call last):
    splendor_tui.rules.errors.IllegalActionError: You hold no more than 10 tokens; there is nothing to return.
    """
    fault = _fault(position, position.players[position.seat], action)
    if fault is not None:
        raise fault


def _fault(position: Position, player: Holder, action: Action) -> Fault:
    match action:
        case Take():
            return _phase_fault(position, MAIN) or take_fault(position.bank, action.gems)
        case Buy():
            return _phase_fault(position, MAIN) or _purchase_fault(position, player, action)
        case Reserve():
            return _phase_fault(position, MAIN) or _hand_fault(player) or _face_up_fault(position, action.card)
        case ReserveTop():
            return _phase_fault(position, MAIN) or _hand_fault(player) or _deck_fault(position, action.level)
        case Return():
            surplus = tokens_held(player) - TOKEN_LIMIT
            return _phase_fault(position, RETURN_GEMS) or _return_fault(player.gems, player.gold, surplus, action)
        case ChooseNoble():
            return _phase_fault(position, CHOOSE_NOBLE) or _noble_fault(position, player, action.noble)
        case Pass():
            return _phase_fault(position, MAIN) or _pass_fault(position)
        case Forfeit():
            return IllegalActionError(Reason.GAME_OVER) if position.phase is OVER else None
        case _ as never:
            assert_never(never)


def _phase_fault(position: Position, needed: Phase) -> Fault:
    """Rulebook: one action, then the return of surplus tokens, then at most one noble."""
    phase = position.phase
    if phase is needed:
        return None
    match phase:
        case Phase.OVER:
            return IllegalActionError(Reason.GAME_OVER)
        case Phase.RETURN_GEMS:
            player = position.players[position.seat]
            held = tokens_held(player)
            return IllegalActionError(Reason.MUST_RETURN, held=held, surplus=held - TOKEN_LIMIT)
        case Phase.CHOOSE_NOBLE:
            return IllegalActionError(Reason.MUST_CHOOSE_NOBLE)
        case Phase.MAIN:
            if needed is RETURN_GEMS:
                return IllegalActionError(Reason.NOTHING_TO_RETURN, limit=TOKEN_LIMIT)
            return IllegalActionError(Reason.NO_NOBLE_TO_CHOOSE)
        case _ as never:
            assert_never(never)


# --- taking gems -------------------------------------------------------------------------------------------------------


def take_fault(bank: Gems, taken: Gems) -> Fault:
    """The reason why these gems cannot be taken from this bank, or None.

    Rulebook: three different colours, or two of one colour if that pile holds at least four before taking. Ruling: if
    fewer than three colours remain, one of each.
    """
    reason = _take_reason(_piles(bank), taken)
    match reason:
        case None:
            return None
        case Reason.TAKE_NOTHING:
            return IllegalActionError(reason)
        case Reason.PILE_EMPTY:
            return IllegalActionError(
                reason, colour=next(colour for colour in colours(taken) if not count(bank, colour))
            )
        case Reason.TWO_ALIKE_NEED_FOUR:
            [colour] = colours(taken)
            return IllegalActionError(reason, colour=colour, held=count(bank, colour), needed=PILE_FOR_TWO_ALIKE)
        case _:
            return IllegalActionError(reason, count=min(DIFFERENT_TAKEN, len(colours(bank))))


@lru_cache(maxsize=65_536)
def _take_reason(bank: Gems, taken: Gems) -> Reason | None:
    """The reason for `take_fault`, without details."""
    wanted = colours(taken)
    if not wanted:
        return Reason.TAKE_NOTHING
    allowed = min(DIFFERENT_TAKEN, len(colours(bank)))
    if any(not count(bank, colour) for colour in wanted):
        return Reason.PILE_EMPTY
    if taken == 2 * single(wanted[0]):
        return Reason.TWO_ALIKE_NEED_FOUR if count(bank, wanted[0]) < PILE_FOR_TWO_ALIKE else None
    if max(unpack(taken)) > 1 or len(wanted) > allowed:
        return Reason.TAKE_SHAPE
    if len(wanted) < allowed:
        return Reason.TAKE_THREE if allowed == DIFFERENT_TAKEN else Reason.TAKE_ALL_THAT_REMAIN
    return None


def _piles(bank: Gems) -> Gems:
    """A smaller bank with the same legal takes: each pile becomes 0, 1, or 4, the minimum for taking two alike."""
    high = at_most(missing(bank, of_each(PILE_FOR_TWO_ALIKE - 1)), 1)
    return at_most(bank, 1) + (PILE_FOR_TWO_ALIKE - 1) * high


_TAKES: Final = [
    Take(sum((single(colour) for colour in chosen), NO_GEMS))
    for size in (3, 2, 1)
    for chosen in combinations(Colour, size)
] + [Take(2 * single(colour)) for colour in Colour]


@lru_cache(maxsize=4096)  # there are 8 ** 5 banks, too many to cache them all
def _legal_takes(bank: Gems) -> tuple[Take, ...]:
    return _legal_takes_of_piles(_piles(bank))


@cache
def _legal_takes_of_piles(bank: Gems) -> tuple[Take, ...]:
    return tuple(take for take in _TAKES if _take_reason(bank, take.gems) is None)


# --- reserving ---------------------------------------------------------------------------------------------------------


def hand_full(player: Holder) -> bool:
    """Whether the player has three reserved cards, the limit of the rulebook."""
    return len(player.reserved) >= HAND_LIMIT


def _hand_fault(player: Holder) -> Fault:
    return IllegalActionError(Reason.HAND_FULL, limit=HAND_LIMIT) if hand_full(player) else None


def _deck_fault(position: Position, level: int) -> Fault:
    """The reason why this deck's top card cannot be reserved, or None."""
    if level not in LEVELS:
        return IllegalActionError(Reason.NO_SUCH_LEVEL, level=level)
    if not position.deck_counts[level - 1]:
        return IllegalActionError(Reason.DECK_EMPTY, level=level)
    return None


def _face_up_fault(position: Position, card: Card) -> Fault:
    return None if card in position.grid else IllegalActionError(Reason.CARD_NOT_FACE_UP, card=card)


@lru_cache(maxsize=1024)
def _reserve(card: Card) -> Reserve:
    return Reserve(card)


_RESERVE_TOPS: Final = [ReserveTop(level) for level in LEVELS]


# --- buying ------------------------------------------------------------------------------------------------------------


def _purchase_fault(position: Position, player: Holder, purchase: Buy) -> Fault:
    """The reason why this purchase is illegal, or None. Rulebook: only a face-up card or one's own reserved card."""
    card = purchase.card
    if card not in position.grid and all(held.card is not card for held in player.reserved):
        return IllegalActionError(Reason.CARD_NOT_IN_REACH, card=card)
    affordable = affordable_purchases([card], player)
    if purchase in affordable:
        return None
    due = price(card, player)
    if not affordable:
        lacking = missing(due, player.gems)
        return IllegalActionError(
            Reason.TOO_EXPENSIVE,
            card=card,
            short=total(lacking) - player.gold,
            missing=Tokens(lacking, 0),
            gold=player.gold,
        )
    return _payment_fault(player, purchase, due)


def _payment_fault(player: Holder, purchase: Buy, due: Gems) -> Fault:
    """Rulebook: gold replaces any gem, one for one; no change is given."""
    payment = Tokens(purchase.gems, purchase.gold)
    if not covers(player.gems, purchase.gems) or not 0 <= purchase.gold <= player.gold:
        held = Tokens(player.gems, player.gold)
        return IllegalActionError(Reason.PAYMENT_NOT_HELD, payment=payment, held=held)
    paid, owed = total(purchase.gems) + purchase.gold, total(due)
    if not covers(due, purchase.gems) or paid > owed:
        reason = Reason.PAYMENT_TOO_MUCH
    elif paid < owed:
        reason = Reason.PAYMENT_TOO_LITTLE
    else:
        return None
    return IllegalActionError(reason, payment=payment, card=purchase.card, price=Tokens(due, 0))


# --- returning tokens --------------------------------------------------------------------------------------------------


def tokens_held(player: Holder) -> int:
    """The number of tokens that the player holds. Rulebook: gold counts."""
    return total(player.gems) + player.gold


def _return_fault(gems: Gems, gold: int, surplus: int, returned: Return) -> Fault:
    """The reason why these tokens cannot be returned, or None. Rulebook: exactly the surplus over ten, of any kind."""
    reason = _return_reason(gems, gold, surplus, returned)
    if reason is None:
        return None
    if reason is Reason.RETURN_EXACTLY:
        return IllegalActionError(reason, held=TOKEN_LIMIT + surplus, surplus=surplus)
    return IllegalActionError(reason, returned=Tokens(returned.gems, returned.gold), held=Tokens(gems, gold))


def _return_reason(gems: Gems, gold: int, surplus: int, returned: Return) -> Reason | None:
    """The reason for `_return_fault`, without details."""
    if not covers(gems, returned.gems) or not 0 <= returned.gold <= gold:
        return Reason.RETURN_NOT_HELD
    return None if total(returned.gems) + returned.gold == surplus else Reason.RETURN_EXACTLY


_KINDS: Final = [(single(colour), 0) for colour in Colour] + [(NO_GEMS, 1)]
_RETURNS: Final = {
    surplus: [
        Return(sum((gem for gem, _ in chosen), NO_GEMS), sum(gold for _, gold in chosen))
        for chosen in combinations_with_replacement(_KINDS, surplus)
    ]
    for surplus in (1, 2, 3)
}


@lru_cache(maxsize=32_768)  # enough for all holdings of eleven to thirteen tokens
def _legal_returns(gems: Gems, gold: int) -> tuple[Return, ...]:
    surplus = total(gems) + gold - TOKEN_LIMIT
    return _legal_returns_of_low(at_most(gems, surplus), min(gold, surplus), surplus)


@cache
def _legal_returns_of_low(gems: Gems, gold: int, surplus: int) -> tuple[Return, ...]:
    """The legal returns for counts capped at `surplus`. Larger counts allow the same returns, so many holdings share a tuple."""
    return tuple(returned for returned in _RETURNS[surplus] if _return_reason(gems, gold, surplus, returned) is None)


# --- nobles ------------------------------------------------------------------------------------------------------------


def visiting_nobles(position: Position, player: Holder) -> list[Noble]:
    """The nobles on the table whose requirement the player's bonuses meet. Rulebook: tokens do not count."""
    return covered(position.nobles, player.bonuses)


def _noble_fault(position: Position, player: Holder, noble: Noble) -> Fault:
    due = visiting_nobles(position, player)
    if noble in due:
        return None
    return IllegalActionError(Reason.NOBLE_NOT_DUE, noble=noble, due=due)


# --- passing -----------------------------------------------------------------------------------------------------------

_ONLY_PASS: Final = (Pass(),)


def _pass_fault(position: Position) -> Fault:
    """Ruling: a pass is legal only if no other action is, and then it is forced."""
    return None if legal_actions(position) == _ONLY_PASS else IllegalActionError(Reason.PASS_NOT_ALLOWED)
