"""The list of games: its contents and its actions."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event
from unittest.mock import patch

import pytest
from textual.widgets import Input

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match import match_lifecycle
from splendor_tui.match.services import Services
from splendor_tui.presentation.saved_games import day_played
from splendor_tui.presentation.tournaments import begin_tournament
from splendor_tui.record import Record, RecordPly, format_record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import GameClaimedError, GameSummary, Store
from splendor_tui.store.journal_entries import UndoEntry
from splendor_tui.tui.screens import saved_games_screen
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.saved_games_screen import SavedGamesScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets import saved_games_list
from splendor_tui.tui.widgets.long_list import Column
from tests.match.tables import play_any
from tests.presentation.test_replay_session import recorded
from tests.presentation.test_series import finish, play_series
from tests.presentation.test_tournaments import plan_of, play_games
from tests.review.reviewing import play_game
from tests.store.stored import FILE, NOON, header, ply, result
from tests.tui.keyboard import click as press_and_release
from tests.tui.keyboard import drag, send
from tests.tui.opened_app import Player, make_services, open_app, store_of
from tests.tui.screens.test_home_screen import begin

MORNING = datetime(2026, 5, 1, 8, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Export into and import from the temporary folder."""
    monkeypatch.chdir(tmp_path)


def save_unfinished(place: Services, *names: str, plies: int = 1) -> str:
    """Create an unfinished game. Its plies need not be legal."""
    store = store_of(place)
    standard = header(*names).model_copy(update={"catalogue": place.catalogue.digest})
    game_id = store.create_game(standard, "{}", place.today())
    for number in range(1, plies + 1):
        store.append(game_id, ply(number, seats=len(names)))
    return game_id


def save_finished(place: Services, *names: str, points: tuple[int, ...], when: datetime = MORNING) -> str:
    """Create a finished game without plies."""
    return store_of(place).import_record(Record(header(*names), (), result(*points)), when)


def ids(place: Services) -> list[str]:
    return [game.id for game in store_of(place).games()]


async def test_series_tells_how_many_its_players_have_won(place: Services) -> None:
    for loser in ("Bo", "Bo", "Ann"):
        play_series(place, make_options(parse_players("Ann,Bo")).changed({"series": "first-1"}), loser)
    play_series(place, make_options(parse_players("Bo,Cy")).changed({"series": "first-1"}), "Bo")
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.finish_work()
        assert "Series won" not in pilot.words, "the only one of Bo and Cy"
        await pilot.type("down", "Bo wins the series", "Series won: Ann 2, Bo 1.")


async def test_games_are_listed_by_last_play_with_their_marks(place: Services) -> None:
    save_finished(place, "Cy", "Dee", points=(15, 15))
    finished = save_unfinished(place, "Anna", "Journeyman", plies=4)
    store_of(place).finish(finished, result(15, 12), place.today())
    store_of(place).append(save_unfinished(place, "Eve", "Fay"), ply(1))
    rows = ("Eve · Fay", "Anna (15) · Journeyman (12)", "Cy (15) · Dee (15)")
    async with open_app(place, SavedGamesScreen()) as pilot:
        lines = [line for line in pilot.text.splitlines()[3:10] if any(names in line for names in rows)]
        assert [next(names for names in rows if names in line) for line in lines] == list(rows)
        eve, ann, cy = (" ".join(line.split()) for line in lines)
        assert eve.startswith("▶ Eve · Fay")
        assert eve.endswith(" 1 unfinished")
        assert ann.endswith(" 4 Anna won")
        assert cy == "Cy (15) · Dee (15) imported today 0 Cy and Dee won"
        assert "1 of 3" in pilot.text
        await pilot.type("end", "3 of 3", "Cy (15) ★ · Dee (15) ★")


async def test_series_and_tournament_are_named_before_their_first_result_and_their_keys_can_be_clicked(
    place: Services,
) -> None:
    two = make_options(parse_players("Ann,Bo")).changed({"series": "first-2"})
    begun = begin_tournament(store_of(place), plan_of("Cy,Dee,Eve"), place.rng).next_game()
    for options in (begun, two):
        with match_lifecycle.begin(place, options) as live:
            live.controller.begin()
            play_any(live.controller, Random(1))
    async with open_app(place, SavedGamesScreen(), size=(120, 40)) as pilot:
        pilot.shows("1 series, first to 2", "1 tournament", "Series, first to 2: game 1.")
        await pilot.type("down", "Tournament, round 1 of 3.", "Enter resumes it")
    finish(place, two, "Bo")
    async with open_app(place, SavedGamesScreen(), size=(120, 40)) as pilot:
        await pilot.click_on("copies the standings")
        assert "Series, first to 2, after 1 game: Ann 1, Bo 0." in pilot.app.clipboard
        await pilot.type("escape")
        await pilot.click_on("lists its games")
        pilot.shows("1 of 1", "Ann won")


