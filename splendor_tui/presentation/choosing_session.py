"""The choice that a person at the table builds up: what they point at, what comes of it, and what of a hint they follow."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from splendor_tui.match.flow import Flow
from splendor_tui.presentation.hint import AskedHint
from splendor_tui.presentation.prompt import about_noble, still_to_pick
from splendor_tui.presentation.selection import (
    NOTHING,
    Proposal,
    Selection,
    ask_main,
    next_payment,
    pick,
    propose,
    renewed,
    selection_of,
)
from splendor_tui.presentation.table_model import CardSlot, NobleSlot, ReservedSlot, Slot, card_at
from splendor_tui.presentation.waiting import why_not_yet
from splendor_tui.rules.actions import Action, Reserve, ReserveTop
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message

_HINT_COMES: Final = N_("The hint is on its way; the key that confirms will choose its best action.")


class ChoosingSession:
    """Turns what a person points at into a half-made choice.

    A choice is the viewer's who made it. It can be made ahead while computers move before them, but only be confirmed on their
    turn: nobody plays in a position that they have not seen.

    `labels` name the key of each place of the table. `steered` tells that the cursor has been moved since something was picked.
    `said` stands in the prompt until the next key, `hint` until the position changes.
    """

    def __init__(self, flow: Flow, labels: Mapping[Slot, str]) -> None:
        self.flow = flow
        self.controller = flow.controller
        self.labels = labels
        self.selection = NOTHING
        self.steered = False
        self.said: Message | None = None
        self.hint: AskedHint | None = None
        self._chooser: int | None = None
        """Who made the choice."""

    @property
    def view(self) -> View:
        """What the viewer may know."""
        return self.controller.view_for(self.flow.viewer)

    @property
    def can_choose(self) -> bool:
        """Whether what the viewer points at counts: on their turn, or ahead of it."""
        return self.flow.to_move or self.flow.moves_next

    @property
    def position(self) -> View:
        """What the viewer chooses from: what they see, and ahead of their turn the same as if it were their turn."""
        return replace(self.view, seat=self.flow.seat, phase=Phase.MAIN) if self.flow.moves_next else self.view

    @property
    def proposal(self) -> Proposal:
        """What the choice so far stands for; only asked while the viewer can choose."""
        return propose(self.position, self.selection)

    def pick(self, slot: Slot) -> None:
        """Take what lies there into the choice, or say why that cannot be."""
        self.said, self.steered = None, False
        if not self.can_choose:
            self.said = why_not_yet(self.flow)
            return
        try:
            self.selection, self._chooser = self._picked(slot), self.flow.viewer
        except IllegalActionError as fault:
            self.refuse(fault)

    def refuse(self, fault: IllegalActionError) -> None:
        """Say why something is not possible."""
        self.said = fault.message

    def clear(self) -> None:
        """Drop the choice and what was said."""
        self.selection, self.steered, self.said = NOTHING, False, None

    def renew(self) -> None:
        """The position has changed: of a choice made ahead stays what can still be chosen, and of any other nothing."""
        before = self.selection if self.can_choose and self._chooser == self.flow.viewer else NOTHING
        self.clear()
        if before != NOTHING:
            self.selection, fault = renewed(self.position, before)
            self.said = fault.message if fault else None

    def other_payment(self) -> None:
        """Go on to the next way to pay."""
        self.said = None
        if not self.can_choose:
            self.said = why_not_yet(self.flow)
        elif self.view.phase is not Phase.MAIN:
            self.said = N_("There is nothing to pay for now.")
        elif self.selection.card is None:
            self.said = N_("First choose the card that you want to buy.")
        elif self.proposal.payments == 1:
            self.said = N_("There is only one way to pay for that.")
        elif self.proposal.payments:  # where there is no way, the prompt tells what is missing
            self.selection = next_payment(self.position, self.selection)

    @property
    def suggested(self) -> tuple[Action, ...]:
        """What the hint suggests so far to the viewer, who is to move; the best first."""
        return tuple(choice.action for choice in self.hint.choices) if self.hint and self.flow.to_move else ()

    def advised(self, hint: AskedHint) -> None:
        """The adviser has found so much by now; what was chosen of its earlier suggestions stays among them, as the last."""
        here, before = self.followed, self.hint
        self.hint = hint
        if here is not None and self.followed is None and before is not None and before.advice and hint.advice:
            others = hint.choices[: max(1, len(hint.choices) - 1)]
            kept = replace(hint.advice, choices=(*others, before.choices[here]))
            self.hint = replace(hint, advice=kept)
        if self.said == _HINT_COMES:
            self.said = None

    def follow(self, place: int) -> None:
        """Choose what the hint suggests at this place, counted from 0."""
        self.said, self.steered = None, False
        if place < len(self.suggested):
            self.selection, self._chooser = selection_of(self.view, self.suggested[place]), self.flow.viewer

    def follow_next(self) -> None:
        """Choose the best that the hint suggests; where the choice is one of its suggestions, the next of them."""
        here = self.followed
        self.follow(0 if here is None else (here + 1) % len(self.suggested))

    @property
    def followed(self) -> int | None:
        """The place of the suggestion that is chosen now, if one is."""
        choices = (selection_of(self.view, action) for action in self.suggested)
        chosen = (place for place, choice in enumerate(choices) if choice == self.selection != NOTHING)
        return next(chosen, None)

    @property
    def confirming_follows(self) -> bool:
        """Whether confirming chooses the best that the hint suggests."""
        return bool(self.suggested) and self.selection == NOTHING and not self.steered

    def _picked(self, slot: Slot) -> Selection:
        view = self.position
        match slot:
            case NobleSlot(index) if view.phase is not Phase.CHOOSE_NOBLE:
                self.said = about_noble(view, view.nobles[index])
                return self.selection
            case CardSlot() | ReservedSlot() if card_at(view, slot) is None:
                self.said = N_("There is no card.")
                return NOTHING if self.selection.one_thing else self.selection
            case _:
                return pick(view, self.selection, slot)

    # --- confirming ----------------------------------------------------------------------------------------------------

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming chooses what the cursor is on: the player moved it there, or nothing else is asked."""
        if not self.can_choose:
            return True  # to be told why not
        chosen = self.selection
        if chosen.one_thing or self.proposal.action is not None:
            return False
        if self.steered:
            return True
        if self.flow.moves_next:
            return False  # the key was meant for what a computer has just played
        return chosen == NOTHING and self.hint is None and self.position.phase is Phase.MAIN

    def confirm(self) -> Action | None:
        """The action to play, now that the viewer confirms the choice; None where there is none, which is told."""
        proposal = self.proposal
        if proposal.action is not None:
            return self._on_turn(proposal.action)
        if proposal.fault is not None:
            self.said = still_to_pick(self.position, self.selection, proposal.fault)
            if self.said is None:
                self.refuse(proposal.fault)
        elif self.confirming_follows:
            self.follow(0)
        elif self.hint is not None:
            self.said = _HINT_COMES
        else:
            self._ask_again()
        return None

    def reserve(self) -> Action | None:
        """The reservation to play, where one is chosen; else what is chosen is to be reserved, once that is confirmed.

        Where it cannot be reserved, that is told.
        """
        proposal = self.proposal
        if isinstance(proposal.action, Reserve | ReserveTop):
            return self._on_turn(proposal.action)
        self.said = None
        if proposal.reserve is not None:
            self.selection = replace(self.selection, reserving=True)
        elif proposal.reserve_fault is not None:
            self.refuse(proposal.reserve_fault)
        elif self.selection.card is not None:
            self.said = N_("This card is reserved already.")
        else:
            self.said = N_("Choose the card or the deck that you want to reserve.")
            self._ask_again()
        return None

    def _on_turn(self, action: Action) -> Action | None:
        """The action, if the viewer can play it now."""
        self.said = None
        if self.flow.moves_next:
            name = self.controller.names[self.controller.seat]
            self.said = N_("{name} is to move; confirm your choice when it is your turn.", name=name)
            return None
        return action

    def _ask_again(self) -> None:
        """Say what is asked, where it is not one of the main actions."""
        try:
            ask_main(self.position)
        except IllegalActionError as fault:
            self.refuse(fault)
