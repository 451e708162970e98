"""The list of games: its contents and its actions."""

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from splendor_tui.match.services import Services
from splendor_tui.presentation.past_games import day_played
from splendor_tui.record import Record, RecordPly, format_record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import GameClaimedError
from splendor_tui.store.entries import UndoEntry
from splendor_tui.tui.screens import past_games_screen
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.past_games_screen import PastGamesScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.long_list import Column
from tests.review.reviewing import play_game
from tests.store.stored import FILE, header, ply, result
from tests.tui.keyboard import click as press_and_release
from tests.tui.keyboard import drag, send
from tests.tui.opened_app import app_of, flat_text, make_services, open_app, screen_of, screen_text, settle, store_of
from tests.tui.pointing import click, place_of
from tests.tui.screens.test_home_screen import begin
from tests.tui.screens.test_replay_screen import recorded

MORNING = datetime(2026, 5, 1, 8, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Export into and import from the temporary folder."""
    monkeypatch.chdir(tmp_path)


def text(pilot: Pilot[int]) -> str:
    return screen_text(pilot.app)


def save_unfinished(place: Services, *names: str, plies: int = 1) -> str:
    """Create an unfinished game. Its plies need not be legal."""
    store = store_of(place)
    game_id = store.create_game(header(*names), "{}", place.today())
    for number in range(1, plies + 1):
        store.append(game_id, ply(number, seats=len(names)))
    return game_id


def save_finished(place: Services, *names: str, points: tuple[int, ...], when: datetime = MORNING) -> str:
    """Create a finished game without plies."""
    return store_of(place).import_record(Record(header(*names), (), result(*points)), when)


def ids(place: Services) -> list[str]:
    return [game.id for game in store_of(place).games()]


async def test_games_are_listed_by_last_play_with_their_marks(place: Services) -> None:
    finished = save_unfinished(place, "Anna", "Journeyman", plies=4)
    store_of(place).finish(finished, result(15, 12), place.today())
    save_finished(place, "Cy", "Dee", points=(15, 15))
    store_of(place).append(save_unfinished(place, "Eve", "Fay"), ply(1))
    rows = ("Eve · Fay", "Anna (15) · Journeyman (12)", "Cy (15) · Dee (15)")
    async with open_app(place, PastGamesScreen()) as pilot:
        lines = [line for line in text(pilot).splitlines()[3:10] if any(names in line for names in rows)]
        assert [next(names for names in rows if names in line) for line in lines] == list(rows)
        eve, ann, cy = (" ".join(line.split()) for line in lines)
        assert eve.startswith("▶ Eve · Fay")
        assert eve.endswith(" 1 unfinished")
        assert ann.endswith(" 4 Anna won")
        assert cy == "Cy (15) · Dee (15) imported today 0 Cy and Dee won"
        assert "1 of 3" in text(pilot)
        await pilot.press("end")
        assert "3 of 3" in text(pilot)
        assert "Cy (15) ★ · Dee (15) ★" in text(pilot)


async def test_names_are_cut_only_as_far_as_the_window_requires_but_never_a_score(place: Services) -> None:
    save_finished(place, "Anna", "Bo", "Merchant", points=(16, 11, 12))
    async with open_app(place, PastGamesScreen(), (100, 28)) as pilot:
        assert "Anna (16) · Bo (11) · Merchant (12)  " in text(pilot)
        assert "Actions" in text(pilot)
        save_finished(place, "Elisabeth-Charlotte", "Bo", "Grandmaster 2", points=(10, 2, 15))
        await pilot.resize_terminal(80, 24)
        await pilot.app.push_screen(PastGamesScreen())
        assert "Anna (16) · Bo (11) · Merchant (12)  " in text(pilot)
        assert "Actions" not in text(pilot), "the names need its place"
        assert "Elisabet… (10) · Bo (2) · Grandma…2 (15)  " in text(pilot)
        await pilot.press("s", "s")
        assert "s by actions" in text(pilot)
        assert "Actions" in text(pilot), "for they are sorted by it"
        save_finished(place, "Anna", "Journeyman 1", "Grandmaster 1", "Grandmaster 2", points=(15, 12, 8, 7))
        await pilot.resize_terminal(160, 50)
        await pilot.app.push_screen(PastGamesScreen())
        assert "Anna (15) · Journeyman 1 (12) · Grandmaster 1 (8) · Grandmaster 2 (7)  " in text(pilot)


async def test_outcome_uses_the_cells_that_short_names_leave(place: Services) -> None:
    save_finished(place, "Elisabeth-Charlotte", "Bo", points=(15, 3))
    async with open_app(place, PastGamesScreen()) as pilot:
        assert "Elisabeth-Charlotte won\n" in text(pilot)


@pytest.mark.drawn
async def test_key_press_formats_only_the_changed_rows(place: Services) -> None:
    for number in range(100):
        save_finished(place, "Ann", f"Bo {number}", points=(15, 3))
    async with open_app(place, PastGamesScreen()) as pilot:
        with (
            patch.object(past_games_screen, "day_played", side_effect=day_played) as formatted,
            patch.object(past_games_screen, "Column", side_effect=Column) as measured,
        ):
            await pilot.press("down")
            assert formatted.call_count == 2, "the row that was left, and the next one"
            await pilot.press("end")
        assert formatted.call_count < 30, "about twenty rows in view"
        assert not measured.called, "the columns depend on all games, but not on the highlighted one"


async def test_players_who_have_resigned_are_named(place: Services) -> None:
    ended = result(15, 3)
    loser = ended.standings[1].model_copy(update={"forfeited": True})
    resigned = ended.model_copy(update={"standings": (ended.standings[0], loser)})
    store_of(place).import_record(Record(header("Cy", "Dee"), (), resigned), MORNING)
    for undone in (False, True):
        game = save_unfinished(place, "Eve", "Fay", "Gil", plies=3)
        store_of(place).append(game, ply(4, seats=3, action="forfeit"))
        store_of(place).append(game, UndoEntry(to_ply=3) if undone else ply(5, seats=3))
    async with open_app(place, PastGamesScreen()) as pilot:
        assert "out of the game" not in flat_text(pilot), "that was undone"
        await pilot.press("down")
        assert "out of the game: Eve" in flat_text(pilot)
        await pilot.press("down")
        assert "out of the game: Dee" in flat_text(pilot)


async def test_unused_key_is_explained_once_except_in_a_text_field(place: Services) -> None:
    save_unfinished(place, "Eve", "Fay")
    async with open_app(place, PastGamesScreen()) as pilot:
        await pilot.press("slash", "f9", "escape")
        assert "does nothing here" not in flat_text(pilot)
        await pilot.press("z", "z")
        assert flat_text(pilot).count("z does nothing here; ? shows the keys.") == 1
        pilot.app.clear_notifications()
        await pilot.press("question_mark", "z", "question_mark", "z", "down")
        assert "does nothing here" not in flat_text(pilot), "the help needs no help, and once is enough"


async def test_no_key_of_one_read_is_called_unused_because_of_the_screen_before_it(place: Services) -> None:
    save_unfinished(place, "Eve", "Fay")
    async with open_app(place) as pilot:
        for pressed, written, shown in (
            ("", "n\x1b[15~", "to reserve."),
            ("", "g/", "Past games"),
            ("g", "/zo", "zo"),
            ("n down down down", "eZo", "Zo"),
            ("o y", "\r\x1b[20~", "F9 (yours)"),
        ):
            await pilot.press(*pressed.split())
            send(pilot.app, written)
            await pilot.pause()
            assert shown in flat_text(pilot)
            assert "does nothing here" not in flat_text(pilot)
            app_of(pilot).home()
            await pilot.pause()


async def test_enter_replays_a_finished_game_and_the_search_remains(place: Services) -> None:
    play_game(store_of(place), place.catalogue)
    save_finished(place, "Cy", "Dee", points=(15, 3))
    async with open_app(place, PastGamesScreen()) as pilot:
        await pilot.press("slash", *"ann", "enter")
        listed = flat_text(pilot)
        assert "Enter watch" in listed
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("escape")
        assert flat_text(pilot) == listed
        await pilot.press("c")
        assert "This game is over: you can only watch it." in text(pilot)


async def test_unfinished_game_keeps_its_secrets_and_enter_resumes_it(place: Services) -> None:
    game_id = begin(place, "Ann", "Bo")
    async with open_app(place, PastGamesScreen()) as pilot:
        for key, why in (
            ("p", "watch it once it is over"),
            ("e", "its record would reveal secrets"),
            ("v", "review it"),
        ):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, PastGamesScreen)
            assert why in flat_text(pilot)
            assert "which new file?" not in text(pilot)
        assert "Enter resume" in text(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        with pytest.raises(GameClaimedError):  # the game is being played
            store_of(place).claim(game_id)


async def test_pressing_delete_twice_deletes_the_game_unless_another_process_plays_it(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    place = make_services(catalogue, tmp_path, keys={"games.delete": "delete,x"})
    stays, goes = save_finished(place, "Ann", "Bo", points=(15, 3)), save_unfinished(place, "Cy", "Dee", plies=1)
    async with open_app(place, PastGamesScreen()) as pilot:
        with store_of(place).claim(goes):
            await pilot.press("x", "x")
            assert f"Game {goes} is being played by process {os.getpid()}" in flat_text(pilot)
        await pilot.press("d", "d", "x")
        assert "Delete this game permanently?" in text(pilot)
        assert ids(place) == [goes, stays]
        await pilot.press("delete")
        assert ids(place) == [stays]
        assert "The game has been deleted." in text(pilot)
        assert "Cy" not in text(pilot)


async def test_any_other_key_or_click_only_cancels_the_deletion(place: Services) -> None:
    save_unfinished(place, "Ann", "Bo", plies=2)
    save_unfinished(place, "Cy", "Dee", plies=1)
    before = ids(place)
    async with open_app(place, PastGamesScreen()) as pilot:
        shown = text(pilot)
        for key in ("x", "enter", "escape", "down", "y", "e"):
            await pilot.press("d", key)
            assert (text(pilot), ids(place)) == (shown, before), key
        for words in ("Past games", "Ann", "Cy", "Delete this", "Ann"):
            await click(pilot, "d delete")
            await click(pilot, words)
            assert "Delete this" not in text(pilot), words
        delete = place_of(app_of(pilot), "d delete")
        for _time in range(2):
            send(pilot.app, press_and_release(*delete))
            await pilot.pause()
        assert "Delete this" in text(pilot), "a second click in the same place is no answer"
        assert ids(place) == before
        await click(pilot, "d delete it")
        assert len(ids(place)) == 1


async def test_first_click_on_the_game_that_took_the_place_of_a_deleted_one_only_highlights_it(place: Services) -> None:
    for _game in range(2):
        play_game(store_of(place), place.catalogue)
    async with open_app(place, PastGamesScreen()) as pilot:
        first = place_of(app_of(pilot), "▶")
        send(pilot.app, press_and_release(*first))
        await pilot.pause()
        await pilot.press("d", "d")
        send(pilot.app, press_and_release(*first))
        await settle(pilot)
        assert isinstance(pilot.app.screen, PastGamesScreen)
        assert len(ids(place)) == 1


async def test_file_question_survives_arrow_keys_and_stray_clicks_but_no_question_a_scroll_to_another_game(
    place: Services,
) -> None:
    for names in (("Ann", "Bo"), ("Cy", "Dee")):
        save_finished(place, *names, points=(15, 3))
    async with open_app(place, PastGamesScreen()) as pilot:
        for key in ("e", "i"):
            await pilot.press(key, "down")
            assert isinstance(pilot.app.focused, Input), key
            send(pilot.app, press_and_release(99, 50))  # outside the window, which was larger a moment ago
            await pilot.pause()
            assert isinstance(pilot.app.focused, Input), key
            await pilot.press("escape")
            assert "1 of 2" in flat_text(pilot)
        for key, question in (("d", "Delete this game"), ("e", "Export the game to this new file:")):
            await pilot.press("home", key)
            assert question in text(pilot)
            screen_of(pilot, PastGamesScreen).list.on_mouse_scroll_down()
            await settle(pilot)
            assert question not in text(pilot)


async def test_exported_file_has_the_record_and_any_chosen_name(place: Services, tmp_path: Path) -> None:
    game_id = play_game(store_of(place), place.catalogue)
    async with open_app(place, PastGamesScreen()) as pilot:
        await pilot.press("e")
        assert f"splendor-{game_id}.jsonl" in text(pilot)
        await pilot.press("ctrl+u", *"edip", "escape")
        assert isinstance(pilot.app.screen, PastGamesScreen)
        assert not (tmp_path / "edip").exists()
        await pilot.press("e", "enter")
        assert "Written to" in text(pilot)
        await pilot.press("e", "ctrl+u", *"edip")
        await click(pilot, "export it")
        assert "edip'." in text(pilot), "with its folder, so that nobody has to look for it"
    for name in (f"splendor-{game_id}.jsonl", "edip"):
        assert (tmp_path / name).read_text() == format_record(store_of(place).export_record(game_id))


async def import_from(pilot: Pilot[int], file: str) -> None:
    await pilot.press("i", *file, "enter")
    await settle(pilot)


async def test_imported_record_is_saved_once_and_highlighted_unless_the_search_hides_it(
    place: Services, tmp_path: Path
) -> None:
    record = recorded(place.catalogue)
    (tmp_path / "good").write_text(format_record(record))
    save_unfinished(place, "Cy", "Dee", plies=1)
    async with open_app(place, PastGamesScreen()) as pilot:
        for search, said in (
            ((), "Imported."),
            ((), "It was already saved."),
            ("nobody", "It was already saved."),
        ):
            await pilot.press("home", *(["slash", *search, "enter"] if search else []))
            assert said not in text(pilot)
            await import_from(pilot, "good")
            assert said in text(pilot)
            highlighted = [line for line in text(pilot).splitlines() if "▶" in line]
            assert search or ("Ann " in highlighted[0] and "imported today" in highlighted[0])
        [imported] = [game for game in store_of(place).games() if game.imported]
    assert store_of(place).export_record(imported.id) == record


async def test_invalid_record_is_rejected_with_the_reason_and_the_file_name_can_be_corrected(
    place: Services, tmp_path: Path
) -> None:
    good = recorded(place.catalogue)
    passed = RecordPly(ply=1, seat=0, action="pass", digest="0" * 16)
    (tmp_path / "against").write_text(format_record(replace(good, plies=(passed, *good.plies[1:]))))
    (tmp_path / "nonsense").write_text("[/b]")
    (tmp_path / "folder").mkdir()
    reasons = {"against": "Action 1", "nonsense": "Line 1", "folder": "'folder'", "absent": "'absent' does not exist."}
    game_id = save_unfinished(place, "Ann", "Bo")
    async with open_app(place, PastGamesScreen()) as pilot:
        for file, reason in reasons.items():
            await import_from(pilot, file)
            assert f"! {reason}" in flat_text(pilot)
            await pilot.press("d", "d")
            assert pilot.app.screen.query_one(Input).value.endswith(f"{file}dd")
            await pilot.press("escape")
        assert ids(place) == [game_id]


async def test_damaged_row_is_reported_and_the_rest_listed(place: Services, tmp_path: Path) -> None:
    save_unfinished(place, "Ann", "Bo")
    bad = save_unfinished(place, "Cy", "Dee")
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as connection, connection:
        connection.execute("UPDATE games SET header = '{}' WHERE id = ?", (bad,))
    async with open_app(place, PastGamesScreen()) as pilot:
        assert "Ann · Bo" in text(pilot)
        assert "Cy" not in text(pilot)
        assert "1 game cannot be read and is not listed." in text(pilot)


async def test_empty_list_says_what_to_do(place: Services) -> None:
    async with open_app(place, PastGamesScreen()) as pilot:
        assert "No saved games yet. Go back and start one, or press i to import a record." in flat_text(pilot)
        await pilot.press("enter", "c", "p", "e", "d", "down", "end", "pageup")
        assert isinstance(pilot.app.screen, PastGamesScreen)
        assert "0 of" not in text(pilot)


async def test_long_list_scrolls_to_both_ends(place: Services) -> None:
    for number in range(60):
        save_finished(place, f"Ann {number}", "Bo", points=(15, 3), when=MORNING + timedelta(minutes=number))
    async with open_app(place, PastGamesScreen()) as pilot:
        assert "Ann 59 (15) ★ · Bo (3)" in text(pilot)
        await pilot.press("end")
        assert "60 of 60" in text(pilot)
        place_of(app_of(pilot), "▶ Ann 0 (15) · Bo (3)")
        await pilot.press("down")
        assert "60 of 60" in text(pilot)
        _column, lowest = place_of(app_of(pilot), "▶ Ann")
        await pilot.press("up")
        assert place_of(app_of(pilot), "▶ Ann 1 (15) · Bo (3)")[1] == lowest - 1
        send(pilot.app, drag((9, lowest - 1), (9, lowest - 4)))
        await pilot.pause()
        place_of(app_of(pilot), "▶ Ann 1 (15) · Bo (3)")
        await pilot.press("pageup", "pageup")
        place_of(app_of(pilot), "▶ Ann")
        await pilot.press("home", "up")
        assert "1 of 60" in text(pilot)
        await pilot.resize_terminal(120, 40)
        place_of(app_of(pilot), "▶ Ann 59 (15) · Bo (3)")


def rows_of(pilot: Pilot[int]) -> list[str]:
    """The first player of each row, in order."""
    return [game.names[0] for game in screen_of(pilot, PastGamesScreen).list.items]


async def test_key_or_a_click_on_a_heading_sorts_and_the_highlight_stays_on_its_game(place: Services) -> None:
    for names, plies in ((("Cy", "Dee"), 3), (("ann", "Bo"), 1), (("Émile", "Bo"), 2)):
        save_unfinished(place, *names, plies=plies)
    async with open_app(place, PastGamesScreen()) as pilot:
        assert rows_of(pilot) == ["Émile", "ann", "Cy"]
        await pilot.press("end", "s")
        assert rows_of(pilot) == ["ann", "Cy", "Émile"]
        assert "by players · 2 of 3" in flat_text(pilot)
        await pilot.press("s")
        assert rows_of(pilot) == ["Cy", "Émile", "ann"]
        assert "by actions · 1 of 3" in flat_text(pilot)
        await click(pilot, "s by actions")
        await click(pilot, "by outcome")
        assert rows_of(pilot) == ["Émile", "ann", "Cy"]
        for heading, order in (
            ("Players", "by players"),
            ("Last played", "by last played"),
            ("Actions", "by actions"),
            ("Outcome", "by outcome"),
        ):
            for _again in range(2):
                await click(pilot, heading)
                assert order in flat_text(pilot)
        await click(pilot, "Actions")
        await pilot.press("home", "down")
        assert rows_of(pilot)[1] == "Émile"
        await pilot.press("d", "d")
        assert "2 of 2" in flat_text(pilot), "after the newest game is deleted, the highlight stays at its row"


async def test_typing_filters_the_list_and_escape_first_shows_all(place: Services) -> None:
    save_unfinished(place, "Ann", "Bo")
    save_unfinished(place, "Émile", "Cy")
    save_finished(place, "Dee", "Bo", points=(15, 3))
    async with open_app(place, PastGamesScreen()) as pilot:
        await pilot.press("slash", *"2026-05-01")
        assert rows_of(pilot) == ["Dee"]
        await pilot.press("escape", "slash", *"emile")
        assert rows_of(pilot) == ["Émile"]
        assert "'emile' · s by last played" in flat_text(pilot)
        await pilot.press("enter", "s")
        assert rows_of(pilot) == ["Émile"], "letters are keys again"
        await pilot.press("slash", *["backspace"] * 5, *"won dee")
        assert rows_of(pilot) == ["Dee"]
        question = place_of(app_of(pilot), "Search for names")
        await pilot.press("x")
        assert rows_of(pilot) == []
        assert place_of(app_of(pilot), "Search for names") == question
        assert "No game matches. Esc shows all games." in text(pilot).splitlines()[2]
        assert pilot.app.screen.query_one("#panel").display, "it has the search field"
        await pilot.press("enter")
        assert "No game matches. Esc shows all games." in text(pilot).splitlines()[2]
        assert not pilot.app.screen.query_one("#panel").display, "it would be empty"
        assert "'won deex'" in text(pilot).splitlines()[0]
        assert "Esc show all" in flat_text(pilot)
        await pilot.press("escape")
        assert sorted(rows_of(pilot)) == ["Ann", "Dee", "Émile"]
        await pilot.press("i", "enter")
        assert "from which file?" not in flat_text(pilot), "an empty name cancels"
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_reopened_list_shows_all_games_in_the_same_order_and_with_the_same_highlight(place: Services) -> None:
    for names in (("Cy", "Bob"), ("Ann", "Bob"), ("Dee", "Eve")):
        save_unfinished(place, *names)
    async with open_app(place) as pilot:
        await pilot.press("g", "s", "slash", *"bob", "enter", "end")
        assert "'bob' · s by players · 2 of 2" in flat_text(pilot)
        await pilot.press("slash", "end", "backspace")
        assert "'bo' · s by players" in flat_text(pilot), "the field begins with the text of the search"
        app_of(pilot).home()
        await pilot.press("g")
        assert "by players · 2 of 3" in flat_text(pilot)
        assert rows_of(pilot) == ["Ann", "Cy", "Dee"]
        app_of(pilot).home()
        save_unfinished(place, "Bea", "Bob")
        await pilot.press("g")
        assert "by players · 2 of 4" in flat_text(pilot), "a new game is highlighted"
        assert rows_of(pilot) == ["Ann", "Bea", "Cy", "Dee"]
