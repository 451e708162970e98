"""The points of all players by round, drawn with the number of each seat so that it can be read without colours."""

from collections.abc import Sequence
from typing import Final

from splendor_tui.tui import theme
from splendor_tui.tui.glyphs import Glyphs
from splendor_tui.tui.paint import Block, Line, Span, fit

SEAT_INKS: Final = (theme.CAN, theme.TITLE, theme.NEW, theme.CURSOR)
AXIS: Final = 4
"""Cells for the points at the left."""
_MOST_STRETCH: Final = 3
_LABELLED: Final = 5  # every so many rounds one is numbered


def seat_chip(seat: int) -> Span:
    """The sign of a seat in the chart, as it stands beside the player's name."""
    return (str(seat + 1), SEAT_INKS[seat])


def points_chart(points: Sequence[Sequence[int]], target: int, cells: int, rows: int, glyphs: Glyphs) -> Block:
    """The chart at this size: points upwards, rounds to the right, a line at the target. `points` are by round, then by seat.

    Where two players stand at the same place the first of them is drawn. More rounds than cells are drawn one in several.
    """
    height, room = rows - 2, cells - AXIS
    top = max([target, *(number for row in points for number in row)])
    shown = _sampled(points, room)
    stretch = max(1, min(_MOST_STRETCH, room // max(1, len(shown))))
    canvas: list[list[Span]] = [[(" ", theme.PLAIN)] * room for _row in range(height)]
    for x in range(room):
        canvas[_y(target, top, height)][x] = (glyphs.calm.across if x % 2 == 0 else " ", theme.LINE)
    for x, (_round, row) in enumerate(shown):
        for seat in reversed(range(len(row))):
            canvas[_y(row[seat], top, height)][x * stretch] = seat_chip(seat)
    lines = [_labelled(y, canvas[y], target, top, height, glyphs) for y in range(height)]
    lines.append(((" " * (AXIS - 1) + glyphs.calm.bottom_left, theme.LINE), (glyphs.calm.across * room, theme.LINE)))
    lines.append(_rounds([number for number, _row in shown], stretch, room))
    return tuple(fit(line, cells) for line in lines)


def _sampled(points: Sequence[Sequence[int]], room: int) -> list[tuple[int, Sequence[int]]]:
    """Rounds with their numbers: all of them, or as many as there is room for, the last one always included."""
    numbered = list(enumerate(points, start=1))
    if len(numbered) <= room:
        return numbered
    return [numbered[(place + 1) * len(numbered) // room - 1] for place in range(room)]


def _y(points: int, top: int, height: int) -> int:
    """The row of so many points, from above."""
    return height - 1 - round(points * (height - 1) / max(1, top))


def _labelled(y: int, row: Sequence[Span], target: int, top: int, height: int, glyphs: Glyphs) -> Line:
    """A row of the chart with its points at the left, where they are worth a number."""
    marks = {_y(0, top, height): 0, _y(top, top, height): top, _y(target, top, height): target}
    label = f"{marks[y]:>{AXIS - 1}}" if y in marks else " " * (AXIS - 1)
    return ((label, theme.QUIET), (glyphs.calm.down, theme.LINE), *row)


def _rounds(numbers: Sequence[int], stretch: int, room: int) -> Line:
    """The numbers of some rounds beneath them."""
    text = [" "] * room
    for place, number in enumerate(numbers):
        at = place * stretch
        label = str(number)
        free = at + len(label) <= room and all(sign == " " for sign in text[max(0, at - 1) : at + len(label)])
        if (number == 1 or number % _LABELLED == 0) and free:
            text[at : at + len(label)] = label
    return ((" " * AXIS, theme.PLAIN), ("".join(text), theme.QUIET))
