"""The table in use: the cursor, the mouse, and a constant tree of widgets."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.pilot import Pilot
from textual.style import Style

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
    TableModel,
)
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, pack, unpack
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.drawn_message import draw_message
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.screens.settings_screen import SettingsScreen
from splendor_tui.tui.widgets.board import HOME, Board, Table
from splendor_tui.tui.widgets.card_grid import CardGrid, Reserve
from splendor_tui.tui.widgets.cursor import Direction, nearest
from splendor_tui.tui.widgets.hint_panel import shortened
from splendor_tui.tui.widgets.key_row import TableHints
from splendor_tui.tui.widgets.player_tableau import PlayerTableau
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.side_panes import LogPane
from splendor_tui.tui.widgets.status_line import StatusLine
from splendor_tui.tui.widgets.table_section import SlotConfirmed, SlotPicked
from splendor_tui.words import N_, Message
from tests.tui.at_the_table import until
from tests.tui.keyboard import click, send
from tests.tui.opened_app import screen_text
from tests.tui.positions import POSITIONS, early, late, middle, table_model
from tests.tui.scenes import SCENES, on_stage
from tests.tui.table_app import TableApp


class TestedTable(TableApp):
    """A table that records its messages."""

    __test__ = False

    def __init__(self, model: TableModel) -> None:
        super().__init__(model)
        self.told: list[tuple[str, object]] = []

    def on_slot_picked(self, message: SlotPicked) -> None:
        self.told.append(("picked", message.slot))

    def on_slot_confirmed(self, message: SlotConfirmed) -> None:
        self.told.append(("confirmed", message.slot))


@asynccontextmanager
async def opened(
    model: TableModel, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[TestedTable, Pilot[None], Board]]:
    """A running table."""
    app = TestedTable(model)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot, app.query_one(Board)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50), (200, 60)])
async def test_cursor_and_clicks_reach_everything_and_a_click_on_a_chosen_place_confirms(
    catalogue: Catalogue, size: tuple[int, int]
) -> None:
    models = [table_model(position(catalogue, 4)) for position in (early, middle, late)]
    async with opened(models[0], size) as (app, pilot, board):
        for model in models:
            app.show(model)
            places = board.places()
            reached: set[Slot] = {HOME}
            edge: list[Slot] = [HOME]
            while edge:
                here = edge.pop()
                new = {nearest(places, here, direction) for direction in Direction} - reached
                reached |= new
                edge += new
            assert reached == set(places)
        chosen = CardSlot(2, 1)
        app.show(replace(models[1], chosen=chosen, preview=None))
        places = board.places()
        for slot, region in places.items():
            send(app, click(region.right - 1, region.bottom - 1))
            await pilot.pause()
            assert slot in (board.cursor, chosen)
    assert app.told == [("confirmed" if slot == chosen else "picked", slot) for slot in places]


async def test_cursor_moves_along_rows_and_returns_home_if_its_place_disappears(catalogue: Catalogue) -> None:
    async with opened(table_model(middle(catalogue))) as (app, _pilot, board):
        board.cursor = ReservedSlot(0)
        app.show(table_model(early(catalogue)))
        path: list[Slot] = [board.cursor]
        board.cursor = DeckSlot(2)
        for direction in ("right",) * 4 + ("left",) * 4 + ("down", "down", "up"):
            board.move(Direction(direction))
            path.append(board.cursor)
    row = [CardSlot(2, column) for column in range(4)]
    assert path == [HOME, *row, *reversed(row[:3]), DeckSlot(2), DeckSlot(1), PileSlot(Colour.WHITE), DeckSlot(1)]


def test_cursor_prefers_the_better_aligned_of_two_equally_near_places() -> None:
    here, beside, beneath = CardSlot(3, 0), CardSlot(2, 0), CardSlot(2, 1)
    places: dict[Slot, Region] = {here: Region(10, 0, 10, 2), beside: Region(5, 3, 6, 2), beneath: Region(14, 3, 6, 2)}
    assert nearest(places, here, Direction.DOWN) == beneath


async def test_board_follows_the_model_without_new_widgets(catalogue: Catalogue) -> None:
    models = [table_model(position(catalogue)) for position in (early, middle, late)]
    expected = []
    for model in models:
        async with opened(model) as (app, _pilot, _board):
            expected.append(screen_text(app))
    trees: list[list[int]] = []
    async with opened(models[1]) as (app, pilot, board):
        for place in (0, 1, 2, 0):
            board.cursor = HOME
            app.show(models[place])
            await pilot.pause()
            assert screen_text(app) == expected[place]
            for direction in Direction:
                board.move(direction)
            await pilot.pause()
            trees.append([id(widget) for widget in app.screen.walk_children()])
    assert all(tree == trees[0] for tree in trees)
    assert len(trees[0]) <= 24


def log_of(lines: int) -> tuple[LogLine, ...]:
    """A log with this many numbered lines."""
    return tuple(LogLine(ply, 1, 0, LogKind.TOOK, N_("line {number}", number=ply)) for ply in range(lines))


async def test_log_scrolls_back_until_there_is_a_new_line(catalogue: Catalogue) -> None:
    shown: list[list[str]] = []
    model = replace(table_model(early(catalogue)), log=log_of(40))
    async with opened(model, (120, 50)) as (app, pilot, _board):
        pane = app.query_one(LogPane)
        for event in (None, *[MouseScrollUp] * 9, *[MouseScrollDown] * 20):
            if event is not None:
                pane.post_message(event(pane, 0, 0, 0, 0, 0, shift=False, meta=False, ctrl=False))
            await pilot.pause()
            shown.append([pane.render_line(y).text.strip(" │") for y in range(1, pane.size.height - 1)][-3:])
        pane.back = 9
        app.show(model)
        assert pane.back == 9
        app.show(replace(model, log=log_of(41)))
        await pilot.pause()
        assert pane.render_line(pane.size.height - 2).text.strip(" │") == "line 40"
    assert shown[0] == shown[-1] == ["line 37", "line 38", "line 39"]
    assert shown[1] == ["line 36", "line 37", "line 38"]
    assert shown[9] == ["line 28", "line 29", "line 30"]


@pytest.mark.drawn
async def test_only_changed_rows_of_the_log_are_redrawn(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    model = replace(table_model(early(catalogue)), log=log_of(3))
    redrawn: list[Region] = []
    async with opened(model, (120, 50)) as (app, pilot, _board):
        pane = app.query_one(LogPane)
        monkeypatch.setattr(pane, "refresh", lambda *regions: redrawn.extend(regions or [pane.size.region]))
        app.show(replace(model, log=log_of(4)))
        await pilot.pause()
        assert "line 3" in str(pane.render())
    assert sum(region.height for region in redrawn) == 1


async def test_status_prompt_and_keys_align_with_the_table(catalogue: Catalogue) -> None:
    async with on_stage(catalogue, SCENES["last-round"], layout="compact") as pilot:
        table = pilot.table.query_one(Table)
        for columns, rows in ((80, 24), (140, 30), (200, 60), (300, 70)):
            await pilot.resize_terminal(columns, rows)
            await pilot.finish_drawing()
            places = table.board.places()
            regions = [region for slot, region in places.items() if isinstance(slot, DeckSlot | PlayerSlot)]
            left, right = min(region.x for region in regions), max(region.right for region in regions)
            for row, y in ((StatusLine, 0), (PromptLine, rows - 2), (TableHints, rows - 1)):
                region = table.query_one(row).region
                assert (region.x, region.right, region.y) == (left, right, y)


async def test_layout_changed_in_the_settings_equals_a_fresh_layout(catalogue: Catalogue) -> None:
    async with on_stage(catalogue, SCENES["last-round"], (200, 60)) as pilot:
        for layout in ("wide", "compact", "auto"):
            pilot.app.push_screen(SettingsScreen())
            await pilot.finish_drawing()
            await pilot.change(layout=layout)
            await pilot.app.run_action("back")
            await pilot.finish_drawing()
            chosen = pilot.text
            await pilot.resize_terminal(200, 59)
            await pilot.resize_terminal(200, 60)
            await pilot.finish_drawing()
            assert pilot.text == chosen, layout


# --- the hint over the table -------------------------------------------------------------------------------------------


def gems_and_cards(times: int) -> Message:
    """A sentence of many words."""
    return N_("{words}", words="gems and cards " * times)


def numbered(times: int, chosen: int | None = None) -> tuple[Suggestion, ...]:
    """Three suggestions of many words, with a number at both ends."""
    sentences = [N_("{words}", words=f"Begin{at} {'gems and cards ' * times}End{at}") for at in range(3)]
    return tuple(Suggestion((), None, sentence, chosen=at == chosen) for at, sentence in enumerate(sentences))


@asynccontextmanager
async def hinted(model: TableModel, hint: ShownHint, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Board]:
    """A table with a hint."""
    async with opened(model, size) as (_app, pilot, board):
        await show_hint(pilot, model, hint)
        yield board


async def show_hint(pilot: Pilot[None], model: TableModel, hint: ShownHint, lit: Slot | None = None) -> None:
    """Replace the table by one with a hint, which must not cover the highlighted slot."""
    app = pilot.app
    assert isinstance(app, TestedTable)
    app.show(replace(model, hint=hint, lit=frozenset({lit} if lit else ())))
    await until(pilot, lambda: app.query_one(Board).hint.region.height > 1)
    await pilot.pause()


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_hint_never_covers_a_player(catalogue: Catalogue, players: int) -> None:
    model = table_model(POSITIONS["middle"](catalogue, players))
    assert model.player.reserved
    play_the_reserved = ShownHint(gems_and_cards(9), (Suggestion(("7",), None, N_("Continue.")),))
    async with opened(model) as (_app, pilot, board):
        for hint, lit in ((ShownHint(gems_and_cards(15)), None), (play_the_reserved, ReservedSlot(0))):
            await show_hint(pilot, model, hint, lit)
            assert not any(box.region.overlaps(board.hint.region) for box in board.query(PlayerTableau))
            is_wide = lit is not None and players < 4  # four boxes have no room to spare
            assert board.hint.region.contains_region(board.query_one(Reserve).region) is not is_wide
            assert board.hint.region.width == (80 if is_wide else 59)


async def test_hint_over_reserved_cards_shows_the_prices_and_notes_on_them(catalogue: Catalogue) -> None:
    model = table_model(middle(catalogue))

    async def row(model: TableModel, **holdings: Any) -> Content:
        players = tuple(player._replace(**holdings) for player in model.view.players)
        model = replace(model, view=model.view._replace(players=players))
        async with hinted(model, ShownHint(gems_and_cards(20))) as board:
            return board.hint.render().split("\n")[0]

    usual = await row(model)
    assert usual.plain.count(" 5 short ") == 1
    clicks = {span.style.meta["@click"] for span in usual.spans if isinstance(span.style, Style) and span.style.meta}
    assert clicks == {f"screen.slot('table.reserved-{index}')" for index in (1, 2)}
    after = model.player._replace(gold=model.player.gold + 1)
    assert (await row(replace(model, preview=after))).plain.count("→4 short ") == 1
    over = await row(replace(model, over=True), bonuses=pack([9] * 5))
    assert "short" not in over.plain
    dim = [over.plain[span.start : span.end] for span in over.spans if span.style == theme.QUIET]
    assert not "".join(dim).strip(), "full prices"
    short, *_, long = sorted(filter(None, model.view.grid), key=lambda card: sum(map(bool, unpack(card.cost))))
    for cards, notes in (((short, short, short), 3), ((short, long, long), 0)):
        reserved = tuple(model.player.reserved[0]._replace(card=card) for card in cards)
        narrow = await row(model, reserved=reserved, gems=0, gold=0, bonuses=0)
        assert len(re.findall(r"\d short ", narrow.plain)) == notes, "all cards or none"


async def test_hint_over_reserved_cards_is_spread_over_all_rows_that_it_covers(catalogue: Catalogue) -> None:
    hint = ShownHint(N_("Best first:"), numbered(6))
    async with hinted(table_model(middle(catalogue)), hint, (120, 40)) as board:
        rows = board.hint.render().plain.split("\n")
        assert len(rows) == board.hint.region.height == 12
        assert [place for place, row in enumerate(rows) if not row.strip()] == [1, 3, 6, 9], "between its five parts"


async def test_log_omits_the_news_in_the_hint(catalogue: Catalogue) -> None:
    model = table_model(early(catalogue, 2))
    before, last = (draw_message(line.message, UNICODE).plain for line in model.log[-2:])
    hint = ShownHint(N_("Win."), (Suggestion((), None, N_("Go on.")),), news=model.log[-1:])
    async with hinted(model, hint, (80, 30)) as board:
        shown = board.query_one(LogPane).render().plain
        assert before in shown
        assert last not in shown


def test_shortened_hint_ends_after_a_whole_clause() -> None:
    rows = [Content("1  Take it: pays"), Content("   for that; also"), Content("   helps others.")]
    assert [row.plain for row in shortened([rows], 0, 20, 2, "…")] == ["1  Take it: pays", "   for that."]
    assert [row.plain for row in shortened([rows], 0, 20, 1, "…")] == ["1  Take it: pays…"]


async def test_chosen_suggestion_is_shown_in_full_and_the_warning_first_in_a_hint_that_is_too_long(
    catalogue: Catalogue,
) -> None:
    model = table_model(early(catalogue, 2))
    async with opened(model) as (_app, pilot, board):
        for (times, warning), chosen in product(((8, None), (9, N_("Watch out: Bo is near."))), range(3)):
            await show_hint(pilot, model, ShownHint(N_("The best first:"), numbered(times, chosen), warning))
            rows = [row.strip() for row in board.hint.render().plain.split("\n")]
            assert len(rows) <= board.hint.region.height
            assert warning is None or rows[0] == str(warning)
            told = " ".join(rows)
            assert f"Begin{chosen} " in told
            assert f"End{chosen}" in told
            assert not all(f"End{place}" in told for place in range(3)), "the others are shortened"
            assert warning or all(f"Begin{place}" in told for place in range(3)), "but only that"


async def test_long_hint_covers_neither_a_long_prompt_nor_piles(catalogue: Catalogue) -> None:
    prompt = (Phrase(N_("{words}", words="So long that one row is not enough for it. " * 3)),)
    model = replace(table_model(early(catalogue, 2)), prompt=prompt)
    async with hinted(model, ShownHint(N_("The best first:"), numbered(20))) as board:
        piles = [place for slot, place in board.places().items() if isinstance(slot, PileSlot)]
        assert not any(place.overlaps(board.hint.region) for place in piles)
        assert screen_text(board.app).splitlines()[-3].strip().startswith("So long")
        *first, second, third = (row.strip() for row in board.hint.render().plain.split("\n"))
        assert [first[0][:7], second[:7], third[:7]] == ["Begin0 ", "Begin1 ", "Begin2 "]
        assert all(row.endswith("…") for row in (first[-1], second, third))


async def test_hint_with_reserved_cards_keeps_its_heading_and_whole_reasons(catalogue: Catalogue) -> None:
    heading = N_("Best first, each with your chance of winning:")
    reasons = N_("Take them: pays for a card next turn; also helps with another card.")
    hint = ShownHint(heading, tuple(Suggestion(("1", "2", key), None, reasons) for key in "345"))
    async with hinted(table_model(middle(catalogue, 2)), hint) as board:
        reserve, *rows = (row.strip() for row in board.hint.render().plain.split("\n"))
        assert reserve.startswith("7 ")
        assert rows[0] == str(heading)
        assert "…" not in "".join(rows)
        assert " ".join(rows).count("next turn; also") == 2
        assert " ".join(rows).count("next turn.") == 1, "the last second reason makes room for the heading"


@pytest.mark.parametrize("size", [(80, 26), (120, 40), (160, 50), (200, 60)])
async def test_hint_neither_cuts_a_frame_in_two_nor_leaves_a_log_without_one(
    catalogue: Catalogue, size: tuple[int, int]
) -> None:
    model = table_model(middle(catalogue, 2))
    short, long = (ShownHint(N_("The best first:"), numbered(length)) for length in (6, 9))
    wide = [ShownHint(gems_and_cards(length), (Suggestion(("7",), None, N_("Continue.")),)) for length in (16, 28)]
    async with opened(model, size) as (_app, pilot, board):
        log = board.query_one(LogPane)
        for hint, lit in ((short, None), (long, None), *((hint, ReservedSlot(0)) for hint in wide)):
            await show_hint(pilot, model, hint, lit)
            others = [part.region for part in board.query("*") if part is not board.hint and part.region.area]
            touched = [region for region in others if region.overlaps(board.hint.region)]
            assert all(board.hint.region.contains_region(region) for region in touched)
            assert log.is_framed or board.hint.region.contains_region(log.region)


# --- single frames -----------------------------------------------------------------------------------------------------


@pytest.mark.drawn
async def test_cursor_moved_during_a_full_repaint_is_drawn_whole(catalogue: Catalogue) -> None:
    async with opened(table_model(early(catalogue, 2)), (160, 50)) as (app, pilot, board):
        grid = app.query_one(CardGrid)
        board.cursor = DeckSlot(2)
        await pilot.pause()
        grid.notify_style_update()  # as if another screen covered the table
        board.cursor = CardSlot(2, 0)
        assert grid.picture
        await pilot.pause()
        shown = screen_text(app)
        grid.refresh()
        await pilot.pause()
        assert shown == screen_text(app)


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
    async with opened(model, (120, 40)) as (app, pilot, _board):
        app.show(replace(model, hint=ShownHint(N_("Win in 2 turns."), steady=True)))
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
    assert len({height for _rows, height in drawn}) > 1
    assert all(rows == height for rows, height in drawn)
