"""Puzzles on the screen: selected from a list, solved or failed at the table, and saved as solved."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from splendor_tui.inputs.settings import Settings
from splendor_tui.match.services import Services
from splendor_tui.presentation.hint import slots_of
from splendor_tui.presentation.puzzle_shelf import title_of
from splendor_tui.presentation.puzzle_texts import name_of
from splendor_tui.puzzles.collection import Puzzle, load_puzzles
from splendor_tui.rules.actions import Action, Reserve
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.tui.keys.keymap import PRESETS, keys_of
from splendor_tui.tui.keys.puzzle_keys import PUZZLE
from splendor_tui.tui.keys.table_keys import TABLE
from splendor_tui.tui.screens.puzzle_screen import PuzzleScreen
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.widgets.long_list import LongList
from tests.tui.keyboard import click, send
from tests.tui.opened_app import flat_text, make_services, open_app, screen_text, settle


@pytest.fixture
def place(catalogue: Catalogue, tmp_path: Path) -> Services:
    return make_services(catalogue, tmp_path)


@asynccontextmanager
async def opened(place: Services, puzzle_id: str | None = None) -> AsyncIterator[Pilot[int]]:
    async with open_app(place, PuzzlesScreen(puzzle_id)) as pilot:
        await settle(pilot)
        yield pilot


def one_turn(place: Services) -> Puzzle:
    """A puzzle that one purchase or reservation solves, immediately or after the rival's turn."""
    puzzles = load_puzzles(place.catalogue).puzzles
    return next(one for one in puzzles if one.goal.turns == 1 and any(map(_of_a_card, one.solutions)))


def _of_a_card(action: Action) -> bool:
    return isinstance(action, Reserve)


async def play(pilot: Pilot[int], action: Action) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    for slot in slots_of(screen.session.view, action):
        screen.pick(slot)
    if isinstance(action, Reserve):
        await pilot.press("space")
    await pilot.press("enter")
    await settle(pilot)


async def test_list_begins_with_todays_puzzle_and_counts_solved_ones(place: Services) -> None:
    async with opened(place) as pilot:
        assert "Today: " in flat_text(pilot)
        count = len(load_puzzles(place.catalogue).puzzles)
        assert f"0 of {count} solved" in flat_text(pilot)


