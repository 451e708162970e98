"""The possessions of one player: tokens, bought cards, reserved cards and nobles. Also the cards that they can buy."""

from itertools import repeat
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size

from splendor_tui.inputs.player_names import MAX_CELLS
from splendor_tui.match.log import reservation_rounds
from splendor_tui.presentation.commands import BACK, HELP, IN_INSPECTION, NEXT_PLAYER, SEATS
from splendor_tui.presentation.table_model import PILES, CardSlot, ReservedSlot, Slot, TableModel
from splendor_tui.rules.cards import ROMAN, Card, Noble
from splendor_tui.rules.constants import HAND_LIMIT, TOKEN_LIMIT
from splendor_tui.rules.gems import NO_GEMS, Gems, missing, unpack
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import PlayerView, ReservedView
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import card_chip, link
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import (
    Block,
    Line,
    abreast,
    beside,
    box,
    clipped,
    cut,
    cut_name,
    flowed,
    gap,
    page,
    spread,
    wording,
)
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.widgets.base_widgets import Heading, Sheet, Text
from splendor_tui.tui.widgets.card_faces import AROUND_FOOT, CAN, cost_chips, distance, foot
from splendor_tui.tui.widgets.key_row import KeyRow
from splendor_tui.tui.widgets.layouts import ROWS_AROUND, places
from splendor_tui.tui.widgets.model_widget import Look
from splendor_tui.tui.widgets.player_tableau import BONUSES, CARDS, GEMS, RESERVE, TOTAL, Columns
from splendor_tui.tui.widgets.status_line import clock_of_active
from splendor_tui.words import N_, NN_, NP_

MARGIN: Final = 1
_MAX_TAB: Final = 12
"""Maximum width of a name if the whole names do not fit side by side."""
MIN_BESIDE: Final = 84
"""If there are this many cells beside the cards, the screen does not cover the cards."""

_MIN_LABEL: Final = 9
_SMALL_COLUMN: Final = 6
_LARGE_COLUMN: Final = 11
CARD_ROWS: Final = 4
GUTTER: Final = 2
_MIN_NOBLES: Final = 31
MAX_NOBLES: Final = 44
"""Maximum width of the nobles. The parts of a wider row would be too far apart."""

CAN_BUY: Final = N_("can buy")


class InspectScreen(BaseScreen[None]):
    """Shows one player at a time, as seen by the viewer. In a large window, the cards stay visible."""

    ABOUT = N_("Everything a player has. Other players' reserved cards are face down.")
    KEY_COMMANDS = IN_INSPECTION
    CSS_PATH = "inspect_screen.tcss"
    STOPS_CLOCK = False

    def __init__(self, model: TableModel, seat: int) -> None:
        super().__init__()
        self._model = model
        self._seat = seat

    def compose(self) -> ComposeResult:
        """Compose the heading, the tabs of the players, the details, and the key hints below everything."""
        with Vertical(id="panel"):
            yield Heading(self._heading, self._clock, bar=True)
            with Vertical(id="page"):
                yield Text(self._tabs, "tabs")
                yield Sheet(self._look)
        yield KeyRow(self._hints)

    def on_mount(self) -> None:
        """Leave the cards visible if there is room."""
        self.show()

    def on_resize(self) -> None:
        """Recompute the width, so that the cards stay visible if there is room."""
        self.show()

    def show(self) -> None:
        """Redraw in the whole window, or only in the part beside the cards if the window is large."""
        settings, window = self.services.settings, self.app.size
        where = places(
            Size(window.width, window.height - ROWS_AROUND),
            len(self._model.names),
            settings.layout,
            rules=settings.rules_pane,
        )
        cells = window.width - min(player.x for player in where.players)
        beside = cells >= MIN_BESIDE
        self.set_class(beside, "-beside")
        self.query_one("#panel").styles.width = cells if beside else "100%"
        super().show()

    def _heading(self) -> Content:
        kind = self._model.kinds[self._seat] or ""
        return Content.assemble((self._model.names[self._seat], theme.TITLE), (f"  {kind}", theme.QUIET))

    def _clock(self, _room: int) -> Content:
        """The clock, which continues to run."""
        return Content.assemble(*clock_of_active(self._model, self.glyphs))

    def _hints(self) -> list[Hint]:
        return [self.hint(NEXT_PLAYER), self.hint(BACK), self.hint(HELP)]

    def match_changed(self, model: TableModel) -> None:
        """Show the new state of the player, and update the clock."""
        before, self._model = self._model, model
        if model.view != before.view:
            self.show()
        else:
            self.query_one(Heading).refresh()

    def action_turn(self, seats: int) -> None:
        """Inspect the player this many seats after the current one."""
        self.action_show((self._seat + seats) % len(self._model.names))

    def action_show(self, seat: int) -> None:
        """Inspect the player in this seat, if there is one."""
        if seat < len(self._model.names):
            self._seat = seat
            self.show()

    def _tabs(self) -> Content:
        """The players with their keys, and whole names if they fit. The selected one is in brackets."""
        whole = self._tabs_with(MAX_CELLS)
        fits = whole.cell_length <= self.query_one("#tabs").content_size.width
        return whole if fits else self._tabs_with(_MAX_TAB)

    def _tabs_with(self, max_name: int) -> Content:
        tabs = []
        for seat, name in enumerate(self._model.names):
            short = cut_name(name, max_name, self.glyphs.ellipsis)
            key = self.key(SEATS[seat])
            text, ink = (f"[{key} {short}]", theme.CHOSEN) if seat == self._seat else (f" {key} {short} ", theme.QUIET)
            tabs.append(link(text, f"screen.show({seat})", ink))
        return Content("  ").join(tabs)

    def _look(self, size: Size) -> Content:
        room = Size(size.width - 2 * MARGIN, size.height)
        lines = player_details(self._model, Look(self.glyphs), self._seat, room)
        return page((*gap(MARGIN), *line) for line in lines)


