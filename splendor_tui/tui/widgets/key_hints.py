"""The last row: the available keys, which can also be clicked."""

from textual.events import Click
from textual.geometry import Region, Size

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, Picture, gap, width
from splendor_tui.tui.widgets.canvas import Canvas
from splendor_tui.tui.widgets.screen_model import ScreenModel


class KeyHints(Canvas[Hint]):
    """The model's hints, as many as fit, in order."""

    def paint(self, model: ScreenModel, size: Size) -> Picture[Hint]:
        """The row."""
        return hints_picture(model, size.width)

    async def on_click(self, event: Click) -> None:
        """Run the key's command."""
        hint = self.picture.at(event.offset)
        if hint is not None:
            await self.run_action(hint.action)


def hints_picture(model: ScreenModel, cells: int) -> Picture[Hint]:
    """The row at this width, without the hints that do not fit."""
    line: Line = gap(1)
    places: list[tuple[Hint, Region]] = []
    for hint in model.hints:
        key_ink, ink = (theme.CAN, theme.STRONG) if hint.primary else (theme.TITLE, theme.QUIET)
        words: Line = ((str(hint.key), key_ink), (f" {hint.words}", ink))
        between = gap(2 if places else 0)
        start = width(line + between)
        if start + width(words) > cells:
            continue
        line += between + words
        places.append((hint, Region(start, 0, width(words), 1)))
    return Picture((line,), tuple(places))
