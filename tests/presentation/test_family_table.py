"""The family table: shares of games, runs and the closest game of a period."""

from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from splendor_tui.presentation.family_table import differing_tables, family_tables
from splendor_tui.presentation.player_statistics import player_accounts
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import Store, utc_now
from splendor_tui.store.journal_entries import PlyEntry
from splendor_tui.words.languages import set_language
from tests.plain.typist import all_in, typed
from tests.ratings.rated_games import game, save_game
from tests.record.recorded import Table
from tests.store.stored import NOON, header, ply
from tests.tui.opened_app import make_services, store_of


@pytest.fixture
def played(catalogue: Catalogue, tmp_path: Path) -> Store:
    """Games of Ann, Bo and a Merchant: three long ago, the last this noon."""
    store = Store.open(tmp_path)
    results = (
        (("Ann", "Bo"), (15, 9)),
        (("Ann", "Bo"), (15, 14)),
        (("Bo", "Ann", "merchant"), (15, 9, 3)),
        (("Bo", "Ann"), (15, 3)),
    )
    for day, (names, points) in zip((-90, -80, -70, 0), results, strict=True):
        save_game(store, game(catalogue, names, points, day=day))
    return store


def test_each_period_has_its_own_games_and_older_ones_count_only_ever(played: Store, catalogue: Catalogue) -> None:
    tables = family_tables(played, NOON + timedelta(hours=1), catalogue)
    assert {period: table.games for period, table in tables.items()} == {"evening": 1, "month": 1, "ever": 4}
    assert list(family_tables(played, NOON + timedelta(days=70), catalogue)) == ["ever"]


def test_periods_with_the_same_games_share_a_table_that_names_both(
    played: Store, catalogue: Catalogue, tmp_path: Path
) -> None:
    tables = family_tables(played, NOON + timedelta(hours=1), catalogue)
    shown = [(str(table.title), table.games) for table in differing_tables(tables)]
    assert shown == [("This evening and this month", 1), ("Ever", 4)]
    with Store.open(tmp_path / "new") as first_evening:
        save_game(first_evening, game(catalogue, ("Ann", "Bo"), (15, 9)))
        [table] = differing_tables(family_tables(first_evening, NOON + timedelta(hours=1), catalogue))
    assert str(table.title) == "This evening and ever"
    later = differing_tables(family_tables(played, NOON + timedelta(days=70), catalogue))
    assert [str(table.title) for table in later] == ["Ever"]


def test_cross_table_counts_duels_also_by_the_number_of_players(played: Store, catalogue: Catalogue) -> None:
    ever = family_tables(played, utc_now(), catalogue)["ever"]
    assert ever.people == ["Ann", "Bo", "Merchant"]
    assert ever.duels["Ann", "Bo", 0] == (4, 0.5, 0)
    assert ever.duels["Ann", "Bo", 2] == (3, 2 / 3, 0)
    assert ever.duels["Bo", "Ann", 3] == (1, 1.0, 0)
    assert [*ever.grid(len, 80)][1].split() == ["1", "Ann", "·", "50%", "of", "4", "100%", "of", "1"]
    assert [*ever.grid(len, 40)][1].split() == ["1", "Ann", "·", "50%", "100%"], "the games do not fit"
    assert [*ever.grid(len, 40, 3)][1].split() == ["1", "Ann", "·", "0%", "100%"]
    of_two = [" ".join(row.split()) for row in ever.grid(len, 40, 2)]
    assert of_two == ["1 2", "1 Ann · 67% of 3", "2 Bo 33% of 3 ·"], "without the Merchant"


def test_run_and_closest_game_are_named(played: Store, catalogue: Catalogue) -> None:
    ever = family_tables(played, NOON, catalogue)["ever"]
    said = [str(sentence) for sentence in (*ever.describe_duels(), *ever.sentences(NOON))]
    assert "Ann's share: 67% of 3 games with Bo." in said[said.index("Tables of 2 players:") :]
    assert any(line.startswith("Closest game played to the end: Ann 15 points, Bo 14 points, ") for line in said)
    assert "Longest run of wins: Ann and Bo, 2." in said
    assert str(ever.describe_wins()) == "Wins in 4 games: Ann 2, Bo 2, Merchant 0."


