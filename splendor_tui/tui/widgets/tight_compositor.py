"""Writes only the changed parts of a row."""

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class TightUpdate(ChopsUpdate):
    """An update that writes only the changed parts of a row.

    Textual writes a changed row from its widget's left edge, and jewels take many bytes but rarely change. Textual's
    own source has a TODO for this. No public method gives access to an update before it is written.
    """

    def render_segments(self, console: Console) -> str:
        """The changed parts of the rows, as sent to the terminal."""
        written: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                start, stop = max(left, x), min(right, end)
                if strip is not None and start < stop:
                    written += (Control.move_to(start, y).segment.text, strip.crop(start - x, stop - x).render(console))
        return "".join(written)


class TightCompositor(Compositor):
    """A compositor that sends partial updates as TightUpdate."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """The changes since the last update, if any."""
        update = super().render_partial_update()
        return update and TightUpdate(update.chops, update.spans, update.chop_ends)
