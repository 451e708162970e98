"""The statistics on the screen match the store, and their computation does not block the screen."""

import re
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from splendor_tui.match.services import Services
from splendor_tui.presentation.family_table import differing_tables, family_tables
from splendor_tui.presentation.player_statistics import describe_averages, describe_places
from splendor_tui.ratings import LEVEL_RATINGS, ratings_of
from splendor_tui.record import Record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import PlayerStatistics, Store
from splendor_tui.tui.look.glyphs import TIERS
from splendor_tui.tui.look.paint import plain
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.name_screen import NameScreen
from splendor_tui.tui.screens.statistics_screen import FamilyScreen, RatingScreen, StatisticsScreen
from splendor_tui.tui.widgets.line_charts import rating_chart
from splendor_tui.words.languages import set_language
from tests.ratings.rated_games import game, save_even_games
from tests.store.stored import FILE, NOON, header, result
from tests.tui.opened_app import Player, make_services, open_app, store_of


async def counted(pilot: Player) -> str:
    """The text of the screen after the computation, which may follow a change."""
    await pilot.settle()
    await pilot.settle()
    return pilot.words


def finished(place: Services, names: tuple[str, ...], points: tuple[int, ...], kinds: tuple[str, ...] = ()) -> None:
    game_id = store_of(place).create_game(header(*names, kinds=kinds), "{}", NOON)
    store_of(place).finish(game_id, result(*points), NOON)


@pytest.fixture
def played(place: Services) -> Services:
    """Services with four games: Ann won two of three, [b]Bo shared one of three, Cy lost."""
    finished(place, ("Ann", "[b]Bo"), (15, 11))
    finished(place, ("[b]Bo", "Ann"), (16, 16))
    finished(place, ("Ann", "Cy", "Mill"), (7, 3, 15), ("human", "human", "merchant"))
    store_of(place).import_record(Record(header("Zoe", "[b]Bo"), (), result(15, 3)), NOON)
    return place


async def test_screen_shows_the_statistics_of_the_store_and_offers_humans_their_rating(played: Services) -> None:
    async with open_app(played, StatisticsScreen()) as pilot:
        shown = await counted(pilot)
        for player in sorted(store_of(played).statistics(), key=lambda player: -player.wins):
            assert row(player) in shown
            assert ("Enter rating" in shown) is (player.kind == "human")
            for other in player.opponents:
                against = f"games with {other.name or 'Merchant'}"
                assert against in shown
                against = shown[shown.index(against) :]
                assert f"{describe_places(other)} {other.ahead / other.games:.0%}" in against
            await pilot.press("down")
            shown = pilot.words


def row(player: PlayerStatistics) -> str:
    name = player.name or "Merchant computer"
    rate = f"{player.wins / player.games:.0%}"
    assert player.averages is not None
    points, cards, turns = (f"{average:.1f}" for average in player.averages)
    return f"{name} {player.games} {player.wins} {rate} {points} {player.best} {cards} {turns}"


async def test_best_players_are_first_and_imported_games_count_on_request(played: Services) -> None:
    async with open_app(played, StatisticsScreen()) as pilot:
        shown = await counted(pilot)
        assert "▶ Ann 3 2 67%" in shown, "the best one is first"
        assert "Ann 3 games · 2 won · 1 of them shared · best: 16 points" in shown
        assert "Zoe" not in shown
        await pilot.type("i", "imported games too", "Esc back")  # the longer key hints leave room for it
        assert "Zoe 1 1 100%" in await counted(pilot)
        await pilot.click_on("exclude")
        assert "Zoe" not in await counted(pilot)


async def test_averages_say_that_they_leave_out_games_that_ended_early(played: Services) -> None:
    told = "turns a game played to the end"
    async with open_app(played, StatisticsScreen()) as pilot:
        assert told not in await counted(pilot)
    game_id = store_of(played).create_game(header("Ann", "Cy"), "{}", NOON)
    store_of(played).finish(game_id, result(3, 0).model_copy(update={"ending": Ending.AGREEMENT}), NOON)
    async with open_app(played, StatisticsScreen()) as pilot:
        assert told in await counted(pilot)


async def test_humans_and_computers_can_be_sorted_by_any_column(played: Services) -> None:
    async with open_app(played, StatisticsScreen()) as pilot:
        assert "s sort: Won" in await counted(pilot)
        orders = {
            "Rate": "Merchant Ann [b]Bo Cy",
            "Points": "Merchant [b]Bo Ann Cy",
            "Best": "[b]Bo Ann Merchant Cy",
            "Cards": "[b]Bo Ann Cy Merchant",
            "Turns": "[b]Bo Ann Cy Merchant",
            "Player": "[b]Bo Ann Cy Merchant",
            "Games": "Ann [b]Bo Cy Merchant",
            "Won": "Ann [b]Bo Merchant Cy",
        }
        for column, order in orders.items():
            await pilot.press("s")
            shown = pilot.words
            assert f"s sort: {column} · no imported games" in shown
            assert "▶ Ann " in shown, "the same player stays highlighted"
            names = re.findall(r"(\S+)(?: computer)? \d \d \d+% ", shown)
            assert names == order.split(), column
        await pilot.click_on("Points", row_of="Rate")
        pilot.shows("s sort: Points · no imported games")
        before = [one.player for one in pilot.screen(StatisticsScreen).list.items]
        await pilot.click_on("Points", row_of="Rate")
        pilot.shows("s sort: Points, reversed · no imported games")
        assert [one.player for one in pilot.screen(StatisticsScreen).list.items] == before[::-1]


