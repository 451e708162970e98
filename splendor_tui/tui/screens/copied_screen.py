"""Copies text to the clipboard and shows it, because terminals do not confirm the copy."""

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import ClassVar, Final

from textual.content import Content
from textual.geometry import Size

from splendor_tui.match.match_lifecycle import command_line
from splendor_tui.presentation.commands import IN_COPIED_RESULT, IN_COPY, PICTURE, Command
from splendor_tui.rules.legality import Position
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import State
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import wrap_text
from splendor_tui.tui.screens.pages import TextScreen
from splendor_tui.words import N_, Message

MAX_BYTES: Final = 55_000
"""Longer text is not copied: xterm and tmux drop sequences of more than about 75,000 characters."""
_SELECT_IT: Final = N_("If you cannot paste it, select it here; most terminals need Shift for that.")


class CopiedScreen(TextScreen):
    """Copies text to the clipboard and shows it. `about` describes the text. `otherwise` describes another way to get it.

    The detail `command` of `otherwise` becomes the command line with these `words`.
    """

    ABOUT = N_("The text sent to the clipboard through your terminal.")
    HEADING = N_("Copy")
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = IN_COPY
    STOPS_CLOCK = False  # copying must not stop the clock

    def __init__(self, text: str, about: Message, otherwise: Message, words: Sequence[str] = ()) -> None:
        super().__init__()
        self._text = text
        self._about = about
        self._otherwise = otherwise
        self._words = words
        self._fits = len(text.encode()) <= MAX_BYTES

    def on_mount(self) -> None:
        """Send the text to the clipboard."""
        if self._fits:
            self.app.copy_to_clipboard(self._text)

    def paint(self, size: Size) -> Content:
        """The description, the alternative, and the text."""
        sent = N_("Sent to the clipboard.") if self._fits else N_("Too long for the clipboard.")
        command = command_line(self.services, *self._words, plain=False)
        above = [self._about, sent, self._otherwise.filled_in(command=command)]
        width = max(1, size.width - 1)
        about = [row for one in above for row in wrap_text(Content.styled(self.glyphs.write(one), theme.QUIET), width)]
        # Only break at spaces, so that a position can be selected row by row.
        rows = [fill(line, width, break_on_hyphens=False) for line in self._text.splitlines()]
        return Content.assemble(Content("\n").join(about), "\n\n", Content("\n".join(rows)))


class CopiedResultScreen(CopiedScreen):
    """Copies the result of a game. The screen below, which shows the game or its row, can save the picture from here."""

    KEY_COMMANDS = IN_COPIED_RESULT

    def action_picture(self) -> None:
        """Close this screen, and save the picture."""
        self.dismiss()
        self.app.call_later(self.app.run_action, PICTURE.action)


def copied_position(position: Position) -> CopiedScreen:
    """A screen that copies a position."""
    about = N_("This is the position as you see it.")
    if isinstance(position, State):
        about = N_("This is the full position, including the decks.")
    return CopiedScreen(format_position(position), about, _SELECT_IT)


def copied_standings(lines: Iterable[Message]) -> CopiedScreen:
    """A screen that copies the standings of a series or tournament."""
    return CopiedScreen("\n".join(map(str, lines)), N_("These are the standings."), _SELECT_IT)


def copied_result(lines: Iterable[Message], game_id: str | None) -> CopiedResultScreen:
    """A screen that copies the result of a finished game. `game_id` is its id, or None if it is not saved."""
    otherwise, words = N_("If you cannot paste it, `{command}` prints it."), ("export", game_id or "GAME", "--text")
    return CopiedResultScreen("\n".join(map(str, lines)), N_("This is the result of the game."), otherwise, words)


def copied_record(text: str, game_id: str | None) -> CopiedScreen:
    """A screen that copies the record of a game, which must be over. `game_id` is its id, or None if it is not saved."""
    otherwise, words = (
        N_("If you cannot paste it, `{command}` writes it to a file."),
        ("export", game_id or "GAME", "FILE"),
    )
    return CopiedScreen(text, N_("This is the full record of the game."), otherwise, words)
