"""A player's box: bonuses, tokens, points, nobles, reserved cards, and the bought cards if there is room."""

from collections.abc import Iterable
from functools import partial
from itertools import repeat
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Region, Size

from splendor_tui.presentation.table_model import PILES, PlayerSlot, TableModel
from splendor_tui.rules.cards import ROMAN, Card
from splendor_tui.rules.constants import HAND_LIMIT, TOKEN_LIMIT
from splendor_tui.rules.gems import Colour, unpack
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.view import PlayerView, ReservedView
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Border, Glyphs
from splendor_tui.tui.look.paint import (
    Line,
    Picture,
    Span,
    blank,
    box,
    cut,
    cut_name,
    fit,
    gap,
    joined,
    padded,
    side_by_side,
    width,
)
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.table_section import Section
from splendor_tui.words import N_, NN_, NP_, Message

_LABEL: Final = 9
_MIN_COLUMN: Final = 5
ROOMY: Final = 2 + _LABEL + _MIN_COLUMN * len(PILES)
"""Minimum outer width for stacks of bought cards."""
_MAX_COLUMN: Final = 9
_NARROW_COLUMN: Final = 2
_ALL_ROWS: Final = 6
_HEADED_ROWS: Final = 3
"""Minimum rows for a heading above the numbers. The colours have the same order everywhere."""
BONUSES: Final = N_("bonuses")
GEMS: Final = N_("gems")
TOTAL: Final = NP_("bonuses and gems", "total")
NOBLES: Final = N_("nobles")
RESERVE: Final = NP_("row of a player's box", "reserve")
POINTS: Final = N_("points")
CARDS: Final = N_("cards")
_MIN_NAME: Final = 10
"""Minimum width of a recognisable noble name."""
ROOMY_BOX: Final = 8
"""Minimum height that has room for bonuses, gems, nobles and reserve."""
MIN_BOX: Final = 5
"""Minimum height that has room for everything essential."""


class PlayerTableau(Section):
    """A player's box. The box of the player to move stands out. The seat of a player without a name is empty."""

    def __init__(self, model: TableModel, look: Look, seat: int) -> None:
        super().__init__(model, look)
        self.seat = seat

    def paint(self, model: TableModel, look: Look, size: Size) -> Picture:
        """Paint the box."""
        if not model.names[self.seat]:
            return Picture(blank(*size))
        return tableau_picture(model, look, self.seat, *size)

    def on_mount(self) -> None:
        """Highlight the box if it is this player's turn."""
        self._update_highlight()

    def watch_model(self) -> None:
        """Update the picture and the highlight."""
        self._update_highlight()
        super().watch_model()

    def _update_highlight(self) -> None:
        self.set_class(_moves(self.model, self.seat), "-turn")


def tableau_picture(model: TableModel, look: Look, seat: int, cells: int, rows: int) -> Picture:
    """Paint a player's box at this size."""
    border, ink = _frame(model, look, seat)
    hand = () if rows - 2 >= _ALL_ROWS else _hand(model, look, seat, cells - 2)
    block = box(
        _rows(model, look, seat, cells - 2, rows - 2),
        cells,
        rows,
        border,
        ink,
        head=_name(model, look, seat, cells),
        head_end=_points(model, look, seat, cells),
        foot=hand,
        foot_end=_tokens(model, look, seat, cells - 2 - width(hand)),
        inset=cells >= ROOMY,  # otherwise titles would move sideways as numbers grow
    )
    return Picture(block, ((PlayerSlot(seat), Region(0, 0, cells, rows)),))


def _moves(model: TableModel, seat: int) -> bool:
    return not model.over and seat == model.active


def _frame(model: TableModel, look: Look, seat: int) -> tuple[Border, str]:
    if PlayerSlot(seat) == look.cursor:
        return look.glyphs.heavy, theme.CURSOR
    lit = PlayerSlot(seat) in model.lit
    if _moves(model, seat):
        return look.glyphs.double, theme.NEW if lit else theme.CAN
    return look.glyphs.calm, theme.NEW if lit else theme.LINE


# --- the border --------------------------------------------------------------------------------------------------------


