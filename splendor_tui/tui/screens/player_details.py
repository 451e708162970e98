"""A player's possessions in full: every card with its points and its number, tokens, reserved cards, and the nobles."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from textual.geometry import Size

from splendor_tui.presentation.table_model import PILES, TableModel
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, missing, total, unpack
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.state import HAND_LIMIT, TOKEN_LIMIT
from splendor_tui.rules.view import PlayerView, ReservedView
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import ROMAN, Glyphs
from splendor_tui.tui.look.paint import Block, Line, beside, box, cut, fit, gap, joined, spread
from splendor_tui.tui.widgets.card_face import cost_chips
from splendor_tui.words import _, ngettext

LABEL: Final = 9
SMALL_COLUMN: Final = 7
LARGE_COLUMN: Final = 11
CARD_ROWS: Final = 4
GUTTER: Final = 3
LEAST_NOBLES: Final = 30


def player_details(model: TableModel, seat: int, size: Size) -> list[Line]:
    """What a seat has, as the model's viewer may see it: cards and tokens on the left, nobles on the right."""
    player = model.view.players[seat]
    large = LABEL + LARGE_COLUMN * len(PILES)
    column = LARGE_COLUMN if size.width - large - GUTTER >= LEAST_NOBLES else SMALL_COLUMN
    cells = LABEL + column * len(PILES)
    left = _left(model, seat, column, size.height - 2)
    right = _nobles(model, player, size.width - cells - GUTTER)
    lines = [(*fit(one, cells), *gap(GUTTER), *other) for one, other in zip_longest(left, right, fillvalue=())]
    return [_sum(player, model.glyphs), (), *lines]


def _sum(player: PlayerView, glyphs: Glyphs) -> Line:
    """The points and where they come from."""
    points = ngettext("{points} point", "{points} points", player.points).format(points=player.points)
    cards, nobles = sum(card.points for card in player.cards), sum(noble.points for noble in player.nobles)
    bought = ngettext("{count} card", "{count} cards", len(player.cards)).format(count=len(player.cards))
    origin = _("{cards} from cards, {nobles} from nobles").format(cards=cards, nobles=nobles)
    held = _("{held}/{limit} tokens").format(held=tokens_held(player), limit=TOKEN_LIMIT)
    dot = f" {glyphs.dot} "
    line: Line = ((points, theme.TITLE), (f": {origin}{dot}{bought}{dot}{held}", theme.PLAIN))
    return (*line, (f"{dot}{_('out of the game')}", theme.QUIET)) if player.forfeited else line


def _left(model: TableModel, seat: int, column: int, rows: int) -> list[Line]:
    player, glyphs = model.view.players[seat], model.glyphs
    at_most = _("buys {at_most}").format(at_most=glyphs.at_most)
    counts = [
        _header(glyphs, column),
        _counts(_("bonuses"), unpack(player.bonuses), glyphs, column, theme.STRONG),
        _counts(_("tokens"), (*unpack(player.gems), player.gold), glyphs, column, theme.STRONG),
        _counts(at_most, unpack(player.bonuses + player.gems), glyphs, column, theme.QUIET),
    ]
    hand = _hand(model, seat, column + 6)
    stacks = _stacks(player, glyphs, column, rows - len(counts) - len(hand) - 2)
    return [*counts, (), *stacks, (), *hand]


def _label(text: str) -> Line:
    return ((f"{text:<{LABEL}}", theme.QUIET),)


def _header(glyphs: Glyphs, column: int) -> Line:
    chips = [((f"{glyphs.named(pile):^{column - 1}}", theme.gem_ink(pile)),) for pile in PILES]
    return (*gap(LABEL), *joined(chips))


def _counts(label: str, counts: Sequence[int], glyphs: Glyphs, column: int, ink: str) -> Line:
    """A number for each colour, under the letter of its chip."""
    line = _label(label)
    for count in counts:
        number = f"{count or glyphs.none:>{column // 2 + 1}}"
        line += ((f"{number:<{column}}", ink if count else theme.QUIET),)
    return line


