"""A guide to reading the table: a card, a player's box, nobles and bank, with notes on their symbols."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Self

from rich.cells import cell_len
from textual.geometry import Size

from splendor_tui.presentation.table_model import CardSlot, Changes, PileSlot, Slot, TableModel
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Colour, colours, missing, pack, single, total, unpack
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import ReservedView, View, view
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.jewels import JewelStyle
from splendor_tui.tui.look.paint import Block, Line, abreast, fit, width, wrapped
from splendor_tui.tui.widgets.card_faces import (
    CAN,
    FREE_SHORT,
    GRAND_CARD,
    LARGE_CARD,
    NEW,
    SMALL_CARD,
    card_block,
    price_chips,
)
from splendor_tui.tui.widgets.card_grid import GridColumns
from splendor_tui.tui.widgets.layouts import ROWS_AROUND, LayoutName, places
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.nobles import nobles_picture
from splendor_tui.tui.widgets.player_tableau import BONUSES, CARDS, GEMS, NOBLES, POINTS, ROOMY, TOTAL, tableau_picture
from splendor_tui.tui.widgets.token_bank import bank_picture
from splendor_tui.words import N_, NN_, NP_, Message

BOX: Final = (21, 9)
ROOMY_BOX: Final = (ROOMY, 8)
STACKED_BOX: Final = (ROOMY, 11)
"""The size of a box with room for bought cards."""
_ROWS: Final = 28
"""With at least this many rows, empty rows separate the parts."""
_GUTTER: Final = 2
_RIVALS_TILE: Final = 6
"""Height of a noble with room for the other players' distances."""
_PLACE: Final = CardSlot(2, 1)
_BOUGHT: Final = {
    (1, Colour.BLUE): 3,
    (1, Colour.GREEN): 3,
    (1, Colour.RED): 2,
    (2, Colour.RED): 1,
    (1, Colour.BLACK): 1,
}
"""The number of the example player's cards, by level and bonus.

They pay for part of one price, and for all of another, and meet the requirement of a noble.
"""


class _Note(NamedTuple):
    """A symbol in the guide, and its meaning."""

    symbol: str
    ink: str
    about: Message


class TableSizes(NamedTuple):
    """The sizes of the parts of the guide."""

    card: tuple[int, int]
    box: tuple[int, int]
    nobles: tuple[int, int]
    bank: tuple[int, int]

    @classmethod
    def in_window(cls, window: Size, largest: LayoutName, players: int = 2) -> Self:
        """The sizes that a table for this many players has in this window."""
        where = places(Size(window.width, window.height - ROWS_AROUND), players, largest)
        shown = GridColumns.across(where.grid.width).card
        card = next((size for size in (GRAND_CARD, LARGE_CARD) if shown >= size[0]), SMALL_CARD)
        room = where.players[0]
        width, height = BOX if room.width < ROOMY else STACKED_BOX if room.height >= STACKED_BOX[1] else ROOMY_BOX
        nobles = where.nobles.width, min(where.nobles.height, _RIVALS_TILE)
        return cls(card, (width, min(room.height, height)), nobles, (where.bank.width, where.bank.height))


