"""An unfinished choice: the action that the player is selecting, and its effect.

A selected action may still be incomplete or illegal. It is None if nothing is picked. Each pick returns a new selection, or
raises IllegalActionError if the slot cannot be picked.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from splendor_tui.presentation.table_model import (
    NO_TOKENS,
    PILES,
    CardSlot,
    DeckSlot,
    NobleSlot,
    PileSlot,
    PlayerSlot,
    ReservedSlot,
    Slot,
    card_at,
    slot_of,
)
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.constants import TOKEN_LIMIT
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import Colour, Tokens, count, covers, single, total, unpack
from splendor_tui.rules.legality import check_action, legal_actions, take_fault, tokens_held, visiting_nobles
from splendor_tui.rules.payments import all_payments, default_purchase
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import PlayerView, View, known_state
from splendor_tui.rules.view import view as view_for_seat


class Proposal(NamedTuple):
    """The effect of a selection.

    `action` is the action that confirming plays. It is None if the selection is incomplete or illegal; then `fault`
    gives the reason, or is None if nothing is picked. `after` is the state after the action, as known to the player.
    `reserve` is the reservation of the chosen card if that is legal, and `reserve_fault` the reason if it is not.
    `payments` are the possible payments. `nobles` contains the noble that would visit, or those to choose from.
    """

    action: Action | None
    fault: IllegalActionError | None
    after: State | None
    reserve: Action | None
    reserve_fault: IllegalActionError | None
    payments: Sequence[Buy]
    nobles: tuple[Noble, ...]


def picked_tokens(selection: Action | None) -> Tokens:
    """The picked tokens, to take or to return."""
    match selection:
        case Take(gems):
            return Tokens(gems, 0)
        case Return(gems, gold):
            return Tokens(gems, gold)
        case _:
            return NO_TOKENS


def picked_slot(view: View, selection: Action | None) -> Slot | None:
    """The slot of the picked card, deck or noble, if any."""
    match selection:
        case Buy(card=card) | Reserve(card=card):
            return slot_of(view, card)
        case ReserveTop(level):
            return DeckSlot(level)
        case ChooseNoble(noble):
            return NobleSlot(view.nobles.index(noble))
        case _:
            return None


def pick(view: View, selection: Action | None, slot: Slot) -> Action | None:
    """Pick the content of a slot. An empty slot or a player leaves the selection unchanged.

    Raises IllegalActionError if it cannot be picked.
    """
    match slot:
        case CardSlot() | ReservedSlot():
            card = card_at(view, slot)
            if card is None:
                return selection
            check_main_phase(view)
            return default_purchase(card, view.players[view.seat])
        case DeckSlot(level):
            reservation = ReserveTop(level)
            check_action(view, reservation)
            return reservation
        case PileSlot(colour) if view.phase is Phase.RETURN_GEMS:
            return _pick_to_return(view, selection, colour)
        case PileSlot(colour):
            if colour is None:
                raise IllegalActionError(Reason.GOLD_BY_RESERVING)
            return _pick_gem(view, selection, colour)
        case NobleSlot(index):
            choice = ChooseNoble(view.nobles[index])
            check_action(view, choice)
            return choice
        case PlayerSlot():
            return selection


def _pick_gem(view: View, selection: Action | None, colour: Colour) -> Take | None:
    """Pick one more gem to take. Picking one too many of a colour puts all gems of that colour back."""
    check_main_phase(view)
    gems = picked_tokens(selection).gems
    picked = count(gems, colour)
    if picked == 2 or (picked == 1 and gems != single(colour)):
        left = gems - picked * single(colour)
        return Take(left) if left else None
    wanted = gems + single(colour)
    if not any(isinstance(action, Take) and covers(action.gems, wanted) for action in legal_actions(view)):
        raise take_fault(view.bank, wanted) or IllegalActionError(Reason.TAKE_NOTHING)
    return Take(wanted)


def _pick_to_return(view: View, selection: Action | None, colour: Colour | None) -> Return | None:
    """Pick one more token to return; None is gold. Picking one too many of a colour puts all its tokens back.

    If exactly one is due, a pick of another colour replaces it.
    """
    player, (gems, gold) = view.players[view.seat], picked_tokens(selection)
    if colour is None:
        more, fewer = Return(gems, gold + 1), Return(gems, 0)
    else:
        more = Return(gems + single(colour), gold)
        fewer = Return(gems - count(gems, colour) * single(colour), gold)
    held = covers(player.gems, more.gems) and more.gold <= player.gold
    due = tokens_held(player) - TOKEN_LIMIT
    if held and total(more.gems) + more.gold <= due:
        return more
    if fewer == Return(gems, gold):
        if held and due == 1:
            return Return(more.gems - gems, more.gold - gold)
        check_action(view, more)
    return fewer if fewer.gems or fewer.gold else None


def still_possible(view: View, selection: Action) -> tuple[Action | None, IllegalActionError | None]:
    """The part of a selection that is still possible in a later position, and why the rest is not."""
    if isinstance(selection, Buy | Reserve):
        card, player = selection.card, view.players[view.seat]
        if card not in (*view.grid, *(held.card for held in player.reserved)):
            return None, IllegalActionError(Reason.CARD_NOT_IN_REACH, card=card)
        pays = isinstance(selection, Reserve) or selection in all_payments(card, player)
        return selection if pays else default_purchase(card, view.players[view.seat]), None
    possible: Action | None = None
    fault = None
    try:
        if isinstance(selection, ReserveTop):
            possible = pick(view, possible, DeckSlot(selection.level))
        for colour in Colour:
            for _each in range(count(picked_tokens(selection).gems, colour)):
                possible = pick(view, possible, PileSlot(colour))
    except IllegalActionError as refused:
        fault = refused
    return possible, fault


def slots_of(view: View, action: Action) -> Iterator[Slot]:
    """Yield the slots to pick, in order, before confirming the legal action."""
    tokens = picked_tokens(action)
    for pile, amount in zip(PILES, (*unpack(tokens.gems), tokens.gold), strict=True):
        yield from [PileSlot(pile)] * amount
    if (slot := picked_slot(view, action)) is not None:
        yield slot


def propose(view: View, selection: Action | None) -> Proposal:
    """The effect of the selection in this position."""
    action, fault = _judge(view, selection or _forced_pass(view))
    card = selection.card if isinstance(selection, Buy | Reserve) else None
    reserve, reserve_fault = _judge(view, Reserve(card) if card is not None and card in view.grid else None)
    payments = all_payments(selection.card, view.players[view.seat]) if isinstance(selection, Buy) else ()
    after, nobles = _consequences(view, action) if action is not None else (None, ())
    return Proposal(action, fault, after, reserve, reserve_fault, payments, nobles)


def player_after(view: View, selection: Action | None, proposal: Proposal) -> PlayerView | None:
    """The player to move as they will be after the choice, as far as they know. None if nothing is chosen."""
    if selection is None:
        return None
    if proposal.after is not None:
        return view_for_seat(proposal.after, view.seat).players[view.seat]
    player, (gems, gold) = view.players[view.seat], picked_tokens(selection)
    if isinstance(selection, Return):
        return player._replace(gems=player.gems - gems, gold=player.gold - gold)
    return player._replace(gems=player.gems + gems)


def _consequences(view: View, action: Action) -> tuple[State, tuple[Noble, ...]]:
    """The state after the action, and the noble that visits or those to choose from."""
    after = known_state(view)
    advance(after, action)
    player = after.players[view.seat]
    if after.phase is Phase.CHOOSE_NOBLE:
        return after, tuple(visiting_nobles(after, player))
    return after, player.nobles[len(view.players[view.seat].nobles) :]


def check_main_phase(view: View) -> None:
    """Raise IllegalActionError if tokens must be returned or a noble chosen."""
    if view.phase is not Phase.MAIN:
        check_action(view, Pass())


def _forced_pass(view: View) -> Action | None:
    forced = legal_actions(view)
    return forced[0] if len(forced) == 1 and isinstance(forced[0], Pass) else None


def _judge(view: View, wanted: Action | None) -> tuple[Action | None, IllegalActionError | None]:
    if wanted is None:
        return None, None
    try:
        check_action(view, wanted)
    except IllegalActionError as fault:
        return None, fault
    return wanted, None


# --- slots that can be picked -------------------------------------------------------------------------------------------


def keys_now(view: View, labels: Mapping[Slot, str]) -> dict[Slot, str]:
    """The key labels of the slots that can be picked in this phase.

    While tokens are returned, only piles that the player holds have a key. While a noble is chosen, the nobles use
    the keys of the piles.
    """
    piles: Sequence[Colour | None] = tuple(Colour)
    nobles: Sequence[NobleSlot] = ()
    if view.phase is Phase.RETURN_GEMS:
        piles = held_piles(view.players[view.seat])
    elif view.phase is Phase.CHOOSE_NOBLE:
        piles, nobles = (), due_slots(view)
    keys = {slot: label for slot, label in labels.items() if not isinstance(slot, PileSlot) or slot.colour in piles}
    return keys | {slot: labels[PileSlot(pile)] for pile, slot in zip(PILES, nobles, strict=False)}


def held_piles(player: PlayerView) -> Sequence[Colour | None]:
    """The piles that the player holds tokens of."""
    return [pile for pile, held in zip(PILES, (*unpack(player.gems), player.gold), strict=True) if held]


def due_slots(view: View) -> list[NobleSlot]:
    """The slots of the nobles that the player to move may choose, in table order."""
    return [NobleSlot(view.nobles.index(noble)) for noble in visiting_nobles(view, view.players[view.seat])]
