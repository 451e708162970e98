"""A human's session at the table: their choice so far, and the table as they see it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from splendor_tui.match.flow import Flow
from splendor_tui.match.log import Step
from splendor_tui.match.thinking import Thinking
from splendor_tui.presentation.hint import HintRequest, describe_hint, describe_thinking
from splendor_tui.presentation.pace import HOLD, STEP, pace_offers
from splendor_tui.presentation.prompt import (
    ANSWER_NOW,
    CLEAR,
    CONFIRM,
    Choice,
    choice_offers,
    describe_missing,
    describe_noble,
    keys_to_return,
    permanent_offers,
    prompt,
)
from splendor_tui.presentation.selection import (
    NOTHING,
    Proposal,
    Selection,
    check_main_phase,
    keys_now,
    pick,
    player_after,
    propose,
    selection_for,
    slots_of,
    still_possible,
)
from splendor_tui.presentation.table_model import (
    CardSlot,
    Changes,
    NobleSlot,
    Offer,
    Phrase,
    ReservedSlot,
    ShownClock,
    Slot,
    TableModel,
    card_at,
    shown_kinds,
)
from splendor_tui.review.chances import percent
from splendor_tui.rules.actions import Action, Forfeit, Reserve, ReserveTop
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message
from splendor_tui.words.lists import listed

_HINT_COMES: Final = N_("The hint is on its way; the confirm key will choose its best action.")


@dataclass(frozen=True, slots=True)
class Chances:
    """Each seat's chance of winning, estimated from this view."""

    view: View
    values: Sequence[float]