async def test_panel_of_an_unfinished_series_says_who_starts_its_next_game(place: Services) -> None:
    session = play_series(place, make_options(parse_players("Ann,Bo")), "Bo", "Ann")
    for starts in ("Ann", "Bo", "A random player"):
        async with open_app(place, SavedGamesScreen()) as pilot:
            pilot.shows(f"after 2 games: Ann 1, Bo 1. {starts} starts the next game.", "r next game")
            await pilot.type("enter", "1 of 2", f"{starts} starts the next game.", "r next game")
        session.change_opening()
    play_series(place, make_options(parse_players("Cy,Dee")).changed({"series": "first-1"}), "Dee")
    async with open_app(place, SavedGamesScreen()) as pilot:
        pilot.shows("Cy wins the series", "r new series")
        assert "starts the next game" not in pilot.words


async def test_players_of_a_tournament_are_whole_where_there_is_room(place: Services) -> None:
    play_games(place, begin_tournament(store_of(place), plan_of("Ann,Ben,Play 3,Play 4"), place.rng), 1)
    async with open_app(place, SavedGamesScreen()) as pilot:
        row = next(line for line in pilot.text.splitlines() if "▶" in line)
        assert all(f"{name} " in row for name in ("Ann", "Ben", "Play 3", "Play 4"))
        assert row.endswith(" round 1 of 3")
        await pilot.type("enter", "Tournament · 1 of 1")


async def test_game_with_other_cards_is_marked_and_the_panel_names_their_folder(place: Services) -> None:
    store = store_of(place)
    game_id = store.create_game(header("Ann", "Bo"), "{}", place.today())
    store.append(game_id, ply(1))
    store.note_assets(game_id, Path("/home/ann/my cards"))
    async with open_app(place, SavedGamesScreen()) as pilot:
        pilot.shows(
            "1 other cards",
            "cards in '/home/ann/my cards'",
            f"This game has other cards: quit, and open it with `splendor-tui resume {game_id} --data ",
        )


async def test_names_are_cut_only_as_far_as_the_window_requires_but_never_a_score(place: Services) -> None:
    save_finished(place, "Elisabeth-Charlotte", "Bo", points=(15, 3))
    async with open_app(place, SavedGamesScreen()) as pilot:
        assert "Elisabeth-Charlotte won\n" in pilot.text, "the outcome uses the cells that short names leave"
        save_finished(place, "Anna", "Bo", "Merchant", points=(16, 11, 12))
        await pilot.resize_terminal(100, 28)
        await pilot.app.push_screen(SavedGamesScreen())
        assert "Anna (16) · Bo (11) · Merchant (12)  " in pilot.text
        assert "Actions" in pilot.text
        save_finished(place, "Elisabeth-Charlotte", "Bo", "Grandmaster 2", points=(10, 2, 15))
        await pilot.resize_terminal(80, 24)
        await pilot.app.push_screen(SavedGamesScreen())
        assert "Anna (16) · Bo (11) · Merchant (12)  " in pilot.text
        assert "Actions" not in pilot.text, "the names need its place"
        assert "Elisabet… (10) · Bo (2) · Grandma…2 (15)  " in pilot.text
        await pilot.type("s s", "s by actions", "Actions")  # for they are sorted by it
        save_finished(place, "Anna", "Journeyman 1", "Grandmaster 1", "Grandmaster 2", points=(15, 12, 8, 7))
        await pilot.resize_terminal(160, 50)
        await pilot.app.push_screen(SavedGamesScreen())
        assert "Anna (15) · Journeyman 1 (12) · Grandmaster 1 (8) · Grandmaster 2 (7)  " in pilot.text


