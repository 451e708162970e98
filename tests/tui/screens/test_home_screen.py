"""The home screen: its menu, and the unfinished game."""

import os
import re
from pathlib import Path
from threading import Thread, current_thread, main_thread

import pytest

from splendor_tui.inputs.match_options import SeatOptions, make_options
from splendor_tui.lesson.lesson_progress import LessonProgress
from splendor_tui.match.live_match import start_match
from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import parse_action
from splendor_tui.store import SavedResult, Store
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.lesson_screen import LessonScreen
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.settings_screen import SettingsScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row
from splendor_tui.tui.widgets.sheet import Text
from tests.ratings.rated_games import save_even_games
from tests.tui.at_the_table import until
from tests.tui.opened_app import app_of, make_services, open_app, screen_text
from tests.tui.pointing import click


def begin(place: Services, *names: str) -> str:
    """Create an unfinished game."""
    assert place.store is not None
    options = make_options([SeatOptions(name=name) for name in names])
    game_id, table = start_match(place.store, place.catalogue, options, now=place.now, today=place.today)
    table.begin()
    table.submit(0, parse_action("take W U G", place.catalogue), 0)
    return game_id


async def test_language_change_keeps_the_keys_and_translates_default_names(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    async with open_app(make_services(catalogue, tmp_path, language="en")) as pilot:
        app = app_of(pilot)
        await pilot.press("n", "escape")
        app.change_settings(app.services.settings.changed(language="fr"))
        await pilot.pause()
        offers = [row for row in screen_text(app).splitlines() if "Partie guidée" in row]
        assert [row.split()[-1] for row in offers] == ["l"]
        await pilot.press("n")
        assert "Journeyman" not in screen_text(app)


async def test_rules_changed_in_the_settings_apply_to_a_game_whose_screen_was_left(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    async with open_app(make_services(catalogue, tmp_path)) as pilot:
        app = app_of(pilot)
        await pilot.press("n", "escape")
        settings = app.services.settings
        app.change_settings(settings.changed(match=settings.match.changed({"hand_over": "never"})))
        await pilot.press("n")
        assert re.search("Hand-over +‹? *never", screen_text(app))


async def test_new_game_is_the_first_choice_without_a_saved_game(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    LessonProgress(place.store).finish()
    async with open_app(place) as pilot:
        assert "Continue" not in screen_text(pilot.app)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, NewGameScreen)


async def test_unavailable_commands_are_missing_from_help_and_palette(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    async with open_app(place) as pilot:
        for key, left_out in (("question_mark", "Resume the last game."), ("ctrl+p", "Even match")):
            await pilot.press(key)
            shown = screen_text(pilot.app)
            assert left_out not in shown
            assert "Continue" not in shown
            assert "last finished" not in shown
            assert "rules" in shown
            await pilot.press("escape")


async def test_lesson_is_the_first_choice_for_newcomers(catalogue: Catalogue, tmp_path: Path) -> None:
    async with open_app(make_services(catalogue, tmp_path)) as pilot:
        assert "▶ Learning game" in screen_text(pilot.app)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, LessonScreen)


async def test_new_game_is_the_first_choice_after_the_lesson(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    async with open_app(place) as pilot:
        await pilot.press("o")
        LessonProgress(place.store).finish()
        await pilot.press("escape")
        assert "▶ New game" in screen_text(pilot.app)


async def test_saved_game_is_the_first_choice_and_enter_resumes_it(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    begin(place, "[bold red]Ann", "Bo")
    async with open_app(place) as pilot:
        shown = screen_text(pilot.app)
        assert "▶ Continue" in shown
        assert "[bold red]Ann · Bo · 1 action · last played" in shown
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_line_breaks_separate_no_number_from_its_noun(catalogue: Catalogue, tmp_path: Path) -> None:
    for longer in range(8):
        place = make_services(catalogue, tmp_path / str(longer))
        begin(place, "Bartholomew" + "x" * longer, "Apprentice 1", "Apprentice 2", "Apprentice 3")
        async with open_app(place) as pilot:
            shown = screen_text(pilot.app)
            assert "Apprentice 3" in shown
            assert "1 action" in shown


async def test_continue_is_offered_only_while_a_game_is_saved(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    assert place.store is not None
    async with open_app(place) as pilot:
        await pilot.press("o")
        game_id = begin(place, "Ann", "Bo")
        await pilot.press("escape")
        assert "▶ Continue" in screen_text(pilot.app)
        await pilot.press("o")
        place.store.delete(game_id)
        await pilot.press("escape")
        assert "Continue" not in screen_text(pilot.app)


async def test_match_dealt_at_startup_opens_directly_and_leads_home(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    app = SplendorApp(place, lambda app: app.start(make_options([SeatOptions(name="Ann"), SeatOptions(name="Bo")])))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        home = app.screen_stack[0]
        assert isinstance(app.screen, TableScreen)
        assert not home.query(ChoiceList)
        app.change_settings(place.settings.changed(glyphs="ascii"))
        await pilot.resize_terminal(120, 40)
        await pilot.press("1", "2", "3", "enter")
        app.home()
        await pilot.press("down", "up")
        shown = screen_text(app)
        assert shown.isascii()
        assert "> Continue" in shown
        assert "Ann - Bo - 1 action - last played" in shown


async def test_game_of_another_process_is_not_resumed(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    assert place.store is not None
    with place.store.claim(begin(place, "Ann", "Bo")):
        async with open_app(place) as pilot:
            await pilot.press("c")
            assert isinstance(pilot.app.screen, HomeScreen)
            assert str(os.getpid()) in screen_text(pilot.app)


@pytest.mark.parametrize(("key", "screen"), [("n", NewGameScreen), ("o", SettingsScreen)])
async def test_every_choice_has_a_key_and_can_be_clicked(catalogue: Catalogue, key: str, screen: type[object]) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        await pilot.press(key)
        assert isinstance(pilot.app.screen, screen)
        await pilot.press("escape")
        await click(pilot, {"n": "New game", "o": "Settings"}[key])
        assert isinstance(pilot.app.screen, screen)


async def test_missing_save_folder_is_reported(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        assert "No save folder" in " ".join(screen_text(pilot.app).split())


async def test_unplayed_saved_game_is_not_offered(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    assert place.store is not None
    options = make_options([SeatOptions(name="Ann"), SeatOptions(name="Bo")])
    start_match(place.store, place.catalogue, options, now=place.now, today=place.today)
    async with open_app(place) as pilot:
        assert "Continue" not in screen_text(pilot.app)
        assert place.store.latest_unfinished() is None


async def test_finished_games_are_read_in_the_background(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, read_in = make_services(catalogue, tmp_path, names=("Ann",)), set[Thread]()
    assert place.store is not None
    save_even_games(place.store, catalogue, "Ann", "merchant", 12)
    results = Store.results

    def noted(store: Store) -> tuple[SavedResult, ...]:
        read_in.add(current_thread())
        return results(store)

    monkeypatch.setattr(Store, "results", noted)
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Even match" in screen_text(pilot.app))
    assert read_in
    assert main_thread() not in read_in


async def test_even_match_is_proposed_to_the_last_player_and_filled_in(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, names=("Ann",))
    assert place.store is not None
    async with open_app(place) as pilot:
        await pilot.app.workers.wait_for_complete()
        assert "Even match" not in screen_text(pilot.app)
        await pilot.press("e")
        told = " ".join(screen_text(pilot.app).split())
        assert "Play a few games against computers to find your level." in told
        save_even_games(place.store, catalogue, "ann", "merchant", 12)
        await pilot.press("o", "escape")
        await until(pilot, lambda: "Even match" in screen_text(pilot.app))
        await pilot.press("e")
        assert isinstance(pilot.app.screen, NewGameScreen)
        shown = screen_text(pilot.app)
        assert "‹ Merchant" in shown
        assert "Ann" in shown


async def test_even_match_proposal_has_the_name_and_the_level(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, names=("Ann", "Bo"))
    assert place.store is not None
    save_even_games(place.store, catalogue, "Ann", "guildmaster", 12)
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Even match" in screen_text(pilot.app))
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        home.list.highlighted = "home.even"
        await pilot.pause()
        assert "Play against the Guildmaster, a computer player about as strong as Ann." in screen_text(pilot.app)


async def test_home_shows_the_last_game_the_rating_and_todays_puzzle(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, names=("Ann",))
    assert place.store is not None
    save_even_games(place.store, catalogue, "Ann", "merchant", 12)
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Even match" in screen_text(pilot.app))
        rows = {row.split("  ")[0]: row for row in map(str.strip, screen_text(pilot.app).splitlines())}
        assert "merchant 15 · Ann 3 · 2026-01-13" in rows["Last game"]
        assert re.search(r"Ann: \d+ ± \d+ ", rows["Your rating"])
        assert "★" in rows["Today's puzzle"]
        assert [rows[head][-1] for head in ("Last game", "Your rating", "Today's puzzle")] == ["v", "s", "p"]
        await click(pilot, "Today's puzzle")
        assert isinstance(pilot.app.screen, PuzzlesScreen)


async def test_newcomers_see_no_news(catalogue: Catalogue, tmp_path: Path) -> None:
    async with open_app(make_services(catalogue, tmp_path)) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        shown = screen_text(pilot.app)
        assert "A game of gems" in shown
        assert "puzzle " not in shown


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_explanations_do_not_end_with_a_single_word_row(
    catalogue: Catalogue, tmp_path: Path, language: str
) -> None:
    async with open_app(make_services(catalogue, tmp_path)) as pilot:
        app_of(pilot).change_settings(app_of(pilot).services.settings.changed(language=language))
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        for row in home.list.shown:
            assert isinstance(row, Row)
            home.list.highlighted = row.id
            lengths = [len(line.plain) for line in home.query_one("#about", Text).render().split("\n")]
            assert lengths[-1] >= max(lengths) / 2
