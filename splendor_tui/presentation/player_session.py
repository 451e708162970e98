"""A human's session at the table: their choice so far, and the hint."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from splendor_tui.match.hot_seat import HotSeat
from splendor_tui.match.log import Step
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.presentation.cycling import next_value
from splendor_tui.presentation.hint import HintRequest
from splendor_tui.presentation.prompt import describe_missing, describe_noble
from splendor_tui.presentation.selection import Proposal, check_main_phase, pick, propose, still_possible
from splendor_tui.presentation.table_model import CardSlot, NobleSlot, ReservedSlot, Slot, card_at, shown_kinds
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message, listed

HINT_COMES: Final = N_("The hint is on its way; then you can choose its best action.")


class Chances(NamedTuple):
    """Each seat's chance of winning, estimated from this view."""

    view: View
    values: Sequence[float]


class PlayerSession:
    """Builds a choice from keys and clicks. `table_for_player` shows it with the match.

    A choice belongs to the viewer who made it. It can be made while computers move, but confirmed only on the viewer's
    turn, so that nobody plays in a position that they have not seen.

    `labels` are the key labels of the table's slots. `engines` are the names that engines report, by seat. `message`
    stays in the prompt until the next key. `hint` is the one the player asked for; the screen drops or renews it.
    `cursor_moved` means that the cursor has moved since the last pick. `open_hands` shows reserved cards if no human
    could gain by seeing them. `thinking` is set during a computer's long search. `chances` are shown if they match the
    viewer's view.
    """

    def __init__(
        self,
        hot_seat: HotSeat,
        labels: Mapping[Slot, str],
        *,
        is_saved: bool,
        engines: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self.hot_seat = hot_seat
        self.controller = hot_seat.controller
        self.labels = labels
        kinds = [player.kind for player in self.controller.options.players]
        self.kinds = shown_kinds(self.controller.names, kinds, engines)
        """Each seat's kind, shown beside the name. None if there is nothing to show."""
        self.selection: Action | None = None
        """The action that the viewer is selecting, perhaps incomplete or illegal. None if nothing is picked."""
        self.cursor_moved = False
        self.message: Message | None = None
        self.hint: HintRequest | None = None
        self.open_hands = True
        self.thinking: Thinking | None = None
        self.chances: Chances | None = None
        self.is_saved = is_saved
        self._chooser: int | None = None
        """The viewer's seat when the choice was made."""

    # --- choosing ------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The table as the viewer sees it."""
        return self.controller.view_for(self.hot_seat.viewer)

    @property
    def can_choose(self) -> bool:
        """Whether the viewer may choose, on their turn or ahead of it."""
        return self.hot_seat.to_move or self.hot_seat.moves_next

    @property
    def position(self) -> View:
        """The view in which the viewer chooses. Ahead of their turn, it shows them as the player to move."""
        return self.view._replace(seat=self.hot_seat.seat, phase=Phase.MAIN) if self.hot_seat.moves_next else self.view

    @property
    def proposal(self) -> Proposal:
        """The effect of the choice. Requires `can_choose`."""
        return propose(self.position, self.selection)

    @property
    def has_item(self) -> bool:
        """Whether a card, deck or noble is picked."""
        return isinstance(self.selection, Buy | Reserve | ReserveTop | ChooseNoble)

    def pick(self, slot: Slot) -> None:
        """Add a slot to the choice, or explain why it cannot be added.

        Picking a gem again, after an explanation of why it cannot be doubled, puts it back.
        """
        before = self.message
        self.message, self.cursor_moved = None, False
        if not self.can_choose:
            self.message = self._describe_wait()
            return
        try:
            self.selection, self._chooser = self._picked(slot), self.hot_seat.viewer
        except IllegalActionError as fault:
            if fault.reason is Reason.TWO_ALIKE_NEED_FOUR and fault.message == before:
                self.selection = None
            else:
                self.message = fault.message

    def clear(self) -> None:
        """Clear the choice and the message."""
        self.selection, self.cursor_moved, self.message = None, False, None

    def adapt(self) -> None:
        """Adapt to a new position. An early choice keeps what is still possible. Any other choice is dropped."""
        before = self.selection if self.can_choose and self._chooser == self.hot_seat.viewer else None
        self.clear()
        if before is not None:
            self.selection, fault = still_possible(self.position, before)
            self.message = fault.message if fault else None

    def choose_next_payment(self) -> None:
        """Choose the next way to pay."""
        self.message = None
        if not self.can_choose:
            self.message = self._describe_wait()
        elif self.view.phase is not Phase.MAIN:
            self.message = N_("There is nothing to pay for now.")
        elif not isinstance(self.selection, Buy | Reserve):
            self.message = N_("First choose a card to buy.")
        elif len(payments := self.proposal.payments) == 1:
            self.message = N_("There is only one way to pay for this card.")
        elif payments:  # otherwise the prompt says what is missing
            self.selection = next_value(payments, self.selection, 1)

    def _picked(self, slot: Slot) -> Action | None:
        view = self.position
        match slot:
            case NobleSlot(index) if view.phase is not Phase.CHOOSE_NOBLE:
                self.message = describe_noble(view, view.nobles[index])
                return self.selection
            case CardSlot() | ReservedSlot() if card_at(view, slot) is None:
                self.message = N_("There is no card here.")
                return None if self.has_item else self.selection
            case _:
                return pick(view, self.selection, slot)

    # --- the hint ------------------------------------------------------------------------------------------------------

    @property
    def suggested(self) -> tuple[Action, ...]:
        """The actions that the hint suggests so far, best first. Empty unless the viewer is to move."""
        return tuple(choice.action for choice in self.hint.choices) if self.hint and self.hot_seat.to_move else ()

    def update_hint(self, hint: HintRequest) -> None:
        """Update the hint. If the new hint omits the chosen suggestion, keep it in last place."""
        place = self.chosen_suggestion
        chosen = self.hint.choices[place] if self.hint and place is not None else None
        self.hint = hint
        if chosen is not None and self.chosen_suggestion is None and hint.advice:
            others = hint.choices[: max(1, len(hint.choices) - 1)]
            self.hint = hint._replace(advice=hint.advice._replace(choices=(*others, chosen)))
        if self.message == HINT_COMES:
            self.message = None

    def choose_suggestion(self, place: int) -> None:
        """Choose the suggestion at this index."""
        self.message, self.cursor_moved = None, False
        if place < len(self.suggested):
            action = self.suggested[place]
            self.selection, self._chooser = None if action == Pass() else action, self.hot_seat.viewer

    def choose_next_suggestion(self) -> None:
        """Choose the suggestion after the current choice, or the best one."""
        here = self.chosen_suggestion
        self.choose_suggestion(0 if here is None else (here + 1) % len(self.suggested))

    @property
    def chosen_suggestion(self) -> int | None:
        """The index of the suggestion that matches the current choice, if any."""
        return self.suggested.index(self.selection) if self.selection in self.suggested else None

    @property
    def confirm_chooses_suggestion(self) -> bool:
        """Whether confirming chooses the best suggestion. A forced pass is played at once."""
        chosen = self.selection is not None or self.cursor_moved
        return bool(self.suggested) and not chosen and self.proposal.action is None

    @property
    def current_search(self) -> Thinking | None:
        """The search that is running: for the hint, or for a computer's next action."""
        return (self.hint and self.hint.search) or self.thinking

    # --- confirming ----------------------------------------------------------------------------------------------------

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming picks the slot under the cursor."""
        if not self.can_choose:
            return True  # `pick` explains why not
        if self.has_item or self.proposal.action is not None:
            return False
        if self.cursor_moved:
            return True
        if self.hot_seat.moves_next:
            return False  # the key was probably meant to skip a computer's move
        return self.selection is None and self.hint is None and self.position.phase is Phase.MAIN

    def confirm(self) -> Action | None:
        """The action to play, or None after setting a message or choosing the first suggestion."""
        proposal = self.proposal
        if proposal.action is not None:
            return self._on_turn(proposal.action)
        if proposal.fault is not None:
            missing = describe_missing(self.position, self.selection, proposal.fault)
            self.message = missing or proposal.fault.message
        elif self.confirm_chooses_suggestion:
            self.choose_suggestion(0)
        elif self.hint is not None:
            self.message = HINT_COMES
        else:
            self._ask_again()
        return None

    def reserve(self) -> Action | None:
        """The chosen reservation to play, or None.

        If None, the choice becomes a reservation, or a message explains why that is impossible.
        """
        proposal = self.proposal
        if isinstance(proposal.action, Reserve | ReserveTop):
            return self._on_turn(proposal.action)
        self.message = None
        if proposal.reserve is not None:
            self.selection = proposal.reserve
        elif proposal.reserve_fault is not None:
            self.message = proposal.reserve_fault.message
        elif isinstance(self.selection, Buy):
            self.message = N_("This card is already reserved.")
        else:
            self.message = N_("Choose a card or a deck to reserve.")
            self._ask_again()
        return None

    def _on_turn(self, action: Action) -> Action | None:
        """The action on the viewer's turn. Before it, set a message and return None."""
        self.message = None
        if self.hot_seat.moves_next:
            name = self.controller.names[self.controller.seat]
            self.message = N_("{name} is to move; confirm your choice when it is your turn.", name=name)
            return None
        return action

    def _ask_again(self) -> None:
        """Repeat the question when tokens must be returned or a noble chosen."""
        try:
            check_main_phase(self.position)
        except IllegalActionError as fault:
            self.message = fault.message

    def _describe_wait(self) -> Message | None:
        """Name the player to move and the next human. None if the prompt already explains the wait."""
        controller, following = self.controller, self.hot_seat.next_human
        if controller.outcome is not None or not controller.bot_to_move or self.hot_seat.shows_drawn_card:
            return None
        name = controller.names[controller.seat]
        if following is None:
            left = N_("You are watching: only computers are left.")
            return left if self.hot_seat.humans else N_("You are watching: only computers play.")
        return N_("{name} is to move, then {next}.", name=name, next=controller.names[following])

    # --- undo ----------------------------------------------------------------------------------------------------------

    def undo_question(self) -> Message | None:
        """The question to ask before an undo that needs one."""
        controller, steps = self.controller, self.hot_seat.others_steps_to_undo
        if not steps:
            if controller.outcome is None or not controller.can_undo(self.hot_seat.seat):
                return None
            return N_("The game is over. Undo the last turn?")
        names = list(dict.fromkeys(controller.names[step.seat] for step in steps))
        if isinstance(steps[0].action, Forfeit):
            return N_("{name} resigned. Undo that?", name=names[0])
        return N_("Undo the moves of {names}?", names=listed(names))

    def undo_report(self, before: Sequence[Step]) -> Message | None:
        """Name the players whose actions were undone. None for one action. `before` are the steps before the undo."""
        gone = before[self.controller.ply :]
        if not self.hot_seat.to_move or len(gone) <= 1:
            return None
        names = dict.fromkeys(self.controller.names[step.seat] for step in gone)
        return N_("Undid the moves of {names}.", names=listed(list(names)))
