"""The half-made choice: what a player has picked so far, and what would come of it.

Pure values: every change gives a new `Selection`, or raises IllegalActionError with the reason why the pick fits no legal
action. `propose` says what the choice stands for at this moment.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from splendor_tui.presentation.table_model import (
    CardSlot,
    DeckSlot,
    NobleSlot,
    PileSlot,
    PlayerSlot,
    ReservedSlot,
    Slot,
    card_at,
)
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, count, covered, covers, single, total
from splendor_tui.rules.legality import check_action, legal_actions, nobles_due, take_fault, tokens_held
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import TOKEN_LIMIT, Phase
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, known_state


@dataclass(frozen=True, slots=True)
class Selection:
    """What is picked: gems (to take or to return), gold (to return), or one card, deck or noble.

    `reserving` tells that the card is to be reserved, though it may be within reach.
    `payment` counts through the ways to pay for the card, 0 being the default one.
    """

    gems: Gems = NO_GEMS
    gold: int = 0
    card: Card | None = None
    level: int | None = None
    noble: Noble | None = None
    payment: int = 0
    reserving: bool = False

    @property
    def one_thing(self) -> bool:
        """Whether a card, a deck or a noble is picked, where the cursor was; gems may be picked one by one."""
        return bool(self.card or self.level or self.noble)


NOTHING: Final = Selection()


class EndOfGame(Enum):
    """How near an action brings the end of the game."""

    LAST_ROUND = auto()
    """The player reaches the target, and others still have their turn in this round."""
    OVER = auto()
    """Nobody moves any more."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a selection stands for.

    `action` is what confirming would do, None while the choice is incomplete or not allowed; then `fault` says why, and is
    None only when nothing is picked. `reserve` is the reservation of the chosen card where that is legal; `reserve_fault` says
    why not.
    `payments` counts the ways to pay. `tokens` is how many the player would hold, before returning any; `nobles` are those whom
    the purchase would bring. `reveals` tells whether the action, or else the reservation, would draw a card from a deck;
    `ending` what the action would do to the end of the game, None where nothing.
    """

    action: Action | None
    fault: IllegalActionError | None
    reserve: Action | None
    reserve_fault: IllegalActionError | None
    payments: int
    tokens: int
    nobles: tuple[Noble, ...]
    reveals: bool
    ending: EndOfGame | None


def pick(view: View, selection: Selection, slot: Slot) -> Selection:
    """Point at a place of the table; one with nothing to choose in it leaves the selection as it is.

    Raises IllegalActionError with the reason why what lies there cannot be chosen.
    """
    match slot:
        case CardSlot() | ReservedSlot():
            card = card_at(view, slot)
            return selection if card is None else choose_card(view, card)
        case DeckSlot(level):
            return choose_deck(view, level)
        case PileSlot(colour):
            return pick_gold(view, selection) if colour is None else pick_gem(view, selection, colour)
        case NobleSlot(index):
            return choose_noble(view, view.nobles[index])
        case PlayerSlot():
            return selection


def pick_gem(view: View, selection: Selection, colour: Colour) -> Selection:
    """Pick one more gem of a colour; picking again what cannot be picked twice puts it back.

    Raises IllegalActionError when no legal action has these gems.
    """
    if view.phase is Phase.RETURN_GEMS:
        return _pick_to_return(view, selection, single(colour), 0)
    ask_main(view)
    picked = count(selection.gems, colour)
    if picked == 2 or (picked == 1 and selection.gems != single(colour)):
        return Selection(gems=selection.gems - picked * single(colour))
    wanted = selection.gems + single(colour)
    if not any(isinstance(action, Take) and covers(action.gems, wanted) for action in legal_actions(view)):
        raise take_fault(view.bank, wanted) or IllegalActionError(Reason.TAKE_NOTHING)
    return Selection(gems=wanted)


def pick_gold(view: View, selection: Selection) -> Selection:
    """Pick one gold to return. Raises IllegalActionError when nothing is to be returned: gold is never taken from the bank."""
    if view.phase is not Phase.RETURN_GEMS:
        raise IllegalActionError(Reason.GOLD_BY_RESERVING)
    return _pick_to_return(view, selection, NO_GEMS, 1)


def choose_card(view: View, card: Card) -> Selection:
    """Choose a card on the table or in the own hand. Raises IllegalActionError in a phase that asks for something else."""
    ask_main(view)
    return Selection(card=card)


def choose_deck(view: View, level: int) -> Selection:
    """Choose the top of a deck. Raises IllegalActionError when it cannot be reserved."""
    check_action(view, ReserveTop(level))
    return Selection(level=level)


def choose_noble(view: View, noble: Noble) -> Selection:
    """Choose one of several nobles that are due. Raises IllegalActionError when it is not due, or nothing is to be chosen."""
    check_action(view, ChooseNoble(noble))
    return Selection(noble=noble)


def next_payment(view: View, selection: Selection) -> Selection:
    """Go on to the next way to pay for the chosen card; after the last one comes the default one again."""
    if selection.card is None:
        return selection
    ways = len(all_payments(selection.card, view.players[view.seat]))
    return replace(selection, payment=(selection.payment + 1) % ways) if ways else selection


def renewed(view: View, selection: Selection) -> tuple[Selection, IllegalActionError | None]:
    """What can still be chosen of a selection in a later position, and why the rest of it cannot; None where all of it can."""
    if selection.card is not None:
        in_reach = (*view.grid, *(held.card for held in view.players[view.seat].reserved))
        gone = IllegalActionError(Reason.CARD_NOT_IN_REACH, card=selection.card)
        return (selection, None) if selection.card in in_reach else (NOTHING, gone)
    kept, fault = NOTHING, None
    try:
        if selection.level is not None:
            kept = choose_deck(view, selection.level)
        for colour in Colour:
            for _each in range(count(selection.gems, colour)):
                kept = pick_gem(view, kept, colour)
    except IllegalActionError as refused:
        fault = refused
    return kept, fault


def selection_of(view: View, action: Action) -> Selection:
    """What is picked for a legal action; for a reservation and a purchase it is the card."""
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


def propose(view: View, selection: Selection) -> Proposal:
    """What the selection stands for now."""
    wanted = _wanted(view, selection)
    action, fault = _judge(view, wanted)
    on_table = selection.card if selection.card in view.grid else None
    reserve, reserve_fault = _judge(view, Reserve(on_table) if on_table else None)
    player = view.players[view.seat]
    payments = len(all_payments(selection.card, player)) if selection.card and not selection.reserving else 0
    return Proposal(
        action=action,
        fault=fault,
        reserve=reserve,
        reserve_fault=reserve_fault,
        payments=payments,
        tokens=tokens_held(player) + _token_change(view, action),
        nobles=_nobles_after(view, action),
        reveals=_reveals(view, action or reserve),
        ending=_ending(view, action),
    )


def ask_main(view: View) -> None:
    """Refuse in the rules' own words when something else than a main action is asked."""
    if view.phase is not Phase.MAIN:
        check_action(view, Pass())


