"""The home screen: its menu, and the unfinished game."""

import asyncio
import os
import re
from pathlib import Path
from random import Random
from threading import current_thread, main_thread
from unittest.mock import call, patch

import pytest
from textual.css.parse import parse
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import SeatOptions, make_options, parse_players
from splendor_tui.lesson.saved_lesson import LessonProgress
from splendor_tui.match.match_lifecycle import start_match
from splendor_tui.match.services import Services
from splendor_tui.presentation import commands
from splendor_tui.presentation.match_draft import MatchDraft
from splendor_tui.presentation.tournaments import TournamentDraft, begin_tournament
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import parse_action
from splendor_tui.store import SavedResult, Store
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens import home_screen
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.help_screen import HelpScreen
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.saved_games_screen import SavedGamesScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.screens.tournament_screen import TournamentScreen
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row
from tests.match.tables import act, options, save_match
from tests.presentation.choosing import lively
from tests.presentation.test_series import play_series
from tests.presentation.test_tournaments import plan_of, play_games, reread
from tests.ratings.rated_games import game, save_even_games, save_game
from tests.store.stored import create
from tests.tui.at_the_table import until
from tests.tui.opened_app import make_services, open_app, screen_text, store_of

STYLES = [*Path(home_screen.__file__).parent.glob("*.tcss")]
PARSE_RULES = Stylesheet._parse_rules  # noqa: SLF001 - as in the program, which parses what has changed


def begin(place: Services, *names: str) -> str:
    """Create an unfinished game."""
    options = make_options([SeatOptions(name=name) for name in names])
    game_id, table = start_match(store_of(place), place.catalogue, options, now=place.now, today=place.today)
    table.begin()
    table.submit(0, parse_action("take W U G", place.catalogue), 0)
    return game_id


async def test_reopened_new_game_keeps_its_choices_and_follows_settings(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, language="en")
    async with open_app(place) as pilot:
        app = pilot.app
        await pilot.press("n")
        pilot.screen(NewGameScreen).query_one(ChoiceList).highlighted = "seat-1"
        await pilot.press("right", "escape", "n")
        assert "‹ Merchant" in screen_text(app), "what was chosen there is kept"
        await pilot.press("escape")
        await pilot.change(match=place.settings.match.changed({"hand_over": "never"}))
        await pilot.press("n")
        assert re.search("Hand-over +‹? *never", screen_text(app))
        await pilot.press("escape")
        await pilot.change(language="fr")
        await pilot.pause()
        offers = [row for row in screen_text(app).splitlines() if "Partie guidée" in row]
        assert [row.split()[-1] for row in offers] == ["l"], "the keys do not depend on the language"
        await pilot.press("n")
        assert "Journeyman" not in screen_text(app), "default names are translated"


async def test_unfinished_game_is_shown_with_its_points_and_turn(place: Services) -> None:
    agreed, rng = make_options(parse_players("Anne-Catherine,Zoé,Maximiliane,Player 3")), Random(1)
    _game_id, match = save_match(store_of(place), place.catalogue, agreed)
    while match.view_for(None).round < 12 or match.seat != 2:
        act(match, lively(match.view_for(match.seat), rng))
    act(match, Forfeit())
    points = [player.points for player in match.view_for(None).players]
    async with open_app(place) as pilot:
        shown = f"Anne-Catherine ({points[0]}), Zoé ({points[1]}), Maximiliane (out), Player 3 ({points[3]})"
        pilot.shows(f"{shown} round 12, Player 3's turn · last played")
        assert sum(points) > 0


async def test_rows_about_a_saved_game_break_no_name_and_end_with_no_dot(place: Services) -> None:
    names = ("Maximilian the Young", "Elisabeth the Third", "Charlotte the Fourth", "Bo the Old")
    begin(place, *names)
    async with open_app(place) as pilot:
        rows = [row.strip() for row in pilot.text.splitlines()]
        first = next(at for at, row in enumerate(rows) if names[0] in row)
        assert rows[first : first + 2] == [
            f"{names[0]} (0), {names[1]} (0),",
            f"{names[2]} (0), {names[3]} (0)",
        ]
        assert rows[first + 2].startswith(f"round 1, {names[1]}'s turn · last played")


