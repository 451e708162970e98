"""The faces of cards at each size: colour, points, price, and what the player still needs."""

from typing import Final

from rich.cells import cell_len

from splendor_tui.presentation.table_model import PILES, STONES, Slot, TableModel
from splendor_tui.rules.cards import ROMAN, Card, Noble
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, missing, total, unpack
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import PlayerView
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import ABSENT, Border, Glyphs
from splendor_tui.tui.look.jewels import jewel_block
from splendor_tui.tui.look.paint import Block, Line, Span, box, cut, filled, fit, gap, joined, width, wording
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.words import N_, NN_, NP_

LEGEND: Final = (
    NP_("gem, after its symbol or letter", "white"),
    NP_("gem, after its symbol or letter", "blue"),
    NP_("gem, after its symbol or letter", "green"),
    NP_("gem, after its symbol or letter", "red"),
    NP_("gem, after its symbol or letter", "black"),
    NP_("token", "gold"),
)
CAN: Final = NP_("card", "can buy")
"""Marks cards that can be bought now."""
AROUND_FOOT: Final = 4
"""Cells of a frame's bottom around the words of `foot`."""
NEW: Final = NP_("card", "new")
"""Marks cards that were revealed after the player's last turn."""
_FREE: Final = N_("free for you")
FREE_SHORT: Final = NP_("card", "free")

SMALL_CARD: Final = (13, 4)
LARGE_CARD: Final = (17, 6)
GRAND_CARD: Final = (24, 9)
_JEWEL: Final = (5, 3)
"""The size of the jewel on a large card."""
_PRICE: Final = 10
"""The width of points and price on a grand card."""
_HEADING: Final = 2
_TAB: Final = 2
"""The height of large points below the heading."""


def card_block(model: TableModel, look: Look, slot: Slot, card: Card | None, cells: int, rows: int) -> Block:
    """Paint the card in a slot at this outer size, or the empty slot."""
    glyphs = look.glyphs
    head = key_label(model, look, slot)
    if card is None:
        border, ink = frame(model, look, slot, ABSENT)
        return box((), cells, rows, border, ink, head=tuple((text, theme.QUIET) for text, _ink in head))
    border, ink = level_frame(model, look, slot, card.level)
    payer = payer_of(model, slot, card)
    note, note_ink = note_of(model, look, card, payer, cells)
    within_reach = note_ink == theme.CAN
    if within_reach and ink in theme.LEVEL_LINES:
        ink = theme.CAN
    new = cut(str(NEW), cells - 4 - width(head), glyphs.ellipsis)
    return box(
        card_face(look, card, payer, cells - 2, rows - 2, within_reach=within_reach),
        cells,
        rows,
        border,
        ink,
        head=head,
        head_end=((f" {new} ", theme.NEW),) if card in model.changes.cards else (),
        foot_end=((note, note_ink),),
    )


def payer_of(model: TableModel, slot: Slot, card: Card) -> PlayerView:
    """The player who would pay for the card in a slot: after the choice, or before it if it buys this card.

    Without bonuses if nothing more can be bought, so the full price is shown.
    """
    is_bought = slot == model.chosen and not any(held.card == card for held in model.after.reserved)
    payer = model.player if is_bought else model.after
    return payer._replace(bonuses=NO_GEMS) if model.has_no_turns_left else payer


def note_of(model: TableModel, look: Look, card: Card, payer: PlayerView, cells: int) -> Span:
    """Describe what the payer still needs for a card of this width. Green if nothing, empty after the game."""
    if model.has_no_turns_left or model.view.phase is Phase.OVER:
        return "", theme.QUIET
    short = shortfall(card, payer)
    planned = short != shortfall(card, model.player)
    buying = model.view.phase is Phase.MAIN or model.view.seat != model.seat
    ink = theme.CAN if short == 0 and buying else theme.QUIET
    return foot(short, look.glyphs, cells, planned=planned), ink


def foot(short: int, glyphs: Glyphs, cells: int, *, planned: bool = False) -> str:
    """Describe what a player still needs for a card of this width: a phrase, a number, or nothing if none fits.

    The text is padded. If `planned`, it describes the state after the choice is confirmed, and an arrow replaces the
    first space.
    """
    words = str(NN_("{count} short", "{count} short", short) if short else CAN)
    text = wording(cells - AROUND_FOOT, glyphs.ellipsis, words, str(short), "")
    return f"{glyphs.becomes[-1] if planned else ' '}{text} " if text else ""


# --- frames ------------------------------------------------------------------------------------------------------------


def frame(model: TableModel, look: Look, slot: Slot, otherwise: Border) -> tuple[Border, str]:
    """The border and ink of a slot.

    The border is heavy under the cursor, and dashed if the slot is chosen. The ink is bright if a hint suggests the
    slot.
    """
    if slot == look.cursor:
        return look.glyphs.heavy, theme.CURSOR
    if slot == model.chosen:
        return look.glyphs.chosen, theme.CURSOR
    return otherwise, theme.NEW if slot in model.lit else theme.LINE