async def test_percentages_and_a_reversed_order_fit_in_french(place: Services) -> None:
    set_language("fr")
    finished(place, ("Ann", "Bo"), (15, 11))
    async with open_app(place, StatisticsScreen()) as pilot:
        await pilot.press("i")
        await counted(pilot)
        await pilot.click_on("Gagnées", row_of="Parties")
        for size in ((80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            assert (await counted(pilot)).count("100 %") == 2
            assert "Gagnées inv." in pilot.text
            assert "…" not in pilot.text


def test_averages_below_two_are_singular_in_french(place: Services) -> None:
    for points in (2, 1):
        finished(place, ("Ann", "Bo"), (points, 15))
    ann = next(player for player in store_of(place).statistics() if player.name == "Ann")
    assert ann.averages is not None
    assert str(describe_averages(ann.averages)).startswith("1.5 points, ")
    set_language("fr")
    assert str(describe_averages(ann.averages)).startswith("1,5 point, ")


async def test_statistics_without_finished_games_say_so(place: Services) -> None:
    async with open_app(place, StatisticsScreen()) as pilot:
        assert "No finished games yet." in await counted(pilot)
        await pilot.press("down", "end", "pageup")


async def test_player_without_a_rating_sees_how_to_get_one_and_unreadable_games_get_an_error(played: Services) -> None:
    async with open_app(played, StatisticsScreen()) as pilot:
        await counted(pilot)
        await pilot.type("enter", "has no rating yet. Only finished games", "are not rated")
        (store_of(played).folder / FILE).unlink()
        await pilot.press("escape", "i")
        assert "Another program has deleted" in await counted(pilot)


async def test_player_is_renamed_and_merged_and_the_last_rename_is_undone(played: Services) -> None:
    async with open_app(played, StatisticsScreen()) as pilot:
        await counted(pilot)
        await pilot.press("r")
        pilot.shows(NameScreen)
        await pilot.type("backspace enter", "! A name needs at least one visible character.")
        await pilot.press("escape", "r", *"Cy", "enter")
        pilot.shows("Cy exists already, and played 1 game against Ann: it would count once.", NameScreen)
        await pilot.press("enter")
        await counted(pilot)
        pilot.shows("▶ Cy 3 2 67%", "also played as Ann", "The games of Ann now count for Cy.", "u undo")
        await pilot.press("u")
        await counted(pilot)
        pilot.shows("▶ Ann 3 2 67%", "The games of Ann count for Ann again, not for Cy.")
        await pilot.press("u")
        await counted(pilot)
        pilot.shows("No player has been renamed.")
        await pilot.click_on("Merchant")
        await pilot.type("r", StatisticsScreen, "Only humans can be renamed.")


async def test_new_name_reaches_the_new_game_and_the_key_that_undoes_it_is_named(played: Services) -> None:
    played.change_settings(played.settings.changed(names=("Ann",)))
    async with open_app(played) as pilot:
        await pilot.type("n", "1 Ann")
        await pilot.type("escape s", StatisticsScreen)
        await counted(pilot)
        rows = pilot.screen(StatisticsScreen).list
        rows.jump([one.player.name for one in rows.items].index("Ann"))
        await pilot.press("r", *"Thomasina", "enter")
        await counted(pilot)
        await pilot.click_on("Merchant")
        pilot.shows("u undo")
        await pilot.type("escape n", "1 Thomasina")
        await pilot.press("escape", "s", "u")
        await counted(pilot)
        await pilot.type("escape n", "1 Ann")


async def test_counting_is_announced_and_can_be_left(played: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    began, may_end = Event(), Event()
    statistics = Store.statistics

    def slowly(store: Store, *, with_imported: bool = False) -> tuple[PlayerStatistics, ...]:
        assert current_thread() is not main_thread()
        began.set()
        assert may_end.wait(10)
        return statistics(store, with_imported=with_imported)

    monkeypatch.setattr(Store, "statistics", slowly)
    async with open_app(played, StatisticsScreen()) as pilot:
        assert began.wait(10)
        assert "Counting…" in pilot.text
        await pilot.type("escape", HomeScreen)
        may_end.set()
        await pilot.press("s")
        assert "▶ Ann" in await counted(pilot)


async def test_opponents_that_do_not_fit_are_counted(place: Services) -> None:
    for number in range(12):
        finished(place, ("Ann", f"Bo {number}"), (15, 3))
    async with open_app(place, StatisticsScreen()) as pilot:
        shown = await counted(pilot)
        left_out = 12 - shown.count("games with ")
        assert left_out > 0
        assert f"and {left_out} more" in shown
        assert shown.count("games with ") > 2, "the reasons of unrated games make room for them"
        assert "12 games not rated games with" in shown


async def test_rating_history_opens_for_any_spelling_of_the_name(catalogue: Catalogue, place: Services) -> None:
    save_even_games(store_of(place), catalogue, "Ann", "merchant", 12)
    finished(place, ("\uff21nn", "Bo"), (15, 3))  # not with the standard cards
    async with open_app(place, StatisticsScreen()) as pilot:
        shown = await counted(pilot)
        assert "13 games" in shown
        assert "from 12 games. An even match: Merchant." in shown
        await pilot.click_on("Merchant")
        await pilot.type("enter", StatisticsScreen, "Computer players have fixed ratings")
        for kind in (StatisticsScreen, RatingScreen):
            await pilot.click_on(" \uff21nn ")
            assert isinstance(pilot.app.screen, kind), "the first click only highlights a row"


async def test_uncertain_rating_says_what_is_missing(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, glyphs="ascii")
    save_even_games(store_of(place), catalogue, "Ann", "merchant", 1)
    async with open_app(place, StatisticsScreen()) as pilot:
        await counted(pilot)
        await pilot.type("enter", "A few more games, preferably against computers, will narrow it down.")
        pilot.shows("on the dotted line,")
        assert pilot.text.isascii(), pilot.text


@pytest.mark.parametrize("games", [1, 2, 7, 400])
@pytest.mark.parametrize("tier", TIERS)
def test_rating_chart_of_any_length_fits_and_names_visible_levels(catalogue: Catalogue, games: int, tier: str) -> None:
    won = [game(catalogue, ("Ann", "merchant"), (15, 3) if (day + 1) % 3 else (3, 15), day=day) for day in range(games)]
    [person] = ratings_of(won, catalogue)
    drawn = plain(rating_chart([one.rating for one in person.games], 70, 14, TIERS[tier])).splitlines()
    assert {cell_len(line) for line in drawn} == {70}
    assert len(drawn) == 14
    assert any(
        line.lstrip().startswith(f"{LEVEL_RATINGS['merchant']:.0f}") and line.rstrip().endswith("  Merchant")
        for line in drawn
    )
    assert "*" in "".join(drawn)
    if tier == "ascii":
        rating = [row for row, line in enumerate(drawn) if "*" in line]
        ends = [row for row, line in enumerate(drawn[:-2]) if "." in line[6:60]]
        assert ends[0] < rating[0], "the upper end of the interval"
        assert ends[-1] > rating[-1], "the lower one"
        if games == 1:
            assert sorted({*ends, *rating}) == list(range(ends[0], ends[-1] + 1)), "a bar joins them"
    assert " rating " in drawn[0], "no line crosses the title of the axis"
    assert re.fullmatch(r" *\d+( game)?(  +\d+)*(  *game)? *", drawn[-1]), "numbers and their unit keep apart"


async def test_chart_of_the_family_is_lower_if_everything_then_fits(played: Services) -> None:
    tables = differing_tables(family_tables(store_of(played), NOON, played.catalogue))
    async with open_app(played, FamilyScreen(tables)) as pilot:
        screen = pilot.screen(FamilyScreen)
        needed = screen.paint(Size(80, 99)).plain.count("\n") + 1
        for missing, rows in ((0, needed), (2, needed - 2), (9, needed)):
            assert screen.paint(Size(80, needed - missing)).plain.count("\n") + 1 == rows


async def test_games_won_come_before_who_beat_whom(place: Services) -> None:
    finished(place, ("Ann", "Ben"), (15, 3), ("human", "human"))
    tables = differing_tables(family_tables(store_of(place), NOON, place.catalogue))
    async with open_app(place, FamilyScreen(tables)) as pilot:
        pilot.shows("1 game Wins in 1 game: Ann 1, Ben 0. 1 2 1 Ann")


async def test_legend_of_a_chart_without_everyone_says_whom_it_shows(place: Services) -> None:
    for others in (("Ben",), ("Cy", "Dee"), ("Merchant",)):
        kinds = ("human", *("merchant" if name == "Merchant" else "human" for name in others))
        finished(place, ("Ann", *others), (15, *(3 for _other in others)), kinds)
        tables = differing_tables(family_tables(store_of(place), NOON, place.catalogue))
        async with open_app(place, FamilyScreen(tables)) as pilot:
            assert ("Most games: 1 Ann" in pilot.words) == ("Merchant" in others)
