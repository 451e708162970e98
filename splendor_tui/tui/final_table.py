"""The standings at the end of a game: every place, what gave it, and where the points came from."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from splendor_tui.match.report import place_reason
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.outcome import Outcome, Standing
from splendor_tui.rules.view import View
from splendor_tui.tui import theme
from splendor_tui.tui.glyphs import Glyphs
from splendor_tui.tui.paint import Line, cut, fit, gap, joined, width
from splendor_tui.tui.widgets.columns import Column, headings, in_columns
from splendor_tui.tui.widgets.points_chart import seat_chip
from splendor_tui.words import _

_INDENT: Final = 7  # what is told of a player stands beneath the name


def _columns() -> Sequence[Column]:
    return (
        Column("", 5),
        Column(_("Player")),
        Column(_("Points"), 6, right=True),
        Column(_("cards"), 5, right=True),
        Column(_("nobles"), 6, right=True),
        Column(_("Bought"), 6, right=True),
        Column(_("by colour"), 19),
    )


def final_table(
    ended: Outcome, view: View, names: Sequence[str], kinds: Sequence[str], cells: int, glyphs: Glyphs
) -> Iterator[Line]:
    """A heading, then two rows a player, by rank."""
    yield headings(_columns(), cells, glyphs)
    for standing in ended.standings:
        yield _figures(standing, view, names[standing.seat], cells, glyphs)
        yield _told(standing, ended, view, kinds[standing.seat], cells, glyphs)


def _figures(standing: Standing, view: View, name: str, cells: int, glyphs: Glyphs) -> Line:
    player = view.players[standing.seat]
    from_nobles = sum(noble.points for noble in player.nobles)
    ink = theme.TITLE if standing.rank == 1 else theme.STRONG
    place = _("{rank}.").format(rank=standing.rank)
    return in_columns(
        _columns(),
        [
            ((f"{place:>2} ", ink), seat_chip(standing.seat)),
            ((name, ink),),
            ((str(standing.points), ink),),
            ((str(standing.points - from_nobles), theme.PLAIN),),
            ((str(from_nobles), theme.PLAIN),),
            ((str(standing.cards), theme.PLAIN),),
            _by_colour(Counter(card.bonus for card in player.cards), glyphs),
        ],
        cells,
        glyphs,
    )


def _by_colour(bought: Counter[Colour], glyphs: Glyphs) -> Line:
    """How many cards of each colour: chips, and a quiet sign where there are none."""
    return joined(
        (
            (f"{bought[colour]:>2}{colour.letter}", theme.gem_ink(colour))
            if bought[colour]
            else (f" {glyphs.none} ", theme.QUIET),
        )
        for colour in Colour
    )


def _told(standing: Standing, ended: Outcome, view: View, kind: str, cells: int, glyphs: Glyphs) -> Line:
    """What gave the place, which level of computer played, and the nobles by name."""
    reason = place_reason(standing, ended.standings, view.options.tie_seat)
    nobles = ", ".join(noble.name for noble in view.players[standing.seat].nobles)
    parts: list[Line] = [((reason, theme.CAN if standing.rank == 1 else theme.QUIET),)] if reason else []
    if kind:
        parts.append(((kind, theme.QUIET),))
    if nobles:
        room = cells - _INDENT - sum(width(part) + 2 for part in parts)
        parts.append(((cut(f"{glyphs.noble} {nobles}", room, glyphs.ellipsis), theme.QUIET),))
    return fit((*gap(_INDENT), *joined(parts, 2)), cells)