def player_details(model: TableModel, look: Look, seat: int, size: Size) -> list[Line]:
    """Paint a player's possessions, as seen by the viewer: cards and tokens on the left, nobles on the right."""
    player = model.view.players[seat]
    labels = (BONUSES, GEMS, TOTAL, CAN_BUY, CARDS, RESERVE)
    label = max(_MIN_LABEL, 1 + max(cell_len(str(one)) for one in labels))
    large = label + _LARGE_COLUMN * len(PILES)
    column = _LARGE_COLUMN if size.width - large - GUTTER >= _MIN_NOBLES else _SMALL_COLUMN
    cells = label + column * len(PILES)
    sums = _sums(player, look.glyphs, size.width)
    left = _left(model, look, seat, Columns(label, column, look.glyphs), size.height - len(sums) - 1)
    room, ellipsis = min(size.width - cells - GUTTER, MAX_NOBLES), look.glyphs.ellipsis
    right = [clipped(line, room, ellipsis) for line in _nobles(model, look, player, room)]
    return [*sums, (), *abreast(left, right, cells + GUTTER)]


def _sums(player: PlayerView, glyphs: Glyphs, cells: int) -> list[Line]:
    """Paint the points, their sources, and all totals, in one row if they fit."""
    cards, nobles = sum(card.points for card in player.cards), sum(noble.points for noble in player.nobles)
    points = NN_("{count} point", "{count} points", player.points)
    facts: list[Line] = [
        ((str(points), theme.TITLE),),
        ((str(N_("{cards} from cards, {nobles} from nobles", cards=cards, nobles=nobles)), theme.PLAIN),),
        ((str(NN_("{count} card", "{count} cards", len(player.cards))), theme.PLAIN),),
        ((str(N_("{held}/{limit} tokens", held=tokens_held(player), limit=TOKEN_LIMIT)), theme.PLAIN),),
    ]
    if player.forfeited:
        facts.append(((str(N_("out of the game")), theme.QUIET),))
    return flowed(facts, ((f" {glyphs.dot} ", theme.PLAIN),), cells)


def _left(model: TableModel, look: Look, seat: int, columns: Columns, rows: int) -> list[Line]:
    player = model.view.players[seat]
    counts = [
        columns.header(),
        columns.row(BONUSES, unpack(player.bonuses), repeat(theme.STRONG)),
        columns.row(GEMS, (*unpack(player.gems), player.gold), repeat(theme.STRONG)),
        columns.row(TOTAL, unpack(player.bonuses + player.gems), repeat(theme.QUIET)),
    ]
    within_reach = [] if model.over or player.forfeited else _within_reach(model, seat, columns)
    hand = () if player.forfeited else _hand(model, look, seat, columns)
    stacks = columns.stacks(player, rows - len(counts) - len(within_reach) - len(hand) - 2)
    if not player.cards:
        stacks = [(*columns.name(CARDS), (str(NP_("cards", "none yet")), theme.QUIET))]
    return [*counts, *within_reach, (), *stacks, (), *hand]


def _within_reach(model: TableModel, seat: int, columns: Columns) -> list[Line]:
    """Paint the cards that the player can buy now and the viewer can see, with their keys."""
    player, glyphs = model.view.players[seat], columns.glyphs
    known = [_open_card(model, seat, held) for held in player.reserved]
    slots: dict[Slot, Card | None] = {CardSlot.of(index): card for index, card in enumerate(model.view.grid)}
    slots |= {ReservedSlot(index): card for index, card in enumerate(known)}
    own = seat == model.seat
    chips: list[Line] = [
        (
            (f"{model.key(slot)} ".lstrip() if own or isinstance(slot, CardSlot) else "", theme.TITLE),
            (f" {card_chip(card, glyphs).plain} ", theme.gem_ink(card.bonus)),
        )
        for slot, card in slots.items()
        if card is not None and not shortfall(card, player)
    ]
    rows = flowed(chips or [((str(NP_("cards", "none now")), theme.QUIET),)], gap(2), columns.column * len(PILES))
    return [(*columns.name("" if number else CAN_BUY), *row) for number, row in enumerate(rows)]


