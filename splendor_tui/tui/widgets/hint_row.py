"""A row of key hints, to read or to click."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from textual import on
from textual.content import Content
from textual.events import Leave, MouseDown, Resize
from textual.geometry import NULL_REGION, Region
from textual.reactive import reactive
from textual.timer import Timer

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import link
from splendor_tui.tui.widgets.part import Part
from splendor_tui.tui.widgets.screen_model import ScreenModel, no_model

BETWEEN: Final = 3
DOUBLE_CLICK_SECONDS: Final = 0.5
CLOSER: Final = 2


class HintRow(Part):
    """The available keys with their labels. Hints that do not fit are omitted.

    `hints` is called for each frame. The first hint and the last `lasting` hints are the last to be omitted. A clicked
    hint keeps its place until the pointer leaves the row or a key is pressed, so that a second click cannot hit another
    command. The other hints make room for it. If the click removes the hint, its place stays empty just long enough for
    a double click.
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
        self._held: dict[str, Region] = {}
        """The place of the hint that was clicked, if any."""
        self._holds_gap = False
        """Whether a hint's place stays empty if the click on it has removed it."""
        self._gap_timer: Timer | None = None
        self.places: dict[str, Region] = {}
        """The place of each hint in the row, by its action."""

    def render(self) -> Content:
        """Render the row."""
        cells = self.size.width
        hints, between = self.fitting(self._hints(), cells)
        if not self._holds_gap and not any(hint.action in self._held for hint in hints):
            self._held = {}
        self.places = self._laid_out(hints, between, self._held)
        if any(place.right > cells for place in self.places.values()):
            self.places = self._laid_out(hints, between, {})
        row = Content()
        for hint in sorted(hints, key=lambda hint: self.places[hint.action].x):
            row = row.pad_right(self.places[hint.action].x - row.cell_length) + hint_words(hint)
        return row.truncate(cells, ellipsis=True, pad=True)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Hold the clicked hint in its place."""
        here = event.get_content_offset_capture(self)
        self._held = {action: place for action, place in self.places.items() if place.contains_point(here)}
        self._holds_gap = True
        if self._gap_timer is not None:
            self._gap_timer.stop()
        self._gap_timer = self.set_timer(DOUBLE_CLICK_SECONDS, self._fill_gap)

    def _fill_gap(self) -> None:
        self._holds_gap = False
        self.refresh()

    @on(Leave)
    @on(Resize)
    def release_hint(self) -> None:
        """Lay out the hints again, in their usual places."""
        if self._held:
            self._held = {}
            self.refresh()

    def fitting(self, hints: Sequence[Hint], cells: int) -> tuple[Sequence[Hint], int]:
        """Return the hints that fit, and the gap between them."""
        return fitting(hints, cells, lasting=self._lasting)

    def _laid_out(self, hints: Sequence[Hint], between: int, held: Mapping[str, Region]) -> dict[str, Region]:
        """Return the places of the hints from the left, in their order, around the `held` place."""
        x = (self.size.width - _length(hints, between)) // 2 if self.styles.text_align == "center" else 0
        widths = {hint.action: _cells(hint) for hint in hints}
        places = {action: Region(place.x, 0, widths.get(action, place.width), 1) for action, place in held.items()}
        taken = next(iter(places.values()), NULL_REGION)
        for action, width in widths.items():
            if action in held or (x < taken.right and taken.x < x + width + between):
                x = max(x, taken.right + between)
            if action not in held:
                places[action] = Region(x, 0, width, 1)
                x += width + between
        return places


class TableHints(HintRow):
    """The key hints of a table, in order of importance."""

    model: reactive[ScreenModel] = reactive(no_model, layout=False, repaint=False)

    def __init__(self, model: ScreenModel) -> None:
        super().__init__(lambda: self.model.hints)
        self.set_reactive(TableHints.model, model)

    def watch_model(self, before: ScreenModel, model: ScreenModel) -> None:
        """Redraw changed hints."""
        if before.hints != model.hints:
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
