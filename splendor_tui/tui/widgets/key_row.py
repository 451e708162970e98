"""A row of key hints, to read or to click."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len
from textual import on
from textual.content import Content
from textual.events import Click, Leave, MouseMove, Resize
from textual.geometry import Region
from textual.reactive import reactive

from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.table_model import TableModel
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.keys.key_hint import hint as hint_of
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import link
from splendor_tui.tui.widgets.base_widgets import Part
from splendor_tui.tui.widgets.model_widget import Look, no_model

_BETWEEN: Final = 3
_CLOSER: Final = 2
_MAX_GAP: Final = 24
"""The largest gap in place of hints that have gone."""


class KeyRow(Part):
    """The available keys with their labels. Hints that do not fit are omitted.

    `hints` is called for each frame. The first hint and the last `lasting` hints are the last to be omitted. When the
    hints change, the one under the pointer keeps its place, or the next one if it is gone, if the row then still fits:
    there is a wider gap before it, or a centred row starts elsewhere. A key ends this. A double click runs its command
    twice only if the hint is unchanged.
    """

    def __init__(self, hints: Callable[[], Sequence[Hint]], lasting: int = 2) -> None:
        super().__init__()
        self._lasting = lasting
        self._hints = hints
        self._clicked: Hint | None = None
        """The hint that was clicked, if any."""
        self._pointer: int | None = None
        """The column of the pointer. None if it is elsewhere, or if a key was pressed since it moved."""
        self.places: dict[str, Region] = {}
        """The place of each hint in the row, by its action."""
        self._shown: Sequence[Hint] = ()

    def render(self) -> Content:
        """Render the row."""
        hints, between = self.fitting(self._hints(), self.size.width)
        gaps, row, places = self._gaps(hints, between), Content(), {}
        for gap, hint in zip(gaps, hints, strict=True):
            row += Content(" " * gap)
            places[hint.action] = Region(row.cell_length, 0, _cells(hint), 1)
            row += _hint_words(hint)
        self.places, self._shown = places, hints
        return row.truncate(self.size.width, ellipsis=True, pad=True)

    def _gaps(self, hints: Sequence[Hint], between: int) -> Sequence[int]:
        """The gap before each hint. If possible, the hint under the pointer keeps its place, or the next one."""
        if self._pointer is not None and not self.is_mouse_over:
            self._pointer = None  # another screen has covered the row, so there was no Leave event
        room = max(0, self.size.width - row_length(hints, between))
        is_centred = self.styles.text_align == "center"
        gaps = [room // 2 if is_centred else 0, *[between] * (len(hints) - 1)]
        actions = [hint.action for hint in hints]
        reached = self._from_pointer()
        held = next((one for one in reached if one in actions), None)
        if held is not None:
            place = actions.index(held)
            moved = self.places[held].x - sum(gaps[: place + 1]) - sum(map(_cells, hints[:place]))
            wider = 0 if is_centred else place
            least = between if wider else 0
            most = room if held == reached[0] else min(room, _MAX_GAP)
            if least <= gaps[wider] + moved <= least + most:
                gaps[wider] += moved
        return gaps

    def _from_pointer(self) -> Sequence[str]:
        """The actions of the hint under the pointer and of those to its right, as last shown."""
        if self._pointer is None:
            return ()
        return [hint.action for hint in self._shown if self.places[hint.action].right > self._pointer]

    def on_mouse_move(self, event: MouseMove) -> None:
        """Hold the hint under the pointer in its place."""
        self._pointer = event.get_content_offset_capture(self).x

    def on_click(self, event: Click) -> None:
        """Hold the clicked hint in its place. The second click of a double click counts only on the same hint."""
        here = event.get_content_offset_capture(self)
        clicked = next((hint for hint in self._shown if self.places[hint.action].contains_point(here)), None)
        if event.chain > 1 and clicked != self._clicked:
            event.prevent_default()
            event.stop()
        elif clicked:
            self._clicked, self._pointer = clicked, here.x

    @on(Leave)
    @on(Resize)
    def release_hint(self) -> None:
        """Lay out the hints again, in their usual places."""
        if self._pointer is not None:
            self._pointer = self._clicked = None
            self.refresh()

    def fitting(self, hints: Sequence[Hint], cells: int) -> tuple[Sequence[Hint], int]:
        """The hints that fit, and the gap between them."""
        return fitting(hints, cells, lasting=self._lasting)


class TableHints(KeyRow):
    """The key hints of a table, in order of importance. If space is short, keys that the prompt names are omitted first."""

    model: reactive[TableModel] = reactive(no_model, layout=False, repaint=False)

    def __init__(self, model: TableModel, look: Look) -> None:
        super().__init__(lambda: [hint_of(offer, self.look.key) for offer in self.model.offers])
        self.look = look
        self.set_reactive(TableHints.model, model)

    def watch_model(self, before: TableModel, model: TableModel) -> None:
        """Redraw changed hints."""
        if (before.offers, before.prompt) != (model.offers, model.prompt):
            self.refresh()

    def fitting(self, hints: Sequence[Hint], cells: int) -> tuple[Sequence[Hint], int]:
        """The hints that fit. A short hint may fit even if a longer, more important one does not."""
        left = list(hints)
        named = {phrase.does.action for phrase in self.model.prompt if isinstance(phrase.does, Command)}
        for hint in reversed(hints):
            if hint.action in named and row_length(left) > cells:
                left.remove(hint)
        shown: list[Hint] = []
        for hint in left:
            if row_length([*shown, hint]) <= cells:
                shown.append(hint)
        return shown, _CLOSER


def _hint_words(hint: Hint) -> Content:
    """A key and its label. A click on either runs the command."""
    key_ink, ink = (theme.CAN, theme.STRONG) if hint.primary else (theme.TITLE, theme.QUIET)
    key, action = hint.opposite or ("", "")
    opposite = [link(f"{key} ", action, key_ink)] if key else []
    words = link(f"{hint.key}", hint.action, key_ink), link(f" {hint.label}", hint.action, ink)
    return Content.assemble(*opposite, *words)


def fitting(hints: Sequence[Hint], cells: int, between: int = _BETWEEN, lasting: int = 2) -> tuple[Sequence[Hint], int]:
    """The hints that fit into this many cells, and the gap between them.

    The gap shrinks before any hint is omitted. The first hint (the most useful) and the last ones (leave and help)
    are the last to be omitted.
    """
    shown = list(hints)
    if row_length(shown, between) > cells:
        between = min(between, _CLOSER)
    while len(shown) > 1 and row_length(shown, between) > cells:
        del shown[max(1, len(shown) - lasting - 1)]
    return shown, between


def hints_content(hints: Sequence[Hint], cells: int) -> Content:
    """The hints that fit, for use inside another text."""
    shown, between = fitting(hints, cells, _CLOSER)
    return Content(" " * between).join(map(_hint_words, shown))


def row_length(hints: Sequence[Hint], between: int = _CLOSER) -> int:
    """The width of a row of hints with this gap between them."""
    return sum(_cells(hint) + between for hint in hints) - between


def _cells(hint: Hint) -> int:
    """The width of a hint. It is needed many times for each row, so no text is styled."""
    opposite = f"{hint.opposite[0]} " if hint.opposite and hint.opposite[0] else ""
    return cell_len(f"{opposite}{hint.key} {hint.label}")
