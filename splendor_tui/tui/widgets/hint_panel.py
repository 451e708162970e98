"""The panel that shows the requested hint. It covers the log, and as little else as possible."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain

from textual.content import Content
from textual.geometry import NULL_REGION, Region
from textual.widget import Widget

from splendor_tui.presentation import commands
from splendor_tui.presentation.message_details import with_requirements
from splendor_tui.presentation.table_model import NobleSlot, ReservedSlot, Suggestion, TableModel
from splendor_tui.rules.actions import Reserve
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.payments import price
from splendor_tui.tui.keys.commands_by_screen import SLOT_IDS, command_of
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import card_chip, clickable, cut_rows, draw_message, hanging, wrap_text
from splendor_tui.tui.look.paint import joined
from splendor_tui.tui.widgets.card_faces import key_label, note_of, payer_of, price_chips
from splendor_tui.tui.widgets.layouts import Places
from splendor_tui.tui.widgets.model_widget import Look, ModelWidget
from splendor_tui.tui.widgets.nobles import TILE_ROWS
from splendor_tui.tui.widgets.player_tableau import MIN_BOX, ROOMY_BOX
from splendor_tui.tui.widgets.prompt_line import PromptStart
from splendor_tui.tui.widgets.side_panes import MIN_ROWS

_BETWEEN = "  "
_STEADY_ROWS = 6
"""Minimum height of a steady hint: the log of a wide table, or log and reserve of a compact one."""


class HintPanel(ModelWidget):
    """Shows the model's hint. A click on a suggestion chooses it.

    The hint covers the last rows of the log if they are enough. Otherwise it also covers the part above the log:
    the player's own reserve, whose cards then get a row in the hint, or the spare rows of the players' boxes. A
    hint that suggests a reserved card, or beside which one is chosen, first grows to the full width of the table
    instead, if the players' boxes can make room. A hint never covers part of a frame. The longest suggestions of a
    hint that does not fit lose their last clauses, the chosen one last, and then one of them the end of its sentence. If
    that is not enough, the hint loses its heading, and at last the ends of more sentences. Spare rows of the reserve
    separate its parts. `place` is the hint's region on the board. `places` returns the layout.
    """

    def __init__(self, model: TableModel, look: Look, lent: PromptStart, places: Callable[[], Places]) -> None:
        super().__init__(model, look)
        self.display = False
        self._places = places
        self._lent = lent
        self._rows: list[Content] = []
        self.place = NULL_REGION

    def render(self) -> Content:
        """Render the hint."""
        return Content("\n").join(self._rows)

    def on_mount(self) -> None:
        """Lay out the hint once the board has a layout, and when the prompt borrows or returns a row of the board."""
        self._make_room()
        self.watch(self._lent, "text", self._make_room, init=False)

    def _make_room(self) -> None:
        self.call_after_refresh(self.repaint)

    def watch_model(self) -> None:
        """Lay out the new hint."""
        self.repaint()

    def repaint(self) -> None:
        """Lay out the hint in the first region where it fits, otherwise in the last one, shortened."""
        board, model, look = self.parent, self.model, self.look
        if model.hint is None or not isinstance(board, Widget):
            self.display = False
            return
        reserve = self._places().reserve
        hint, reserved = with_requirements(model.hint, self._unnamed_nobles(model)), model.player.reserved
        for room in self._rooms(model):
            cells = room.width - self.styles.padding.width
            warning, heading = (
                [] if words is None else wrap_text(draw_message(words, look.glyphs), cells)
                for words in (hint.warning, hint.heading)
            )
            first = [*([_reserve_row(model, look, cells)] if reserved and room.overlaps(reserve) else ()), *warning]
            suggestions = _suggestion_rows(hint.suggestions, look, cells)
            rows = [*first, *heading, *chain.from_iterable(suggestions)]
            if len(rows) <= room.height:
                if reserved and room.contains_region(reserve):
                    rows = _separated([first, heading, *suggestions], room.height)
                break
        else:
            chosen = next((place for place, one in enumerate(hint.suggestions) if one.chosen), None)
            ellipsis = look.glyphs.ellipsis
            for top in ([*first, *heading], first) if suggestions else (first,):
                left = room.height - len(top)
                rows = [*top, *shortened(suggestions or [heading], chosen, cells, left, ellipsis)]
                if sum(row.plain.endswith(ellipsis) for row in rows) <= 1:
                    break
        least = min(_STEADY_ROWS, room.height) if model.hint.steady else 0
        height = max(len(rows), least)
        sliver = room.y == self._places().log.y and room.height >= MIN_ROWS > room.height - height
        if sliver or room.contains_region(reserve):  # a partly covered pane or card would look broken
            height = room.height
        place = Region(room.x, room.bottom - height, room.width, height)
        if place != self.place:
            self.place = place
            self.refresh(layout=True)
        self._rows = rows
        self.display = True
        self.refresh()

    def _unnamed_nobles(self, model: TableModel) -> Collection[Noble]:
        """The nobles that can only be identified by their requirement: they show no name and are not highlighted."""
        if self._places().nobles.height >= TILE_ROWS:
            return ()
        return tuple(noble for index, noble in enumerate(model.view.nobles) if NobleSlot(index) not in model.lit)

    def _rooms(self, model: TableModel) -> Iterator[Region]:
        """Yield the possible regions of the hint, least obtrusive first."""
        where = self._places()
        log, reserve = where.log, where.reserve
        if not (model.hint and model.hint.steady and log.height < _STEADY_ROWS - 1):
            yield log
        points_there = any(isinstance(slot, ReservedSlot) for slot in (*model.lit, model.chosen))
        if reserve.x == log.x:
            if points_there and len(where.players) * MIN_BOX <= log.y - where.players[0].y:
                left, right = where.edges
                yield Region(left, log.y, right - left, log.height)
            yield reserve.union(log)
        else:
            top = where.players[0].y + len(where.players) * ROOMY_BOX
            yield Region(log.x, top, log.width, log.bottom - top) if where.players[-1].bottom == log.y else log


def _reserve_row(model: TableModel, look: Look, cells: int) -> Content:
    """Draw the player's reserved cards in a row: key, card and price, then what is short if there is room for each.

    Spaces between the cards are wider than those within a card, if possible. A click on a card picks it.
    """
    slots = [ReservedSlot(index) for index in range(len(model.player.reserved))]
    shown = [(slot, card) for slot in slots if (card := model.card(slot))]
    ways = [
        Content(" " * space).join(_reserved_card(model, look, *one, cells * noted, between) for one in shown)
        for noted, between, space in ((True, 1, 3), (True, 0, 3), (False, 1, 3), (False, 1, 2), (False, 0, 1))
    ]
    return next((row for row in ways if row.cell_length <= cells), ways[-1])


def _reserved_card(
    model: TableModel, look: Look, slot: ReservedSlot, card: Card, note_cells: int, between: int
) -> Content:
    payer = payer_of(model, slot, card)
    face = Content.assemble(*key_label(model, look, slot), card_chip(card, look.glyphs), " ")
    face += Content.assemble(*joined(price_chips(card.cost, price(card, payer), look.glyphs), between))
    note, ink = note_of(model, look, card, payer, note_cells)
    return clickable(face + Content.styled(note and f" {note}", ink), command_of(SLOT_IDS[slot]).action)


def _separated(parts: Sequence[Sequence[Content]], height: int) -> list[Content]:
    """The rows of all parts, with empty rows between the first ones as long as there is room."""
    spare = height - sum(map(len, parts))
    rows: list[Content] = []
    for part in filter(None, parts):
        if rows and spare:
            rows.append(Content())
            spare -= 1
        rows += part
    return rows


def _suggestion_rows(suggestions: Sequence[Suggestion], look: Look, cells: int) -> list[list[Content]]:
    """Draw the rows of each suggestion: keys, chance and sentence side by side, with long sentences wrapped."""
    keys = [
        " ".join((*one.keys, look.key(commands.RESERVE)) if isinstance(one.action, Reserve) else one.keys)
        for one in suggestions
    ]
    chances = [str(suggestion.chance or "") for suggestion in suggestions]
    rows = []
    for place, suggestion in enumerate(suggestions):
        key = f"{keys[place]:<{max(map(len, keys))}}{_BETWEEN}"
        chance = f"{chances[place]:>{max(map(len, chances))}}{_BETWEEN}" if any(chances) else ""
        label = f"{keys[place]}", theme.CHOSEN if suggestion.chosen else theme.TITLE
        first = Content.assemble(label, " " * (len(key) - len(keys[place])), (chance, theme.STRONG))
        sentence = hanging(first, draw_message(suggestion.sentence, look.glyphs), cells)
        rows.append([clickable(row, f"screen.follow({place})") for row in sentence])
    return rows


def shortened(
    parts: Sequence[Sequence[Content]], chosen: int | None, cells: int, height: int, ellipsis: str
) -> list[Content]:
    """The rows of all parts if they fit. Otherwise, parts lose their ends: whole clauses first, the chosen part last."""
    kept = [len(part) for part in parts]

    def harm(place: int) -> tuple[bool, bool, bool, int, int]:
        """How much cutting another row of a part hides. The best suggestion counts more, long ones less."""
        is_clause = any(";" in row.plain for row in parts[place][: kept[place] - 1])
        return place == chosen, not is_clause, place == 0, -kept[place], -place

    while sum(kept) > height and max(kept) > 1:
        kept[min((place for place, count in enumerate(kept) if count > 1), key=harm)] -= 1
    rows: list[Content] = []
    for part, count in zip(parts, kept, strict=True):
        rows += part if count == len(part) else cut_rows(part[:count], cells, ellipsis)
    return rows[:height]
