"""Puzzles and practice on the screen: listed, filtered, solved or failed at the table, and saved."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.screen import Screen

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.inputs.settings import Settings
from splendor_tui.lesson.saved_lesson import session_of
from splendor_tui.match.match_lifecycle import begin
from splendor_tui.match.services import Services
from splendor_tui.presentation.practice_session import PracticeSession
from splendor_tui.presentation.puzzle_session import open_task
from splendor_tui.presentation.puzzle_shelf import PuzzleProgress, PuzzleShelf, title_of
from splendor_tui.presentation.selection import slots_of
from splendor_tui.puzzles.collection import Kind, Puzzle, load_puzzles
from splendor_tui.rules.actions import Action, Reserve
from splendor_tui.rules.legality import legal_actions
from splendor_tui.tui.keys.commands_by_screen import PUZZLE, TABLE
from splendor_tui.tui.keys.keyboard_presets import PRESETS, keys_of
from splendor_tui.tui.screens.log_screen import LogScreen
from splendor_tui.tui.screens.puzzle_screen import PuzzleScreen
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.review_screen import ReviewScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.long_list import LongList
from splendor_tui.words.languages import languages, set_language
from tests.review.reviewing import Reviewer, play_game
from tests.tui.at_the_table import time_of
from tests.tui.keyboard import click, send
from tests.tui.opened_app import Player, open_app, store_of
from tests.tui.screens.test_review_screen import reviewed


@asynccontextmanager
async def opened(place: Services, puzzle_id: str | None = None) -> AsyncIterator[Player]:
    async with open_app(place, PuzzlesScreen(puzzle_id)) as pilot:
        await pilot.settle()
        yield pilot


def one_turn(place: Services) -> tuple[Puzzle, Reserve]:
    """A puzzle of one turn, and a reservation that solves it."""
    puzzles = [puzzle for puzzle in load_puzzles(place.catalogue).puzzles if puzzle.goal.turns == 1]
    return next((one, action) for one in puzzles for action in one.solutions if isinstance(action, Reserve))


async def press(pilot: Player, keys: str, *expected: str | type[Screen[Any]], hides: str | None = None) -> None:
    """Press keys, wait for their effects, and check what the screen then shows and hides."""
    await pilot.press(*keys.split())
    await pilot.settle()
    await pilot.type("", *expected, hides=hides)


async def play(pilot: Player, action: Action) -> None:
    screen = pilot.screen(PuzzleScreen)
    for slot in slots_of(screen.session.view, action):
        screen.pick(slot)
    await press(pilot, "space enter" if isinstance(action, Reserve) else "enter")


async def test_wrong_action_is_refuted_and_can_be_retried_and_only_the_solution_is_saved(place: Services) -> None:
    puzzle, right = one_turn(place)
    wrong = next(one for one in legal_actions(puzzle.view) if isinstance(one, Reserve) and one not in puzzle.solutions)
    async with opened(place, puzzle.id) as pilot:
        await play(pilot, wrong)
        assert "Not solved: Bo has " in pilot.words
        await press(pilot, "ctrl+p")
        offered = {row.title for row in pilot.app.screen.query_one(LongList).items}
        assert {"Try again", "Solution", "Next puzzle"} <= offered, "as in the key row"
        assert not {"Confirm", "Hint", "Reserve", "Other payment"} & offered
        await press(pilot, "escape")
        assert not store_of(place).progress.load("puzzles")
        await press(pilot, "enter", "keep every rival below 15 points", hides="Not solved")
        await play(pilot, right)
        assert "Solved!" in pilot.words
        await press(pilot, "escape", f"1 of {len(load_puzzles(place.catalogue).puzzles)} solved")
    assert store_of(place).progress.load("puzzles").keys() == {puzzle.id}


@pytest.mark.usefixtures("pauses")
async def test_held_enter_acts_only_once_in_a_puzzle(place: Services) -> None:
    """It opens the puzzle, or plays, or goes to the next puzzle, but never two of these."""
    puzzle, right = one_turn(place)
    async with opened(place) as pilot:
        for _repeat in range(3):
            await press(pilot, "enter")
        assert pilot.screen(PuzzleScreen).session.selection is None
    async with opened(place, puzzle.id) as pilot:
        screen = pilot.screen(PuzzleScreen)
        for slot in slots_of(screen.session.view, right):
            screen.pick(slot)
        await press(pilot, "space enter", "Solved!")
        solved = screen.session
        await press(pilot, "enter enter enter")
        assert screen.session is solved
        time_of(pilot).seconds += 2
        await press(pilot, "enter")
        following = pilot.screen(PuzzleScreen).session
        assert following is not solved
        await press(pilot, "enter enter")
        assert following.selection is None


async def test_hints_lead_to_the_solution_after_which_the_puzzle_is_marked_separately(place: Services) -> None:
    puzzle, right = one_turn(place)
    async with opened(place, puzzle.id) as pilot:
        screen = pilot.screen(PuzzleScreen)
        assert "n hint" in pilot.words
        await press(pilot, "n")
        assert "Hint: " in pilot.words
        assert not screen.model().lit, "the first hint is the kind of action"
        await press(pilot, "t n", "n solution", hides="Enter")
        assert screen.board.cursor in screen.model().lit, "it stands out more than the highlight"
        await press(pilot, "n", ReplayScreen, "This is the start.")
        await press(pilot, "end", "This is the solution.")
        await pilot.press("escape")
        await play(pilot, right)
        assert "Solved after seeing the solution." in pilot.words
        await press(pilot, "escape")
        count = len(load_puzzles(place.catalogue).puzzles)
        pilot.shows(f"0 of {count} solved, plus 1 after seeing the solution", "★ solved, seen")
        pilot.shows("You solved it after seeing the solution.")


async def test_choice_can_be_cleared_and_none_made_while_an_action_is_judged(place: Services) -> None:
    async with opened(place, one_turn(place)[0].id) as pilot:
        for key, words in (("", "Bksp leave"), ("q", "Bksp clear"), ("backspace", "Bksp leave")):
            await pilot.type(key, words)
        screen = pilot.screen(PuzzleScreen)
        screen.session.is_thinking = True
        await press(pilot, "n q")
        assert screen.session.message is None, "the keys are not called unknown"
        assert screen.session.selection is None


ALIKE = {"puzzle.clear": "table.clear", "puzzle.again": "table.undo", "puzzle.hint": "table.hint"}
"""The puzzle commands that correspond to commands of a match."""


@pytest.mark.parametrize("preset", PRESETS)
def test_puzzle_keys_match_those_of_the_table(preset: str) -> None:
    settings = Settings().changed(keyboard=preset)
    at_the_table = {key: name for name, keys in keys_of(settings, TABLE).items() for key in keys.split(",")}
    for command in PUZZLE:
        for key in keys_of(settings, PUZZLE)[command.id].split(","):
            assert at_the_table.get(key) in {None, command.id, ALIKE.get(command.id)}, (key, command.id)


async def test_list_keeps_its_row_under_another_screen_and_follows_a_puzzle_that_was_begun(place: Services) -> None:
    async with opened(place) as pilot:
        tasks = pilot.screen(PuzzlesScreen).list
        await press(pilot, "down enter escape")
        assert tasks.highlighted == 1
        await press(pilot, "end f1 escape")
        assert tasks.highlighted == len(tasks.items) - 1
        await press(pilot, "home enter pagedown escape")
        assert tasks.highlighted != 0


async def test_next_unsolved_puzzle_may_have_more_or_fewer_players(place: Services) -> None:
    puzzles = PuzzleShelf(place).puzzles
    players = [len(puzzle.view.players) for puzzle in puzzles]
    changes = [at for at in range(len(puzzles) - 1) if players[at] != players[at + 1]]
    more, fewer = ([at for at in changes if (players[at] < players[at + 1]) is grows] for grows in (True, False))
    for at in (more[0], fewer[0]):
        async with opened(place, puzzles[at].id) as pilot:
            await press(pilot, "pagedown")
            model = pilot.screen(PuzzleScreen).model()
            assert len(model.view.players) == players[at + 1]
            assert all(name in pilot.text for name in model.names)
            await press(pilot, "escape")
            assert pilot.screen(PuzzlesScreen).list.highlighted == 1 + at + 1


@pytest.mark.drawn
async def test_longest_task_fits_a_small_window_also_after_a_larger_one(place: Services) -> None:
    async with opened(place) as pilot:
        for size, has_column in (((120, 40), True), ((80, 24), False)):
            await pilot.resize_terminal(*size)
            assert ("Players" in pilot.text) is has_column
        puzzles = PuzzleShelf(place).puzzles
        longest = max(range(len(puzzles)), key=lambda at: len(str(title_of(puzzles[at]))))
        task = str(title_of(puzzles[longest]))
        pilot.screen(PuzzlesScreen).list.highlighted = 1 + longest
        await pilot.settle()
        row = next(line for line in pilot.text.splitlines() if "▶" in line)
        assert task in row
        assert f"{task} · {len(puzzles[longest].view.players)} players" in pilot.words


# --- the mouse ---------------------------------------------------------------------------------------------------------


async def test_any_number_of_clicks_opens_one_puzzle(place: Services) -> None:
    async with opened(place) as pilot:
        rows = pilot.app.screen.query_one(LongList).region
        send(pilot.app, click(rows.x, rows.y + 1, times=4))
        await pilot.settle()
        assert [type(screen) for screen in pilot.app.screen_stack[1:]] == [PuzzlesScreen, PuzzleScreen]


async def test_click_on_the_scroll_bar_scrolls_by_a_page_and_a_drag_to_both_ends(place: Services) -> None:
    async with open_app(place, PuzzlesScreen(), size=(160, 50)) as pilot:
        await pilot.settle()
        bar = pilot.app.screen.query_one(LongList).region
        end, pages = bar.right - 1, [listed_puzzles(pilot)]
        for cell in ((end, bar.bottom - 1), (end, bar.bottom - 1), (end, bar.y + 1)):
            await pilot.send(click(*cell))
            pages.append(listed_puzzles(pilot))
        first, second, last, earlier = pages
        assert not first & second
        assert len(first | second | last) == len(load_puzzles(place.catalogue).puzzles)
        assert earlier & first
        assert earlier & second
        assert not earlier & (last - second)
        await pilot.press("home")
        await pilot.mouse_down(offset=(end, bar.y + 1))
        await pilot.hover(offset=(bar.x, bar.bottom + 3))
        assert listed_puzzles(pilot) == last
        await pilot.hover(offset=(bar.x, bar.y))
        assert listed_puzzles(pilot) == first
        await pilot.mouse_up(offset=(bar.x, bar.y))
        await pilot.hover(offset=(bar.x, bar.bottom + 3))
        assert listed_puzzles(pilot) == first


async def test_a_list_with_one_row_in_view_can_be_dragged_to_its_end(place: Services) -> None:
    async with opened(place) as pilot:
        rows = pilot.app.screen.query_one(LongList)
        rows.styles.height = 2  # the headings and one row
        await pilot.settle()
        end, first = rows.region.right - 1, rows.region.y + 1
        await pilot.mouse_down(offset=(end, first))
        await pilot.hover(offset=(end, first + 1))
        assert rows.highlighted == len(rows.items) - 1


def listed_puzzles(pilot: Player) -> set[str]:
    """The names of the puzzles in view, except today's at the top."""
    rows = [row for row in pilot.text.splitlines() if "Today" not in row]
    return {found[0] for row in rows if (found := re.search(r"(Win|Stop|Noble|Points) \d+", row))}