def _name(model: TableModel, look: Look, seat: int, cells: int) -> Line:
    """The name, the chance of winning, and the kind of player if it fits.

    Marks the player to move, and players who are out.
    """
    glyphs, player = look.glyphs, model.view.players[seat]
    narrow = cells < ROOMY
    turn = f"{glyphs.turn}{'' if narrow else ' '}" if _moves(model, seat) else ""
    out = f" {NP_('player', 'out')}" if player.forfeited else ""
    chance: Line = ((f"{model.chances[seat]} ", theme.NEW),) if model.chances else ()
    room = cells - (2 if narrow else 4) - width(_points(model, look, seat, cells))
    name = cut_name(model.names[seat], room - width(chance) - cell_len(turn + out), glyphs.ellipsis)
    ink = theme.TURN if turn else theme.QUIET if out else theme.STRONG
    title: Line = ((f" {turn}{name}{out} ", ink), *chance)
    if width(title) > room:  # a space precedes the points
        *before, (words, last_ink) = title
        title = (*before, (words.rstrip(), last_ink))
    if width(title) > room:
        title = ((title[0][0].lstrip(), ink), *title[1:])
    kind: Line = ((f" {model.kinds[seat]} ", theme.QUIET),) if model.kinds[seat] else ()
    return title + kind if width(title + kind) <= room else title


def _points(model: TableModel, look: Look, seat: int, cells: int) -> Line:
    now, points = model.view.players[seat].points, model.points(seat)
    if points != now:
        gained = N_("{points}p", points=f"{now}{look.glyphs.becomes}{points}")
        return ((f" {gained} ", theme.CHOSEN),)
    words = NN_("{count} point", "{count} points", points) if cells >= ROOMY else N_("{points}p", points=points)
    return ((f" {words} ", theme.TITLE),)


def _hand(model: TableModel, look: Look, seat: int, cells: int) -> Line:
    """The reserved cards as backs, then the number of nobles, in fixed columns. They shrink if the tokens need the space.

    Spaces fill a rest that is too short for a frame with its corners.
    """
    player, free = model.possessions(seat), HAND_LIMIT - len(model.possessions(seat).reserved)
    nobles, roman = f" {look.glyphs.noble}{model.noble_count(seat)}", not _is_narrow(cells)
    backs: list[Line] = [(_held(model, look, held, roman=roman, worth=False),) for held in player.reserved]
    places = [*backs, *[((look.glyphs.none, theme.QUIET),)] * free]
    roomy = [fit(place, 3 if roman else 2) for place in places]
    ways: list[Line] = [
        (*gap(before), *joined(shown, between), (nobles + " " * after, _nobles_ink(model, seat)))
        for shown, between, before, after in (
            (roomy, 1, 1, 1),
            (roomy, 1, 1, 0),
            (places, 1, 1, 1),
            (places, 1, 1, 0),
            (places, 0, 1, 1),
            (places, 0, 1, 0),
            (places, 0, 0, 0),
        )
    ]
    tokens = max(width(_tokens(model, look, seat, 0)), len(f" {TOKEN_LIMIT}/{TOKEN_LIMIT}"))
    way = next((way for way in ways if width(way) + tokens <= cells), ways[-1])
    room = cells - tokens
    return fit(way, room) if room - width(way) < 3 else way


def _tokens(model: TableModel, look: Look, seat: int, room: int) -> Line:
    """The number of tokens, before and after the choice, and the limit, in `room` cells if possible."""
    held = tokens_held(model.view.players[seat])
    after = tokens_held(model.possessions(seat))
    text = str(held) if after == held else f"{held}{look.glyphs.becomes}{after}"
    calm = theme.QUIET if after == held else theme.CHOSEN
    words = str(N_("{held}/{limit} tokens", held=text, limit=TOKEN_LIMIT))
    number = words if cell_len(words) + 4 <= room else f"{text}/{TOKEN_LIMIT}"
    end = " " if cell_len(number) + 2 <= room else ""
    return ((f" {number}{end}", theme.ALERT if after > TOKEN_LIMIT else calm),)


# --- the inside --------------------------------------------------------------------------------------------------------


