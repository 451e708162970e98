"""A row of keys with their effects, to read or to click."""

from collections.abc import Callable, Sequence
from typing import Final

from textual.content import Content

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import link
from splendor_tui.tui.widgets.part import Part

BETWEEN: Final = 3
CLOSER: Final = 2


class HintRow(Part):
    """The available keys with their labels; those that do not fit are omitted.

    `hints` is called for each frame.
    """

    DEFAULT_CSS = """
    HintRow {
        height: 1;
    }
    """

    def __init__(self, hints: Callable[[], Sequence[Hint]]) -> None:
        super().__init__()
        self._hints = hints

    def render(self) -> Content:
        """Draw the row."""
        return hints_content(self._hints(), self.size.width)


def hint_words(hint: Hint) -> Content:
    """A key and its label; a click on either runs its command."""
    key_ink, ink = (theme.CAN, theme.STRONG) if hint.primary else (theme.TITLE, theme.QUIET)
    return Content.assemble(link(f"{hint.key}", hint.action, key_ink), link(f" {hint.words}", hint.action, ink))


def hints_content(hints: Sequence[Hint], cells: int, between: int = BETWEEN) -> Content:
    """The hints in a row of at most this many cells; the gaps shrink before any hint is omitted.

    The first (the most useful) and the last (the way out, or the help) stay longest.
    """
    words = [hint_words(hint) for hint in hints]
    if _length(words, between) > cells:
        between = min(between, CLOSER)
    while len(words) > 1 and _length(words, between) > cells:
        del words[-2 if len(words) > 2 else -1]
    return Content(" " * between).join(words)


def _length(words: Sequence[Content], between: int) -> int:
    return sum(one.cell_length + between for one in words) - between
