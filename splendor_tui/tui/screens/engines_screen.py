"""Screens for the engines of a match: waiting until they are ready, and choosing a level to replace one."""

from collections.abc import Callable
from typing import Final

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size

from splendor_tui.bots.levels import LEVELS, get_level
from splendor_tui.match.background import in_background
from splendor_tui.match.computer_players import EngineNotNamedError, UnavailableEngineError
from splendor_tui.presentation.commands import BACK, WALK
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import page, wrapped
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import TextScreen, row_hints, row_page
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row
from splendor_tui.words import N_, Message

START_AGAIN: Final = "start-again"
"""The choice to start an engine again, instead of replacing it."""


class EnginesScreen(TextScreen):
    """Waits for the engines of a match, until `prepare` returns. Then calls `begin`, or `refuse` if an engine failed.

    `waiting` names the engines. Neither `begin` nor `refuse` is called while another screen covers this one. If the match
    does not begin, `cancel` is called when the screen closes.
    """

    ABOUT = N_("An engine in this game is getting ready. The game starts once it is ready; going back cancels it.")
    HEADING = N_("Getting ready")

    def __init__(
        self,
        waiting: Message,
        prepare: Callable[[], object],
        begin: Callable[[], object],
        refuse: Callable[[UnavailableEngineError], object],
        cancel: Callable[[], object],
    ) -> None:
        super().__init__()
        self._waiting = waiting
        self._prepare = prepare
        self._begin = begin
        self._refuse = refuse
        self._cancel = cancel
        self._ready: bool | UnavailableEngineError = False
        """True if all engines are ready, or the error if one failed."""
        self._has_ended = False
        """Whether the match has begun or been cancelled."""

    def on_mount(self) -> None:
        """Start waiting."""
        self._wait()

    def paint(self, size: Size) -> Content:
        """The names of the engines."""
        return page([(), *wrapped(self.glyphs.write(self._waiting), size.width, theme.PLAIN)])

    @work
    async def _wait(self) -> None:
        try:
            await in_background(self._prepare)
        except UnavailableEngineError as error:
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
        if isinstance(self._ready, UnavailableEngineError):
            self._end()
            self.dismiss()
            self._refuse(self._ready)
        else:
            self._has_ended = True
            self._begin()

    def on_unmount(self) -> None:
        """End the engines of a match that has not begun."""
        self._end()

    def _end(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            self._cancel()


class StandInScreen(BaseScreen[str | None]):
    """Asks how to continue without an engine. Returns a level, START_AGAIN, or None if the player goes back."""

    ABOUT = N_("An engine in this game is not running. Start it again, or choose a level to play in its place.")
    KEY_COMMANDS = (*WALK, BACK)
    CSS_PATH = "row_page.tcss"
    DEFAULT_CLASSES = "row-page"

    def __init__(self, problem: UnavailableEngineError) -> None:
        super().__init__()
        self._problem = problem
        self._can_start = not isinstance(problem, EngineNotNamedError)

    def compose(self) -> ComposeResult:
        """Compose the choices, and what the highlighted one means."""
        again = [Row(START_AGAIN, N_("Start it again"))] if self._can_start else []
        rows = ChoiceList(
            lambda: [*again, *(Row(level, get_level(level).name) for level in LEVELS)], self.dismiss, single_click=False
        )
        yield from row_page(self, N_("Who takes over?"), rows, self._about, lambda: row_hints(self, rows))

    def _about(self, row_id: str) -> Content:
        """Describe the problem and the choice, and how to restore an engine that is not in the settings."""
        about = [self._problem.message]
        if row_id != START_AGAIN:
            about.append(get_level(row_id).description)
        if not self._can_start:
            about.append(
                N_("Add the engine to the settings, in the table {table}, and it will play again.", table="[engines]")
            )
        return Content("\n\n".join(map(self.glyphs.write, about)))