async def test_solved_puzzle_is_saved_as_solved(place: Services) -> None:
    puzzle = one_turn(place)
    async with opened(place, puzzle.id) as pilot:
        assert "keep every rival below 15 points" in flat_text(pilot)
        await play(pilot, next(filter(_of_a_card, puzzle.solutions)))
        assert "Solved!" in flat_text(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "1 of " in flat_text(pilot)
    assert place.store is not None
    assert place.store.progress.load("puzzles").keys() == {puzzle.id}
    async with opened(place) as pilot:
        assert "1 of " in flat_text(pilot)


async def test_wrong_action_is_refuted_and_can_be_retried(place: Services) -> None:
    puzzle = one_turn(place)
    wrong = next(one for one in legal_actions(puzzle.view) if isinstance(one, Reserve) and one not in puzzle.solutions)
    async with opened(place, puzzle.id) as pilot:
        await play(pilot, wrong)
        assert "Not solved: Bo has " in flat_text(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "Not solved" not in flat_text(pilot)
        assert "keep every rival below" in flat_text(pilot)
    assert place.store is not None
    assert not place.store.progress.load("puzzles")


async def test_hint_names_the_kind_of_action_and_then_marks_the_place(place: Services) -> None:
    puzzle = one_turn(place)
    async with opened(place, puzzle.id) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        await pilot.press("n")
        await settle(pilot)
        assert "Hint: " in flat_text(pilot)
        assert not screen.model().lit
        await pilot.press("n")
        await settle(pilot)
        assert screen.model().lit


async def test_solution_is_shown_step_by_step(place: Services) -> None:
    async with opened(place, one_turn(place).id) as pilot:
        for words in ("hint", "hint", "solution"):
            assert f"n {words}" in flat_text(pilot)
            await pilot.press("n")
            await settle(pilot)
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert "This is the start." in flat_text(pilot)
        await pilot.press("end")
        assert "Solved." in flat_text(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, PuzzleScreen)


async def test_puzzle_solved_after_its_solution_is_marked_separately(place: Services) -> None:
    puzzle = one_turn(place)
    async with opened(place, puzzle.id) as pilot:
        for _hint_or_solution in range(3):
            await pilot.press("n")
            await settle(pilot)
        await pilot.press("escape")
        await play(pilot, next(filter(_of_a_card, puzzle.solutions)))
        assert "Solved after its solution was shown." in flat_text(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert f"0 of {len(load_puzzles(place.catalogue).puzzles)} solved, 1 after seeing the solution" in flat_text(
            pilot
        )
        assert "★ solved" in flat_text(pilot)
        assert "You solved it after seeing its solution." in flat_text(pilot)


async def test_choice_can_be_cleared_and_the_footer_shows_it(place: Services) -> None:
    async with opened(place, one_turn(place).id) as pilot:
        assert "Bksp leave" in flat_text(pilot)
        await pilot.press("q")
        assert "Bksp clear" in flat_text(pilot)
        assert "Bksp leave" not in flat_text(pilot)
        await pilot.press("backspace")
        assert "Bksp leave" in flat_text(pilot)


async def test_next_puzzle_is_unsolved(place: Services) -> None:
    first = load_puzzles(place.catalogue).puzzles[0]
    async with opened(place, first.id) as pilot:
        before = flat_text(pilot)
        await pilot.press("pagedown")
        await settle(pilot)
        assert flat_text(pilot) != before
        assert isinstance(pilot.app.screen, PuzzleScreen)
        await pilot.press("escape")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PuzzlesScreen)
        assert screen.list.highlighted == 2


ALIKE = {"puzzle.clear": "table.clear", "puzzle.again": "table.undo", "puzzle.hint": "table.hint"}
"""The puzzle commands that correspond to commands of a match."""


@pytest.mark.parametrize("preset", PRESETS)
def test_puzzle_keys_match_those_of_the_table(preset: str) -> None:
    settings = Settings().changed(keyboard=preset)
    at_the_table = {key: name for name, keys in keys_of(settings, TABLE).items() for key in keys.split(",")}
    for command in PUZZLE:
        for key in keys_of(settings, PUZZLE)[command.id].split(","):
            assert at_the_table.get(key) in {None, command.id, ALIKE.get(command.id)}, (key, command.id)


async def test_next_puzzle_may_have_more_or_fewer_players(place: Services) -> None:
    puzzles = load_puzzles(place.catalogue).puzzles
    players = [len(puzzle.view.players) for puzzle in puzzles]
    changes = [at for at in range(len(puzzles) - 1) if players[at] != players[at + 1]]
    more, fewer = ([at for at in changes if (players[at] < players[at + 1]) is grows] for grows in (True, False))
    for at in (more[0], fewer[0]):
        async with opened(place, puzzles[at].id) as pilot:
            await pilot.press("pagedown")
            await settle(pilot)
            screen = pilot.app.screen
            assert isinstance(screen, PuzzleScreen)
            assert len(screen.model().view.players) == players[at + 1]
            shown = screen_text(pilot.app)
            assert all(name in shown for name in screen.model().names)


async def test_longest_task_fits_a_small_window(place: Services) -> None:
    async with opened(place) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, PuzzlesScreen)
        assert screen._shelf is not None  # noqa: SLF001
        tasks = [str(title_of(one)) for one in screen._shelf.puzzles]  # noqa: SLF001
        longest = tasks.index(max(tasks, key=len))
        screen.list.highlighted = 1 + longest
        await settle(pilot)
        row = next(line for line in screen_text(pilot.app).splitlines() if "▶" in line)
        assert tasks[longest] in row
        assert f"{tasks[longest]} · {name_of(screen._shelf.puzzles[longest].id)}" in flat_text(pilot)  # noqa: SLF001


# --- the mouse ---------------------------------------------------------------------------------------------------------


async def test_any_number_of_clicks_opens_one_puzzle(place: Services) -> None:
    async with opened(place) as pilot:
        rows = pilot.app.screen.query_one(LongList).region
        send(pilot.app, click(rows.x, rows.y + 1, times=4))
        await settle(pilot)
        assert [type(screen) for screen in pilot.app.screen_stack[1:]] == [PuzzlesScreen, PuzzleScreen]


async def test_click_on_the_scroll_bar_scrolls_by_a_page(place: Services) -> None:
    async with open_app(place, PuzzlesScreen(), size=(160, 50)) as pilot:
        await settle(pilot)
        bar = pilot.app.screen.query_one(LongList).region
        end, pages = bar.right - 1, [listed_puzzles(pilot)]
        for cell in ((end, bar.bottom - 1), (end, bar.bottom - 1), (end, bar.y + 1)):
            send(pilot.app, click(*cell))
            await pilot.pause()
            pages.append(listed_puzzles(pilot))
        first, second, last, earlier = pages
        assert not first & second
        assert len(first | second | last) == len(load_puzzles(place.catalogue).puzzles)
        assert earlier & first
        assert earlier & second
        assert not earlier & (last - second)


def listed_puzzles(pilot: Pilot[int]) -> set[str]:
    """The ids of the puzzles in view, except today's at the top."""
    rows = [row for row in screen_text(pilot.app).splitlines() if "Today" not in row]
    return {found[0] for row in rows if (found := re.search(r"[a-z]+-\d-\d\d", row))}