# --- practice ----------------------------------------------------------------------------------------------------------


def at_table(pilot: Player) -> PracticeSession:
    session = pilot.screen(PuzzleScreen).session
    assert isinstance(session, PracticeSession)
    return session


@asynccontextmanager
async def practising(place: Services) -> AsyncIterator[Player]:
    """A running app with a mistake of a finished game at the table."""
    place.reviewer = Reviewer
    game_id = play_game(store_of(place), place.catalogue)
    async with open_app(place, ReviewScreen(game_id)) as pilot:
        review = await reviewed(pilot)
        while any(map(review.is_here, review.mistakes(game_id))):
            await pilot.press("right")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "t mistakes" in pilot.words, "the turn is none"
        await press(pilot, "t", "What is better?", "This is Ann's first mistake, in round ")
        assert pilot.screen(PuzzleScreen).model().reserves_rule is False
        abouts = [str(command.about) for command in pilot.screen(PuzzleScreen).commands_now()]
        assert "Go to the next mistake of the same player." in abouts
        await press(pilot, "escape", "t practise")
        await pilot.resize_terminal(80, 24)
        while not any(map(review.is_here, review.mistakes(game_id))):
            await pilot.press("right")
        await press(pilot, "t")
        yield pilot


async def test_practised_mistake_is_judged_saved_listed_again_and_deleted_by_a_repeated_key(place: Services) -> None:
    async with practising(place) as pilot:
        practice = at_table(pilot).practice
        pilot.shows("PRACTICE", "What is better?")
        await play(pilot, practice.better)
        assert "Solved! " in pilot.words
        assert "Your move: " in pilot.words
        await press(pilot, "ctrl+s", "Saved with your own puzzles, as Own 1.", "Bksp clear", hides="save as your own")
        await press(pilot, "escape", "Bksp leave", hides="Saved")
        assert "Solved! " in pilot.words
    async with open_app(place, PuzzlesScreen(), (100, 30)) as pilot:
        await pilot.settle()
        assert f"1 of {len(load_puzzles(place.catalogue).puzzles) + 1} solved" in pilot.words
        await pilot.type("t t t t t g", "No puzzle matches. Esc shows all puzzles.")  # it has no grade
        await pilot.press("escape", "end")
        assert re.search("Own 1 .* solved", pilot.words)
        await press(pilot, "enter")
        assert at_table(pilot).practice == practice.model_copy(update={"number": 1})
        await press(pilot, "escape")
        # it is a puzzle of the program
        await press(pilot, "home d", "Only your own puzzles can be deleted.", hides="Delete")
        await pilot.type("end d x", hides="delete it")
        assert len(store_of(place).progress.load("practice")) == 1
        await press(pilot, "d d", hides="Own 1")
        assert not store_of(place).progress.load("practice")