def annotated_table(
    catalogue: Catalogue, keys: Mapping[Slot, str], glyphs: Glyphs, jewels: JewelStyle, room: Size, sizes: TableSizes
) -> list[Line]:
    """Paint the guide, as wide as `room`. `keys` are the key labels of the table's slots."""
    cells, between = room.width, [()] if room.height >= _ROWS else []
    usual = {slot: key for slot, key in keys.items() if slot != PileSlot(None)}  # gold needs no key here
    model, look = _example(catalogue, usual), Look(glyphs, jewels)
    card = model.view.grid[_PLACE.index]
    assert card is not None
    block = card_block(model, look._replace(cursor=_PLACE), _PLACE, card, *sizes.card)
    tableau = tableau_picture(model, look, 0, *sizes.box).lines
    taking = replace(model, preview=model.player._replace(gems=model.player.gems + single(Colour.WHITE)))
    nobles, bank = ((min(cells, most), rows) for most, rows in (sizes.nobles, sizes.bank))
    return [
        *_beside(block, _about_card(model, look, card, sizes.card), glyphs, cells),
        (),
        *_beside(tableau, _about_box(model, look, sizes.box), glyphs, cells),
        (),
        *nobles_picture(model, look, *nobles).lines,
        *_noted(_about_nobles(model, rivals=sizes.nobles[1] >= _RIVALS_TILE), glyphs, cells),
        *between,
        *bank_picture(taking, look, *bank).lines,
        *_noted(_about_bank(model, look, boxed=sizes.card != SMALL_CARD), glyphs, cells),
    ]


def _example(catalogue: Catalogue, keys: Mapping[Slot, str]) -> TableModel:
    """A two-player table with an example of everything."""
    start = view(new_game(catalogue, GameOptions(2), 7), None)
    ann, bo = start.players
    wanted = start.grid[_PLACE.index]
    assert wanted is not None
    reserved = tuple(ReservedView(level, blind=True, card=None) for level in (3, 1))
    first = colours(wanted.cost)[0]
    elsewhere = [card for card in catalogue.cards if card not in start.grid]
    cards = tuple(
        card
        for place, number in _BOUGHT.items()
        for card in [card for card in elsewhere if (card.level, card.bonus) == place][:number]
    )
    gems = pack(2 if colour != first else 0 for colour in Colour)
    bonuses = pack(sum(card.bonus is colour for card in cards) for colour in Colour)
    met = [noble for noble in catalogue.nobles if not total(missing(noble.cost, bonuses))]
    nobles = tuple(noble for noble in met if noble not in start.nobles)[:1]
    ann = ann._replace(
        gems=gems,
        gold=1,
        bonuses=bonuses,
        points=sum(card.points for card in cards) + sum(noble.points for noble in nobles),
        cards=cards,
        reserved=reserved,
        nobles=nobles,
    )
    seen: View = start._replace(players=(ann, bo), bank=start.bank - gems, gold=start.gold - 1, round=20)
    return TableModel(
        view=seen,
        names=("Ann", "Bo"),
        kinds=(None, None),
        changes=Changes.between(seen, seen)._replace(cards=frozenset({wanted}), tokens=((1, 0, 0, 0, 0, 0), (0,) * 6)),
        keys=keys,
    )


def _about_card(model: TableModel, look: Look, card: Card, size: tuple[int, int]) -> list[_Note]:
    glyphs, short = look.glyphs, shortfall(card, model.player)
    chips = price_chips(card.cost, card.cost, glyphs)
    price = " ".join(text for ((text, _ink),) in chips)
    lack = str(NN_("{count} short", "{count} short", short))
    due = missing(card.cost, model.player.bonuses)
    reduced = [left for left, cost in zip(unpack(due), unpack(card.cost), strict=True) if 0 < left < cost]
    shown = reduced[:1] if size != SMALL_CARD else []  # small cards have no room for the amounts left to pay
    return [
        _Note(glyphs.heavy.top_left + glyphs.heavy.across, theme.CURSOR, N_("thick frame: the cursor is here")),
        _Note(model.key(_PLACE), theme.TITLE, N_("the key that chooses it")),
        _Note(str(NEW), theme.NEW, N_("new since your last turn")),
        _Note(
            f"{card.points or ''} {glyphs.gem(card.bonus)}", theme.gem_ink(card.bonus), N_("its points, and its bonus")
        ),
        _Note(price, theme.PLAIN, N_("its price; the part that your bonuses pay is dim")),
        *(
            _Note(f"={left}", theme.QUIET, N_("left to pay after your bonuses; if nothing: “{free}”", free=FREE_SHORT))
            for left in shown
        ),
        _Note(lack, theme.QUIET, N_("gems you need, counting gold; if none: “{can}”", can=CAN)),
    ]