class Columns(NamedTuple):
    """The width of the labels, the width of each colour's column, and the glyphs."""

    label: int
    column: int
    glyphs: Glyphs

    def header(self) -> Line:
        """The symbols above the numbers."""
        line = self.name()
        between = 1 if self.column > _NARROW_COLUMN else 0
        for pile in PILES:
            symbol = f"{self.glyphs.gem(pile):>{self.column // 2 + 1}}"
            line += ((f"{symbol:<{self.column - between}}", theme.gem_ink(pile)), *gap(between))
        return line

    def row(self, label: Message, counts: Iterable[int], inks: Iterable[str]) -> Line:
        """A label, followed by a number for each colour. Last digits are aligned under the colour's symbol."""
        line = self.name(label)
        for count, ink in zip(counts, inks, strict=False):
            number = f"{count or self.glyphs.none:>{self.column // 2 + 1}}"
            if ink in (theme.MARK, theme.CHOSEN):
                digits = number.lstrip()
                line += (*gap(len(number) - len(digits)), (digits, ink), *gap(self.column - len(number)))
            else:
                line += ((f"{number:<{self.column}}", ink if count else theme.QUIET),)
        return line

    def stacks(self, player: PlayerView, rows: int) -> list[Line]:
        """The bought cards in a column per colour, highest points on top.

        The last row counts the cards that do not fit.
        """
        cards = sorted(player.cards, key=lambda card: -card.points)
        stacks = [[card for card in cards if card.bonus is colour] for colour in Colour]
        lines: list[Line] = []
        for row in range(min(rows, max(map(len, stacks)))):
            line = self.name("" if row else CARDS)
            for colour, stack in zip(Colour, stacks, strict=True):
                if row < len(stack):
                    is_count = row == rows - 1 and len(stack) > rows
                    text = f"+{len(stack) - row}" if is_count else _worth(stack[row])
                    edge = _card_edge(text, self.glyphs.gem(colour), self.column - 1)
                    line += ((edge, theme.gem_ink(colour)), *gap(1))
                else:
                    line += gap(self.column)
            lines.append(line)
        return lines

    @property
    def text(self) -> int:
        """The cell where text can start after a row's label.

        In narrow columns, text needs a gap; numbers are already padded.
        """
        return self.label + (self.column == _NARROW_COLUMN)

    def name(self, label: Message | str = "", cells: int = 0) -> Line:
        """A row's label, as wide as all labels unless `cells` is given."""
        return ((padded(cut(str(label), self.text - 1, self.glyphs.ellipsis), cells or self.label), theme.QUIET),)


def _is_narrow(cells: int) -> bool:
    """Whether the box is too narrow for stacks of cards."""
    return cells < ROOMY - 2