def _stacks(player: PlayerView, glyphs: Glyphs, column: int, rows: int) -> list[Line]:
    """The bought cards in a column for each colour, most points on top; what there is no room for is counted."""
    if not player.cards:
        return [(*_label(_("cards")), (_("none yet"), theme.QUIET))]
    stacks = [_stack(player, colour, glyphs, rows) for colour in Colour]
    lines = zip_longest(*stacks, fillvalue=())
    return [
        (*_label(_("cards") if not row else ""), *joined(fit(card, column - 1) for card in cards))
        for row, cards in enumerate(lines)
    ]


def _stack(player: PlayerView, colour: Colour, glyphs: Glyphs, rows: int) -> list[Line]:
    cards = sorted((card for card in player.cards if card.bonus is colour), key=lambda card: (-card.points, card.id))
    lines: list[Line] = [
        ((f"{card.points or ' '}{glyphs.gem(colour)}", theme.gem_ink(colour)), (card.id, theme.PLAIN)) for card in cards
    ]
    if len(lines) <= rows:
        return lines
    rest = cards[rows - 1 :]
    more = f"+{len(rest)}"
    return [*lines[: rows - 1], ((more, theme.QUIET),)]


# --- reserved cards ----------------------------------------------------------------------------------------------------


def _hand(model: TableModel, seat: int, cells: int) -> Block:
    player = model.view.players[seat]
    count = f"{len(player.reserved)}/{HAND_LIMIT}"
    label: Block = (_label(""), _label(_("reserve")), _label(count), _label(""))
    return beside(label, *(_reserved(model, seat, held, cells) for held in player.reserved))


def _reserved(model: TableModel, seat: int, held: ReservedView, cells: int) -> Block:
    """A reserved card: the viewer's own as it is, another's as its back unless it lies open to all."""
    card = held.card if seat == model.view.viewer else model.open_card(held)
    if card is None:
        back = ((model.glyphs.back * (cells - 2), theme.LINE),)
        level = ((f"{ROMAN[held.level]:^{cells - 2}}", theme.BACK),)
        return box([level, back], cells, CARD_ROWS, model.glyphs.calm, theme.LINE)
    return _face(card, model.view.players[seat], model.glyphs, cells)


def _face(card: Card, player: PlayerView, glyphs: Glyphs, cells: int) -> Block:
    short = shortfall(card, player)
    foot = ngettext("{count} short", "{count} short", short).format(count=short) if short else _("can")
    named = glyphs.named(card.bonus)
    band = f"{card.points or ' '}{named:>{cells - 3}}"
    chips = cost_chips(card.cost, price(card, player), glyphs, cells - 2)
    return box(
        [((band, theme.gem_ink(card.bonus)),), chips],
        cells,
        CARD_ROWS,
        glyphs.calm,
        theme.LINE if short else theme.CAN,
        head=((f" {card.id} ", theme.QUIET),),
        foot_end=((f" {foot} ", theme.QUIET if short else theme.CAN),),
    )


# --- nobles ------------------------------------------------------------------------------------------------------------


def _nobles(model: TableModel, player: PlayerView, cells: int) -> list[Line]:
    """Those who have come, then those on the table with what they still ask of this player."""
    glyphs = model.glyphs
    lines: list[Line] = [((_("Nobles won"), theme.TITLE),)]
    for noble in player.nobles:
        lines += _noble(noble, NO_GEMS, (f"+{noble.points}", theme.TITLE), glyphs, cells)
    if not player.nobles:
        lines.append(((_("none yet"), theme.QUIET),))
    lines += [(), ((_("Nobles on the table"), theme.TITLE),)]
    for noble in model.view.nobles:
        due = missing(noble.cost, player.bonuses)
        away = _("{count} away").format(count=total(due)) if due else _("comes")
        lines += _noble(noble, due, (away, theme.CAN if total(due) <= 1 else theme.QUIET), glyphs, cells)
    if not model.view.nobles:
        lines.append(((_("none is left"), theme.QUIET),))
    return lines


def _noble(noble: Noble, due: Gems, note: tuple[str, str], glyphs: Glyphs, cells: int) -> list[Line]:
    name = cut(noble.name, cells, glyphs.ellipsis)
    return [((name, theme.STRONG),), spread(cost_chips(noble.cost, due, glyphs, cells), (note,), cells)]