async def test_puzzle_over_a_match_has_its_own_log_and_no_house_rules(place: Services) -> None:
    match = TableScreen(session_of(begin(place, make_options(parse_players("Ann,Bo"))), place))
    async with open_app(place, match, size=(200, 60)) as pilot:
        await pilot.type("1 2 3 enter", "Ann took")
        shelf = PuzzleShelf(place)
        pilot.app.push_screen(PuzzleScreen(open_task(shelf, shelf.puzzles[0], place)))
        await pilot.settle()
        await pilot.type("", "Reserve a card", hides="stay")  # in the rules beside the table
        await pilot.type("m", LogScreen)
        match.show()
        await pilot.pause()
        assert "Ann took" not in pilot.words


async def test_turn_without_a_better_action_cannot_be_practised(place: Services) -> None:
    place.reviewer = lambda: Reviewer(0.5)
    async with open_app(place, ReviewScreen(play_game(store_of(place), place.catalogue))) as pilot:
        await pilot.settle()
        assert "practise" not in pilot.words
        await press(pilot, "t", ReviewScreen, "No better move is known for this turn.")
        await press(pilot, "n", hides="No better move is known")


async def test_next_mistake_belongs_to_the_same_player_and_shows_the_log_before_it(place: Services) -> None:
    async with practising(place) as pilot:
        assert "next mistake" in pilot.words
        assert "next puzzle" not in pilot.words
        before = at_table(pilot)
        await press(pilot, "pagedown")
        after = at_table(pilot)
        assert after.practice.id != before.practice.id
        assert after.seat == before.seat
        ply = after.practice.view.ply
        assert [line.ply for line in after.model().log if line.seat is not None] == [*range(1, ply + 1)]
        await pilot.press("escape")
        assert (await reviewed(pilot)).turn.view == after.practice.view, "the review shows the turn practised last"
        await press(pilot, "o", "PRACTICE", "This is Bo's first mistake, ")
        assert at_table(pilot).seat != after.seat


