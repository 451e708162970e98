"""A chart of a player's rating after each game, with the levels of computer players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from splendor_tui.bots.levels import level_name
from splendor_tui.ratings import LEVEL_RATINGS, Rating
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Block, cut, fit
from splendor_tui.tui.widgets.plot import ACROSS, DOWN, Plot, Stroke, evenly_spaced
from splendor_tui.words import N_, NP_, enumerated

RATING_STROKE: Final = Stroke("*", theme.CAN, "#")
ERROR_STROKE: Final = Stroke(".", theme.QUIET, "#..")
_AXIS: Final = 6
_LABELLED: Final = 5  # the interval between numbered games
_BESIDE: Final = 60.0  # margin above and below, in rating points


@dataclass(frozen=True, slots=True)
class _Scale:
    """Converts ratings to dots, counted from the top."""

    least: float
    most: float
    height: int

    def shows(self, elo: float) -> bool:
        """Whether a rating is visible."""
        return self.least <= elo <= self.most

    def dot(self, elo: float) -> int:
        """Return the row of dots for a rating. It is outside the chart if the rating is not visible."""
        return round((DOWN * self.height - 1) * (self.most - elo) / (self.most - self.least))

    def row(self, elo: float) -> int:
        """Return the row of cells for a rating."""
        return self.dot(elo) // DOWN


def rating_chart(ratings: Sequence[Rating], cells: int, rows: int, glyphs: Glyphs) -> Block:
    """Paint the chart at this size, with a dashed line for each visible level. Requires at least one rating.

    The rating is a solid line. The ends of its interval are dotted.
    """
    height = rows - 2
    scale = _scale(ratings, height)
    levels: dict[int, list[str]] = {}
    for level, elo in LEVEL_RATINGS.items():
        if scale.shows(elo):
            levels.setdefault(scale.row(elo), []).append(level)
    names = {y: str(enumerated([level_name(level) for level in here])) for y, here in levels.items()}
    widest = min(max(map(cell_len, names.values()), default=0), cells // 3)
    room = cells - _AXIS - widest - 2
    shown = ratings[-room:]  # if there are more games than cells, only the latest
    columns = evenly_spaced(len(shown), room)
    plot = Plot(room, height, glyphs)
    for y in levels:
        plot.dash(y)
    for stroke, sign in ((ERROR_STROKE, 1), (ERROR_STROKE, -1), (RATING_STROKE, 0)):
        drawn = zip(columns, (one.elo + sign * one.error for one in shown), strict=True)
        plot.draw([(stroke, [(ACROSS * x, scale.dot(elo)) for x, elo in drawn])])
    plot.name(NP_("strength", "rating"))
    if len(shown) == 1:  # a line needs two points
        for end in (shown[0].elo - shown[0].error, shown[0].elo + shown[0].error):
            plot.write(columns[0], scale.row(end), [ERROR_STROKE.chip])
    for x, one in ((columns[0], shown[0]), (columns[-1], shown[-1])):
        plot.write(x, scale.row(one.elo), [RATING_STROKE.chip])
    labels = {y: f"{LEVEL_RATINGS[here[0]]:.0f}" for y, here in levels.items()}
    first = len(ratings) - len(shown) + 1
    numbered = [(x, game) for game, x in enumerate(columns, first) if game == first or game % _LABELLED == 0]
    lines = plot.with_axes(_AXIS, labels, numbered, N_("game"))
    for y, name in names.items():
        lines[y] += ((f"  {cut(name, widest, glyphs.ellipsis)}", theme.STRONG),)
    return tuple(fit(line, cells) for line in lines)


def _scale(ratings: Sequence[Rating], height: int) -> _Scale:
    """Return a scale that shows all ratings, the last interval, and the nearest levels above and below it."""
    last = ratings[-1]
    ends = [*(one.elo for one in ratings), last.elo - last.error, last.elo + last.error]
    ends += [elo for elo in LEVEL_RATINGS.values() if elo <= last.elo][-1:]
    ends += [elo for elo in LEVEL_RATINGS.values() if elo >= last.elo][:1]
    return _Scale(min(ends) - _BESIDE, max(ends) + _BESIDE, height)