def _pick_to_return(view: View, selection: Selection, gem: Gems, gold: int) -> Selection:
    player = view.players[view.seat]
    surplus = tokens_held(player) - TOKEN_LIMIT
    gems, golds = selection.gems + gem, selection.gold + gold
    if total(gems) + golds <= surplus and covers(player.gems, gems) and golds <= player.gold:
        return Selection(gems=gems, gold=golds)
    if gold and selection.gold:
        return Selection(gems=selection.gems)
    if gem and covers(selection.gems, gem):
        colour = next(colour for colour in Colour if single(colour) == gem)
        return Selection(gems=selection.gems - count(selection.gems, colour) * gem, gold=selection.gold)
    check_action(view, Return(gems, golds))
    return selection


def _wanted(view: View, selection: Selection) -> Action | None:
    """The action that the selection means, legal or not; None when nothing is picked and nothing is forced."""
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


def _token_change(view: View, action: Action | None) -> int:
    match action:
        case Take():
            return total(action.gems)
        case Return():
            return -total(action.gems) - action.gold
        case Buy():
            return -total(action.gems) - action.gold
        case Reserve() | ReserveTop():
            return min(1, view.gold)
        case _:
            return 0


def _nobles_after(view: View, action: Action | None) -> tuple[Noble, ...]:
    """Who would be due after a purchase; one of several is still to be chosen then."""
    if not isinstance(action, Buy):
        return ()
    return tuple(covered(view.nobles, view.players[view.seat].bonuses + action.card.bonus_gem))


def _reveals(view: View, action: Action | None) -> bool:
    match action:
        case ReserveTop():
            return True
        case Buy() | Reserve():
            return action.card in view.grid and bool(view.deck_counts[action.card.level - 1])
        case _:
            return False


def _ending(view: View, action: Action | None) -> EndOfGame | None:
    """What the action does to the end of the game, whichever noble is chosen after it."""
    if action is None:
        return None
    after = known_state(view)
    advance(after, action)
    if after.phase is Phase.CHOOSE_NOBLE:
        due = nobles_due(after, after.players[after.seat])
        advance(after, ChooseNoble(min(due, key=lambda noble: noble.points)))
    if after.phase is Phase.OVER:
        return EndOfGame.OVER
    return EndOfGame.LAST_ROUND if after.final_round and not view.final_round else None
