"""The standings after a game: places, reasons, and sources of points."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from splendor_tui.presentation.result import place_reason
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.outcome import Outcome, Standing
from splendor_tui.rules.view import View
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line, cut, gap, joined, side_by_side, spread, width
from splendor_tui.tui.widgets.long_list import Column, headings, in_columns, widths_of
from splendor_tui.tui.widgets.plot_canvas import SEAT_STROKES, Stroke
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_INDENT: Final = 6  # the second row of a player starts below the name
_MIN_NAME: Final = 5
_COLUMNS: Final = (
    Column(cells=_INDENT - 2),
    Column(N_("Player and line")),
    Column(N_("Points"), 6, right=True),
    Column(N_("cards"), 5, right=True),
    Column(N_("nobles"), 6, right=True),
    Column(N_("Cards by colour"), 20),
)


def final_table(
    ended: Outcome,
    view: View,
    names: Sequence[str],
    kinds: Sequence[Message | None],
    late: Collection[int],
    cells: int,
    glyphs: Glyphs,
    strokes: Sequence[Stroke] = SEAT_STROKES,
) -> Iterator[Line]:
    """Yield a heading, then two rows per player, by rank. `late` are the seats that ran out of time.

    `strokes` are those of the players in the chart, by seat.
    """
    widths = widths_of(_COLUMNS, cells)
    yield headings(_COLUMNS, widths, glyphs)
    for standing in ended.standings:
        yield _figures(standing, view, names[standing.seat], strokes[standing.seat], widths, glyphs)
        reason = place_reason(standing, ended.standings, late)
        yield _explanation(standing, reason, view, str(kinds[standing.seat] or ""), cells, glyphs)


def _figures(
    standing: Standing, view: View, name: str, of_player: Stroke, widths: Sequence[int], glyphs: Glyphs
) -> Line:
    player = view.players[standing.seat]
    from_nobles = sum(noble.points for noble in player.nobles)
    ink = theme.TITLE if standing.rank == 1 else theme.STRONG
    place = str(NP_("place", "{rank}.", rank=standing.rank))
    symbol, stroke = of_player.chip
    line = (f"{glyphs.calm.across}{symbol}{glyphs.calm.across}", stroke)  # as in the chart
    return in_columns(
        _COLUMNS,
        widths,
        [
            ((place, ink),),
            ((name, ink), *gap(2), line),
            ((str(standing.points), ink),),
            (("= ", theme.QUIET), (f"{standing.points - from_nobles:>2}", theme.PLAIN)),
            (("+ ", theme.QUIET), (f"{from_nobles:>2}", theme.PLAIN)),
            _by_colour(Counter(card.bonus for card in player.cards), glyphs),
        ],
        glyphs,
    )


def _by_colour(bought: Counter[Colour], glyphs: Glyphs) -> Line:
    """The number of cards per colour as a row of chips, with a dim dot for none."""
    return tuple(
        (f"{bought[colour]:>2}{glyphs.gem(colour)} ", theme.gem_ink(colour))
        if bought[colour]
        else (f" {glyphs.none}  ", theme.QUIET)
        for colour in Colour
    )


def _explanation(standing: Standing, reason: Message, view: View, kind: str, cells: int, glyphs: Glyphs) -> Line:
    """The reason for the place, a computer's level, the nobles by name, and the number of cards."""
    parts: list[Line] = [
        ((str(reason), theme.CAN if standing.rank == 1 else theme.QUIET),),
        ((kind, theme.QUIET),) if kind else (),
    ]
    end: Line = ((f"{NN_('{count} card', '{count} cards', standing.cards)} ", theme.QUIET),)
    if nobles := view.players[standing.seat].nobles:
        room = cells - _INDENT - sum(width(part) + 2 for part in parts if part) - width(end) - 1
        called = [noble.shown_name for noble in nobles]
        names = side_by_side(called, lambda row: str(enumerated(row)), room - 2, glyphs.ellipsis, least=_MIN_NAME)
        parts.append(((cut(f"{glyphs.noble} {names}", room, glyphs.ellipsis), theme.QUIET),))
    return spread((*gap(_INDENT), *joined(parts, 2)), end, cells, glyphs.ellipsis)
