"""An activity at a table: what it shows, the commands that it offers, and the effects that a front end must run.

A front end paints `model`, passes commands to `do`, and runs the effect. It decides nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from splendor_tui.inputs.choices import next_value
from splendor_tui.inputs.house_rules import GAME_RULES, MatchRules
from splendor_tui.match.clock import Clock
from splendor_tui.match.log import LogLine, Step
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.prompt import Choice, choice_offers, describe_missing, describe_noble, prompt, reminder
from splendor_tui.presentation.selection import (
    Proposal,
    check_main_phase,
    keys_now,
    pick,
    picked_slot,
    player_after,
    propose,
    still_possible,
)
from splendor_tui.presentation.table_model import (
    CardSlot,
    Changes,
    NobleSlot,
    Offer,
    Phrase,
    ReservedSlot,
    Slot,
    TableModel,
    card_at,
    slot_keys,
)
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Reserve, ReserveTop
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.legality import Position
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message


class Show(NamedTuple):
    """Show the table again, and report the problem, if any."""

    problem: Message | None = None


class Think(NamedTuple):
    """Await some slow work, whose result is the next effect. It replaces the work of the same `group`.

    A front end without a table prints `waiting`.
    """

    work: Callable[[], Coroutine[Any, Any, "Effect"]]
    group: str = "thinking"
    waiting: Message | None = None


class Open(NamedTuple):
    """Open something else, such as another task or the menu. Report the problem, if any."""

    target: object
    problem: Message | None = None


class Proceed(NamedTuple):
    """The position has changed: stop the work for the old one, run the effect of `Activity.proceed`, and report the problem.

    If it `interrupts`, close the screens above the table, because no command of theirs changed the position.
    """

    problem: Message | None = None
    interrupts: bool = False


class Leave(NamedTuple):
    """Leave the activity."""


Effect: TypeAlias = Show | Think | Open | Proceed | Leave


class Activity(ABC):
    """Builds a choice from keys and clicks, shows its effect on the table, and runs commands.

    A choice belongs to the viewer who made it. It can be made while computers move, but confirmed only on the viewer's
    turn, so that nobody plays in a position that they have not seen.

    The front end sets `labels`, the key labels of the table's slots, `key`, which returns the key label of a command, and
    `changed`, which is called when the table changes without a command. `message` stays in the prompt until the next key.
    `cursor_moved` means that the cursor has moved since the last pick. `is_thinking` means that the result of a command is
    still being computed; the prompt is then `waiting`.
    """

    waiting: Message

    def __init__(self) -> None:
        self.labels: Mapping[Slot, str] = slot_keys("qwerty")
        self.key: Callable[[Command], str] = str
        self.changed: Callable[[], object] = lambda: None
        self.selection: Action | None = None
        """The action that the viewer is selecting, perhaps incomplete or illegal. None if nothing is picked."""
        self.cursor_moved = False
        self.message: Message | None = None
        self.is_thinking = False
        self._chooser: int | None = None
        """The viewer's seat when the choice was made."""

    # --- the table -----------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def view(self) -> View:
        """The table as the viewer sees it."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""

    @property
    def steps(self) -> Sequence[Step]:
        """All actions so far, with the viewer's views before and after them."""
        return ()

    @property
    def log(self) -> Sequence[LogLine]:
        """The log of the game, if any."""
        return ()

    @property
    def clock(self) -> Clock | None:
        """The clock of the match, if any."""
        return None

    @property
    def can_choose(self) -> bool:
        """Whether the viewer may choose, on their turn or ahead of it."""
        return True

    @property
    def chooses_ahead(self) -> bool:
        """Whether the viewer chooses before computers have moved."""
        return False

    @property
    def rules(self) -> MatchRules:
        """The rules of the game."""
        rules = {name: getattr(self.view.options, name) for name in GAME_RULES}
        return MatchRules(open_reserves=self.reserves_rule is not False, **rules)

    @property
    def reserves_rule(self) -> bool | None:
        """The house rule `open_reserves`, or None if it is unknown."""
        return None

    @property
    def undo_is_free(self) -> bool:
        """Whether an action that reveals a card can be undone without a mark."""
        return True

    @property
    def suggested(self) -> tuple[Action, ...]:
        """The actions that a hint suggests, best first."""
        return ()

    @property
    def exact_position(self) -> Position:
        """The position to copy."""
        return self.view

    @property
    def unavailable(self) -> Collection[Command]:
        """The commands that can do nothing now. Help and palette omit them."""
        return ()

    @property
    def pace(self) -> float:
        """The delay before a computer's move, in seconds. Without a delay, changes are not animated."""
        return 0.0

    @property
    def turn(self) -> object:
        """Identifies whom and what the keys are for. A key that is held while it changes does not act."""
        return self.view.ply

    @property
    def spotlight(self) -> Slot | None:
        """The slot to which the cursor moves after a change, if any."""
        return None

    @property
    def position(self) -> View:
        """The view in which the viewer chooses. Ahead of their turn, it shows them as the player to move."""
        view = self.view
        if not self.chooses_ahead:
            return view
        assert view.viewer is not None
        return view._replace(seat=view.viewer, phase=Phase.MAIN)

    @property
    def choice(self) -> Choice | None:
        """The choice so far, and its effect. None if the viewer may not choose."""
        if not self.can_choose:
            return None
        view = self.position
        return Choice(
            view,
            self.names[view.seat],
            self.selection,
            self.proposal,
            self.labels,
            ahead=self.chooses_ahead,
            undo_is_free=self.undo_is_free,
        )

    def model(self) -> TableModel:
        """The table with the choice, the prompt and the commands on offer."""
        view, choice = self.view, self.choice
        return TableModel(
            view=view,
            names=self.names,
            kinds=(None,) * len(self.names),
            changes=Changes.since(self.steps, view.viewer, view),
            keys=keys_now(choice.view, self.labels) if choice else {},
            chosen=picked_slot(choice.view, self.selection) if choice else None,
            preview=player_after(choice.view, self.selection, choice.proposal) if choice else None,
            nobles_to_choose=choice.proposal.nobles if choice and len(choice.proposal.nobles) > 1 else (),
            log=tuple(self.log),
            prompt=self._prompt(choice),
            offers=tuple(self._offers(choice)),
            reserves_rule=self.reserves_rule,
            over=view.phase is Phase.OVER,
        )

    def _prompt(self, choice: Choice | None) -> tuple[Phrase, ...]:
        """The message with the effect of the confirm key, otherwise the effect of the choice."""
        if self.is_thinking:
            return (Phrase(self.waiting),)
        if self.message is not None:
            return (Phrase(self.message), *_beside_message(choice))
        return prompt(choice) if choice else ()

    def _offers(self, choice: Choice | None) -> Iterator[Offer]:
        """Yield the available commands, most useful first."""
        if choice is not None:
            yield from choice_offers(choice)

    # --- choosing ------------------------------------------------------------------------------------------------------

    @property
    def proposal(self) -> Proposal:
        """The effect of the choice. Requires `can_choose`."""
        # Not cached: comparing the position with the cached one takes as long as computing this, about 10 µs.
        return propose(self.position, self.selection)

    @property
    def has_item(self) -> bool:
        """Whether a card, deck or noble is picked."""
        return isinstance(self.selection, Buy | Reserve | ReserveTop | ChooseNoble)

    def select(self, action: Action | None) -> None:
        """Choose an action for the viewer."""
        self.selection, self._chooser = action, self.view.viewer

    def pick(self, slot: Slot) -> None:
        """Add a slot to the choice, or explain why it cannot be added.

        Picking a gem again, after an explanation of why it cannot be doubled, puts it back.
        """
        before = self.message
        self.message, self.cursor_moved = None, False
        if not self.can_choose:
            self.message = self.why_not_choose()
            return
        try:
            self.select(self._picked(slot))
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
        before = self.selection if self.can_choose and self._chooser == self.view.viewer else None
        self.clear()
        if before is not None:
            self.selection, fault = still_possible(self.position, before)
            self.message = fault.message if fault else None

    def choose_next_payment(self) -> None:
        """Choose the next way to pay."""
        self.message = None
        if not self.can_choose:
            self.message = self.why_not_choose()
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

    def why_not_choose(self) -> Message | None:
        """Explain why the viewer may not choose. None if the prompt already does."""
        return None

    # --- commands ------------------------------------------------------------------------------------------------------

    def do(self, command: Command) -> Effect:
        """Run a command. Commands that the activity does not know only show the table again."""
        match command:
            case commands.CONFIRM:
                return self._play_chosen(self.confirm())
            case commands.RESERVE:
                return self._play_chosen(self.reserve())
            case commands.PAYMENT:
                self.choose_next_payment()
            case commands.CLEAR_OR_LEAVE if self._clear_leaves:
                return Leave()
            case commands.CLEAR | commands.CLEAR_OR_LEAVE:
                self.clear()
        return Show()

    @property
    def _clear_leaves(self) -> bool:
        """Whether there is neither a choice nor a message to clear."""
        return self.is_thinking or (self.selection is None and self.message is None)

    def _think(self, work: Callable[[], Coroutine[Any, Any, Effect]], waiting: Message | None = None) -> Think:
        """Do some work. It publishes its result in one step, so that the table never shows half of it."""

        async def think() -> Effect:
            effect = await work()
            self.is_thinking = False
            return effect

        self.is_thinking = True
        return Think(think, waiting=waiting)

    def play(self, action: Action) -> Effect:  # noqa: ARG002 - nothing can be chosen here
        """Play an action. Without choices, explain why there are none. Raises IllegalActionError."""
        self.message = self.why_not_choose()
        return Show()

    def proceed(self) -> Effect:
        """Let the next player move."""
        return Show()

    def background(self) -> Iterable[Think]:
        """The slow work that this position needs, once. A front end that can update the table runs it."""
        return ()

    def saving_report(self) -> Message | None:
        """Why the player's progress is not saved, or that it is again, once."""
        return None

    def _play_chosen(self, action: Action | None) -> Effect:
        return Show() if action is None else self.play(action)

    # --- confirming ----------------------------------------------------------------------------------------------------

    @property
    def picks_at_cursor(self) -> bool:
        """Whether confirming picks the slot under the cursor."""
        if not self.can_choose:
            return True  # `pick` explains why not
        is_at_cursor = self.cursor_moved or self._picks_first
        return is_at_cursor and not self.has_item and self.proposal.action is None

    @property
    def _picks_first(self) -> bool:
        """Whether confirming picks the slot under a cursor that has not moved."""
        return self.selection is None and self.position.phase is Phase.MAIN

    def confirm(self) -> Action | None:
        """The action to play. None after setting a message instead."""
        proposal = self.proposal
        if proposal.action is not None:
            return self._on_turn(proposal.action)
        if proposal.fault is not None:
            missing = describe_missing(self.position, self.selection, proposal.fault)
            self.message = missing or proposal.fault.message
        else:
            self._confirm_nothing()
        return None

    def _confirm_nothing(self) -> None:
        """Respond to the confirm key if nothing is chosen."""
        self._ask_again()

    def reserve(self) -> Action | None:
        """The chosen reservation to play, or None.

        If None, the choice becomes a reservation, or a message explains why that is impossible.
        """
        if not self.can_choose:
            self.message = self.why_not_choose()
            return None
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
        if self.chooses_ahead:
            name = self.names[self.view.seat]
            self.message = N_("{name} is to move; confirm your choice when it is your turn.", name=name)
            return None
        return action

    def _ask_again(self) -> None:
        """Repeat the question when tokens must be returned or a noble chosen."""
        try:
            check_main_phase(self.position)
        except IllegalActionError as fault:
            self.message = fault.message


def _beside_message(choice: Choice | None) -> tuple[Phrase, ...]:
    """The phrases beside a message: the effect of the confirm key, or else the tokens to return."""
    if choice is None or choice.ahead:
        return ()
    first = prompt(choice)[0]
    return (first,) if first.does == commands.CONFIRM else tuple(reminder(choice))
