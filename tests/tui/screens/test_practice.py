"""Practice on the screen: opened from a review, judged, saved with the puzzles, listed by filters, and deleted."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from splendor_tui.match.services import Services
from splendor_tui.presentation.hint import slots_of
from splendor_tui.presentation.practice_session import PracticeSession
from splendor_tui.puzzles.collection import load_puzzles
from splendor_tui.puzzles.goal import Kind
from splendor_tui.rules.actions import Action, Reserve
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.puzzle_screen import PuzzleScreen
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.review_screen import ReviewScreen
from tests.review.reviewing import Reviewer, play_game
from tests.tui.at_the_table import until
from tests.tui.opened_app import flat_text, make_services, open_app, settle


@pytest.fixture
def place(catalogue: Catalogue, tmp_path: Path) -> Services:
    services = make_services(catalogue, tmp_path)
    services.reviewer = Reviewer
    return services


def at_table(pilot: Pilot[int]) -> tuple[PuzzleScreen, PracticeSession]:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    assert isinstance(screen._puzzle, PracticeSession)  # noqa: SLF001
    return screen, screen._puzzle  # noqa: SLF001


async def play(pilot: Pilot[int], action: Action) -> None:
    screen, _session = at_table(pilot)
    for slot in slots_of(screen.session.view, action):
        screen.pick(slot)
    await pilot.press("space" if isinstance(action, Reserve) else "enter")
    if isinstance(action, Reserve):
        await pilot.press("enter")
    await settle(pilot)


@asynccontextmanager
async def practising(place: Services) -> AsyncIterator[Pilot[int]]:
    """A running app with a mistake of a finished game at the table."""
    assert place.store is not None
    game_id = play_game(place.store, place.catalogue)
    async with open_app(place, ReviewScreen(game_id)) as pilot:
        review = pilot.app.screen
        assert isinstance(review, ReviewScreen)
        await until(pilot, lambda: review.session and review.session.complete)
        await settle(pilot)
        session = review.session
        assert session is not None
        while not session.can_practise:
            await pilot.press("right")
        await pilot.press("t")
        await settle(pilot)
        yield pilot


async def test_practised_mistake_is_judged_saved_and_listed_again(place: Services) -> None:
    async with practising(place) as pilot:
        _screen, session = at_table(pilot)
        assert "PRACTICE" in flat_text(pilot)
        assert "What is better?" in flat_text(pilot)
        await play(pilot, session.practice.better)
        assert "Solved! " in flat_text(pilot)
        assert "Your move: " in flat_text(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "Saved with your own puzzles, as own-1." in flat_text(pilot)
        assert "save as your own" not in flat_text(pilot)
        await pilot.press("escape")
        assert "Saved" not in flat_text(pilot)
        assert "Solved! " in flat_text(pilot)
        practice = session.practice
    async with open_app(place, PuzzlesScreen(), (100, 30)) as pilot:
        await settle(pilot)
        assert f"1 of {len(load_puzzles(place.catalogue).puzzles) + 1} solved" in flat_text(pilot)
        await pilot.press("end")
        assert "own-1 solved" in flat_text(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert at_table(pilot)[1].practice == practice


async def test_turn_without_a_better_action_cannot_be_practised(place: Services) -> None:
    assert place.store is not None
    place.reviewer = lambda: Reviewer(0.5)
    async with open_app(place, ReviewScreen(play_game(place.store, place.catalogue))) as pilot:
        await settle(pilot)
        assert "practise" not in flat_text(pilot)
        await pilot.press("t")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert "No better move is known for this turn." in flat_text(pilot)


async def test_next_mistake_belongs_to_the_same_player(place: Services) -> None:
    async with practising(place) as pilot:
        _screen, before = at_table(pilot)
        await pilot.press("pagedown")
        await settle(pilot)
        _screen, after = at_table(pilot)
        assert after.practice.id != before.practice.id
        assert after.seat == before.seat
        await pilot.press("escape")
        review = pilot.app.screen
        assert isinstance(review, ReviewScreen)
        assert review.session
        assert review.session.turn.view == after.practice.view, "the review shows the turn practised last"


async def test_practice_shows_the_log_before_the_turn_and_offers_the_next_mistake(place: Services) -> None:
    async with practising(place) as pilot:
        assert "next mistake" in flat_text(pilot)
        assert "next puzzle" not in flat_text(pilot)
        await pilot.press("pagedown")
        await settle(pilot)
        _screen, session = at_table(pilot)
        ply = session.practice.view.ply
        assert [line.ply for line in session.model().log if line.seat is not None] == [*range(1, ply + 1)]


async def test_last_hint_is_the_best_action(place: Services) -> None:
    async with practising(place) as pilot:
        for _hint in range(2):
            await pilot.press("n")
            await settle(pilot)
            assert "Best found" not in flat_text(pilot)
        await pilot.press("n")
        await settle(pilot)
        assert "Best found" in flat_text(pilot)


async def test_only_personal_puzzles_can_be_deleted_by_a_repeated_key(place: Services) -> None:
    async with practising(place) as pilot:
        await pilot.press("ctrl+s")
    assert place.store is not None
    async with open_app(place, PuzzlesScreen()) as pilot:
        await pilot.press("d")
        assert "Delete" not in flat_text(pilot), "it is a puzzle of the program"
        await pilot.press("end", "d", "x")
        assert len(place.store.progress.load("practice")) == 1
        await pilot.press("d", "d")
        await settle(pilot)
        assert not place.store.progress.load("practice")
        assert "own-1" not in flat_text(pilot)


async def test_damaged_personal_puzzle_is_skipped_and_reported(place: Services) -> None:
    assert place.store is not None
    place.store.progress.save("practice", "own-abcd2345-7", "{")
    async with open_app(place, PuzzlesScreen()) as pilot:
        await settle(pilot)
        assert "1 of your own puzzles cannot be read and is not listed." in flat_text(pilot)
        assert "Today: " in flat_text(pilot)


async def test_list_is_filtered_by_type_grade_and_unsolved(place: Services) -> None:
    assert place.store is not None
    async with open_app(place, PuzzlesScreen()) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, PuzzlesScreen)
        shelf = screen._shelf  # noqa: SLF001
        assert shelf is not None
        wins = [one for one in shelf.puzzles if one.goal.kind is Kind.WIN]
        await pilot.press("t")
        assert screen.list.count == len(wins)
        assert f"win: {len(wins)} of {len(shelf.puzzles)}" in flat_text(pilot)
        assert "Today: " not in flat_text(pilot)
        await pilot.press("g", "g", "g")
        hard = [one for one in wins if one.grade == 3]
        assert screen.list.count == len(hard)
        shelf.progress.save_solved(hard[0].id)
        await pilot.press("u")
        assert screen.list.count == len(hard) - 1
        assert "win · grade 3 · unsolved: " in flat_text(pilot)
        await pilot.press("u", "g", "g", "g", "t", "t", "t", "t")
        assert screen.list.count == 0
        assert "You have no saved puzzles yet" in flat_text(pilot)
        await pilot.press("t")
        assert "Today: " in flat_text(pilot)
        await pilot.press("t", "g", "u")
        assert "Esc show all" in flat_text(pilot)
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert "Today: " in flat_text(pilot)
        await pilot.press("escape")
        assert pilot.app.screen is not screen


async def test_filtering_keeps_the_highlighted_puzzle(place: Services) -> None:
    async with open_app(place, PuzzlesScreen()) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, PuzzlesScreen)
        shelf = screen._shelf  # noqa: SLF001
        assert shelf is not None
        number = next(
            number for number, one in enumerate(shelf.puzzles) if one.grade == 3 and one.goal.kind is Kind.WIN
        )
        screen.list.highlighted = 1 + number
        await pilot.press("t")
        assert screen._here is shelf.puzzles[number]  # noqa: SLF001