def _columns(cells: int, glyphs: Glyphs) -> Columns:
    if _is_narrow(cells):
        return Columns(max(1, cells - _NARROW_COLUMN * len(PILES)), _NARROW_COLUMN, glyphs)
    return Columns(_LABEL, min((cells - _LABEL) // len(PILES), _MAX_COLUMN), glyphs)


def _rows(model: TableModel, look: Look, seat: int, cells: int, rows: int) -> list[Line]:
    """Paint the lines that fit, most important first, with the bought cards below."""
    now, player, columns = model.view.players[seat], model.possessions(seat), _columns(cells, look.glyphs)
    bonuses, tokens = unpack(player.bonuses), (*unpack(player.gems), player.gold)
    gained = _inks(unpack(now.bonuses), bonuses, model.changes.bonuses[seat])
    moved = _inks((*unpack(now.gems), now.gold), tokens, model.changes.tokens[seat])
    reach = unpack(player.bonuses + player.gems)
    spare = 0 if _is_narrow(cells) else rows - _ALL_ROWS - max(unpack(player.bonuses))
    lines = [
        columns.header(),
        columns.row(BONUSES, bonuses, gained),
        columns.row(GEMS, tokens, moved),
        columns.row(TOTAL, reach, repeat(theme.QUIET)),
        *_nobles(model, look, seat, columns, cells, spare),
        _reserved(model, look, player, columns, cells),
    ]
    if _is_narrow(cells):
        if rows < _HEADED_ROWS:
            return lines[1 : 1 + rows]
        points = [sum(card.points for card in player.cards if card.bonus is colour) for colour in Colour]
        return [*lines, columns.row(POINTS, points, repeat(theme.STRONG))][:rows]
    room = rows - len(lines)
    if room <= 1:
        return lines[:rows]
    is_airy = max(unpack(player.bonuses)) < room
    return [*lines, *[()] * is_airy, *columns.stacks(player, room - is_airy)]


def _inks(now: Iterable[int], then: Iterable[int], changes: Iterable[int]) -> list[str]:
    """The inks of numbers after the choice.

    Numbers that the choice changes stand out most, then those that changed since the last turn.
    """
    return [
        theme.CHOSEN if after != before else theme.MARK if by else theme.STRONG
        for before, after, by in zip(now, then, changes, strict=True)
    ]


def _nobles(model: TableModel, look: Look, seat: int, columns: Columns, cells: int, spare: int) -> list[Line]:
    """The points and names of the nobles won, in up to `spare` more rows if the names do not fit in one.

    Without spare rows, the names are cut. If they still do not fit, only their number is shown.
    """
    ellipsis, player, ink = look.glyphs.ellipsis, model.possessions(seat), _nobles_ink(model, seat)
    called = [noble.shown_name for noble in player.nobles]
    if model.noble_count(seat) > len(called):
        called.append(str(N_("one of {count}", count=len(model.nobles_to_choose))))
    label = columns.name(NOBLES, columns.text)
    if not called:
        return [(*label, (look.glyphs.none, ink))]
    worth = sum(noble.points for noble in player.nobles) + model.points(seat) - player.points
    label += ((f"{N_('{points}p', points=worth)} ", ink),)
    count, room, between = len(called), cells - width(label), f" {look.glyphs.dot} "
    if cell_len(between.join(called)) > room and count - 1 <= spare:
        heads = (label, *[gap(width(label))] * (count - 1))
        return [(*head, (cut(name, room, ellipsis), ink)) for head, name in zip(heads, called, strict=True)]
    names = side_by_side(called, between.join, room, ellipsis, least=_MIN_NAME)
    if count > 1 and cell_len(names) > room:
        names = f"({count})"
    return [(*label, (cut(names, room, ellipsis), ink))]


def _nobles_ink(model: TableModel, seat: int) -> str:
    """The ink of the nobles won. A noble that visits after the choice stands out."""
    count = model.noble_count(seat)
    if count != len(model.view.players[seat].nobles):
        return theme.CHOSEN
    return theme.TITLE if count else theme.QUIET


def _reserved(model: TableModel, look: Look, player: PlayerView, columns: Columns, cells: int) -> Line:
    """The reserved cards as backs, or with points and bonus if open, and their number.

    If space is short, the number is dropped if any card is open. If that is not enough, points and gaps are dropped
    instead.
    """
    count = ((f"{len(player.reserved)}/{HAND_LIMIT}", theme.QUIET),)
    label = columns.name(RESERVE, columns.text)
    has_open = any(model.open_card(held) for held in player.reserved)
    small = partial(_held, roman=False, worth=False)
    narrow = partial(_held, roman=False, worth=True)
    roomy = narrow if _is_narrow(cells) else partial(_held, roman=True, worth=True, pad=" ")
    ways = [
        (*label, *joined([joined([(back(model, look, held),) for held in player.reserved], between), end]))
        for back, between, end in (
            (roomy, 1, count),
            (narrow, 1, () if has_open else count),
            (small, 0, count),
        )
    ]
    return next((way for way in ways if width(way) <= cells), ways[-1])


def _held(model: TableModel, look: Look, held: ReservedView, *, roman: bool, worth: bool, pad: str = "") -> Span:
    """A reserved card: its bonus, then its points if `worth`. If it is hidden, its level, as a numeral if `roman`."""
    card = model.open_card(held)
    if card is None:
        level = ROMAN[held.level] if roman else f"{look.glyphs.back}{held.level}"
        return f"{pad}{level}{pad}", theme.BACK
    points = _worth(card) if worth else ""
    return f"{look.glyphs.gem(card.bonus)}{pad}{points}".rstrip(), theme.gem_ink(card.bonus)


def _worth(card: Card) -> str:
    return str(N_("{points}p", points=card.points)) if card.points else ""


def _card_edge(text: str, gem: str, cells: int) -> str:
    """Draw the visible edge of a card in a stack: its gem, and its points or a count, only these if both do not fit."""
    if cells >= cell_len(text) + 2:
        return f"{gem} {text}".ljust(cells)
    return f"{cut(text, cells, '') or gem:<{cells}}"
