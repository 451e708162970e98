"""One person's place at the table: what they have chosen so far, and what they are told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from splendor_tui.match.flow import Flow
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.presentation.hint import AskedHint, percent, shown_hint, slots_of
from splendor_tui.presentation.pace import pace_offers
from splendor_tui.presentation.prompt import ANSWER_NOW, CONFIRM, HINT, Asked, about_noble, always, offers, prompt
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
from splendor_tui.presentation.table_model import (
    CardSlot,
    Choice,
    NobleSlot,
    Offer,
    Phrase,
    ReservedSlot,
    Slot,
    TableModel,
    card_at,
)
from splendor_tui.presentation.table_view import (
    changes_since,
    choice_of,
    keys_now,
    kinds_beside,
    player_after,
    shown_clock,
)
from splendor_tui.presentation.waiting import waiting, why_not_yet
from splendor_tui.rules.actions import Action, ReserveTop
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message

_HINT_COMES: Final = N_("The hint is on its way; the key that confirms will choose its best action.")


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of every seat to win, by what one could know who had this view."""

    view: View
    values: Sequence[float]


class PlayerSession:
    """Turns what a person points at into a half-made choice, and the match into the table's model.

    A choice is the viewer's who made it. It can be made ahead while computers move before them, but only be confirmed on their
    turn: nobody plays in a position that they have not seen.

    `labels` name the key of each place of the table. `open_hands` tells whether an onlooker wants to see what computer players
    who are alone have reserved. `steered` tells that the cursor has been moved since something was picked.
    `said` stands in the prompt until the next key, `hint` until the position changes. `thinking` is how long the computer
    player to move thinks, for one that thinks long. `chances` are shown as long as they belong to what the viewer sees.
    """

    def __init__(self, flow: Flow, labels: Mapping[Slot, str], *, kept: bool) -> None:
        self.flow = flow
        self.controller = controller = flow.controller
        self.labels = labels
        self.open_hands = True
        self.selection = NOTHING
        self.steered = False
        self.said: Message | None = None
        self.hint: AskedHint | None = None
        self.thinking: Thinking | None = None
        self.chances: Chances | None = None
        self._kept = kept
        self._chooser: int | None = None
        """Who made the choice."""
        self._kinds = kinds_beside(controller.names, [player.kind for player in controller.options.players])

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

    @property
    def question(self) -> Thinking | None:
        """What somebody thinks about just now: the hint, or the next action of a computer player."""
        if self.hint is not None and self.hint.thinking is not None and not self.hint.complete:
            return self.hint.thinking
        return self.thinking

    @property
    def kinds(self) -> tuple[Message | None, ...]:
        """What plays each seat, for beside the names."""
        return self._kinds

    # --- choosing ------------------------------------------------------------------------------------------------------

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
        if self.can_choose and self.selection.card is None:
            self.said = N_("First choose the card that you want to buy.")
            return
        if not self.can_choose or self.proposal.payments < 2:
            self.said = N_("There is only one way to pay for that.")
            return
        self.selection = next_payment(self.position, self.selection)

    @property
    def suggested(self) -> tuple[Action, ...]:
        """What the hint suggests so far to the viewer, who is to move; the best first."""
        return tuple(choice.action for choice in self.hint.choices) if self.hint and self.flow.to_move else ()

    def advised(self, hint: AskedHint) -> None:
        """The adviser has found so much by now."""
        self.hint = hint
        if self.said == _HINT_COMES:
            self.said = None

    def follow(self, place: int) -> None:
        """Choose what the hint suggests at this place, counted from 0."""
        self.said, self.steered = None, False
        if place < len(self.suggested):
            self.selection, self._chooser = selection_of(self.view, self.suggested[place]), self.flow.viewer

    def follow_next(self) -> None:
        """Choose the best that the hint suggests; where the choice is one of its suggestions, the next of them."""
        here = self._followed()
        self.follow(0 if here is None else (here + 1) % len(self.suggested))

    def _followed(self) -> int | None:
        """The place of the suggestion that is chosen now, if one is."""
        choices = (selection_of(self.view, action) for action in self.suggested)
        chosen = (place for place, choice in enumerate(choices) if choice == self.selection != NOTHING)
        return next(chosen, None)

    @property
    def _confirming_follows(self) -> bool:
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
                return self.selection
            case _:
                return pick(view, self.selection, slot)

    # --- confirming ----------------------------------------------------------------------------------------------------

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming chooses what the cursor is on: the player moved it there, or nothing else is asked."""
        if not self.can_choose:
            return True  # to be told why not
        chosen = self.selection
        if chosen.card or chosen.level or chosen.noble or self.proposal.action is not None:
            return False
        if self.steered:
            return True
        return chosen == NOTHING and self.hint is None and self.position.phase is Phase.MAIN

    def confirm(self) -> Action | None:
        """The action to play, now that the viewer confirms the choice; None where there is none, which is told."""
        proposal = self.proposal
        if proposal.action is not None:
            return self._on_turn(proposal.action)
        if proposal.fault is not None:
            self.refuse(proposal.fault)
        elif self._confirming_follows:
            self.follow(0)
        elif self.hint is not None:
            self.said = _HINT_COMES
        else:
            self._ask_again()
        return None

    def reserve(self) -> Action | None:
        """The reservation to play of what is chosen; None where there is none, which is told."""
        proposal = self.proposal
        reservation = proposal.action if isinstance(proposal.action, ReserveTop) else proposal.reserve
        if reservation is not None:
            return self._on_turn(reservation)
        if proposal.reserve_fault is not None:
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

    # --- what is shown -------------------------------------------------------------------------------------------------

    def model(self) -> TableModel:
        """The table as the viewer sees it now."""
        controller, view = self.controller, self.view
        asked = self._asked(self.position) if self.can_choose else None
        keys = keys_now(asked.view, self.labels) if asked else {}
        return TableModel(
            view=view,
            names=controller.names,
            kinds=self._kinds,
            changes=changes_since(controller.steps, self.flow.viewer, view),
            keys=keys,
            choice=choice_of(asked.view, self.selection, asked.proposal) if asked else Choice(),
            preview=player_after(asked.view, self.selection, asked.proposal) if asked else None,
            log=controller.log,
            prompt=self._prompt(asked),
            offers=self._offers(asked),
            clock=None
            if self.flow.drawn
            else shown_clock(controller.clock, view),  # it stands, and is the next player's
            banner=N_("NOT SAVED") if controller.not_saved or not self._kept else None,
            open_reserves=controller.options.open_reserves if self.flow.persons else self.open_hands,
            drawn=self.flow.drawn,
            over=controller.outcome is not None,
            hint=shown_hint(self.hint, view, controller.names, keys, self._followed()) if self.hint else None,
            lit=frozenset(slots_of(view, self.suggested[0]))
            if self.suggested and self.selection == NOTHING
            else frozenset(),
            chances=tuple(map(percent, self.chances.values)) if self.chances and self.chances.view == view else (),
        )

    def _asked(self, view: View) -> Asked:
        return Asked(
            view,
            self.controller.names[view.seat],
            self.selection,
            propose(view, self.selection),
            self.labels,
            ahead=self.flow.moves_next,
            can_take_back=self.controller.options.undo == "free",
            hinted=self.hint is not None,
            hint=self._hint_words(),
        )

    def _hint_words(self) -> Message | None:
        """What the key of the hint does; None where the key to confirm, or to clear, is said to do the same."""
        if self.hint is None:
            return HINT
        if not self.suggested:
            return None if self.selection == NOTHING else N_("drop hint")
        if self._followed() is not None:
            return N_("next suggestion")
        return None if self._confirming_follows else N_("choose the best")

    def _prompt(self, asked: Asked | None) -> tuple[Phrase, ...]:
        if self.said is not None:
            return (Phrase(self.said),)
        if asked is not None and not asked.ahead:
            return prompt(asked)
        return (*waiting(self.flow, self.view, self.thinking), *(prompt(asked) if asked else ()))

    def _offers(self, asked: Asked | None) -> tuple[Offer, ...]:
        pace = pace_offers(self.flow)
        if not self.flow.persons:
            return (*self._first_offers(), *pace, *self._other_offers(asked))
        return (*self._first_offers(), *self._other_offers(asked), *pace)

    def _first_offers(self) -> Iterator[Offer]:
        """What is most useful just now."""
        if self.question is not None:
            yield Offer(ANSWER_NOW, N_("answer now"), primary=True)
        if self._confirming_follows:
            yield Offer(CONFIRM, N_("choose the best"), primary=True)
        if self.flow.drawn:
            yield Offer(CONFIRM, N_("pass the keyboard on"), primary=True)
        elif self.controller.outcome is not None:
            yield Offer(CONFIRM, N_("standings"), primary=True)

    def _other_offers(self, asked: Asked | None) -> tuple[Offer, ...]:
        controller = self.controller
        can_undo, can_redo = controller.can_undo(self.flow.seat), controller.can_redo()
        if asked is not None:
            return offers(asked, can_undo=can_undo, can_redo=can_redo)
        return always(can_undo=can_undo, can_redo=can_redo, hint=None)
