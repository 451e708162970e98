"""The table in use: cursor, mouse, and a constant tree of widgets."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.pilot import Pilot

from splendor_tui.match.log import LogKind, LogLine
from splendor_tui.presentation.table_model import (
    CardSlot,
    DeckSlot,
    Phrase,
    PileSlot,
    PlayerSlot,
    ReservedSlot,
    ShownHint,
    Slot,
    Suggestion,
)
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.screens.settings_screen import SettingsScreen
from splendor_tui.tui.widgets.board import HOME, Board, Direction, nearest
from splendor_tui.tui.widgets.canvas import SlotConfirmed, SlotPicked
from splendor_tui.tui.widgets.card_grid import CardGrid
from splendor_tui.tui.widgets.hint_row import TableHints
from splendor_tui.tui.widgets.log_pane import LogPane
from splendor_tui.tui.widgets.player_tableau import PlayerTableau
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.reserve import Reserve
from splendor_tui.tui.widgets.screen_model import ScreenModel
from splendor_tui.tui.widgets.status_line import StatusLine
from splendor_tui.tui.widgets.table import Table
from splendor_tui.words import N_
from tests.tui.at_the_table import until
from tests.tui.opened_app import screen_text
from tests.tui.positions import POSITIONS, early, late, middle, table_model
from tests.tui.scenes import last_round, on_stage
from tests.tui.table_app import TableApp

sizes = pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50), (200, 60)])


class TestedTable(TableApp):
    """A table that records its messages."""

    __test__ = False

    def __init__(self, model: ScreenModel) -> None:
        super().__init__(model)
        self.told: list[tuple[str, object]] = []

    def on_slot_picked(self, message: SlotPicked) -> None:
        self.told.append(("picked", message.slot))

    def on_slot_confirmed(self, message: SlotConfirmed) -> None:
        self.told.append(("confirmed", message.slot))

    def action_help(self) -> None:
        self.action_note("help")

    def action_note(self, what: str) -> None:
        self.told.append(("action", what))


def at_the_table(
    model: ScreenModel, size: tuple[int, int], do: Callable[[TestedTable, Pilot[None]], Awaitable[None]]
) -> TestedTable:
    """Open a table and act."""

    async def run() -> TestedTable:
        app = TestedTable(model)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await do(app, pilot)
            await pilot.pause()
        return app

    return asyncio.run(run())


@sizes
@pytest.mark.parametrize(("position", "players"), [("early", 2), ("middle", 4), ("late", 4)])
def test_the_cursor_reaches_everything(
    catalogue: Catalogue, size: tuple[int, int], position: str, players: int
) -> None:
    places: dict[Slot, Region] = {}

    async def look(app: TestedTable, _pilot: Pilot[None]) -> None:
        places.update(app.query_one(Board).places())

    at_the_table(table_model(POSITIONS[position](catalogue, players)), size, look)
    reached: set[Slot] = {HOME}
    edge: list[Slot] = [HOME]
    while edge:
        here = edge.pop()
        for direction in Direction:
            there = nearest(places, here, direction)
            if there not in reached:
                reached.add(there)
                edge.append(there)
    assert reached == set(places)


def test_the_cursor_walks_along_a_row_and_back(catalogue: Catalogue) -> None:
    path: list[Slot] = []

    async def walk(app: TestedTable, _pilot: Pilot[None]) -> None:
        board = app.query_one(Board)
        board.cursor = DeckSlot(2)
        for direction in ("right",) * 4 + ("left",) * 4 + ("down", "down", "up"):
            board.move(Direction(direction))
            path.append(board.cursor)

    at_the_table(table_model(early(catalogue)), (80, 24), walk)
    row = [CardSlot(2, column) for column in range(4)]
    assert path == [*row, *reversed(row[:3]), DeckSlot(2), DeckSlot(1), PileSlot(Colour.WHITE), DeckSlot(1)]


def test_a_cursor_whose_place_is_gone_goes_home(catalogue: Catalogue) -> None:
    places: list[Slot] = []

    async def lose_the_card(app: TestedTable, _pilot: Pilot[None]) -> None:
        board = app.query_one(Board)
        board.cursor = ReservedSlot(0)
        places.append(board.cursor)
        app.show(table_model(early(catalogue)))
        places.append(board.cursor)

    at_the_table(table_model(middle(catalogue)), (80, 24), lose_the_card)
    assert places == [ReservedSlot(0), HOME]


@sizes
def test_a_click_anywhere_on_a_thing_picks_it(catalogue: Catalogue, size: tuple[int, int]) -> None:
    clicked: list[tuple[str, object]] = []

    async def click_everything(app: TestedTable, pilot: Pilot[None]) -> None:
        for slot, region in app.query_one(Board).places().items():
            clicked.append(("picked", slot))
            await pilot.click(offset=(region.right - 1, region.bottom - 1))
            assert app.query_one(Board).cursor == slot

    app = at_the_table(replace(table_model(middle(catalogue)), chosen=None, preview=None), size, click_everything)
    assert app.told == clicked


def test_a_click_on_what_is_chosen_confirms_it(catalogue: Catalogue) -> None:
    slot = CardSlot(2, 1)

    async def click(app: TestedTable, pilot: Pilot[None]) -> None:
        await pilot.click(offset=app.query_one(Board).places()[slot].offset)

    app = at_the_table(replace(table_model(early(catalogue)), chosen=slot), (80, 24), click)
    assert app.told == [("confirmed", slot)]


def test_a_click_on_words_does_what_they_say(catalogue: Catalogue) -> None:
    model = replace(
        table_model(early(catalogue)),
        hints=(Hint("?", "help", "app.note('help')"), Hint("u", "undo", "app.note('undo')")),
        prompt=(Phrase(N_("Lost?")), Phrase(N_("Read this"), "app.help")),
    )

    async def click(_app: TestedTable, pilot: Pilot[None]) -> None:
        await pilot.click(TableHints, offset=(10, 0))
        await pilot.click(TableHints, offset=(70, 0))
        await pilot.click(PromptLine, offset=(9, 0))

    assert at_the_table(model, (80, 24), click).told == [("action", "undo"), ("action", "help")]


def test_what_is_shown_follows_the_model(catalogue: Catalogue) -> None:
    first, second = table_model(early(catalogue)), table_model(late(catalogue))
    texts: list[str] = []

    async def change(app: TestedTable, pilot: Pilot[None]) -> None:
        for model in (second, first):
            app.show(model)
            await pilot.pause()
            texts.append("\n".join(strip.text for strip in app.strips()))

    async def stay(app: TestedTable, _pilot: Pilot[None]) -> None:
        texts.append("\n".join(strip.text for strip in app.strips()))

    at_the_table(first, (80, 24), change)
    at_the_table(first, (80, 24), stay)
    at_the_table(second, (80, 24), stay)
    assert texts[0] == texts[3]
    assert texts[1] == texts[2]


def test_no_widget_is_ever_made_anew(catalogue: Catalogue) -> None:
    trees: list[list[int]] = []

    async def play_and_walk(app: TestedTable, pilot: Pilot[None]) -> None:
        for position in (early, middle, late):
            app.show(table_model(position(catalogue)))
            for direction in Direction:
                app.query_one(Board).move(direction)
            await pilot.pause()
            trees.append([id(widget) for widget in app.screen.walk_children()])

    at_the_table(table_model(early(catalogue)), (80, 24), play_and_walk)
    assert trees[0] == trees[1] == trees[2]
    assert len(trees[0]) <= 24


def test_a_new_theme_colours_the_table_anew(catalogue: Catalogue) -> None:
    colours: list[set[str]] = []

    async def change(app: TestedTable, pilot: Pilot[None]) -> None:
        for theme in ("splendor-dark", "splendor-light"):
            app.theme = theme
            await pilot.pause()
            styles = {segment.style for strip in app.strips() for segment in strip if segment.style}
            colours.append({style.bgcolor.name for style in styles if style.bgcolor})

    at_the_table(table_model(early(catalogue)), (80, 24), change)
    assert "#efe9dc" in colours[0]
    assert "#efe9dc" not in colours[1]
    assert "#ffffff" in colours[1]


def test_the_log_ends_with_the_latest_line_and_the_wheel_goes_back(catalogue: Catalogue) -> None:
    told = [N_("line {number}", number=number) for number in range(40)]
    log = tuple(LogLine(ply, 1, 0, LogKind.TOOK, message) for ply, message in enumerate(told))
    model = replace(table_model(early(catalogue)), log=log)
    shown: list[list[str]] = []

    async def scroll(app: TestedTable, pilot: Pilot[None]) -> None:
        pane = app.query_one(LogPane)
        assert pane.is_framed
        for event in (None, *[MouseScrollUp] * 9, *[MouseScrollDown] * 20):
            if event is not None:
                pane.post_message(event(pane, 0, 0, 0, 0, 0, shift=False, meta=False, ctrl=False))
            await pilot.pause()
            rows = [pane.render_line(y).text.strip(" │") for y in range(1, pane.size.height - 1)]
            shown.append(rows[-3:])

    at_the_table(model, (120, 50), scroll)
    assert shown[0] == shown[-1] == ["line 37", "line 38", "line 39"]
    assert shown[1] == ["line 36", "line 37", "line 38"]
    assert shown[9] == ["line 28", "line 29", "line 30"]


@pytest.mark.drawn
def test_of_the_log_only_the_rows_are_redrawn_that_have_changed(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [LogLine(ply, 1, 0, LogKind.TOOK, N_("line {number}", number=ply)) for ply in range(4)]
    model = replace(table_model(early(catalogue)), log=tuple(told[:3]))
    redrawn: list[Region] = []

    async def go_on(app: TestedTable, pilot: Pilot[None]) -> None:
        pane = app.query_one(LogPane)
        monkeypatch.setattr(pane, "refresh", lambda *regions: redrawn.extend(regions or [pane.size.region]))
        app.show(replace(model, log=tuple(told)))
        await pilot.pause()
        assert "line 3" in str(pane.render())

    at_the_table(model, (120, 50), go_on)
    assert sum(region.height for region in redrawn) == 1


def test_of_two_things_as_near_the_cursor_goes_to_the_one_that_is_more_in_line() -> None:
    here, beside, beneath = CardSlot(3, 0), CardSlot(2, 0), CardSlot(2, 1)
    places: dict[Slot, Region] = {here: Region(10, 0, 10, 2), beside: Region(5, 3, 6, 2), beneath: Region(14, 3, 6, 2)}
    assert nearest(places, here, Direction.DOWN) == beneath


@pytest.mark.parametrize("size", [(80, 24), (140, 30), (150, 45), (200, 60), (300, 70)])
async def test_status_prompt_and_keys_are_level_with_the_table(
    catalogue: Catalogue, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with on_stage(catalogue, tmp_path, last_round, size, layout="compact") as stage:
        table = stage.table.query_one(Table)
        regions = [region for slot, region in table.board.places().items() if isinstance(slot, DeckSlot | PlayerSlot)]
        for row in (StatusLine, PromptLine, TableHints):
            region = table.query_one(row).region
            assert (region.x, region.right) == (min(r.x for r in regions), max(r.right for r in regions))
        assert [table.query_one(row).region.y for row in (StatusLine, PromptLine, TableHints)] == [
            0,
            size[1] - 2,
            size[1] - 1,
        ]


async def test_a_layout_that_is_chosen_behind_the_settings_is_that_of_a_window_that_has_just_come(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    async with on_stage(catalogue, tmp_path, last_round, (200, 60)) as stage:
        for layout in ("wide", "compact", "auto"):
            stage.app.push_screen(SettingsScreen())
            await stage.settle()
            await stage.change(layout=layout)
            await stage.app.run_action("back")
            await stage.settle()
            chosen = screen_text(stage.app)
            await stage.pilot.resize_terminal(200, 59)
            await stage.pilot.resize_terminal(200, 60)
            await stage.settle()
            assert screen_text(stage.app) == chosen, layout


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_hint_lies_over_the_reserve_rather_than_over_a_player(catalogue: Catalogue, players: int) -> None:
    sentence = N_("{words}", words="gems and cards " * 15)
    model = replace(table_model(POSITIONS["middle"](catalogue, players)), hint=ShownHint(sentence))
    assert model.player.reserved
    async with TableApp(model).run_test(size=(80, 24)) as pilot:
        board = pilot.app.query_one(Board)
        await until(pilot, lambda: board.hint.region.height > 1)
        assert not any(box.region.overlaps(board.hint.region) for box in board.query(PlayerTableau))
        assert board.hint.region.contains_region(board.query_one(Reserve).region)


async def test_what_to_watch_out_for_stays_in_sight_where_a_hint_has_no_room_for_all(catalogue: Catalogue) -> None:
    suggestions = [
        Suggestion((), None, N_("{words}", words=f"Do {number}: {'gems and cards ' * 9}")) for number in "123"
    ]
    board: Board | None = None

    def is_there() -> bool:
        return board is not None and board.hint.region.height > 1

    for chosen in range(3):
        shown = tuple(replace(one, chosen=place == chosen) for place, one in enumerate(suggestions))
        hint = ShownHint(N_("The best first:"), shown, N_("Watch out: Bo is near."))
        async with TableApp(replace(table_model(early(catalogue, 2)), hint=hint)).run_test(size=(80, 24)) as pilot:
            board = pilot.app.query_one(Board)
            await until(pilot, is_there)
            rows = [row.strip() for row in board.hint.render().plain.split("\n")]
            assert rows[0] == "Watch out: Bo is near."
            assert f"Do {chosen + 1}:" in " ".join(rows)
            assert rows[1].startswith("Do ") or (rows[1] == "…" and rows[2].startswith("Do "))
            assert "The best first:" not in rows
            assert len(rows) <= board.hint.region.height


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_hint_that_needs_the_whole_width_leaves_every_box_in_sight(catalogue: Catalogue, players: int) -> None:
    """If there is room: four boxes have none to spare."""
    moment = POSITIONS["middle"](catalogue, players)
    sentence = N_("{words}", words="gems and cards " * 15)
    hint = ShownHint(sentence, (Suggestion(("7",), None, N_("Continue.")),))
    model = replace(table_model(moment), hint=hint, lit=frozenset({ReservedSlot(0)}))  # it must not be covered
    assert model.player.reserved
    async with TableApp(model).run_test(size=(80, 24)) as pilot:
        board = pilot.app.query_one(Board)
        await until(pilot, lambda: board.hint.region.height > 1)
        assert board.hint.region.width == 80
        boxes = [box.region for box in board.query(PlayerTableau)]
        assert any(box.overlaps(board.hint.region) for box in boxes) is (players == 4)


@pytest.mark.drawn
async def test_a_cursor_that_moves_while_all_is_to_be_painted_anew_is_drawn_whole(catalogue: Catalogue) -> None:
    async with TableApp(table_model(early(catalogue, 2))).run_test(size=(160, 50)) as pilot:
        board, grid = pilot.app.query_one(Board), pilot.app.query_one(CardGrid)
        board.cursor = DeckSlot(2)
        await pilot.pause()
        grid.notify_style_update()  # as when another screen covers the table
        board.cursor = CardSlot(2, 0)
        assert grid.picture
        await pilot.pause()
        shown = screen_text(pilot.app)
        grid.refresh()
        await pilot.pause()
        assert shown == screen_text(pilot.app)


@pytest.mark.parametrize("length", [6, 9])
@pytest.mark.parametrize("size", [(120, 40), (160, 50), (200, 60)])
async def test_a_hint_cuts_no_frame_in_two(catalogue: Catalogue, size: tuple[int, int], length: int) -> None:
    sentence = N_("{words}", words="gems and cards " * length)
    hint = ShownHint(N_("The best first:"), tuple(Suggestion((key,), None, sentence) for key in "123"))
    model = replace(table_model(POSITIONS["middle"](catalogue, 4)), hint=hint)
    async with TableApp(model).run_test(size=size) as pilot:
        board = pilot.app.query_one(Board)
        await until(pilot, lambda: board.hint.region.height > 1)
        await pilot.pause()
        others = [part.region for part in board.query("*") if part is not board.hint and part.region.area]
        touched = [region for region in others if region.overlaps(board.hint.region)]
        assert all(board.hint.region.contains_region(region) for region in touched)


@pytest.mark.drawn
async def test_each_frame_shows_the_log_at_its_current_size(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    render, drawn = LogPane.render, []

    def recorded(pane: LogPane) -> Content:
        content = render(pane)
        drawn.append((len(content.split("\n", allow_blank=True)), pane.size.height))
        return content

    monkeypatch.setattr(LogPane, "render", recorded)
    model = table_model(early(catalogue))
    app = TableApp(model)
    async with app.run_test(size=(120, 40)) as pilot:
        app.show(replace(model, hint=ShownHint(N_("Win in 2 turns."), steady=True)))
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
    assert len({height for _rows, height in drawn}) > 1
    assert all(rows == height for rows, height in drawn)