@pytest.mark.drawn
async def test_key_press_formats_only_the_changed_rows(place: Services) -> None:
    for number in range(100):
        save_finished(place, "Ann", f"Bo {number}", points=(15, 3))
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.settle()  # all games have been read
        with (
            patch.object(saved_games_list, "day_played", side_effect=day_played) as formatted,
            patch.object(saved_games_list, "Column", side_effect=Column) as measured,
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
        store_of(place).append(game, ply(4, seats=3, action="forfeit").model_copy(update={"timed_out": True}))
        store_of(place).append(game, UndoEntry(to_ply=3) if undone else ply(5, seats=3))
    async with open_app(place, SavedGamesScreen()) as pilot:
        assert "out of time" not in pilot.words, "that was undone"
        await pilot.type("down", "out of time: Eve", hides="resigned: ")
        await pilot.type("down", "resigned: Dee", hides="out of time: ")


async def test_unused_key_is_explained_once_except_in_a_text_field(place: Services) -> None:
    save_unfinished(place, "Eve", "Fay")
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.type("slash f9 escape", hides="does nothing here")
        await pilot.press("z", "z")
        assert pilot.words.count("z does nothing here; ? shows the keys.") == 1
        pilot.app.clear_notifications()
        # the help needs no help, and once is enough
        await pilot.type("question_mark z question_mark z down", hides="does nothing here")


async def test_enter_replays_a_finished_game_and_the_search_remains(place: Services) -> None:
    play_game(store_of(place), place.catalogue)
    save_finished(place, "Cy", "Dee", points=(15, 3))
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.press("slash", *"ann", "enter")
        listed = pilot.words
        assert "Enter watch" in listed
        await pilot.type("enter", ReplayScreen)
        await pilot.press("escape")
        assert pilot.words == listed
        await pilot.type("c", "This game is over: you can only watch it.")


async def test_unfinished_game_keeps_its_secrets_and_enter_resumes_it(place: Services) -> None:
    game_id = begin(place, "Ann", "Bo")
    async with open_app(place, SavedGamesScreen()) as pilot:
        for key, why in (
            ("p", "watch it once it is over"),
            ("e", "its record would reveal secrets"),
            ("v", "review it"),
        ):
            await pilot.type(key, SavedGamesScreen, why, hides="to this new file")
        assert "Enter resume" in pilot.text
        await pilot.type("enter", TableScreen)
        with pytest.raises(GameClaimedError):  # the game is being played
            store_of(place).claim(game_id)


async def test_delete_pressed_twice_deletes_unless_another_process_plays(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, keys={"games.delete": "delete,x"})
    stays, goes = save_finished(place, "Ann", "Bo", points=(15, 3)), save_unfinished(place, "Cy", "Dee", plies=1)
    async with open_app(place, SavedGamesScreen()) as pilot:
        with store_of(place).claim(goes):
            await pilot.type("x x", f"Game {goes} is being played by process {os.getpid()}")
        await pilot.type("d d x", "Delete this game permanently?", hides="It will no longer count")
        assert ids(place) == [goes, stays]
        await pilot.type("delete", "The game has been deleted.", hides="Cy")
        assert ids(place) == [stays]
        await pilot.type("delete", "Delete this game permanently? It will no longer count in the statistics.")


async def test_any_other_key_or_click_only_cancels_the_deletion(place: Services) -> None:
    save_unfinished(place, "Ann", "Bo", plies=2)
    save_unfinished(place, "Cy", "Dee", plies=1)
    before = ids(place)
    async with open_app(place, SavedGamesScreen()) as pilot:
        shown = pilot.text
        for key in ("x", "enter", "escape", "down", "y", "e"):
            await pilot.press("d", key)
            assert (pilot.text, ids(place)) == (shown, before), key
        for words in ("Saved games", "Ann", "Cy", "Delete this", "Ann"):
            await pilot.click_on("d delete")
            await pilot.click_on(words)
            assert "Delete this" not in pilot.text, words
        delete = pilot.place_of("d delete")
        for _time in range(2):
            await pilot.send(press_and_release(*delete))
        assert "Delete this" in pilot.text, "a second click in the same place is no answer"
        assert ids(place) == before
        await pilot.click_on("d delete it")
        assert len(ids(place)) == 1


async def test_first_click_on_the_game_that_took_the_place_of_a_deleted_one_only_highlights_it(place: Services) -> None:
    for _game in range(2):
        play_game(store_of(place), place.catalogue)
    async with open_app(place, SavedGamesScreen()) as pilot:
        first = pilot.place_of("▶")
        await pilot.send(press_and_release(*first))
        await pilot.press("d", "d")
        send(pilot.app, press_and_release(*first))
        await pilot.settle()
        assert isinstance(pilot.app.screen, SavedGamesScreen)
        assert len(ids(place)) == 1


async def test_file_question_survives_arrow_keys_and_stray_clicks_but_no_question_a_scroll(place: Services) -> None:
    for names in (("Ann", "Bo"), ("Cy", "Dee")):
        save_finished(place, *names, points=(15, 3))
    async with open_app(place, SavedGamesScreen()) as pilot:
        for key in ("e", "i"):
            await pilot.press(key, "down")
            assert isinstance(pilot.app.focused, Input), key
            send(pilot.app, press_and_release(99, 50))  # outside the window, which was larger a moment ago
            await pilot.pause()
            assert isinstance(pilot.app.focused, Input), key
            await pilot.type("escape", "1 of 2")
        for key, question in (("d", "Delete this game"), ("e", "Export the game to this new file:")):
            await pilot.press("home", key)
            assert question in pilot.text
            pilot.screen(SavedGamesScreen).list.on_mouse_scroll_down()
            await pilot.settle()
            assert question not in pilot.text


async def test_exported_file_has_the_record_and_any_chosen_name(place: Services, tmp_path: Path) -> None:
    game_id = play_game(store_of(place), place.catalogue)
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.type("e", f"splendor-{game_id}.jsonl")
        await pilot.type("ctrl+u e d i p escape", SavedGamesScreen)
        assert not (tmp_path / "edip").exists()
        await pilot.type("e enter", "Written to")
        await pilot.press("e", "ctrl+u", *"edip")
        await pilot.click_on("export it")
        assert "edip'." in pilot.text, "with its folder, so that nobody has to look for it"
    for name in (f"splendor-{game_id}.jsonl", "edip"):
        assert (tmp_path / name).read_text() == format_record(store_of(place).export_record(game_id))


async def import_from(pilot: Player, file: str) -> None:
    await pilot.press("i", *file, "enter")
    await pilot.settle()


async def test_imported_record_is_saved_once_and_highlighted_unless_hidden(place: Services, tmp_path: Path) -> None:
    record = recorded(place.catalogue)
    (tmp_path / "good").write_text(format_record(record))
    save_unfinished(place, "Cy", "Dee", plies=1)
    async with open_app(place, SavedGamesScreen()) as pilot:
        for search, said in (((), "Imported."), ((), "It was already saved."), ("nobody", "It was already saved.")):
            await pilot.press("home", *(["slash", *search, "enter"] if search else []))
            assert said not in pilot.text
            await import_from(pilot, "'good'")
            assert said in pilot.text
            highlighted = [line for line in pilot.text.splitlines() if "▶" in line]
            assert search or ("Ann " in highlighted[0] and "imported today" in highlighted[0])
        [imported] = [game for game in store_of(place).games() if game.imported]
    assert store_of(place).export_record(imported.id) == record


async def test_invalid_record_is_rejected_and_the_file_name_can_be_corrected(place: Services, tmp_path: Path) -> None:
    good = recorded(place.catalogue)
    passed = RecordPly(ply=1, seat=0, action="pass", digest="0" * 16)
    (tmp_path / "against").write_text(format_record(good._replace(plies=(passed, *good.plies[1:]))))
    (tmp_path / "nonsense").write_text("[/b]")
    (tmp_path / "folder").mkdir()
    reasons = {"against": "Action 1", "nonsense": "Line 1", "folder": "'folder'", "absent": "'absent' does not exist."}
    game_id = save_unfinished(place, "Ann", "Bo")
    async with open_app(place, SavedGamesScreen()) as pilot:
        for file, reason in reasons.items():
            await import_from(pilot, file)
            assert f"! {reason}" in pilot.words
            await pilot.press("d", "d")
            assert pilot.app.screen.query_one(Input).value.endswith(f"{file}dd")
            await pilot.press("escape")
        assert ids(place) == [game_id]


async def test_damaged_row_is_reported_and_the_rest_listed(place: Services, tmp_path: Path) -> None:
    save_unfinished(place, "Ann", "Bo")
    bad = save_unfinished(place, "Cy", "Dee")
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as connection, connection:
        connection.execute("UPDATE games SET header = '{}' WHERE id = ?", (bad,))
    async with open_app(place, SavedGamesScreen()) as pilot:
        pilot.shows("Ann · Bo", "1 game cannot be read and is not listed.")
        assert "Cy" not in pilot.text


async def test_empty_list_says_what_to_do(place: Services) -> None:
    async with open_app(place, SavedGamesScreen()) as pilot:
        assert "No saved games yet. Go back and start one, or press i to import a record." in pilot.words
        await pilot.type("enter c p e d down end pageup", SavedGamesScreen, hides="0 of")


async def test_long_list_scrolls_to_both_ends(place: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = store_of(place).folder  # the folder of a test is so long that its command would take rows from the list
    monkeypatch.setattr(match_lifecycle, "data_dir", lambda *_places: usual)
    for number in range(60):
        save_finished(place, f"Ann {number}", "Bo", points=(15, 3), when=MORNING + timedelta(minutes=number))
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.settle()
        assert "Ann 59 (15) ★ · Bo (3)" in pilot.text
        await pilot.type("end", "60 of 60")
        pilot.place_of("▶ Ann 0 (15) · Bo (3)")
        await pilot.type("down", "60 of 60")
        _column, lowest = pilot.place_of("▶ Ann")
        await pilot.press("up")
        assert pilot.place_of("▶ Ann 1 (15) · Bo (3)")[1] == lowest - 1
        await pilot.send(drag((9, lowest - 1), (9, lowest - 4)))
        pilot.place_of("▶ Ann 1 (15) · Bo (3)")
        await pilot.press("pageup", "pageup")
        pilot.place_of("▶ Ann")
        await pilot.type("home up", "1 of 60")
        await pilot.resize_terminal(120, 40)
        pilot.place_of("▶ Ann 59 (15) · Bo (3)")


def rows_of(pilot: Player) -> list[str]:
    """The first player of each row, in order."""
    return [game.names[0] for game in pilot.screen(SavedGamesScreen).list.items]


async def test_thousands_of_games_are_read_in_a_thread_after_the_first_ones(
    place: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_games_screen, "_FIRST", 4)
    for name in ("Annabel", "Bea", "Cy", "Di", "Ed", "Flo"):
        save_finished(place, name, "Zoe", points=(15, 3))
    waiting = Event()
    games = Store.games

    def read(store: Store) -> tuple[GameSummary, ...]:
        waiting.wait()
        return games(store)

    async with open_app(place, HomeScreen()) as pilot:
        with patch.object(Store, "games", read):
            await pilot.type("g", "Flo (15) ★", "1 of …", hides="Annabel (15)")
            waiting.set()
            await pilot.settle()
        pilot.shows("1 of 6", "Annabel (15)")
        await pilot.type("slash A n n a b e l", "1 of 1")
        await pilot.type("escape home d d", "1 of 5", hides="Flo (15)")
        await pilot.settle()
        with patch.object(Store, "games", side_effect=AssertionError("nothing has changed")):
            await pilot.type("escape g", "1 of 5", "Annabel (15)")


async def test_key_or_a_click_on_a_heading_sorts_a_second_click_reverses_and_the_highlight_stays_on_its_game(
    place: Services,
) -> None:
    for names, plies in ((("Cy", "Dee"), 3), (("ann", "Bo"), 1), (("Émile", "Bo"), 2)):
        save_unfinished(place, *names, plies=plies)
    async with open_app(place, SavedGamesScreen()) as pilot:
        assert rows_of(pilot) == ["Émile", "ann", "Cy"]
        await pilot.type("end s", "2 of 3 · s by players")
        assert rows_of(pilot) == ["ann", "Cy", "Émile"]
        await pilot.type("s", "1 of 3 · s by actions")
        assert rows_of(pilot) == ["Cy", "Émile", "ann"]
        await pilot.click_on("s by actions")
        await pilot.click_on("by outcome")
        assert rows_of(pilot) == ["Émile", "ann", "Cy"]
        for heading in ("Players", "Last played", "Outcome", "Actions"):
            await pilot.click_on(heading)
            pilot.shows(order := f"by {heading.lower()}")
            before = rows_of(pilot)
            await pilot.click_on(heading)
            pilot.shows(f"{order}, reversed")
            assert rows_of(pilot) == before[::-1]
        await pilot.click_on("Actions")
        await pilot.press("home", "down")
        assert rows_of(pilot)[1] == "Émile"
        await pilot.type("d d", "2 of 2")  # after the newest game is deleted, the highlight stays at its row


async def test_typing_filters_the_list_and_escape_first_shows_all(place: Services) -> None:
    save_unfinished(place, "Ann", "Bo")
    save_unfinished(place, "Émile", "Cy")
    save_finished(place, "Dee", "Bo", points=(15, 3))
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.press("slash", *"2026-05-01")
        assert rows_of(pilot) == ["Dee"]
        await pilot.press("escape", "slash", *"emile")
        assert rows_of(pilot) == ["Émile"]
        assert "'emile' · 1 of 1 · s by last played" in pilot.words
        await pilot.press("enter", "s")
        assert rows_of(pilot) == ["Émile"], "letters are keys again"
        await pilot.press("slash", *["backspace"] * 5, *"won dee")
        assert rows_of(pilot) == ["Dee"]
        question = pilot.place_of("Search for names")
        await pilot.press("x")
        assert rows_of(pilot) == []
        assert pilot.place_of("Search for names") == question
        assert "No game matches. Esc shows all games." in pilot.text.splitlines()[2]
        assert pilot.app.screen.query_one("#panel").display, "it has the search field"
        await pilot.type("enter", "Esc show all")
        assert "No game matches. Esc shows all games." in pilot.text.splitlines()[2]
        assert not pilot.app.screen.query_one("#panel").display, "it would be empty"
        assert "'won deex'" in pilot.text.splitlines()[0]
        await pilot.click(offset=(50, 2))
        await pilot.type("escape", "s by players")  # an empty list has no heading to click
        assert sorted(rows_of(pilot)) == ["Ann", "Dee", "Émile"]
        await pilot.type("i enter", hides="in this file:")  # an empty name cancels
        await pilot.type("escape", HomeScreen)


async def test_reopened_list_shows_all_games_in_the_same_order_and_with_the_same_highlight(place: Services) -> None:
    for names in (("Cy", "Bobby"), ("Ann", "Bobby"), ("Dee", "Eve")):
        save_unfinished(place, *names)
    async with open_app(place) as pilot:
        await pilot.type("g s slash b o b b y enter end", "'bobby' · 2 of 2 · s by players")
        await pilot.type("slash end backspace", "'bobb' · 2 of 2")  # the field begins with the text of the search
        pilot.app.home()
        await pilot.type("g", "2 of 3 · s by players")
        assert rows_of(pilot) == ["Ann", "Cy", "Dee"]
        pilot.app.home()
        save_unfinished(place, "Bea", "Bobby")
        await pilot.type("g", "2 of 4 · s by players")  # a new game is highlighted
        assert rows_of(pilot) == ["Ann", "Bea", "Cy", "Dee"]


async def test_undecided_series_says_so_and_one_key_plays_its_next_game(place: Services) -> None:
    series = make_options(parse_players("Zoé,Max")).model_copy(update={"series": "best-3"})
    play_series(place, series, "Max")
    play_series(place, make_options(parse_players("Ann,Bo")), "Ann")
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.type(
            "down", "Zoé 1 · Max 0", "series undecided, best of 3", "Series, best of 3, after 1 game: Zoé 1, Max 0."
        )
        await pilot.type("d", "! Open the series, then delete its games one by one.")
        await pilot.type("enter", "r next game")
        assert "! Open" not in pilot.text
        await pilot.type("r", TableScreen, "Series, best of 3: Zoé 1, Max 0")


async def test_outcome_of_a_series_or_tournament_is_its_winner_or_state(place: Services) -> None:
    first_two = {"series": "first-2"}
    play_series(place, make_options(parse_players("Ann,Ben")).changed(first_two), "Ben", "Ben")
    play_series(place, make_options(parse_players("Zoé,Max")).changed(first_two), "Max")
    for names, games in (("Cy,Dee,Eve", 1), ("Flo,Gus,Hal", 3)):
        play_games(place, begin_tournament(store_of(place), plan_of(names), place.rng), games)
    async with open_app(place, SavedGamesScreen()) as pilot:
        pilot.shows("Ann wins, first to 2", "undecided, first to 2", "round 2 of 3", "shared")
    async with open_app(place, SavedGamesScreen(), size=(120, 40)) as pilot:
        pilot.shows("tournament, round 2 of 3", "tournament, Flo, Gus and Hal share it")


async def test_goal_of_a_series_is_whole_beside_long_names_and_a_long_date(place: Services) -> None:
    place.today = lambda: NOON + timedelta(days=300)
    names = "Wolfgang Amadeus", "Johann Sebastian"
    play_series(place, make_options(parse_players(",".join(names))).changed({"series": "first-2"}), names[0])
    async with open_app(place, SavedGamesScreen()) as pilot:
        await pilot.settle()
        assert "first to 2" in next(row for row in pilot.text.splitlines() if "Wolfgang" in row)