def level_frame(model: TableModel, look: Look, slot: Slot, level: int) -> tuple[Border, str]:
    """Like `frame`, for a card or deck. The border is single, mixed or double, depending on its level."""
    border, ink = frame(model, look, slot, look.glyphs.levels[level - 1])
    return border, theme.LEVEL_LINES[level - 1] if ink == theme.LINE else ink


def card_back(level: int, cells: int, rows: int, glyphs: Glyphs, border: Border, ink: str, head: Line = ()) -> Block:
    """Paint the back of a card at this outer size, with its level above the pattern."""
    pattern = ((glyphs.back * (cells - 2), theme.LINE),)
    return box(
        [((f"{ROMAN[level]:^{cells - 2}}", theme.BACK),), *[pattern] * (rows - 3)], cells, rows, border, ink, head=head
    )


def key_label(model: TableModel, look: Look, slot: Slot) -> Line:
    """The key label of a slot, in brackets if chosen, between arrows if a hint suggests the slot."""
    key = model.key(slot)
    if slot == model.chosen:
        return ((f"[{key}]", theme.CHOSEN),)
    if not key:
        return ()
    if slot in model.lit:
        return ((f">{key}<", theme.LIT),)
    return ((f" {key} ", theme.CURSOR if slot == look.cursor else theme.TITLE),)


# --- the face ----------------------------------------------------------------------------------------------------------


def card_face(look: Look, card: Card, payer: PlayerView, cells: int, rows: int, *, within_reach: bool) -> list[Line]:
    """Paint the inside of a card at this size, with its price for `payer`. If it is `within_reach`, its jewel glints."""
    if cells >= GRAND_CARD[0] - 2 and rows >= GRAND_CARD[1] - 2:
        return _grand_face(look, card, payer, cells, rows, within_reach=within_reach)
    glyphs, due = look.glyphs, price(card, payer)
    band = (_band(card, glyphs, cells),)
    if rows < LARGE_CARD[1] - 2:
        return [band, cost_chips(card.cost, due, glyphs, cells)]
    lines = _price_in_pairs(card.cost, due, glyphs)
    room = cells - _JEWEL[0]
    fits = all(width(line) <= room for line in lines)
    # A small jewel of characters would be illegible.
    if not fits or cells < LARGE_CARD[0] - 2 or look.jewels.way in {"ascii", "shades"}:
        return [band, *lines]
    jewel = jewel_block(card.bonus, *_JEWEL, look.jewels, glint=within_reach)
    return [band, *((*fit(line, room), *part) for line, part in zip(lines, jewel, strict=True))]


def _band(card: Card, glyphs: Glyphs, cells: int) -> Span:
    """A band in the bonus colour, with points on the left and the bonus on the right, named if it fits."""
    points, gem = str(card.points or ""), glyphs.gem(card.bonus)
    if cells < LARGE_CARD[0] - 2:
        return f"{points}{gem:>{cells - len(points)}}", theme.gem_ink(card.bonus)
    stone = cut(str(STONES[card.bonus]), cells - len(points) - 5, glyphs.ellipsis)
    title = f"{stone} {gem} "
    return f" {points}" + " " * (cells - 1 - len(points) - cell_len(title)) + title, theme.gem_ink(card.bonus)


def _price_in_pairs(cost: Gems, due: Gems, glyphs: Glyphs) -> list[Line]:
    """Paint a price in three rows of two chips, each with the amount left to pay after bonuses.

    The last row shows `free` if there is nothing left to pay.
    """
    chips = price_chips(cost, due, glyphs, with_rest=True)
    rows = [joined(chips[at : at + 2]) for at in (0, 2, 4)]
    if cost and due == NO_GEMS:
        rows[2] = (*rows[2], *gap(1 if rows[2] else 0), (str(FREE_SHORT), theme.CAN))
    return rows