def _about_box(model: TableModel, look: Look, box: tuple[int, int]) -> list[_Note]:
    glyphs, points = look.glyphs, model.player.points
    is_narrow, height = box[0] < ROOMY, box[1]
    if is_narrow:
        to_move = NN_("is to move, and has {count} point", "is to move, and has {count} points", points)
        head = [_Note(f"{glyphs.turn} Ann {N_('{points}p', points=points)}", theme.TURN, to_move)]
        cards = _Note(str(POINTS), theme.QUIET, N_("points of bought cards, by colour"))
    else:
        head = [
            _Note(f"{glyphs.turn} Ann", theme.TURN, N_("is to move")),
            _Note(str(NN_("{count} point", "{count} points", points)), theme.TITLE, N_("from bought cards and nobles")),
        ]
        cards = _Note(str(CARDS), theme.QUIET, N_("bought cards, most points on top"))
    reserved = _Note(f"{glyphs.back}3" if is_narrow else "III", theme.BACK, N_("a reserved level III card, face down"))
    rows = [
        _Note(str(BONUSES), theme.QUIET, N_("from bought cards; they lower prices")),
        _Note(str(GEMS), theme.QUIET, N_("gems and gold held; underlined: changed")),
        _Note(str(TOTAL), theme.QUIET, N_("bonuses and gems together")),
        _Note(str(NOBLES), theme.QUIET, N_("nobles won")),
        reserved,
        cards,
    ][: height - 3]
    if reserved not in rows:  # the bottom edge of the frame shows them as symbols
        rows += [
            reserved,
            _Note(glyphs.none, theme.QUIET, N_("room for another reserved card")),
            _Note(f"{glyphs.noble}1", theme.TITLE, N_("the number of nobles won")),
        ]
    return [*head, *rows, _Note("9/10", theme.QUIET, N_("tokens held, ten at most"))]


def _about_nobles(model: TableModel, *, rivals: bool) -> list[_Note]:
    rival = str(N_("{name}: {number}", name=model.names[1], number=total(model.view.nobles[0].cost)))
    return [
        _Note(str(NP_("noble", "away")), theme.QUIET, N_("bonuses you still need; then the noble visits you")),
        *([_Note(rival, theme.QUIET, N_("bonuses another player still needs"))] * rivals),
    ]


def _about_bank(model: TableModel, look: Look, *, boxed: bool) -> list[_Note]:
    key, gem, taken = model.key(PileSlot(Colour.WHITE)), look.glyphs.gem(Colour.WHITE), f"{look.glyphs.minus}1"
    pile = f"{key} {gem} 4 {taken}" if boxed else f"{key} {gem} 4{taken}"
    return [
        _Note(pile, theme.PLAIN, N_("key of the white gems, number left, number you take")),
        *([_Note(str(N_("was {count}", count=3)), theme.MARK, N_("the number after your last turn"))] * boxed),
        _Note(look.glyphs.becomes, theme.PLAIN, N_("the result, once you confirm your choice")),
    ]


def _beside(block: Block, notes: Sequence[_Note], glyphs: Glyphs, cells: int) -> list[Line]:
    """Paint a part of the table, with its notes on the right."""
    left = max(map(width, block)) + _GUTTER
    return abreast(block, _noted(notes, glyphs, cells - left), left)


def _noted(notes: Sequence[_Note], glyphs: Glyphs, cells: int) -> list[Line]:
    """Paint each symbol with its meaning, in columns."""
    room = max(cell_len(note.symbol) for note in notes) + _GUTTER
    rows: list[Line] = []
    for note in notes:
        text = wrapped(glyphs.write(note.about), max(1, cells - room), theme.PLAIN)
        rows += [(*fit(((note.symbol, note.ink),) if not row else (), room), *line) for row, line in enumerate(text)]
    return rows
