"""The base class of all screens of the game."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.events import Key, ScreenResume
from textual.geometry import Offset, Region, Size
from textual.messages import Update
from textual.screen import Screen

from splendor_tui.match.services import Services
from splendor_tui.presentation.commands import HELP, Command, Commands
from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.keys.commands_by_screen import bindings
from splendor_tui.tui.keys.key_hint import Hint, other_key, press
from splendor_tui.tui.keys.key_press import names_of
from splendor_tui.tui.keys.keyboard_presets import key_label, keys_of
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.widgets.base_widgets import Part, Scroller
from splendor_tui.tui.widgets.text_field import Field
from splendor_tui.words import N_, Message

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp

ResultT = TypeVar("ResultT")


class BaseScreen(Screen[ResultT]):
    """A screen with key commands and a description.

    `KEY_COMMANDS` determines its bindings, key hints, palette and help. `ABOUT` describes the screen at the top of
    the help. The palette never opens above `SECRET` screens, such as the hand-over screen. A screen above a
    match pauses it, unless `STOPS_CLOCK` is false because players may use the screen while they think.
    """

    AUTO_FOCUS = ""  # the screen handles the keys; only text fields take the focus
    KEY_COMMANDS: ClassVar[Commands] = ()
    ABOUT: Message
    SECRET: ClassVar[bool] = False
    STOPS_CLOCK: ClassVar[bool] = True
    OWN_GAME: ClassVar[bool] = False
    """Whether the screen shows a game of its own, also on the screens that it opens."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Bind the keys of this class's commands."""
        if "KEY_COMMANDS" in cls.__dict__:
            cls.BINDINGS = bindings(cls.KEY_COMMANDS)
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        super().__init__()
        self._unused_keys: set[str] = set()
        """Keys without a command that have already been explained."""
        self._opens = False
        """Whether the first frame is being drawn."""
        self._drawn_at = 0.0
        """When the first frame was drawn, on the clock of events."""

    @property
    def is_timed(self) -> bool:
        """Whether this is the table of a match with a clock."""
        return False

    @property
    def program(self) -> "SplendorApp":
        """The app, for what only ours has."""
        return cast("SplendorApp", self.app)

    @property
    def services(self) -> Services:
        """The program's services."""
        return self.program.services

    @property
    def glyphs(self) -> Glyphs:
        """The current glyphs."""
        return self.program.glyphs

    # --- keys ----------------------------------------------------------------------------------------------------------

    def key(self, command: Command) -> str:
        """The key label of a command, even while another screen covers this one."""
        return self.program.key_of(self.KEY_COMMANDS)(command)

    def is_key_of(self, command: Command, event: Key) -> bool:
        """Whether this key runs the command."""
        keys = keys_of(self.services.settings, (command,))[command.id].split(",")
        return not set(keys).isdisjoint(names_of(event))

    def hint(self, command: Command, label: Message | None = None, *, primary: bool = False) -> Hint:
        """The hint for a command. `label` describes its current effect."""
        return Hint(self.key(command), label or command.label, command.action, primary)

    def confirming_hint(self, command: Command, label: Message) -> Hint:
        """The hint to press a command's key again. A double click on its own hint cannot hit this one."""
        return press(keys_of(self.services.settings, (command,))[command.id].split(",")[0], label, primary=True)

    def hint_of_pair(self, one: Command, other: Command, label: Message) -> Hint:
        """One hint for two opposite commands.

        A click on the first key runs `one`, a click on the rest of the hint runs `other`.
        """
        return Hint(self.key(other), label, other.action, opposite=(self.key(one), one.action))

    def explain_unused(self, event: Key) -> None:
        """Explain once that a key has no command, unless it was meant for a text field."""
        known = event.key in self._unused_keys or event.key in self.active_bindings
        if not (known or isinstance(self.focused, Field)):
            self._unused_keys.add(event.key)
            self.show_message(self.explain_key(event))

    def explain_key(self, event: Key) -> Message:
        """Say that a key has no command."""
        return N_("{key} does nothing here; {help} shows the keys.", key=key_label(event.key), help=self.key(HELP))

    def show_message(self, message: Message) -> None:
        """Show a message for a few seconds."""
        self.program.answer(message)

    @property
    def place_to_read(self) -> Offset:
        """The place of the selected row, if any. A screen reader follows the terminal's cursor there."""
        with suppress(NoMatches):
            return self.query_one(Scroller).selected
        return Offset()

    def action_move(self, by: int) -> None:
        """Move down by this many rows, or up if negative."""
        self.query_one(Scroller).move(by)

    def action_page(self, pages: int) -> None:
        """Move down by this many screens, or up if negative."""
        self.query_one(Scroller).page(pages)

    def action_jump(self, place: int) -> None:
        """Move to the first row, or to the last for -1."""
        self.query_one(Scroller).jump(place)

    def action_turn(self, by: int) -> None:
        """Change the value of the highlighted row."""
        self.query_one(Scroller).turn(by)

    def action_choose(self) -> None:
        """Run the action of the highlighted row."""
        self.query_one(Scroller).choose()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ignore keys that arrive too early, or while another screen covers this one."""
        is_listening = self.is_mounted and self.is_active
        return is_listening and super().check_action(action, parameters)

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Close this screen, unless another one covers it, which Textual would close instead."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_compose(self) -> None:
        """Style the first frame for the window's size, which Textual would only do later."""
        app, size = self.app, self.app.size
        axes = (size.width, app.HORIZONTAL_BREAKPOINTS), (size.height, app.VERTICAL_BREAKPOINTS)
        reached = ([name for least, name in sorted(breakpoints or ()) if least <= cells] for cells, breakpoints in axes)
        self.add_class(*(names[-1] for names in reached if names))

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Run Textual's own handler, but do not style every widget again when the screen opens, nor draw it again afterwards.

        From Python 3.12 on, Textual runs new tasks at once, so widgets exist before the style sheet of their screen is read.
        """
        if not hasattr(asyncio, "eager_task_factory"):
            event.refresh_styles = event.refresh_styles and self.stack_updates > 0
        event.prevent_default()
        self._opens = self.outer_size != self.app.size
        super()._on_screen_resume(event)
        if self._opens:
            self._opens = False
            self._drawn_at = ScreenResume().time
            for widget in self._compositor.visible_widgets:
                widget._repaint_required = False  # noqa: SLF001 - all of them have just been drawn

    async def _on_update(self, message: Update) -> None:
        """Ignore a widget that was to be drawn before the first frame, which shows it."""
        if message.time < self._drawn_at:
            message.prevent_default()

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Draw only what a new layout changes, in the first frame and once Textual has mounted the widgets."""
        repaint = repaint and not layout and not self._opens
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def _screen_resized(self, size: Size) -> None:  # noqa: ARG002 - may be an earlier size
        """Lay out at the window's size, unless that is done.

        Textual also reports each layout as a resize. It would draw every first frame twice, and alternate forever between two
        sizes that it hears of at once.
        """
        if (window := self.app.size) != self.outer_size:
            self.program.forget_picture()  # a frame of the earlier size may have been written into this window
            super()._screen_resized(window)

    @property
    def is_complete(self) -> bool:
        """Whether the screen is complete: neither opening nor closing."""
        return self.is_mounted and self.display

    def on_unmount(self) -> None:
        """Collect this screen's widgets, also from a cache in which Textual would keep the strips of a thousand."""
        # No public call clears that cache: https://github.com/Textualize/textual/issues/6665
        StylesCache.get_inner_outer.cache_clear()
        self.program.collect_soon()

    def after_refresh(self, call: Callable[[], object]) -> None:
        """Call a function after the next layout, unless the screen has closed by then."""

        def unless_closed() -> None:
            if self in self.app.screen_stack:
                call()

        self.call_after_refresh(unless_closed)

    def unavailable_commands(self) -> Collection[Command]:
        """The commands that are not available now. Help and palette omit them."""
        return ()

    def commands_now(self) -> Commands:
        """The commands that are available now, as palette and help show them."""
        unavailable = self.unavailable_commands()
        return tuple(command for command in self.KEY_COMMANDS if command not in unavailable)

    def quit_warning(self) -> Message | None:
        """Describe what would be lost by quitting now. None if nothing would."""
        return None

    def farewell(self) -> Message | None:
        """What to print after the player has quit, if anything."""
        return None

    def match_changed(self, model: TableModel) -> None:
        """Update the screen after a change of the match below it. Only called while the screen is complete."""

    def show(self) -> None:
        """Redraw all parts."""
        for part in self.query(Part):
            part.redraw()

    def _on_part_changed(self, event: Part.Changed) -> None:
        self.part_changed(event.part)

    def part_changed(self, part: Part) -> None:
        """Redraw all parts except the changed one."""
        for other in self.query(Part):
            if other is not part:
                other.redraw()

    def settings_changed(self) -> None:
        """Redraw with the current settings, keys, glyphs and language. Called on every complete screen."""
        self.show()

    # --- a question before a deletion, which any other key or click cancels -----------------------------------------------

    def deletion_to_confirm(self) -> Command | None:
        """The command whose key confirms a deletion, while the player is asked for it."""
        return None

    def cancel_deletion(self) -> None:
        """Delete nothing, and stop asking."""

    def deletion_hints(self) -> tuple[Hint, ...]:
        """The hints to confirm and to cancel, while the player is asked."""
        command = self.deletion_to_confirm()
        return (self.confirming_hint(command, N_("delete it")), other_key(N_("keep it"))) if command else ()

    def on_key(self, event: Key) -> None:
        """Cancel the deletion on any key but its own."""
        command = self.deletion_to_confirm()
        if command is not None and not self.is_key_of(command, event):
            event.stop()
            event.prevent_default()
            self.cancel_deletion()

    def on_click(self) -> None:
        """Cancel the deletion on a click in another row. Clicks on key hints do not get here."""
        if self.deletion_to_confirm() is not None and not self.program.clicked_again:
            self.cancel_deletion()