async def test_first_choice_is_the_lesson_then_a_game_with_an_action_or_else_a_new_one(place: Services) -> None:
    create(store_of(place))  # without an action, as after the program was killed
    async with open_app(place) as pilot:
        await pilot.settle()
        pilot.shows("▶ Learning game", "A game of gems", "With a screen reader, start splendor-tui --plain.")
        assert "puzzle " not in pilot.text, "newcomers see no news"
        await pilot.press("o")
        LessonProgress(place.store).finish()
        await pilot.type("escape", "▶ New game")
        await pilot.press("o")
        game_id = begin(place, "[bold red]Ann", "Bo")
        await pilot.type("escape", "▶ Continue", "[bold red]Ann (0), Bo (0) round 1, Bo's turn · last played")
        await pilot.press("o")
        store_of(place).delete(game_id)
        await pilot.type("escape", hides="Continue")
        await pilot.type("g", "No saved games yet")
        await pilot.type("escape enter", NewGameScreen)


async def test_unavailable_commands_are_missing_from_help_and_palette(place: Services) -> None:
    async with open_app(place) as pilot:
        for key, left_out in (("question_mark", "Resume the last game."), ("ctrl+p", "Even match")):
            await pilot.press(key)
            shown = pilot.text
            assert left_out not in shown
            assert "Continue" not in shown
            assert "last finished" not in shown
            assert "ournament" in shown
            await pilot.press("escape")


async def test_match_dealt_at_startup_opens_directly_and_leads_home(place: Services) -> None:
    app = SplendorApp(
        place, lambda app: app.matches.start(make_options([SeatOptions(name="Ann"), SeatOptions(name="Bo")]))
    )
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
        assert "round 1, Bo's turn - last played" in shown


async def test_game_of_another_process_is_not_resumed(place: Services) -> None:
    with store_of(place).claim(begin(place, "Ann", "Bo")):
        async with open_app(place) as pilot:
            await pilot.type("c", HomeScreen)
            assert str(os.getpid()) in pilot.text


