"""What the faces of cards have in common at every size: prices in chips, frames, keys, and what is lacking."""

from typing import Final

from splendor_tui.presentation.table_model import Slot
from splendor_tui.rules.cards import ROMAN, Card, Noble
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, missing, total, unpack
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import PlayerView
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Border, Glyphs
from splendor_tui.tui.look.paint import Block, Line, Span, box, joined, width, wording
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.words import N_, NN_, NP_

STONES: Final = (N_("diamond"), N_("sapphire"), N_("emerald"), N_("ruby"), N_("onyx"))
CAN: Final = NP_("card", "can buy")
"""On a card that can be bought now."""
NEW: Final = NP_("card", "new")
"""On a card that has come since the player's last turn."""
FREE: Final = N_("free for you")
FREE_SHORT: Final = NP_("card", "free")


def foot(short: int, glyphs: Glyphs, cells: int, *, buying: bool = True, planned: bool = False) -> str:
    """What a player lacks for a card of this width, in words or only the number; `can buy` if nothing and `buying` is possible.

    With `planned` it is so once the choice is confirmed, and a sign says that.
    """
    room, then = cells - 4, glyphs.becomes if planned else ""
    can = buying and not short
    words = str(CAN if can else NN_("{count} short", "{count} short", short))
    number = str(CAN if can else short)
    return wording(room, glyphs.ellipsis, f"{then} {words}".lstrip(), f"{then}{words}", f"{then} {number}".lstrip())


def frame(model: ScreenModel, slot: Slot, cursor: Slot | None, otherwise: Border) -> tuple[Border, str]:
    """Border and ink of a slot: heavy under the cursor, heavy and broken when chosen, bright where a hint points."""
    if slot == cursor:
        return model.glyphs.heavy, theme.CURSOR
    if slot == model.choice.chosen:
        return model.glyphs.chosen, theme.CURSOR
    return otherwise, theme.NEW if slot in model.lit else theme.LINE


def level_frame(model: ScreenModel, slot: Slot, cursor: Slot | None, level: int) -> tuple[Border, str]:
    """The same for a card or a deck, whose level shows in its frame: none of its lines is double, two are, or all."""
    border, ink = frame(model, slot, cursor, model.glyphs.levels[level - 1])
    return border, theme.LEVEL_LINES[level - 1] if ink == theme.LINE else ink


def card_back(level: int, cells: int, rows: int, glyphs: Glyphs, border: Border, ink: str, head: Line = ()) -> Block:
    """The back of a card of this outer size: its level, and the pattern where there is room for it."""
    pattern = ((glyphs.back * (cells - 2), theme.LINE),)
    return box(
        [((f"{ROMAN[level]:^{cells - 2}}", theme.BACK),), *[pattern] * (rows - 3)], cells, rows, border, ink, head=head
    )


def key_label(model: ScreenModel, slot: Slot, cursor: Slot | None) -> Line:
    """The key of a slot as a title; in brackets and reversed when the slot is chosen, between arrows where a hint points."""
    key = model.key(slot)
    if slot == model.choice.chosen:
        return ((f"[{key}]", theme.CHOSEN),)
    if not key:
        return ()
    if slot in model.lit:
        return ((f">{key}<", theme.LIT),)
    return ((f" {key} ", theme.CURSOR if slot == cursor else theme.TITLE),)


def price_chips(cost: Gems, due: Gems, glyphs: Glyphs, *, with_signs: bool = False, margin: str = "") -> list[Line]:
    """A price as chips, one for each colour; amounts that bonuses cover already are quiet."""
    owed = unpack(due)
    chips: list[Line] = []
    for colour, amount in zip(Colour, unpack(cost), strict=True):
        if amount:
            sign = glyphs.gem(colour) if with_signs else ""
            ink = theme.gem_ink(colour) if owed[colour] else theme.QUIET
            chips.append(((f"{margin}{amount}{sign}{colour.shown_letter}{margin}", ink),))
    return chips


def cost_chips(cost: Gems, due: Gems, glyphs: Glyphs, cells: int, *, with_signs: bool = False) -> Line:
    """A price as chips in a row, which close ranks where there is no room for gaps."""
    chips = price_chips(cost, due, glyphs, with_signs=with_signs)
    spaced = joined(chips)
    return spaced if width(spaced) <= cells else joined(chips, 0)


def after_bonuses(card: Card, due: Gems, glyphs: Glyphs, cells: int) -> Line:
    """What is left to pay of a price when bonuses are counted; nothing where they do not count."""
    if due == card.cost:
        return ()
    if due == NO_GEMS:
        return ((wording(cells, glyphs.ellipsis, str(FREE), str(FREE_SHORT)), theme.CAN),)
    amounts = [f"{amount}{colour.shown_letter}" for colour, amount in zip(Colour, unpack(due), strict=True) if amount]
    spaced, close = " ".join(amounts), "".join(amounts)
    fitting = (f"= {spaced}", f"={spaced}", f"={close}")
    return ((wording(cells, glyphs.ellipsis, *fitting), theme.QUIET),)


def noble_chips(model: ScreenModel, noble: Noble, cells: int, *, with_signs: bool = False) -> Line:
    """What a noble asks for; what the player has of it is quiet, as long as anybody can win the noble."""
    bonuses = NO_GEMS if model.over else model.after.bonuses
    return cost_chips(noble.cost, missing(noble.cost, bonuses), model.glyphs, cells, with_signs=with_signs)


def distance(player: PlayerView, noble: Noble, *, wordy: bool = True) -> Span:
    """How many bonuses a player lacks for a noble."""
    away = total(missing(noble.cost, player.bonuses))
    if not away:
        return (str(NP_("noble", "comes")) if wordy else "0"), theme.CAN
    text = str(NN_("{count} away", "{count} away", away)) if wordy else str(away)
    return text, theme.CAN if away == 1 else theme.QUIET


def planned_distance(model: ScreenModel, noble: Noble, *, wordy: bool = True) -> Span:
    """How many bonuses the player would lack by the choice, with a sign where that is not as many as now."""
    if model.over:
        return "", theme.QUIET
    if model.view.phase is Phase.CHOOSE_NOBLE and wordy and not missing(noble.cost, model.player.bonuses):
        return str(NP_("noble", "can come")), theme.CAN  # but only one of them does
    now, then = (distance(player, noble, wordy=wordy) for player in (model.player, model.after))
    return then if then == now else (f"{model.glyphs.becomes} {then[0]}", then[1])
