"""The table where a player builds up a choice: keys and clicks for the player's session."""

from abc import abstractmethod

from textual.app import ComposeResult
from textual.events import Key

from splendor_tui.match.flow import Flow
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.prompt import RESERVE
from splendor_tui.presentation.selection import NOTHING, due_slots
from splendor_tui.presentation.table_model import (
    CardSlot,
    DeckSlot,
    NobleSlot,
    PileSlot,
    PlayerSlot,
    ReservedSlot,
    Slot,
    TableModel,
)
from splendor_tui.rules.actions import Action
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import Phase
from splendor_tui.tui.keys.key_hint import Hint, hint
from splendor_tui.tui.keys.keymap import key_label, slot_labels
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.widgets.board import Board, Direction
from splendor_tui.tui.widgets.canvas import SlotPicked
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.table import Table
from splendor_tui.words import N_, Message


class ChoosingScreen(GameScreen[None]):
    """Builds up a choice and confirms it; the subclass submits the action.

    A base class, not a helper: match, lesson and puzzle would each have to pass on its fifteen actions.
    """

    AUTO_FOCUS = "Board"  # any key ends its animation

    session: PlayerSession

    def __init__(self, flow: Flow) -> None:
        super().__init__()
        self.flow = flow
        self._explained: set[str] = set()
        """The dead keys that have been explained."""

    def compose(self) -> ComposeResult:
        """The rows of the table, from the top."""
        yield Table(self.model())

    @abstractmethod
    def play(self, action: Action) -> None:
        """Play an action."""

    # --- display ------------------------------------------------------------------------------------------------------

    @property
    def labels(self) -> dict[Slot, str]:
        """The key labels of the places of the table."""
        return slot_labels(self.services.settings, self.KEY_COMMANDS)

    def model(self) -> ScreenModel:
        """The table as the viewer sees it, with the current glyphs and keys."""
        model = self.session.model()
        return self.screen_model(model, tuple(hint(offer, self.key) for offer in model.offers))

    def screen_model(self, model: TableModel, hints: tuple[Hint, ...]) -> ScreenModel:
        """The table with these hints, drawn as the settings ask."""
        settings = self.services.settings
        return ScreenModel.of(
            model,
            hints=hints,
            glyphs=self.glyphs,
            jewels=self.game.jewels,
            layout=settings.layout,
            reserve_key=self.key(RESERVE),
            still=settings.bot_pace == 0,
            rules=settings.rules_pane,
        )

    def show(self) -> None:
        """Show the table, and update screens above this one that show it: the others move on below them."""
        model = self.model()
        self.table.model = model
        for screen in self.app.screen_stack:
            if isinstance(screen, GameScreen) and screen.is_whole:
                screen.match_changed(model)

    def settings_changed(self) -> None:
        """Redraw with the current settings."""
        self.session.labels = self.labels
        self.table.redraw(self.model())

    def tell(self, message: Message) -> None:
        """Show a message in the prompt line until the next key."""
        self.session.message = message
        self.show()

    @property
    def table(self) -> Table:
        """The table widget."""
        return self.query_one(Table)

    @property
    def board(self) -> Board:
        """The widget that the cursor moves over."""
        return self.table.board

    # --- choosing -----------------------------------------------------------------------------------------------------

    def pick(self, slot: Slot) -> None:
        """Choose this place, or inspect the player."""
        if isinstance(slot, PlayerSlot):
            self.inspect(slot.seat)
            return
        self.session.pick(slot)
        self.show()
        if slot in self.board.places():
            self.board.cursor = slot

    def pick_at_cursor(self) -> None:
        """Choose the item under the cursor; repeating the key picks again."""
        cursor_moved = self.session.cursor_moved
        self.pick(self.board.cursor)
        self.session.cursor_moved = cursor_moved

    def on_slot_confirmed(self) -> None:
        """A second click on the same thing confirms."""
        self.action_confirm()

    def action_confirm(self) -> None:
        """Perform the action in the prompt line; without a choice, choose what the cursor is on."""
        if self.session.picks_at_cursor:
            self.pick_at_cursor()
        elif (action := self.session.confirm()) is not None:
            self.play(action)
        else:
            self.show()

    def action_reserve(self) -> None:
        """Reserve the chosen card; without a choice, choose what the cursor is on."""
        if self.session.picks_at_cursor:
            self.pick_at_cursor()
        elif (action := self.session.reserve()) is not None:
            self.play(action)
        else:
            self.show()

    def on_slot_picked(self, message: SlotPicked) -> None:
        """A click chooses."""
        self.pick(message.slot)

    def on_key(self, event: Key) -> None:
        """Explain a dead key once: the player may have another keyboard."""
        keys = {event.key, event.key.lower()}  # capitals work like small letters
        if event.key in self._explained or not keys.isdisjoint(self.active_bindings):
            return
        self._explained.add(event.key)
        self.tell(
            N_(
                "{key} does nothing here; {help} shows the keys. They follow the {keyboard} keyboard; you can "
                "change this in the settings.",
                key=key_label(event.key),
                help=self.key("app.help"),
                keyboard=self.services.settings.keyboard,
            )
        )

    def action_card(self, level: int, column: int) -> None:
        """Choose a card of the grid."""
        self.pick(CardSlot(level, column))

    def action_deck(self, level: int) -> None:
        """Choose the top of a deck."""
        self.pick(DeckSlot(level))

    def action_pile(self, place: int) -> None:
        """Pick a gem; if nobles are offered, the noble of that number."""
        view = self.session.view
        if self.flow.to_move and view.phase is Phase.CHOOSE_NOBLE:
            due = due_slots(view)
            if place < len(due):
                self.pick(due[place])
            return
        self.pick(PileSlot(Colour(place)))

    def action_gold(self) -> None:
        """Pick a gold."""
        self.pick(PileSlot(None))

    def action_reserved(self, index: int) -> None:
        """Choose a reserved card."""
        self.pick(ReservedSlot(index))

    def action_noble(self, index: int) -> None:
        """Choose a noble by clicking its name in the prompt."""
        self.pick(NobleSlot(index))

    def action_cursor(self, direction: str) -> None:
        """Move the cursor; a card chosen under it is deselected."""
        board, session = self.board, self.session
        before = board.cursor
        board.move(Direction(direction))
        session.cursor_moved = session.cursor_moved or board.cursor != before
        chosen = session.selection.has_item
        if board.cursor != before and (chosen or session.message or session.suggested):
            if chosen:
                session.selection = NOTHING
            session.message = None
            self.show()

    def action_payment(self) -> None:
        """Show the next way to pay."""
        self.session.choose_next_payment()
        self.show()

    # --- other screens ------------------------------------------------------------------------------------------------

    def action_log(self) -> None:
        """Open the log."""
        from splendor_tui.tui.screens.log_screen import LogScreen

        self.app.push_screen(LogScreen(self.model().log))

    def action_copy_position(self) -> None:
        """Copy the position as the viewer sees it."""
        from splendor_tui.tui.screens.copied_screen import copied_position

        self.app.push_screen(copied_position(self.session.view))

    def action_inspect(self) -> None:
        """Inspect a player: the one under the cursor, else the one to move."""
        cursor = self.board.cursor
        self.inspect(cursor.seat if isinstance(cursor, PlayerSlot) else self.flow.controller.seat)

    def inspect(self, seat: int) -> None:
        """Inspect this player."""
        from splendor_tui.tui.screens.inspect_screen import InspectScreen

        model = self.session.model()
        self.app.push_screen(InspectScreen(model, seat))
