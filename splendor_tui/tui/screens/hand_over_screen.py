"""The curtain between two people: it hides the table until the next player is at the keyboard."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from splendor_tui.tui.keys.key_commands import Actions, bindings
from splendor_tui.tui.keys.table_commands import HAND_OVER
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import link, told
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.words import _


class HandOverScreen(GameScreen[None]):
    """Says whose turn it is and what has happened since that player's last one. `show` is called while it still hides all."""

    ABOUT = _("The table is hidden until the next player is at the keyboard.")
    ACTIONS: ClassVar[Actions] = HAND_OVER
    BINDINGS: ClassVar[list[BindingType]] = bindings(HAND_OVER)
    CSS_PATH = "hand_over_screen.tcss"
    SECRET: ClassVar[bool] = True
    DEAF_SECONDS: ClassVar[float] = 0.4
    """So long a second Enter of the player before opens nothing."""

    def __init__(self, name: str, news: Sequence[Content], show: Callable[[], None]) -> None:
        super().__init__()
        self._name = name
        self._news = news
        self._show = show
        self._deaf = True

    def compose(self) -> ComposeResult:
        """The name, the news, and how to go on."""
        with Vertical(classes="panel", id="curtain"):
            yield Static(told(_("Pass to {name}"), {"name": self._name}, self.glyphs), id="pass", markup=False)
            if self._news:
                yield Static(_("What has happened:"), classes="quiet", markup=False)
                yield Static(Content("\n").join(self._news), id="news")
            ready = _("{key} when you are ready").format(key=self.game.key_of(HAND_OVER)("hand-over.ready"))
            yield Static(link(ready, "screen.ready", theme.CAN), id="ready")

    def on_mount(self) -> None:
        """Nothing that was said to the player before is left."""
        self.app.clear_notifications()
        self.call_after_refresh(self.app.clear_notifications)  # what was still on its way
        self.set_timer(self.DEAF_SECONDS, self._listen)

    def _listen(self) -> None:
        self._deaf = False

    def action_ready(self) -> None:
        """Put the next player's table beneath, then take the curtain away."""
        if not self._deaf:
            self._show()
            self.dismiss(None)