async def test_missing_save_folder_is_reported(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        for key in ("", "g", "s"):
            await pilot.press(*key)
            await pilot.settle()
            assert "No save folder" in pilot.words
            pilot.app.home()


async def test_first_game_has_no_news_until_it_is_over(place: Services) -> None:
    begin(place, "Ann", "Bo")
    async with open_app(place, size=(80, 23)) as pilot:
        await pilot.finish_work()
        pilot.shows("Learning game", "Continue")
        assert "puzzle " not in pilot.text


async def test_news_are_read_in_the_background_can_be_clicked_and_propose_an_even_match(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = Store.results

    def in_background(store: Store) -> tuple[SavedResult, ...]:
        assert current_thread() is not main_thread()
        return results(store)

    monkeypatch.setattr(Store, "results", in_background)
    place = make_services(catalogue, tmp_path, names=("Ann",), match=MatchRules(target=21))
    async with open_app(place) as pilot:
        await pilot.finish_work()
        assert "Even match" not in pilot.text
        await pilot.type("e", "Play a few games against computers to find your level.")
        save_even_games(store_of(place), catalogue, "Ann", "merchant", 12)
        await pilot.press("o", "escape")
        await until(pilot, lambda: "Even match" in pilot.text)
        await pilot.click_on("Today's puzzle")
        pilot.shows(PuzzlesScreen)
        await pilot.type("escape e", NewGameScreen, "‹ Merchant", "Ann", "‹ 21")  # with the rules of the last match


async def test_text_about_a_tournament_with_long_names_is_not_cut(catalogue: Catalogue, tmp_path: Path) -> None:
    names = ("Maximiliane Huberta", "Konstantin-Alexander", "Wilhelmina Frederica", "Bartholomew Godfrey")
    place = make_services(catalogue, tmp_path, names=names)
    draft = TournamentDraft(place.settings, names)
    begin_tournament(store_of(place), draft.plan(place.today()), place.rng)
    begin(place, "Ann", "Bo")
    async with open_app(place) as pilot:
        await pilot.settle()
        screen = pilot.screen(HomeScreen)
        screen.list.highlighted = commands.TOURNAMENT.id
        await pilot.pause()
        assert " starts." in pilot.words
        assert screen.query_one("#about").region.bottom < pilot.app.size.height


async def test_series_that_ended_last_and_a_running_tournament_both_have_their_whole_score(place: Services) -> None:
    store = store_of(place)
    play_games(place, begin_tournament(store, plan_of("Ann,Ben,Cléo,David"), place.rng), 2)
    play_series(place, make_options(parse_players("Ann,Ben")).changed({"series": "first-2"}), "Ben", "Ann", "Ben")
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Series          Ann ━━ 2   Ben ━─ 1 · Ann wins" in pilot.text)
        pilot.shows("Next table", "round 2 of 3", str(reread(store).score()), "New series", "Tournament")
        await pilot.type("m", TableScreen)
        assert pilot.controller.names == ("Ben", "Ann")


async def test_what_ended_this_evening_keeps_its_final_score_after_another_game(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Ben")).changed({"series": "first-2"}), "Ben", "Ben")
    ended = begin_tournament(store_of(place), plan_of("Zoé,Max,Léa"), place.rng)
    play_games(place, ended, 3)
    play_series(place, make_options(parse_players("Cy,Dee")), "Cy")
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Series          Ann ━━ 2   Ben ── 0 · Ann wins" in pilot.text)
        pilot.shows("Last game", "Tournament")
        await pilot.click_on(str(reread(store_of(place)).score()))
        pilot.shows(TournamentScreen)


async def test_score_among_much_news_names_everyone_shortly_before_anyone_is_omitted(place: Services) -> None:
    first, other = "Maximiliane Huberta", "Konstantin-Alexander"
    play_series(place, make_options(parse_players("Eve,Fay")), "Eve", "Fay")
    play_series(place, make_options(parse_players("Cy,Dee")).changed({"series": "first-2"}), "Cy")
    for names in ("Zoé,Max,Léa", "Ann,Ben,Cléo"):
        play_games(place, begin_tournament(store_of(place), plan_of(names), place.rng), 1)
    play_series(place, make_options(parse_players(f"{first},{other}")).changed({"series": "first-1"}), first)
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Next table" in pilot.text)
        pilot.shows("Konstantin-Alexander wins · Maximilian… 0, Konstantin… 1")


async def test_rematch_tells_the_series_won_also_in_an_undecided_series(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Ben")).changed({"series": "first-1"}), "Ben")
    play_series(place, make_options(parse_players("Ann,Ben")).changed({"series": "first-2"}), "Ann")
    async with open_app(place) as pilot:
        await until(pilot, lambda: "play again by the same rules." in pilot.words and "Series won: " in pilot.words)
        pilot.shows("Series won: Ann 1, Ben 0.")
        await pilot.type("g", SavedGamesScreen, "Series won: Ann 1, Ben 0.")


async def test_second_running_tournament_is_named_and_played_from_the_saved_games(place: Services) -> None:
    store = store_of(place)
    older = begin_tournament(store, plan_of("Zoé,Max,Léa"), place.rng)
    play_games(place, older, 1)
    play_games(place, begin_tournament(store, plan_of("Ann,Ben,Cléo"), place.rng), 1)
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Tournament      round 2 of 3 · " in pilot.text)
        pilot.shows("Next table", "Cléo")
        await pilot.type("g", SavedGamesScreen)
        await pilot.type("down r", TableScreen)
        assert pilot.controller.options.first_game == older.id
        await pilot.type("1 2 3 enter o x x", GameOverScreen)
        await pilot.type("r", TableScreen)
        assert pilot.controller.options.first_game == older.id
        await pilot.type("1 2 3 enter o x x", GameOverScreen)
        await pilot.type("r", TournamentScreen, "the tournament: ")
        await pilot.type("escape t", TournamentScreen, "round 2 of 3")


async def test_second_running_tournament_without_a_game_is_found_with_the_key_of_tournaments(place: Services) -> None:
    store = store_of(place)
    play_games(place, begin_tournament(store, plan_of("Zoé,Max,Léa"), place.rng), 1)
    older = reread(store)
    begin_tournament(store, plan_of("Ann,Ben,Cléo"), place.rng)
    play_games(place, older, 1)
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Tournament      round 1 of 3" in pilot.text)
        await pilot.type("t", TournamentScreen, "Zoé", "t other tournament")
        await pilot.type("t", "Cléo", hides="Zoé")
        await pilot.type("enter", TableScreen)
        assert {*pilot.controller.names} <= {"Ann", "Ben", "Cléo"}


async def test_game_of_the_command_line_names_an_undecided_series_of_its_players(place: Services) -> None:
    both = make_options(parse_players("Ann,Ben")).changed({"series": "first-2"})
    play_series(place, both, "Ben")
    for names, is_named in (("Ben,Ann", True), ("Ben,Cy", False)):
        async with open_app(place) as pilot:
            pilot.app.start_or_exit(make_options(parse_players(names)))
            await pilot.finish_drawing()
            pilot.screen(TableScreen)
            for said in ("after 1 game: Ann 1", "press m at home."):
                assert (said in pilot.words) == is_named


async def test_click_on_a_series_and_the_key_of_one_left_highlight_it_in_the_saved_games(place: Services) -> None:
    best_of = {"series": "best-3"}
    play_series(place, make_options(parse_players("Zoé,Max")).changed(best_of), "Max")
    play_series(place, make_options(parse_players("Ann,Ben")).changed(best_of), "Ben", "Ben")
    async with open_app(place) as pilot:
        await until(pilot, lambda: pilot.text.count("Series  ") == 2)
        pilot.shows("New series")
        for name, opened in (("Zoé", "Zoé 1 · Max 0"), ("Ann", "Ann 2 · Ben 0")) * 2:
            await pilot.click_on(name)
            pilot.screen(SavedGamesScreen)
            pilot.shows(f"▶ {opened}")
            await pilot.type("escape", HomeScreen)
        await pilot.type("g", SavedGamesScreen, "▶ Zoé 1 · Max 0")


async def test_continue_names_the_score_of_its_series(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Ben")).changed({"series": "first-2"}), "Ben")
    async with open_app(place) as pilot:
        await pilot.type("m", TableScreen)
        await pilot.type("1 2 3 enter o h", HomeScreen)
        pilot.shows("▶ Continue", "Series, first to 2: Ann 1, Ben 0", "round 1, Ann's turn")


async def test_tie_past_the_goal_says_how_the_series_continues(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Ben")), "Ben", "Ann").change_goal("first-1")
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Ann ━ 1   Ben ━ 1 · first to 1" in pilot.text)
        pilot.shows("play on until one player leads")
        await pilot.type("m", TableScreen)
        await pilot.resize_terminal(120, 40)
        pilot.shows("Series, first to 1: Ann 1, Ben 1, play on until one player leads")
        await pilot.type("1 2 3 enter o h", HomeScreen)
        await pilot.resize_terminal(80, 24)
        pilot.shows("▶ Continue", "play on until one player leads", "round 1, Ben's turn")


async def test_rematch_names_its_players_and_who_starts_as_agreed(place: Services) -> None:
    session = play_series(place, make_options(parse_players("Élodie,Léo Paul")), "Léo Paul")
    told = "Léo Paul and Élodie play again by the same rules. Léo Paul starts."
    for said in (told, "Élodie and Léo Paul play again by the same rules. Élodie starts.", "A random player starts."):
        async with open_app(place) as pilot:
            pilot.screen(HomeScreen).list.highlighted = commands.PLAY_AGAIN.id
            pilot.screen(HomeScreen).show()
            await pilot.finish_drawing()
            pilot.shows(said)
        session.change_opening()


async def test_first_choice_continues_the_series_even_if_nobody_took_the_lesson(place: Services) -> None:
    options = make_options(parse_players("Ann,Bo")).changed({"series": "first-2"})
    session = play_series(place, options, "Ann")
    async with open_app(place) as pilot:
        pilot.shows("▶ Rematch", "Learning game")
    play_series(place, session.rematch(), "Ann")
    async with open_app(place) as pilot:
        pilot.shows("▶ New series")
        await pilot.type("enter", TableScreen)


async def test_decided_series_is_offered_again_after_a_tournament_but_not_first(place: Services) -> None:
    play_series(place, make_options(parse_players("Ann,Bo")).changed({"series": "first-1"}), "Ann")
    play_games(place, begin_tournament(store_of(place), plan_of("Ann,Bo,Cy"), place.rng), 3)
    async with open_app(place) as pilot:
        rows = [row.label for row in pilot.screen(HomeScreen).list.shown if isinstance(row, Row)]
        assert [*map(str, rows[:3])] == ["Learning game", "New game", "New series"]
        await pilot.type("m", TableScreen)
        assert [*pilot.controller.names] == ["Bo", "Ann"]


async def test_next_table_of_a_tournament_comes_before_an_older_unfinished_game(place: Services) -> None:
    begin(place, "Ann", "Ben")
    one = begin_tournament(store_of(place), plan_of("Ann,Ben,Cléo,David"), place.rng)
    play_games(place, one, 1)
    async with open_app(place) as pilot:
        rows = [row.id for row in pilot.screen(HomeScreen).list.shown if isinstance(row, Row)]
        assert rows[:2] == [commands.TOURNAMENT.id, commands.RESUME.id]
        await pilot.type("enter enter", TableScreen)
        assert pilot.controller.options.first_game == one.id
        await pilot.type("1 2 3 enter o h", HomeScreen)
        await pilot.type("enter", TableScreen)
        assert pilot.controller.options.first_game == one.id


async def test_screens_are_prepared_while_the_player_reads_and_nothing_is_read_or_drawn_twice(
    place: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(place, "Ann", "Bo")
    monkeypatch.setattr(Stylesheet, "_parse_rules", PARSE_RULES)
    async with open_app(place) as pilot:
        await until(pilot, lambda: all(pilot.app.stylesheet.has_source(str(path)) for path in STYLES))
        await pilot.finish_work()
        monkeypatch.delattr(Store, "latest_games")
        monkeypatch.delattr(Store, "results")
        with patch("textual.css.stylesheet.parse", wraps=parse) as parsing:
            await pilot.type("p", PuzzlesScreen)
        assert not [source for one in parsing.mock_calls if (source := one.args[2][0]).endswith(".tcss")]
        with patch.object(Text, "redraw") as redraw:
            await pilot.type("escape", HomeScreen)
            await pilot.settle()
        redraw.assert_not_called()


async def test_opening_screen_is_laid_out_once_at_its_size_and_not_styled_again(place: Services) -> None:
    async with open_app(place) as pilot:
        with (
            patch.object(Screen, "_refresh_layout", autospec=True, side_effect=Screen._refresh_layout) as laid_out,  # noqa: SLF001
            patch.object(NewGameScreen, "update_node_styles") as styled,
        ):
            await pilot.type("n", NewGameScreen)
        sized = [one.args[0] for one in laid_out.mock_calls if pilot.app.size in one.args]
        assert sized == [pilot.app.screen]
        if not hasattr(asyncio, "eager_task_factory"):  # see `BaseScreen._on_screen_resume`
            assert call(animate=False) not in styled.mock_calls


async def test_long_list_leaves_help_and_quit_to_the_key_row_of_a_low_window(
    place: Services, catalogue: Catalogue
) -> None:
    save_even_games(store_of(place), catalogue, "Ann", "merchant", 12)
    place.settings = place.settings.changed(names=("Ann",))
    begin(place, "Ann", "Bo")
    async with open_app(place, size=(80, 24)) as pilot:
        await until(pilot, lambda: "Even match" in pilot.text)
        pilot.shows("Continue", "Rules", "help", "quit")
        assert "Quit" not in pilot.text
        await pilot.type("f", HelpScreen)


async def test_players_of_the_last_game_are_whole_where_there_is_room(catalogue: Catalogue, tmp_path: Path) -> None:
    place, names = make_services(catalogue, tmp_path), tuple(letter * 20 for letter in "ABCD")
    save_game(store_of(place), game(catalogue, names, (15, 12, 9, 6)))
    async with open_app(place, size=(160, 50)) as pilot:
        await until(pilot, lambda: "Last game" in pilot.text)
        first, *others = (f"{name} ({points})" for name, points in zip(names, (15, 12, 9, 6), strict=True))
        assert " · ".join((f"{first} ★", *others)) in pilot.words


async def test_resignation_is_named_in_the_last_game(catalogue: Catalogue, place: Services) -> None:
    _game_id, table = save_match(store_of(place), catalogue, options(seed="1"))
    act(table, Forfeit())
    async with open_app(place) as pilot:
        await until(pilot, lambda: "Last game Bo (0) ★ · Ann (resigned)" in pilot.words)


async def test_explanations_do_not_end_with_a_single_word_row(place: Services) -> None:
    async with open_app(place) as pilot:
        home = pilot.screen(HomeScreen)
        for language in ("en", "fr"):
            await pilot.change(language=language)
            for row in home.list.shown:
                assert isinstance(row, Row)
                home.list.highlighted = row.id
                about = home.query_one("#about", Text)
                lengths = [len(line.plain) for line in about.render().split("\n")]
                assert about.container_size.width >= max(lengths) <= 2 * lengths[-1]


async def test_help_can_be_asked_before_the_list_is_there(place: Services) -> None:
    async with open_app(place) as pilot:
        for opened in (PuzzlesScreen(), SavedGamesScreen(), NewGameScreen(MatchDraft.of(place.settings))):
            pilot.app.push_screen(opened)
            pilot.app.action_help()
            await pilot.pause()
            assert pilot.text.startswith(" Help"), opened
            pilot.app.home()
