"""The base class of all tables: it paints an activity, passes keys and clicks to it, and runs its effects."""

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from itertools import takewhile
from typing import Final

from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Offset

from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity, Effect, Leave, Open, Proceed, Think
from splendor_tui.presentation.commands import Command, Commands
from splendor_tui.presentation.selection import due_slots
from splendor_tui.presentation.table_model import NobleSlot, PileSlot, PlayerSlot, Slot, TableModel
from splendor_tui.rules.state import Phase
from splendor_tui.tui.keys.commands_by_screen import SLOT_IDS, command_of
from splendor_tui.tui.keys.keyboard_presets import key_label, slot_labels
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.board import Board, Table
from splendor_tui.tui.widgets.cursor import Direction
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import SlotPicked
from splendor_tui.words import N_, Message

_OF_THE_POSITION: Final = ("computer", "pondering")
"""The work that stops when the position changes."""


class ActivityScreen(BaseScreen[None]):
    """Paints the table of an activity, passes commands to it, and runs their effects."""

    AUTO_FOCUS = "Board"  # so that any key ends its animation
    OWN_GAME = True

    def __init__(self, session: Activity) -> None:
        super().__init__()
        self.session = session
        self._turn: object = None
        """What the keys were for at the last effect."""

    def compose(self) -> ComposeResult:
        """Compose the table."""
        self.begin(self.session)
        yield Table(self.model(), self.look)

    def on_mount(self) -> None:
        """Begin, or continue where the activity was left. Textual calls the same method of a subclass before this one."""
        self.run(Proceed())

    def begin(self, session: Activity) -> None:
        """Show this activity from now on."""
        self.session = session
        session.labels, session.key = self.labels, self.key
        session.changed = partial(self.call_later, self.show)

    # --- commands and effects -----------------------------------------------------------------------------------------

    def action_do(self, command_id: str) -> None:
        """Run a command of the activity."""
        self.run(self.session.do(command_of(command_id)))

    def run(self, effect: Effect) -> None:
        """Run an effect. A key that is held while the turn changes does not act in the new one."""
        match effect:
            case Leave():
                self.leave()
                return
            case Think():
                self._start(effect)
            case Open(target):
                self.open(target)
            case Proceed():
                for group in _OF_THE_POSITION:
                    self.workers.cancel_group(self, group)
                if effect.interrupts:
                    self.program.close_above(self)
                self.run(self.session.proceed())
                self._point_out()
        if self._turn != self.session.turn:
            self._turn = self.session.turn
            self.program.wait_for_pause()
        if not isinstance(effect, Proceed):
            self.show()
        if not isinstance(effect, Think) and effect.problem is not None:
            self.program.say(effect.problem, wrong=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only leaving while the result of a command is computed. The other keys are disabled then, not unknown."""
        is_disabled = self.session.is_thinking and parameters != (commands.CLEAR_OR_LEAVE.id,)
        return None if is_disabled else super().check_action(action, parameters)

    def leave(self) -> None:
        """Leave the activity."""
        self.dismiss()

    def open(self, target: object) -> None:
        """Open something else: here a player's possessions, in subclasses what their activities open."""
        if isinstance(target, PlayerSlot):
            self.inspect(target.seat)

    def _start(self, effect: Think) -> None:
        # No coroutine yet: Python warns about one whose worker is cancelled before it begins.
        work: Callable[[], Awaitable[None]] = partial(self._finish, effect)
        self.run_worker(work, group=effect.group, exclusive=True)

    async def _finish(self, effect: Think) -> None:
        """Do slow work, then run its result."""
        self.run(await effect.work())
        self._point_out()

    def _point_out(self) -> None:
        """Move the cursor to the slot that the player should look at. It stands out more than a highlight."""
        if (slot := self.session.spotlight) is not None:
            self.board.cursor = slot

    # --- display ------------------------------------------------------------------------------------------------------

    @property
    def labels(self) -> dict[Slot, str]:
        """The key labels of the table's slots."""
        return slot_labels(self.services.settings, self.KEY_COMMANDS)

    def model(self) -> TableModel:
        """The table as the viewer sees it."""
        return self.session.model()

    @property
    def look(self) -> Look:
        """The look of the table, according to the settings."""
        settings, jewels = self.services.settings, self.program.jewels
        still = self.session.pace == 0
        return Look(self.glyphs, jewels, settings.layout, rules=settings.rules_pane, still=still, key=self.key)

    def show(self) -> None:
        """Update the table and the screens above it, and report once whether everything is saved."""
        for work in self.session.background():
            self._start(work)
        model, look = self.model(), self.look
        if look != self.table.look:
            self.table.redraw(model, look)
        self.table.model = model
        self.show_above(model)
        self.report_saving()

    def report_saving(self) -> None:
        """Report once if something is not saved, and once that it is again."""
        if report := self.session.saving_report():
            self.program.say(report, wrong=True)

    def unavailable_commands(self) -> Collection[Command]:
        """The commands that can do nothing now."""
        return self.session.unavailable

    def commands_now(self) -> Commands:
        """The commands that can do something now, described by their current effects."""
        offers = {offer.command: offer.current for offer in self.session.model().offers}
        return tuple(offers.get(command, command) for command in super().commands_now())

    def show_above(self, model: TableModel) -> None:
        """Update the screens above the table that show the match, up to one with another game."""
        stack = [screen for screen in self.app.screen_stack if isinstance(screen, BaseScreen)]
        above = stack[stack.index(self) + 1 :] if self in stack else []  # it may have closed
        for screen in takewhile(lambda one: not one.OWN_GAME, above):
            if screen.is_complete:
                screen.match_changed(model)

    def on_screen_suspend(self) -> None:
        """Drop the message, unless a `SECRET` screen opens: under a hand-over screen, it is for the next player."""
        above = self.app.screen
        is_for_next_player = isinstance(above, BaseScreen) and above.SECRET
        if self.session.message is not None and self in self.app.screen_stack and not is_for_next_player:
            self.session.message = None
            self.show()

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        self.session.labels = self.labels
        for work in self.session.background():
            self._start(work)
        self.table.redraw(self.model(), self.look)

    def show_message(self, message: Message) -> None:
        """Show a message in the prompt line until the next key."""
        self.session.message = message
        self.show()

    @property
    def table(self) -> Table:
        """The table widget."""
        return self.query_one(Table)

    @property
    def board(self) -> Board:
        """The board, on which the cursor moves."""
        return self.table.board

    # --- choosing -----------------------------------------------------------------------------------------------------

    def pick(self, slot: Slot) -> None:
        """Pick a slot, or inspect the player there."""
        if isinstance(slot, PlayerSlot):
            self.inspect(slot.seat)
            return
        self.session.pick(slot)
        self.show()
        if self.board.place_of(slot) is not None:
            self.board.cursor = slot

    def on_slot_confirmed(self) -> None:
        """Confirm the choice on a second click."""
        self.action_confirm()

    def action_confirm(self) -> None:
        """Perform the action in the prompt line. If nothing is chosen, pick the slot under the cursor."""
        self._perform(commands.CONFIRM)

    def action_reserve(self) -> None:
        """Reserve the chosen card. If nothing is chosen, pick the slot under the cursor."""
        self._perform(commands.RESERVE)

    def _perform(self, command: Command) -> None:
        if self.session.picks_at_cursor:
            cursor_moved = self.session.cursor_moved
            self.pick(self.board.cursor)
            self.session.cursor_moved = cursor_moved  # so that the same key picks the slot again
        else:
            self.action_do(command.id)

    def on_slot_picked(self, message: SlotPicked) -> None:
        """Pick the clicked slot, unless an earlier click has opened another screen."""
        if self.is_active:
            self.pick(message.slot)

    def explain_key(self, event: Key) -> Message:
        """Say that a key has no command. The player may have a different keyboard layout."""
        if not (event.character or "").isalpha():
            return super().explain_key(event)
        return N_(
            "{key} does nothing here; {help} shows the keys. They follow the {keyboard} keyboard; you can "
            "change this in the settings.",
            key=key_label(event.key),
            help=self.key(commands.HELP),
            keyboard=self.services.settings.keyboard,
        )

    def action_slot(self, command_id: str) -> None:
        """Pick the slot with this key. To choose a noble, the player presses the gem with its number."""
        slot = next(slot for slot, slot_id in SLOT_IDS.items() if slot_id == command_id)
        session, view = self.session, self.session.view
        chooses_noble = session.can_choose and not session.chooses_ahead and view.phase is Phase.CHOOSE_NOBLE
        if chooses_noble and isinstance(slot, PileSlot) and slot.colour is not None:
            due = due_slots(view)
            if slot.colour < len(due):
                self.pick(due[slot.colour])
        else:
            self.pick(slot)

    def action_noble(self, index: int) -> None:
        """Choose a noble whose name was clicked in the prompt."""
        self.pick(NobleSlot(index))

    @property
    def place_to_read(self) -> Offset:
        """The place of the slot under the cursor."""
        place = self.board.place_of(self.board.cursor)
        return place.offset if place else Offset()

    def action_cursor(self, direction: str) -> None:
        """Move the cursor. The chosen card, deck or noble is deselected."""
        board, session = self.board, self.session
        before = board.cursor
        board.move(Direction(direction))
        session.cursor_moved = session.cursor_moved or board.cursor != before
        chosen = session.has_item
        if board.cursor != before and (chosen or session.message or session.suggested):
            if chosen:
                session.selection = None
            session.message = None
            self.show()

    # --- other screens ------------------------------------------------------------------------------------------------

    def action_log(self) -> None:
        """Open the log."""
        from splendor_tui.tui.screens.log_screen import LogScreen

        model = self.model()
        self.app.push_screen(LogScreen(model.log, model))

    def action_copy_position(self) -> None:
        """Copy the position as the viewer sees it."""
        from splendor_tui.tui.screens.copied_screen import copied_position

        self.app.push_screen(copied_position(self.session.exact_position))

    def action_copy_record(self) -> None:
        """Copy the record of a finished game."""
        self.action_do(commands.COPY_RECORD.id)

    def action_share(self) -> None:
        """Copy the result of a finished game."""
        self.action_do(commands.SHARE.id)

    def action_picture(self) -> None:
        """Save a picture of a finished game."""
        self.action_do(commands.PICTURE.id)

    def action_inspect(self) -> None:
        """Inspect the player under the cursor, otherwise the player to move."""
        cursor = self.board.cursor
        self.inspect(cursor.seat if isinstance(cursor, PlayerSlot) else self.session.view.seat)

    def inspect(self, seat: int) -> None:
        """Inspect a player."""
        from splendor_tui.tui.screens.inspect_screen import InspectScreen

        self.app.push_screen(InspectScreen(self.session.model(), seat))