class PlayerSession:
    """Builds a choice from keys and clicks, and combines it with the match into a `TableModel`.

    A choice belongs to the viewer who made it. It can be made before the viewer's turn, while computers move, but
    only be confirmed on it: nobody plays in a position that they have not seen.

    `labels` are the key labels of the table's slots. `engines` are the names that engines report, by seat. `message`
    stays in the prompt until the next key, and `hint` until the position changes. `cursor_moved` means that the
    cursor has moved since the last pick. `open_hands` shows reserved cards if no human could gain by seeing them.
    `thinking` is set while a computer thinks for long. `chances` are shown if they match the viewer's view.
    """

    def __init__(
        self,
        flow: Flow,
        labels: Mapping[Slot, str],
        *,
        is_saved: bool,
        engines: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self.flow = flow
        self.controller = flow.controller
        self.labels = labels
        kinds = [player.kind for player in self.controller.options.players]
        self.kinds = shown_kinds(self.controller.names, kinds, engines)
        """Each seat's kind, shown beside the name. None if there is nothing to show."""
        self.selection = NOTHING
        self.cursor_moved = False
        self.message: Message | None = None
        self.hint: HintRequest | None = None
        self.open_hands = True
        self.thinking: Thinking | None = None
        self.chances: Chances | None = None
        self._is_saved = is_saved
        self._chooser: int | None = None
        """The viewer's seat when the choice was made."""
        self._proposed: tuple[View, Selection, Proposal] | None = None
        """The last proposal, with its view and selection."""

    # --- choosing ------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The table as the viewer sees it."""
        return self.controller.view_for(self.flow.viewer)

    @property
    def can_choose(self) -> bool:
        """Whether the viewer may choose, on their turn or ahead of it."""
        return self.flow.to_move or self.flow.moves_next

    @property
    def position(self) -> View:
        """The view in which the viewer chooses. Ahead of their turn, it shows them as the player to move."""
        return replace(self.view, seat=self.flow.seat, phase=Phase.MAIN) if self.flow.moves_next else self.view

    @property
    def proposal(self) -> Proposal:
        """The effect of the choice, cached until the position or the choice changes. Requires `can_choose`."""
        position = self.position
        if self._proposed is None or self._proposed[:2] != (position, self.selection):
            self._proposed = (position, self.selection, propose(position, self.selection))
        return self._proposed[2]

    def pick(self, slot: Slot) -> None:
        """Add a slot to the choice, or explain why it cannot be added."""
        self.message, self.cursor_moved = None, False
        if not self.can_choose:
            self.message = self._describe_wait()
            return
        try:
            self.selection, self._chooser = self._picked(slot), self.flow.viewer
        except IllegalActionError as fault:
            self.refuse(fault)

    def refuse(self, fault: IllegalActionError) -> None:
        """Show why an action is illegal."""
        self.message = fault.message

    def clear(self) -> None:
        """Clear the choice and the message."""
        self.selection, self.cursor_moved, self.message = NOTHING, False, None

    def adapt(self) -> None:
        """Adapt to a new position. An early choice keeps what is still possible. Any other choice is dropped."""
        before = self.selection if self.can_choose and self._chooser == self.flow.viewer else NOTHING
        self.clear()
        if before != NOTHING:
            self.selection, fault = still_possible(self.position, before)
            self.message = fault.message if fault else None

    def choose_next_payment(self) -> None:
        """Choose the next way to pay."""
        self.message = None
        if not self.can_choose:
            self.message = self._describe_wait()
        elif self.view.phase is not Phase.MAIN:
            self.message = N_("There is nothing to pay for now.")
        elif self.selection.card is None:
            self.message = N_("First choose a card to buy.")
        elif self.proposal.payments == 1:
            self.message = N_("There is only one way to pay for this card.")
        elif self.proposal.payments:  # otherwise the prompt says what is missing
            following = (self.selection.payment + 1) % self.proposal.payments
            self.selection = replace(self.selection, payment=following)

    @property
    def suggested(self) -> tuple[Action, ...]:
        """The actions that the hint suggests so far, best first. Empty unless the viewer is to move."""
        return tuple(choice.action for choice in self.hint.choices) if self.hint and self.flow.to_move else ()

    def update_hint(self, hint: HintRequest) -> None:
        """Update the hint. If the new hint omits the chosen suggestion, keep it in last place."""
        here, before = self.chosen_suggestion, self.hint
        self.hint = hint
        if here is not None and self.chosen_suggestion is None and before is not None and before.advice and hint.advice:
            others = hint.choices[: max(1, len(hint.choices) - 1)]
            extended = replace(hint.advice, choices=(*others, before.choices[here]))
            self.hint = replace(hint, advice=extended)
        if self.message == _HINT_COMES:
            self.message = None

    def choose_suggestion(self, place: int) -> None:
        """Choose the suggestion at this index."""
        self.message, self.cursor_moved = None, False
        if place < len(self.suggested):
            self.selection, self._chooser = selection_for(self.view, self.suggested[place]), self.flow.viewer

    def choose_next_suggestion(self) -> None:
        """Choose the suggestion after the current choice, or the best one."""
        here = self.chosen_suggestion
        self.choose_suggestion(0 if here is None else (here + 1) % len(self.suggested))

    @property
    def chosen_suggestion(self) -> int | None:
        """The index of the suggestion that matches the current choice, if any."""
        choices = (selection_for(self.view, action) for action in self.suggested)
        chosen = (place for place, choice in enumerate(choices) if choice == self.selection != NOTHING)
        return next(chosen, None)

    @property
    def confirm_chooses_suggestion(self) -> bool:
        """Whether confirming chooses the best suggestion. A forced pass is played at once."""
        chosen = self.selection != NOTHING or self.cursor_moved
        return bool(self.suggested) and not chosen and self.proposal.action is None

    def _picked(self, slot: Slot) -> Selection:
        view = self.position
        match slot:
            case NobleSlot(index) if view.phase is not Phase.CHOOSE_NOBLE:
                self.message = describe_noble(view, view.nobles[index])
                return self.selection
            case CardSlot() | ReservedSlot() if card_at(view, slot) is None:
                self.message = N_("There is no card here.")
                return NOTHING if self.selection.has_item else self.selection
            case _:
                return pick(view, self.selection, slot)

    # --- confirming ----------------------------------------------------------------------------------------------------

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming picks the slot under the cursor."""
        if not self.can_choose:
            return True  # `pick` explains why not
        chosen = self.selection
        if chosen.has_item or self.proposal.action is not None:
            return False
        if self.cursor_moved:
            return True
        if self.flow.moves_next:
            return False  # the key was probably meant to skip a computer's move
        return chosen == NOTHING and self.hint is None and self.position.phase is Phase.MAIN

    def confirm(self) -> Action | None:
        """Return the action to play, or None after setting a message."""
        proposal = self.proposal
        if proposal.action is not None:
            return self._on_turn(proposal.action)
        if proposal.fault is not None:
            missing = describe_missing(self.position, self.selection, proposal.fault)
            self.message = missing or proposal.fault.message
        elif self.confirm_chooses_suggestion:
            self.choose_suggestion(0)
        elif self.hint is not None:
            self.message = _HINT_COMES
        else:
            self._ask_again()
        return None

    def reserve(self) -> Action | None:
        """Return the chosen reservation to play, or None.

        If None, the choice becomes a reservation, or a message explains why that is impossible.
        """
        proposal = self.proposal
        if isinstance(proposal.action, Reserve | ReserveTop):
            return self._on_turn(proposal.action)
        self.message = None
        if proposal.reserve is not None:
            self.selection = replace(self.selection, reserving=True)
        elif proposal.reserve_fault is not None:
            self.refuse(proposal.reserve_fault)
        elif self.selection.card is not None:
            self.message = N_("This card is already reserved.")
        else:
            self.message = N_("Choose a card or a deck to reserve.")
            self._ask_again()
        return None

    def _on_turn(self, action: Action) -> Action | None:
        """Return the action on the viewer's turn. Before it, set a message and return None."""
        self.message = None
        if self.flow.moves_next:
            name = self.controller.names[self.controller.seat]
            self.message = N_("{name} is to move; confirm your choice when it is your turn.", name=name)
            return None
        return action

    def _ask_again(self) -> None:
        """Repeat the question when tokens must be returned or a noble chosen."""
        try:
            check_main_phase(self.position)
        except IllegalActionError as fault:
            self.refuse(fault)

    def _describe_wait(self) -> Message | None:
        """Explain which players move before the viewer. None if the prompt already does."""
        controller, following = self.controller, self.flow.next_human
        if controller.outcome is not None or not controller.bot_to_move or self.flow.shows_drawn_card:
            return None
        name = controller.names[controller.seat]
        if following is None:
            return N_("You are watching: only computers are left.")
        return N_("{name} is to move, then {next}.", name=name, next=controller.names[following])

    # --- undo ----------------------------------------------------------------------------------------------------------

    def undo_question(self, key: str) -> Message | None:
        """Return the question to ask before an undo that needs one. `key` is the label of the key that confirms it."""
        controller, steps = self.controller, self.flow.others_steps_to_undo
        if not steps:
            if controller.outcome is None or not controller.can_undo(self.flow.seat):
                return None
            return N_("The game is over. Undo the last turn? {key} again to confirm", key=key)
        names = list(dict.fromkeys(controller.names[step.seat] for step in steps))
        if isinstance(steps[0].action, Forfeit):
            return N_("{name} resigned. Undo that? {key} again to confirm", name=names[0], key=key)
        return N_("Undo the moves of {names}? {key} again to confirm", names=listed(names), key=key)

    def undo_report(self, before: Sequence[Step]) -> Message | None:
        """Name the players whose actions were undone, if there were several. `before` are the steps before the undo."""
        gone = before[self.controller.ply :]
        if not self.flow.to_move or len(gone) <= 1:
            return None
        names = dict.fromkeys(self.controller.names[step.seat] for step in gone)
        return N_("Undid the moves of {names}.", names=listed(list(names)))

    # --- display -------------------------------------------------------------------------------------------------------

    @property
    def current_search(self) -> Thinking | None:
        """The search that is running: for the hint, or for a computer's next action."""
        if self.hint is not None and self.hint.thinking is not None and not self.hint.complete:
            return self.hint.thinking
        return self.thinking

    def model(self) -> TableModel:
        """Return the table as the viewer sees it."""
        controller, view = self.controller, self.view
        choice = self._choice() if self.can_choose else None
        keys = keys_now(choice.view, self.labels) if choice else {}
        return TableModel(
            view=view,
            names=controller.names,
            kinds=self.kinds,
            changes=Changes.since(controller.steps, self.flow.viewer, view),
            keys=keys,
            chosen=self.selection.slot(choice.view) if choice else None,
            preview=player_after(choice.view, self.selection, choice.proposal) if choice else None,
            nobles_to_choose=choice.proposal.nobles if choice and len(choice.proposal.nobles) > 1 else (),
            log=controller.log,
            prompt=self._prompt(choice),
            offers=self._offers(choice),
            # While a drawn card is shown, the clock is paused and already shows the next player's time.
            clock=ShownClock.of(controller.clock, view)
            if controller.clock and not self.flow.shows_drawn_card
            else None,
            banner=self._banner(),
            open_reserves=self._reserves_open,
            drawn=self.flow.shows_drawn_card,
            over=controller.outcome is not None,
            hint=describe_hint(self.hint, view, controller.names, keys, self.chosen_suggestion) if self.hint else None,
            lit=frozenset(slots_of(view, self.suggested[0]))
            if self.suggested and self.selection == NOTHING
            else frozenset(),
            chances=tuple(map(percent, self.chances.values)) if self.chances and self.chances.view == view else (),
        )

    @property
    def _reserves_open(self) -> bool:
        """Whether face-up reservations stay visible: by the house option, or if no human could gain by seeing them."""
        if self.flow.humans and self.controller.outcome is None:
            return self.controller.options.open_reserves
        return self.open_hands

    def _banner(self) -> Message | None:
        """Return a permanent warning, if any."""
        if self.controller.not_saved or not self._is_saved:
            return N_("NOT SAVED")
        return N_("COMPUTERS PAUSED") if self.flow.single_step and self.controller.outcome is None else None

    def _choice(self) -> Choice:
        view = self.position
        return Choice(
            view,
            self.controller.names[view.seat],
            self.selection,
            self.proposal,
            self.labels,
            ahead=self.flow.moves_next,
            undo_is_free=self.controller.options.undo == "free",
            hinted=self.hint is not None,
        )

    def _hint_label(self) -> Message | None:
        """Return the label of the hint key. None if confirming or clearing has the same effect."""
        if self.hint is None:
            return N_("hint")
        if not self.suggested:
            return None if self.selection == NOTHING else N_("clear hint")
        if self.chosen_suggestion is not None:
            return N_("next suggestion")
        return None if self.confirm_chooses_suggestion else N_("choose the best")

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        if self.message is not None:
            drawn = self._waiting_prompt() if self.flow.shows_drawn_card else ()
            return (Phrase(self.message), *_beside_message(choice), *drawn)
        if choice is not None and not choice.ahead:
            return prompt(choice)
        return (*self._waiting_prompt(), *(prompt(choice) if choice else ()))

    def _waiting_prompt(self) -> tuple[Phrase, ...]:
        """Return the prompt while the viewer is not to move."""
        flow, controller, name = self.flow, self.controller, self.controller.names[self.controller.seat]
        if flow.shows_drawn_card and flow.viewer is not None:
            card = self.view.players[flow.viewer].reserved[-1].card
            drew = N_("{name}, you drew {card}; it is in your reserve.", name=controller.names[flow.viewer], card=card)
            on = N_("continue") if controller.bot_to_move else N_("pass to {name}", name=name)
            return Phrase(drew), Phrase(on, CONFIRM)
        if controller.outcome is not None:
            return Phrase(N_("The game is over.")), Phrase(N_("Standings"), CONFIRM)
        if flow.waits_for_step:
            return Phrase(N_("{name} waits.", name=name)), Phrase(N_("step"), STEP), Phrase(N_("continue"), HOLD)
        if controller.bot_to_move:
            words = describe_thinking(name, self.thinking) if self.thinking else N_("{name} is thinking…", name=name)
            return (Phrase(words),)
        return (Phrase(N_("It is {name}'s turn.", name=name)),)

    def _offers(self, choice: Choice | None) -> tuple[Offer, ...]:
        controller, pace = self.controller, pace_offers(self.flow)
        lasting = permanent_offers(
            can_undo=controller.can_undo(self.flow.seat),
            can_redo=controller.can_redo(),
            hint=self._hint_label() if choice else None,
        )
        others = (*choice_offers(choice), *lasting) if choice else lasting
        return (*self._first_offers(), *((*others, *pace) if self.flow.humans else (*pace, *others)))

    def _first_offers(self) -> Iterator[Offer]:
        """Yield the most useful commands."""
        if self.current_search is not None:
            yield Offer(ANSWER_NOW, N_("answer now"), primary=True)
        if self.confirm_chooses_suggestion:
            yield Offer(CONFIRM, N_("choose the best"), primary=True)
        if self.flow.shows_drawn_card:
            computer_moves = self.controller.bot_to_move
            yield Offer(CONFIRM, N_("continue") if computer_moves else N_("pass the keyboard"), primary=True)
        elif self.controller.outcome is not None:
            yield Offer(CONFIRM, N_("standings"), primary=True)
            yield Offer(CLEAR, N_("back"))


def _beside_message(choice: Choice | None) -> tuple[Phrase, ...]:
    """Return the effect of the confirm key, or else the keys of tokens to return, while a message replaces the prompt."""
    if choice is None or choice.ahead:
        return ()
    first = prompt(choice)[0]
    return (first,) if first.does == CONFIRM else tuple(keys_to_return(choice))
