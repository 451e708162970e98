"""How to read the table: a card, a player's box, nobles and bank as they are drawn, and beside each what its signs say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from splendor_tui.presentation.table_model import PILES, CardSlot, Changes, PileSlot, Slot
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, colours, missing, pack
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import ReservedView, View, view
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.jewel_paint import JewelStyle
from splendor_tui.tui.look.paint import Block, Line, fit, flowed, gap, width
from splendor_tui.tui.widgets.card_face import card_block
from splendor_tui.tui.widgets.card_grid import LARGE_CARD
from splendor_tui.tui.widgets.card_parts import CAN, after_bonuses, price_chips
from splendor_tui.tui.widgets.nobles import nobles_picture
from splendor_tui.tui.widgets.player_tableau import tableau_picture
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.sheet import wrapped
from splendor_tui.tui.widgets.token_bank import bank_picture
from splendor_tui.words import N_, NN_, NP_, Message

CARD: Final = (13, 4)
BOX: Final = (24, 5)
LARGE_BOX: Final = (42, 8)
LARGE: Final = Size(114, 48)
"""The least room for a picture of the large card and box that the table has there."""
_GUTTER: Final = 2
_NAMES: Final = (N_("white"), N_("blue"), N_("green"), N_("red"), N_("black"))
_PLACE: Final = CardSlot(2, 1)


class _Note(NamedTuple):
    """A sign of the picture, as it is written there, and what it says."""

    sign: str
    ink: str
    about: Message


def annotated_table(
    catalogue: Catalogue, keys: Mapping[Slot, str], glyphs: Glyphs, jewels: JewelStyle, room: Size
) -> list[Line]:
    """The picture as wide as the room. `keys` are the labels of the keys that choose each place of the table."""
    cells, large = room.width, room.width >= LARGE.width and room.height >= LARGE.height
    model = replace(_example(catalogue, keys, glyphs), jewels=jewels)
    card = model.view.grid[_PLACE.index]
    assert card is not None
    block = card_block(model, _PLACE, card, None, *(LARGE_CARD if large else CARD))
    tableau = tableau_picture(model, 0, None, *(LARGE_BOX if large else BOX)).lines
    bank = bank_picture(model, None, 54, 1).lines[0]
    nobles = nobles_picture(model, None, cells, 1).lines[0]
    return [
        *_beside(block, _about_card(model, card, large=large), glyphs, cells),
        (),
        *_beside(tableau, (_about_large_box if large else _about_box)(model), glyphs, cells),
        (),
        nobles,
        *_noted(_about_nobles(), glyphs, cells),
        (),
        bank,
        *_noted(_about_bank(model), glyphs, cells),
        *flowed([_gem_name(colour, glyphs) for colour in PILES], gap(2), cells),
    ]


def _example(catalogue: Catalogue, keys: Mapping[Slot, str], glyphs: Glyphs) -> ScreenModel:
    """A table of two with something of everything on it."""
    start = view(new_game(catalogue, GameOptions(2), 7), None)
    ann, bo = start.players
    wanted = start.grid[_PLACE.index]
    assert wanted is not None
    reserved = tuple(ReservedView(level, blind=True, card=None) for level in (3, 1))
    first = colours(wanted.cost)[0]
    ann = replace(
        ann,
        gems=pack(2 if colour != first else 0 for colour in Colour),
        gold=1,
        bonuses=pack((1, 0, 2, 1, 0)),
        points=5,
        reserved=reserved,
    )
    seen: View = replace(start, players=(ann, bo), round=9)
    return ScreenModel(
        view=seen,
        names=("Ann", "Bo"),
        kinds=(None, None),
        changes=replace(Changes.between(seen, seen), tokens=((1, 0, 0, 0, 0, 0), (0,) * 6)),
        keys=keys,
        glyphs=glyphs,
    )


def _about_card(model: ScreenModel, card: Card, *, large: bool) -> list[_Note]:
    glyphs, short = model.glyphs, shortfall(card, model.player)
    chips = price_chips(card.cost, card.cost, glyphs, with_signs=large)
    price = " ".join(text for ((text, _ink),) in chips)
    lack = str(NN_("{count} short", "{count} short", short))
    left = after_bonuses(card, missing(card.cost, model.player.bonuses), glyphs, LARGE_CARD[0])
    return [
        _Note(model.key(_PLACE), theme.TITLE, N_("the key that chooses it")),
        _Note(
            f"{card.points or ''} {glyphs.named(card.bonus)}",
            theme.gem_ink(card.bonus),
            N_("its points, and its bonus"),
        ),
        _Note(price, theme.PLAIN, N_("its price; what your bonuses pay is quiet")),
        *([_Note(text, ink, N_("what your bonuses leave of it")) for text, ink in left] if large else ()),
        _Note(lack, theme.QUIET, N_("what you lack for it; if nothing: “{can}”", can=CAN)),
    ]


def _about_box(model: ScreenModel) -> list[_Note]:
    glyphs = model.glyphs
    none = f"{glyphs.noble}0"
    return [
        _Note(f"{glyphs.turn} Ann 5p", theme.TURN, N_("has the turn, and 5 points")),
        _Note(str(N_("card")), theme.QUIET, N_("bonuses: cards bought, they lower prices")),
        _Note(str(N_("gem")), theme.QUIET, N_("gems and gold held; underlined: changed")),
        _Note(f"{glyphs.back}3", theme.BACK, N_("a reserved card of level III, face down")),
        _Note(none, theme.QUIET, N_("nobles that have come")),
        _Note("9/10", theme.QUIET, N_("tokens held, of ten at most")),
        _Note(
            str(N_("buys {at_most}", at_most=glyphs.at_most)),
            theme.QUIET,
            N_("in wide boxes: bonuses and gems together"),
        ),
    ]


def _about_large_box(model: ScreenModel) -> list[_Note]:
    glyphs = model.glyphs
    points = str(NN_("{count} point", "{count} points", model.player.points))
    return [
        _Note(f"{glyphs.turn} Ann", theme.TURN, N_("has the turn")),
        _Note(points, theme.TITLE, N_("of cards bought, and of nobles")),
        _Note(str(N_("bonuses")), theme.QUIET, N_("of cards bought, they lower prices")),
        _Note(str(N_("tokens")), theme.QUIET, N_("gems and gold held; underlined: changed")),
        _Note(str(N_("buys {at_most}", at_most=glyphs.at_most)), theme.QUIET, N_("bonuses and gems together")),
        _Note(str(N_("nobles")), theme.QUIET, N_("nobles that have come")),
        _Note("III", theme.BACK, N_("a reserved card of level III, face down")),
        _Note("9/10", theme.QUIET, N_("tokens held, of ten at most")),
    ]


def _about_nobles() -> list[_Note]:
    return [
        _Note(str(NP_("noble", "away")), theme.QUIET, N_("bonuses that you lack for a noble, who then comes by itself"))
    ]


def _about_bank(model: ScreenModel) -> list[_Note]:
    pile = f"{model.key(PileSlot(Colour.WHITE))} {model.glyphs.named(Colour.WHITE)} 4"
    return [_Note(pile, theme.PLAIN, N_("the key that takes a white gem, and how many are left"))]


def _gem_name(colour: Colour | None, glyphs: Glyphs) -> Line:
    name = N_("gold") if colour is None else _NAMES[colour]
    return ((glyphs.named(colour), theme.gem_ink(colour)), (f" {name}", theme.PLAIN))


def _beside(block: Block, notes: Sequence[_Note], glyphs: Glyphs, cells: int) -> list[Line]:
    """A part of the table, and its notes to the right of it."""
    left = max(map(width, block)) + _GUTTER
    told = _noted(notes, glyphs, cells - left)
    return [(*fit(one, left), *other) for one, other in zip_longest(block, told, fillvalue=())]


def _noted(notes: Sequence[_Note], glyphs: Glyphs, cells: int) -> list[Line]:
    """Each sign with what it says, in columns."""
    room = max(cell_len(note.sign) for note in notes) + _GUTTER
    rows: list[Line] = []
    for note in notes:
        told = wrapped(glyphs.write(note.about), max(1, cells - room), theme.PLAIN)
        rows += [(*fit(((note.sign, note.ink),) if not row else (), room), *line) for row, line in enumerate(told)]
    return rows
