"""Screens for the engines of a match: waiting until they are ready, and choosing a level to replace one."""

from collections.abc import Callable, Mapping
from functools import partial

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size

from splendor_tui.bots.levels import LEVELS, get_level
from splendor_tui.bots.player import Bot
from splendor_tui.engines.engine_process import EngineError
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_players import await_engines, dismiss
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.tui.keys.key_command import BACK, READ, WALK
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import page, wrapped
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import TextPage, row_hints, row_page
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row
from splendor_tui.words import N_, Message


class EnginesScreen(BaseScreen[None]):
    """Waits for the engines of these computer players. Calls `begin` when all are ready, or `refuse` if one fails.

    `waiting` names the engines. Neither `begin` nor `refuse` is called while another screen covers this one. Closing
    the screen early ends the engines.
    """

    ABOUT = N_("An engine in this game is getting ready. The game starts once it is ready; going back cancels it.")
    KEY_COMMANDS = READ

    def __init__(
        self,
        waiting: Message,
        computers: Mapping[str, Bot],
        options: GameOptions,
        begin: Callable[[], object],
        refuse: Callable[[EngineError], object],
    ) -> None:
        super().__init__()
        self._waiting = waiting
        self._computers = computers
        self._options = options
        self._begin = begin
        self._refuse = refuse
        self._ready: bool | EngineError = False
        """True if all engines are ready, or the error if one failed."""
        self._has_begun = False

    def on_mount(self) -> None:
        """Start waiting."""
        self._wait()

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TextPage(self, N_("New game"), self._paint)

    def _paint(self, size: Size) -> Content:
        """The names of the engines."""
        return page([(), *wrapped(self.glyphs.write(self._waiting), size.width, theme.PLAIN)])

    @work
    async def _wait(self) -> None:
        try:
            await in_background(partial(await_engines, self._computers, self._options, self.services.catalogue))
        except EngineError as error:
            self._ready = error
        else:
            self._ready = True
        self._go_on()

    def on_screen_resume(self) -> None:
        """Continue if the engines became ready while another screen covered this one."""
        self._go_on()

    def _go_on(self) -> None:
        if not self._ready or not self.is_active:
            return
        if isinstance(self._ready, EngineError):
            self._refuse(self._ready)
            self.dismiss()
        else:
            self._has_begun = True
            self._begin()

    def on_unmount(self) -> None:
        """End the engines of a match that has not begun."""
        if not self._has_begun:
            dismiss(self._computers.values())


class StandInScreen(BaseScreen[str | None]):
    """Returns the level that replaces an engine, or None if the player goes back. `problem` names engine and reason."""

    ABOUT = N_("An engine in this game is not running. Choose a level to play in its place.")
    KEY_COMMANDS = (*WALK, BACK)
    CSS_PATH = "row_page.tcss"

    def __init__(self, problem: Message) -> None:
        super().__init__()
        self._problem = problem

    def compose(self) -> ComposeResult:
        """Compose the levels, and how the highlighted one plays."""
        rows = ChoiceList(
            lambda: [Row(level, get_level(level).name) for level in LEVELS], self.dismiss, single_click=False
        )
        yield from row_page(self, N_("Who takes over?"), rows, self._about, lambda: row_hints(self, rows))

    def _about(self, row_id: str) -> Content:
        """Describe the engine, how the level plays, and how to restore the engine."""
        back = N_("Add the engine to the settings, in the table {table}, and it will play again.", table="[engines]")
        return Content("\n\n".join(map(self.glyphs.write, (self._problem, get_level(row_id).description, back))))