def _grand_face(look: Look, card: Card, payer: PlayerView, cells: int, rows: int, *, within_reach: bool) -> list[Line]:
    """Paint points and price in a column on the left, and the jewel on the right."""
    glyphs, due = look.glyphs, price(card, payer)
    prices = [(*gap(1), *line) for line in price_chips(card.cost, due, glyphs, margin=" ", with_rest=True)]
    if card.cost and due == NO_GEMS:
        free = wording(_PRICE - 1, glyphs.ellipsis, str(_FREE), str(FREE_SHORT))
        prices = [(*gap(1), (free, theme.CAN)), *prices]
    room, jewel_room = rows - _HEADING, cells - _PRICE
    points = glyphs.digits[card.points] if len(prices) < room else (str(card.points), "", "")
    if not card.points:
        points = ("", "", "")
    tab = _tab(look, points, card)[: max(0, room - len(prices))]
    left = [*tab, *[()] * (room - len(tab) - len(prices)), *prices][-room:]
    down = min(room, (jewel_room - 1) // 2 + 1)
    across = min(jewel_room - 1, 2 * down)  # roughly square on the screen
    jewel = jewel_block(card.bonus, across, down, look.jewels, glint=within_reach)
    sky, margin = (room - down + 1) // 2, jewel_room - across - 1
    right = filled([()] * sky + [(*gap(margin), *line) for line in jewel], jewel_room, room)
    heading = _heading(glyphs, card, points, cells)
    return [*heading, *((*fit(line, _PRICE), *part) for line, part in zip(left, right, strict=True))]


def _heading(glyphs: Glyphs, card: Card, points: tuple[str, str, str], cells: int) -> list[Line]:
    """Paint a band in the bonus colour, two rows high, with points and bonus."""
    ink = theme.gem_ink(card.bonus)
    stone = cut(str(STONES[card.bonus]), cells - 8, glyphs.ellipsis)
    named = f"{stone} {glyphs.gem(card.bonus)} "
    upper = f" {points[0]}"
    upper += " " * (cells - cell_len(upper + named)) + named
    return [((upper, ink),), ((f" {points[1]}".ljust(cells), ink),)]


def _tab(look: Look, points: tuple[str, str, str], card: Card) -> list[Line]:
    """Paint the last row of large points, and a margin of half a row unless there are few colours."""
    if not points[2]:
        return [()] * _TAB
    margin: Line = () if look.jewels.way == "few" else (("▀" * 5, theme.gem_ground(card.bonus)),)
    return [((f" {points[2]} ", theme.gem_ink(card.bonus)),), margin]


# --- prices ------------------------------------------------------------------------------------------------------------


def price_chips(cost: Gems, due: Gems, glyphs: Glyphs, *, margin: str = "", with_rest: bool = False) -> list[Line]:
    """A price as one chip per colour. Amounts covered by bonuses are dim.

    `with_rest` adds the amount left to pay to each chip that bonuses lower: `5◆=2`.
    """
    chips: list[Line] = []
    for colour, amount, left in zip(Colour, unpack(cost), unpack(due), strict=True):
        if amount:
            ink = theme.gem_ink(colour) if left else theme.QUIET
            chip: Line = ((f"{margin}{amount}{glyphs.gem(colour)}{margin}", ink),)
            chips.append((*chip, (f"{margin}={left}", theme.QUIET)) if with_rest and 0 < left < amount else chip)
    return chips


def gem_names(glyphs: Glyphs, cells: int) -> list[Line]:
    """Paint the legend of gem symbols and names. Each gem is in the first row with room for it."""
    rows: list[Line] = []
    for colour, word in zip(PILES, LEGEND, strict=True):
        name: Line = ((glyphs.gem(colour), theme.gem_ink(colour)), (f" {word}", theme.PLAIN))
        place = next((place for place, row in enumerate(rows) if width(row) + 2 + width(name) <= cells), None)
        if place is None:
            rows.append(name)
        else:
            rows[place] = (*rows[place], *gap(2), *name)
    return rows


def cost_chips(cost: Gems, due: Gems, glyphs: Glyphs, cells: int) -> Line:
    """A price as chips in a row. Gaps between them are dropped if there is no room."""
    chips = price_chips(cost, due, glyphs)
    spaced = joined(chips)
    return spaced if width(spaced) <= cells else joined(chips, 0)


# --- nobles ------------------------------------------------------------------------------------------------------------


def noble_chips(model: TableModel, look: Look, noble: Noble, cells: int, *, with_rest: bool = False) -> Line:
    """A noble's requirement. During the game, the part that the player already has is dim.

    `with_rest` adds the bonuses that are still missing, as on cards, if there is room.
    """
    missed = missing(noble.cost, NO_GEMS if model.has_no_turns_left else model.after.bonuses)
    if with_rest and width(chips := joined(price_chips(noble.cost, missed, look.glyphs, with_rest=True))) <= cells:
        return chips
    return cost_chips(noble.cost, missed, look.glyphs, cells)


def distance(player: PlayerView, noble: Noble, *, wordy: bool = True) -> Span:
    """The number of bonuses that a player still needs for a noble."""
    away = total(missing(noble.cost, player.bonuses))
    if not away:
        return (str(NP_("noble", "visits")) if wordy else "0"), theme.CAN
    text = str(NN_("{count} away", "{count} away", away)) if wordy else str(away)
    return text, theme.CAN if away == 1 else theme.QUIET


def planned_distance(model: TableModel, look: Look, noble: Noble, *, wordy: bool = True) -> Span:
    """The number of bonuses that the player will still need after the choice. A symbol marks a change."""
    if model.has_no_turns_left:
        return "", theme.QUIET
    if model.view.phase is Phase.CHOOSE_NOBLE and wordy and not missing(noble.cost, model.player.bonuses):
        return str(NP_("noble", "can visit")), theme.CAN  # the player must choose between several nobles
    now, then = (distance(player, noble, wordy=wordy) for player in (model.player, model.after))
    return then if then == now else (f"{look.glyphs.becomes}{then[0]}", then[1])
