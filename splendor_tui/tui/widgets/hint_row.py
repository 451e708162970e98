"""A row of key hints, to read or to click."""

from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import Final

from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import link
from splendor_tui.tui.widgets.part import Part
from splendor_tui.tui.widgets.screen_model import ScreenModel

BETWEEN: Final = 3
CLOSER: Final = 2
POINTER_SECONDS: Final = 10.0
"""Hints stay in place for this long after the last pointer movement."""


class HintRow(Part):
    """The available keys with their labels. Hints that do not fit are omitted.

    `hints` is called for each frame. The first hint and the last `lasting` hints are the last to be omitted. While
    the pointer moves over the row, hints do not move, as a second click must not hit another command. A hint
    that disappears leaves a gap, and new hints are added at the end. If a hint would be cut or omitted for this, the
    row is laid out again.
    """

    DEFAULT_CSS = """
    HintRow {
        height: 1;
    }
    """

    def __init__(self, hints: Callable[[], Sequence[Hint]], lasting: int = 2) -> None:
        super().__init__()
        self._lasting = lasting
        self._hints = hints
        self._pointed = -inf
        self.places: dict[str, Region] = {}
        """The place of each hint in the row, by its action, from the left. Removed hints leave gaps."""

    def render(self) -> Content:
        """Render the row."""
        hints, cells = self._hints(), self.size.width
        self._add(hints, cells)
        if monotonic() - self._pointed > POINTER_SECONDS or not self._has_room(hints, cells):
            self.places = self._laid_out(hints, cells)
        row = Content()
        for x, end, hint in self._shown(hints, cells):
            row += Content(" " * (x - row.cell_length)) + hint_words(hint).truncate(end - x, ellipsis=True)
        return row + Content(" " * (cells - row.cell_length))

    def on_mouse_move(self) -> None:
        """Keep the hints in place while the pointer is over the row."""
        self._pointed = monotonic()

    def on_leave(self) -> None:
        """Lay out the hints again."""
        self._pointed = -inf
        self.refresh()

    def on_resize(self) -> None:
        """Lay out the hints again."""
        self._pointed = -inf

    def fitting(self, hints: Sequence[Hint], cells: int) -> tuple[Sequence[Hint], int]:
        """Return the hints that fit, and the gap between them."""
        return fitting(hints, cells, lasting=self._lasting)

    def _shown(self, hints: Sequence[Hint], cells: int) -> Sequence[tuple[int, int, Hint]]:
        """Return where each hint in the row starts, and where its space ends."""
        now = {hint.action: hint for hint in hints}
        shown = [(place.x, now[action]) for action, place in self.places.items() if action in now]
        ends = [*(x - CLOSER for x, _hint in shown[1:]), cells][: len(shown)]
        return [(x, end, hint) for (x, hint), end in zip(shown, ends, strict=True)]

    def _has_room(self, hints: Sequence[Hint], cells: int) -> bool:
        """Whether the current places show every hint that fits into the row, uncut."""
        shown = self._shown(hints, cells)
        return all(x + _cells(hint) <= end for x, end, hint in shown) and len(shown) >= len(
            self.fitting(hints, cells)[0]
        )

    def _laid_out(self, hints: Sequence[Hint], cells: int) -> dict[str, Region]:
        shown, between = self.fitting(hints, cells)
        x = (cells - _length(shown, between)) // 2 if self.styles.text_align == "center" else 0
        places = {}
        for hint in shown:
            places[hint.action] = Region(x, 0, _cells(hint), 1)
            x = places[hint.action].right + between
        return places

    def _add(self, hints: Sequence[Hint], cells: int) -> None:
        """Add the new hints that fit after the others."""
        for hint in hints:
            end = max((place.right + CLOSER for place in self.places.values()), default=0)
            if hint.action not in self.places and end + _cells(hint) <= cells:
                self.places[hint.action] = Region(end, 0, _cells(hint), 1)


class TableHints(HintRow):
    """The key hints of a table, in order of importance."""

    model: reactive[ScreenModel | None] = reactive(None, layout=False, repaint=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__(lambda: self.model.hints if self.model else ())
        self.set_reactive(TableHints.model, model)

    def watch_model(self, before: ScreenModel | None, model: ScreenModel) -> None:
        """Redraw changed hints."""
        if before is None or before.hints != model.hints:
            self.refresh()

    def fitting(self, hints: Sequence[Hint], cells: int) -> tuple[Sequence[Hint], int]:
        """Return the hints that fit. A short hint may fit even if a longer, more important one does not."""
        shown: list[Hint] = []
        for hint in hints:
            if _length([*shown, hint], CLOSER) <= cells:
                shown.append(hint)
        return shown, CLOSER


def hint_words(hint: Hint) -> Content:
    """Return a key and its label. A click on either runs the command."""
    key_ink, ink = (theme.CAN, theme.STRONG) if hint.primary else (theme.TITLE, theme.QUIET)
    key, action = hint.opposite or ("", "")
    opposite = [link(f"{key} ", action, key_ink)] if key else []
    words = link(f"{hint.key}", hint.action, key_ink), link(f" {hint.label}", hint.action, ink)
    return Content.assemble(*opposite, *words)


def fitting(hints: Sequence[Hint], cells: int, between: int = BETWEEN, lasting: int = 2) -> tuple[Sequence[Hint], int]:
    """Return the hints that fit into this many cells, and the gap between them.

    The gap shrinks before any hint is omitted. The first hint (the most useful) and the last ones (leave and help)
    are the last to be omitted.
    """
    shown = list(hints)
    if _length(shown, between) > cells:
        between = min(between, CLOSER)
    while len(shown) > 1 and _length(shown, between) > cells:
        del shown[max(1, len(shown) - lasting - 1)]
    return shown, between


def hints_content(hints: Sequence[Hint], cells: int, between: int = BETWEEN) -> Content:
    """Return the hints that fit, for use inside another text."""
    shown, between = fitting(hints, cells, between)
    return Content(" " * between).join(map(hint_words, shown))


def _length(hints: Sequence[Hint], between: int) -> int:
    return sum(_cells(hint) + between for hint in hints) - between


def _cells(hint: Hint) -> int:
    return hint_words(hint).cell_length
