"""An unfinished choice: what the player has picked, and its effect.

Each pick returns a new `Selection`, or raises IllegalActionError if the slot cannot be picked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from splendor_tui.presentation.table_model import (
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
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, count, covers, single, total, unpack
from splendor_tui.rules.legality import check_action, legal_actions, take_fault, tokens_held, visiting_nobles
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import TOKEN_LIMIT, Phase, State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import PlayerView, View, known_state
from splendor_tui.rules.view import view as view_for_seat


@dataclass(frozen=True, slots=True)
class Selection:
    """The picked gems (to take or to return), gold (to return), or one card, deck or noble.

    If `reserving`, the card is reserved, not bought. `payment` is the index of the payment; 0 is the default.
    """

    gems: Gems = NO_GEMS
    gold: int = 0
    card: Card | None = None
    level: int | None = None
    noble: Noble | None = None
    payment: int = 0
    reserving: bool = False

    @property
    def has_item(self) -> bool:
        """Whether a card, deck or noble is picked."""
        return bool(self.card or self.level or self.noble)

    def slot(self, view: View) -> Slot | None:
        """The slot of the picked card, deck or noble, if any."""
        if self.card is not None:
            return slot_of(view, self.card)
        if self.level is not None:
            return DeckSlot(self.level)
        return None if self.noble is None else NobleSlot(view.nobles.index(self.noble))


NOTHING: Final = Selection()


@dataclass(frozen=True, slots=True)
class Proposal:
    """The effect of a selection.

    `action` is the action that confirming plays. It is None if the selection is incomplete or illegal; then `fault`
    gives the reason, or is None if nothing is picked. `after` is the state after the action, as known to the player.
    `reserve` is the reservation of the chosen card if that is legal, and `reserve_fault` the reason if it is not.
    `payments` is the number of possible payments. `nobles` contains the noble that would visit, or those to choose
    from.
    """

    action: Action | None
    fault: IllegalActionError | None
    after: State | None
    reserve: Action | None
    reserve_fault: IllegalActionError | None
    payments: int
    nobles: tuple[Noble, ...]


def pick(view: View, selection: Selection, slot: Slot) -> Selection:
    """Pick the content of a slot. An empty slot or a player leaves the selection unchanged.

    Raises IllegalActionError if it cannot be picked.
    """
    match slot:
        case CardSlot() | ReservedSlot():
            card = card_at(view, slot)
            if card is None:
                return selection
            check_main_phase(view)
            return Selection(card=card)
        case DeckSlot(level):
            check_action(view, ReserveTop(level))
            return Selection(level=level)
        case PileSlot(colour) if view.phase is Phase.RETURN_GEMS:
            return _pick_to_return(view, selection, colour)
        case PileSlot(colour):
            if colour is None:
                raise IllegalActionError(Reason.GOLD_BY_RESERVING)
            return _pick_gem(view, selection, colour)
        case NobleSlot(index):
            noble = view.nobles[index]
            check_action(view, ChooseNoble(noble))
            return Selection(noble=noble)
        case PlayerSlot():
            return selection


def _pick_gem(view: View, selection: Selection, colour: Colour) -> Selection:
    """Pick one more gem to take. Picking one too many of a colour puts all gems of that colour back."""
    check_main_phase(view)
    picked = count(selection.gems, colour)
    if picked == 2 or (picked == 1 and selection.gems != single(colour)):
        return Selection(gems=selection.gems - picked * single(colour))
    wanted = selection.gems + single(colour)
    if not any(isinstance(action, Take) and covers(action.gems, wanted) for action in legal_actions(view)):
        raise take_fault(view.bank, wanted) or IllegalActionError(Reason.TAKE_NOTHING)
    return Selection(gems=wanted)


def _pick_to_return(view: View, selection: Selection, colour: Colour | None) -> Selection:
    """Pick one more token to return; None is gold. Picking one too many of a colour puts all its tokens back."""
    player, gems, gold = view.players[view.seat], selection.gems, selection.gold
    if colour is None:
        more, fewer = Selection(gems=gems, gold=gold + 1), Selection(gems=gems)
    else:
        more = Selection(gems=gems + single(colour), gold=gold)
        fewer = Selection(gems=gems - count(gems, colour) * single(colour), gold=gold)
    held = covers(player.gems, more.gems) and more.gold <= player.gold
    if held and total(more.gems) + more.gold <= tokens_held(player) - TOKEN_LIMIT:
        return more
    if fewer == selection:
        check_action(view, Return(more.gems, more.gold))
    return fewer


def still_possible(view: View, selection: Selection) -> tuple[Selection, IllegalActionError | None]:
    """The part of a selection that is still possible in a later position, and why the rest is not."""
    if selection.card is not None:
        in_reach = (*view.grid, *(held.card for held in view.players[view.seat].reserved))
        gone = IllegalActionError(Reason.CARD_NOT_IN_REACH, card=selection.card)
        return (selection, None) if selection.card in in_reach else (NOTHING, gone)
    possible, fault = NOTHING, None
    try:
        if selection.level is not None:
            possible = pick(view, possible, DeckSlot(selection.level))
        for colour in Colour:
            for _each in range(count(selection.gems, colour)):
                possible = pick(view, possible, PileSlot(colour))
    except IllegalActionError as refused:
        fault = refused
    return possible, fault


def selection_for(view: View, action: Action) -> Selection:
    """The selection that proposes this legal action."""
    match action:
        case Take(gems=gems):
            return Selection(gems=gems)
        case Return(gems=gems, gold=gold):
            return Selection(gems=gems, gold=gold)
        case Buy(card=card):
            return Selection(card=card, payment=all_payments(card, view.players[view.seat]).index(action))
        case Reserve(card=card):
            return Selection(card=card, reserving=True)
        case ReserveTop(level=level):
            return Selection(level=level)
        case ChooseNoble(noble=noble):
            return Selection(noble=noble)
        case _:
            return NOTHING


def slots_of(view: View, action: Action) -> Iterator[Slot]:
    """Yield the slots to pick, in order, before confirming the legal action."""
    chosen = selection_for(view, action)
    for pile, amount in zip(PILES, (*unpack(chosen.gems), chosen.gold), strict=True):
        yield from [PileSlot(pile)] * amount
    if (slot := chosen.slot(view)) is not None:
        yield slot


def propose(view: View, selection: Selection) -> Proposal:
    """The effect of the selection in this position."""
    action, fault = _judge(view, _wanted(view, selection))
    on_table = selection.card if selection.card in view.grid else None
    reserve, reserve_fault = _judge(view, Reserve(on_table) if on_table else None)
    player = view.players[view.seat]
    payments = len(all_payments(selection.card, player)) if selection.card and not selection.reserving else 0
    after, nobles = _consequences(view, action) if action is not None else (None, ())
    return Proposal(action, fault, after, reserve, reserve_fault, payments, nobles)


def player_after(view: View, selection: Selection, proposal: Proposal) -> PlayerView | None:
    """The player to move as they will be after the choice, as far as they know. None if nothing is chosen."""
    if selection == NOTHING:
        return None
    if proposal.after is not None:
        return view_for_seat(proposal.after, view.seat).players[view.seat]
    player = view.players[view.seat]
    if view.phase is Phase.RETURN_GEMS:
        return replace(player, gems=player.gems - selection.gems, gold=player.gold - selection.gold)
    return replace(player, gems=player.gems + selection.gems)


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


def _wanted(view: View, selection: Selection) -> Action | None:
    """The selected action, legal or not. If nothing is selected, return the pass if it is forced, else None."""
    if selection.card is not None and selection.reserving:
        return Reserve(selection.card)
    if selection.card is not None:
        ways = all_payments(selection.card, view.players[view.seat])
        return ways[selection.payment % len(ways)] if ways else Buy(selection.card, NO_GEMS, 0)
    if selection.level is not None:
        return ReserveTop(selection.level)
    if selection.noble is not None:
        return ChooseNoble(selection.noble)
    if selection.gems or selection.gold:
        if view.phase is Phase.RETURN_GEMS:
            return Return(selection.gems, selection.gold)
        return Take(selection.gems)
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
