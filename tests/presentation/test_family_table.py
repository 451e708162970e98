"""The family table: shares of games, runs and the closest game of a period."""

from datetime import timedelta
from pathlib import Path

import pytest

from splendor_tui.presentation.family_table import family_tables
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store, utc_now
from splendor_tui.words.languages import set_language
from tests.ratings.rated_games import game, save_game
from tests.store.stored import NOON


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


def test_each_period_has_its_own_games_and_older_ones_count_only_ever(played: Store) -> None:
    tables = family_tables(played, NOON + timedelta(hours=1))
    assert {period: table.games for period, table in tables.items()} == {"evening": 1, "month": 1, "ever": 4}
    assert list(family_tables(played, NOON + timedelta(days=70))) == ["ever"]


def test_cross_table_counts_duels_also_by_the_number_of_players(played: Store) -> None:
    ever = family_tables(played, utc_now())["ever"]
    assert ever.people == ["Ann", "Bo", "Merchant"]
    assert ever.duels["Ann", "Bo", 0] == (4, 0.5)
    assert ever.duels["Ann", "Bo", 2] == (3, 2 / 3)
    assert ever.duels["Bo", "Ann", 3] == (1, 1.0)
    assert [*ever.grid(len)][1].split() == ["1", "Ann", "·", "50%", "100%"]
    assert [*ever.grid(len, 3)][1].split() == ["1", "Ann", "·", "0%", "100%"]


def test_run_and_closest_game_are_named(played: Store) -> None:
    ever = family_tables(played, NOON)["ever"]
    said = [str(sentence) for sentence in (*ever.describe_duels(), *ever.sentences(NOON))]
    assert "Ann came first of the two in 67% of 3 games with Bo." in said[said.index("Tables of 2 players:") :]
    assert any(line.startswith("Closest game: Ann 15 points, Bo 14 points, ") for line in said)
    assert any(line.startswith("Longest run of wins: ") and line.endswith(", 2.") for line in said)


def test_closest_game_names_computers_in_this_language(catalogue: Catalogue, tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        played = game(catalogue, ("Ann", "merchant"), (15, 14))
        players = (played.players[0], played.players[1].model_copy(update={"name": "Merchant"}))
        save_game(store, played._replace(players=players))
        set_language("fr")
        said = [str(sentence) for sentence in family_tables(store, NOON)["ever"].sentences(NOON)]
    assert any("Marchand 14 points" in line for line in said)
