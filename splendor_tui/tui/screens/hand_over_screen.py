"""The hand-over screen, which hides the table until the next player is at the keyboard."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from splendor_tui.presentation.commands import AT_HAND_OVER, HELP, QUIT, READY, UNDO, Command
from splendor_tui.presentation.match_session import UNDO_AGAIN
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import balanced, draw_message, link, wrap_text, write_scores
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.words import N_, Message

_NEWS_CELLS: Final = 54
MAX_NEWS: Final = 11


class HandOverScreen(BaseScreen[None]):
    """Names the next player, and lists the events since their last turn, if any.

    `do` runs a command of the match, given by its id. `can_undo` means that an action can be undone, after a
    `question` if it is not the previous player's. `form` is the title of the form that agreed to hide the table only while
    someone holds a secret card, if so. `score` is that of the series, if any.
    """

    ABOUT = N_("The table is hidden until the next player is ready.")
    KEY_COMMANDS = AT_HAND_OVER
    CSS_PATH = "hand_over_screen.tcss"
    SECRET = True

    def __init__(
        self,
        name: str,
        news: Sequence[Message],
        do: Callable[[str], object],
        *,
        can_undo: bool,
        question: Message | None = None,
        form: Message | None = None,
        score: Message | None = None,
    ) -> None:
        super().__init__()
        self._form = form
        self._name = name
        self._news = news
        self._do = do
        self._can_undo = can_undo
        self._question = question
        self._is_asked = False
        self._score = score

    def compose(self) -> ComposeResult:
        """Compose the name, the news, and how to continue."""
        with Vertical(classes="panel", id="notice"):
            yield Text(lambda: draw_message(N_("Pass to {name}", name=self._name), self.glyphs, theme.TITLE), "pass")
            if self._form is not None:
                yield Text(self._why, "while-secret", "quiet")
            if self._score is not None:
                yield Text(self._score_rows, "score", "quiet")
            if self._news:
                yield Text(lambda: N_("What happened:"), "before", "quiet")
                yield Text(self._latest_news, "news")
            yield Text(self._ready, "ready")
            yield KeyRow(self._hints)

    def on_mount(self) -> None:
        """Remove the notifications for the previous player."""
        self.app.clear_notifications()
        self.call_after_refresh(self.app.clear_notifications)  # including those that are still being animated

    def _why(self) -> Content:
        why = N_("Hidden between turns while someone has a secret card.")
        where = N_("Change this in {screen}: {row}.", screen=self._form, row=N_("Hand-over"))
        return balanced(Content(self.glyphs.write(why) + "\n" + self.glyphs.write(where)), _NEWS_CELLS)

    def _ready(self) -> Content:
        """The question, if it was asked, and the key that shows the table."""
        ready = link(str(N_("{key} when you are ready", key=self.key(READY))), READY.action, theme.CAN)
        if not self._is_asked:
            return ready
        again = link(f" {self.key(UNDO)} {UNDO_AGAIN} ", UNDO.action, theme.ALERT)
        return Content("\n").join([draw_message(self._question or UNDO_AGAIN, self.glyphs), again, ready])

    def _score_rows(self) -> Content:
        return balanced(Content(write_scores(self._score, self.glyphs) if self._score else ""), _NEWS_CELLS)

    def _hints(self) -> Sequence[Hint]:
        _ready, *others = self.commands_now()
        return [self.hint(command) for command in (*others, HELP, QUIT)]

    def unavailable_commands(self) -> Collection[Command]:
        """The undo command if there is nothing to undo."""
        return () if self._can_undo else (UNDO,)

    def _latest_news(self) -> Content:
        """As many rows as fit, latest last. An ellipsis replaces the earliest."""
        rows = [row for line in self._news for row in wrap_text(draw_message(line, self.glyphs), _NEWS_CELLS)]
        if len(rows) > MAX_NEWS:
            rows = [Content(self.glyphs.ellipsis), *rows[1 - MAX_NEWS :]]
        return Content("\n").join(rows)

    def action_do(self, command_id: str) -> None:
        """Run a command of the match. `READY` draws the next player's table under this screen, then closes it."""
        if command_id == UNDO.id and not self._can_undo:
            self.program.answer(N_("Nothing can be undone here. Open the table first."))
            return
        if command_id == UNDO.id and self._question is not None and not self._is_asked:
            self._is_asked = True
            self.show()
            return
        self._do(command_id)
        if command_id == READY.id:
            self.dismiss(None)