# --- reserved cards ----------------------------------------------------------------------------------------------------


def _hand(model: TableModel, look: Look, seat: int, columns: Columns) -> Block:
    player = model.view.players[seat]
    count = f"{len(player.reserved)}/{HAND_LIMIT}"
    label: Block = (columns.name(), columns.name(RESERVE), columns.name(count), columns.name())
    held_cards = zip(player.reserved, reservation_rounds(player, model.log), strict=True)
    cells = max(columns.column + 6, cell_len(str(CAN)) + AROUND_FOOT)
    return beside(label, *(_reserved(model, look, seat, held, number, cells) for held, number in held_cards))


def _reserved(model: TableModel, look: Look, seat: int, held: ReservedView, log_round: int | None, cells: int) -> Block:
    """Paint a reserved card: face up if visible to the viewer, otherwise its back.

    The back shows how the card was reserved. `log_round` is the round whose log entry names the card.
    """
    card = _open_card(model, seat, held)
    if card is not None:
        return _face(card, model.view.players[seat], look.glyphs, cells)
    back = look.glyphs.back * (cells - 2)
    rows = [back, back]
    if model.view.viewer is None:
        pass  # observers may not know how a card was reserved
    elif held.blind:
        rows[0] = wording(cells - 2, look.glyphs.ellipsis, str(N_("drawn unseen")), str(N_("unseen")))
    elif log_round is not None:
        where = wording(cells - 2, look.glyphs.ellipsis, str(N_("see the log")), str(N_("see log")))
        rows = [where, cut(str(N_("round {number}", number=log_round)), cells - 2, look.glyphs.ellipsis)]
    lines: list[Line] = [((f"{row:^{cells - 2}}", theme.LINE if row == back else theme.QUIET),) for row in rows]
    head: Line = ((f" {ROMAN[held.level]} ", theme.BACK),)
    return box(lines, cells, CARD_ROWS, look.glyphs.calm, theme.LINE, head=head)


def _open_card(model: TableModel, seat: int, held: ReservedView) -> Card | None:
    """A reserved card if it is visible to the viewer."""
    return held.card if seat == model.view.viewer else model.open_card(held)


def _face(card: Card, player: PlayerView, glyphs: Glyphs, cells: int) -> Block:
    short = shortfall(card, player)
    named = glyphs.gem(card.bonus)
    band = f"{card.points or ' '}{named:>{cells - 3}}"
    chips = cost_chips(card.cost, price(card, player), glyphs, cells - 2)
    return box(
        [((band, theme.gem_ink(card.bonus)),), chips],
        cells,
        CARD_ROWS,
        glyphs.calm,
        theme.LINE if short else theme.CAN,
        head=((f" {ROMAN[card.level]} ", theme.QUIET),),
        foot_end=((foot(short, glyphs, cells), theme.QUIET if short else theme.CAN),),
    )


# --- nobles ------------------------------------------------------------------------------------------------------------


def _nobles(model: TableModel, look: Look, player: PlayerView, cells: int) -> list[Line]:
    """Paint the nobles won, then those on the table with what this player still needs."""
    glyphs = look.glyphs
    lines: list[Line] = [((str(N_("Nobles won")), theme.TITLE),)]
    for noble in player.nobles:
        lines += _noble(noble, NO_GEMS, (f"+{noble.points}", theme.TITLE), glyphs, cells)
    if not player.nobles:
        lines.append(((str(NP_("nobles", "none yet")), theme.QUIET),))
    lines += [(), ((str(N_("Nobles on the table")), theme.TITLE),)]
    for noble in model.view.nobles:
        lines += _noble(noble, missing(noble.cost, player.bonuses), distance(player, noble), glyphs, cells)
    if not model.view.nobles:
        lines.append(((str(NP_("nobles", "none left")), theme.QUIET),))
    return lines


def _noble(noble: Noble, due: Gems, note: tuple[str, str], glyphs: Glyphs, cells: int) -> list[Line]:
    """Paint a noble's name with a note, and below it, the requirement with what the player still needs."""
    lacks: Line = ()
    if due not in (NO_GEMS, noble.cost):
        lacks = ((f"{NP_('noble', 'needs')} ", theme.QUIET), *cost_chips(due, due, glyphs, cells))
    return [
        spread(((noble.shown_name, theme.STRONG),), (*gap(1), note), cells, glyphs.ellipsis),
        spread(cost_chips(noble.cost, due, glyphs, cells), lacks, cells, glyphs.ellipsis),
    ]