async def test_damaged_personal_puzzle_is_skipped_and_reported(place: Services) -> None:
    store_of(place).progress.save("practice", "own-abcd2345-7", "{")
    async with opened(place) as pilot:
        assert "1 of your own puzzles cannot be read and is not listed." in pilot.words
        assert "Today: " in pilot.words


async def test_list_is_filtered_by_type_grade_and_unsolved(place: Services) -> None:
    puzzles = PuzzleShelf(place).puzzles
    wins = [one for one in puzzles if one.goal.kind is Kind.WIN]
    hard = [one for one in wins if one.grade == 3]
    PuzzleProgress(store_of(place)).save_solved(hard[0].id)
    async with opened(place) as pilot:
        screen = pilot.screen(PuzzlesScreen)
        screen.list.highlighted = 1 + puzzles.index(hard[1])
        await press(pilot, "t", f"win: {len(wins)} of {len(puzzles)}")
        assert len(screen.list.items) == len(wins)
        assert screen.list.here == hard[1], "the highlight stays on its puzzle"
        assert "Today: " not in pilot.words
        await pilot.press("g", "g")
        assert screen.list.highlighted == 0, "its puzzle is not listed"
        await pilot.press("g")
        assert len(screen.list.items) == len(hard)
        await press(pilot, "u", "u solved too")
        assert len(screen.list.items) == len(hard) - 1
        assert "win · grade 3 · unsolved: " in pilot.words
        await press(pilot, "u g g g t t t t", "You have no saved puzzles yet")
        assert len(screen.list.items) == 0
        await press(pilot, "t t g u", "Esc show all")
        await pilot.press("escape", "home")
        assert "Today: " in pilot.words
        await pilot.press("u")
        assert screen.list.highlighted == 0, "today's puzzle is further down"
        await pilot.press("escape", "escape")
        assert pilot.app.screen is not screen


@pytest.mark.parametrize("language", languages())
async def test_names_of_puzzles_and_filters_fit_a_small_window(place: Services, language: str) -> None:
    set_language(language)
    async with opened(place) as pilot:
        shelf, shown = PuzzleShelf(place), pilot.text
        for _page in range(len(shelf.tasks) // 10):
            await pilot.press("pagedown")
            shown += pilot.text
        assert all(f" {shelf.name(task)} " in shown for task in shelf.tasks)
        for key in "ttttt":
            await pilot.press(key, "g", "u")
            assert "…" not in pilot.text.splitlines()[0]
            await pilot.press("u", *"ggggg")