def test_shared_win_counts_half_and_ends_a_run(catalogue: Catalogue, tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for day, points in enumerate(((15, 9), (15, 9), (15, 15), (15, 9))):
            save_game(store, game(catalogue, ("Ann", "Bo"), points, day=day))
        ever = family_tables(store, NOON, catalogue)["ever"]
        [ann, _bo] = player_accounts(store, catalogue)
    assert ever.run == (2, ["Ann"])
    assert ever.duels["Ann", "Bo", 0] == (4, 0.875, 1)
    assert str(next(ever.sentences(NOON))) == "An equal place counts half."
    assert str(ever.describe_wins()) == "Wins in 4 games, a shared one as half: Ann 3.5, Bo 0.5."
    assert ever.facts()["won"] == {"Ann": 3.5, "Bo": 0.5}
    assert [str(line) for line in ever.trend()] == [
        "Wins in the first 2 games, a shared one as half: Ann 2, Bo 0; in the others: Ann 1.5, Bo 0.5."
    ]
    said = [str(sentence) for sentence in ann.sentences()]
    assert said[0].startswith("Ann: 4 games, 4 won, 1 of them shared; ")
    assert said[-1] == "games with Bo: ahead in 3, level in 1 of 4"


def test_four_winners_with_the_sum_of_the_others_and_three_equal_runs_are_named_most_wins_first(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    names = ("Ann", "Bo", "Cy", "Dee", "Eva")
    with Store.open(tmp_path) as store:
        for day, name in enumerate((*names, *names[3:])):
            for _game in range(2):
                save_game(store, game(catalogue, (name, "Zoe"), (15, 9), day=day))
        ever = family_tables(store, NOON, catalogue)["ever"]
    assert str(ever.describe_wins()) == "Wins in 14 games: Dee 4, Eva 4, Ann 2, Bo 2, 2 others 2."
    assert str(next(ever.sentences(NOON))) == "Longest run of wins: Dee and Eva, 4."
    with Store.open(tmp_path / "even") as store:
        for day, name in enumerate(names):
            for _game in range(2):
                save_game(store, game(catalogue, (name, "Zoe"), (15, 9), day=day))
        said = [str(sentence) for sentence in family_tables(store, NOON, catalogue)["ever"].sentences(NOON)]
    assert said[0] == "Longest run of wins: Ann, Bo, Cy and 2 others, 2."


async def test_plain_text_says_first_who_won_most_games(tmp_path: Path, catalogue: Catalogue) -> None:
    place = make_services(catalogue, tmp_path)
    save_game(store_of(place), game(catalogue, ("Ann", "Bo"), (15, 9)))
    told = await typed(place, "stats table")
    assert all_in(["Ever.\n", "Wins in 1 game: Ann 1, Bo 0.\n", "Ann's share, "], told)


def test_game_that_ended_early_is_not_the_closest(catalogue: Catalogue, tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        agreed = game(catalogue, ("Ann", "Bo"), (0, 0))
        save_game(store, agreed._replace(result=agreed.result.model_copy(update={"ending": Ending.AGREEMENT})))
        assert family_tables(store, NOON, catalogue)["ever"].closest is None
        save_game(store, game(catalogue, ("Ann", "Bo"), (15, 9)))
        closest = family_tables(store, NOON, catalogue)["ever"].closest
    assert closest is not None
    assert closest.result.ending is Ending.TARGET


def test_averages_say_that_they_leave_out_games_that_ended_early(catalogue: Catalogue, tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        ended, told = game(catalogue, ("Ann", "Bo"), (15, 9)).result, []
        for ending in (Ending.TARGET, Ending.AGREEMENT):
            game_id = store.create_game(header("Ann", "Bo"), "{}", NOON)
            store.append(game_id, ply(1))
            store.finish(game_id, ended.model_copy(update={"ending": ending}), NOON)
            [ann, _bo] = player_accounts(store, catalogue)
            told.append(
                [str(one) for one in (*ann.summary(), *family_tables(store, NOON, catalogue)["ever"].sentences(NOON))]
            )
    assert told[0][0].endswith("1.0 turns a game")
    assert "Points per turn: Ann 15.00." in told[0]
    assert told[1][0].endswith("1.0 turns a game played to the end")
    assert "Points per turn in games played to the end: Ann 15.00." in told[1]


def test_closest_game_names_computers_in_this_language(catalogue: Catalogue, tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        played = game(catalogue, ("Ann", "merchant"), (15, 14))
        players = (played.players[0], played.players[1].model_copy(update={"name": "Merchant"}))
        save_game(store, played._replace(players=players))
        set_language("fr")
        said = [str(sentence) for sentence in family_tables(store, NOON, catalogue)["ever"].sentences(NOON)]
    assert any("Marchand 14 points" in line for line in said)


def test_visits_of_nobles_and_the_trend_are_told(catalogue: Catalogue, tmp_path: Path) -> None:
    tables = [Table(catalogue, seed=seed) for seed in range(4)]
    visits = Counter[str]()
    with Store.open(tmp_path) as store:
        for number, table in enumerate(tables):
            table.play_eagerly(number)
            visits.update(noble.id for player in table.state.players for noble in player.nobles)
            game_id = store.create_game(table.header, "{}", NOON)
            for ply in table.plies:
                store.append(game_id, PlyEntry(**dict(ply)))
            ended = table.record().result
            assert ended is not None
            store.finish(game_id, ended, NOON)
        ever = family_tables(store, NOON, catalogue)["ever"]
    assert visits
    assert ever.facts()["nobles"] == dict(visits)
    assert "Visits of nobles: " in str([*ever.sentences(NOON)][-1])
    assert sum(ever.wins[4]) == 4
    assert next(str(one) for one in ever.trend()).startswith("Wins in the first 2 games: ")
