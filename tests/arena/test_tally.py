"""The total results of entrants."""

from random import Random

import pytest

from splendor_tui.arena.tally import tally, wilson
from splendor_tui.match.asking import Fault
from tests.arena.guests import fixture_result


def test_tie_counts_as_part_of_a_win() -> None:
    results = [fixture_result((0, 1), {0}, {0}), fixture_result((0, 1), {0, 1}, {0})]
    first, second = tally(results, 0), tally(results, 1)
    assert first is not None
    assert second is not None
    assert (first.games, second.games) == (4, 4)
    assert (first.wins, second.wins) == (1.5 / 4, 2.5 / 4)
    assert (first.ties, second.ties) == (0.25, 0.25)
    assert (first.par, second.par) == (0.5, 0.5)


def test_player_with_several_seats_wins_with_each_of_them() -> None:
    results = [fixture_result((0, 1, 1, 1), {0}, {0}, {1, 2}, {3})]
    alone, filling = tally(results, 0), tally(results, 1)
    assert alone is not None
    assert filling is not None
    assert (alone.wins, filling.wins) == ((1 + 0 + 0.5 + 1) / 4, (0 + 1 + 0.5 + 0) / 4)
    assert (alone.par, filling.par) == (0.25, 0.75)


def test_seats_that_share_a_win_among_themselves_have_not_tied() -> None:
    counted = tally([fixture_result((0, 1, 1), {1, 2}, {0}, {2})], 1)
    assert counted is not None
    assert counted.ties == 0


def test_points_turns_times_and_faults_are_counted_by_seat() -> None:
    counted = tally([fixture_result((0, 1), {0}, {0})], 1)
    assert counted is not None
    assert counted.points == (1 + 15) / 2
    assert counted.turns == 20
    assert counted.seconds == pytest.approx((6 + 5) / 50)
    assert counted.longest == 1.5
    assert counted.faults == {Fault.LATE: 1}


def test_player_without_games_has_no_tally() -> None:
    assert tally([fixture_result((0, 1), {0}, {0})], 2) is None


@pytest.mark.parametrize("share", [0.5, 0.75, 0.98])
@pytest.mark.parametrize("games", [40, 200])
def test_interval_holds_the_true_share_in_95_of_100_matches(share: float, games: int) -> None:
    rng = Random(games)
    inside = 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < share for _ in range(games)), games)
        inside += low <= share <= high
    assert 0.93 <= inside / 2000 <= 0.98


def test_clean_sweep_has_an_interval_of_some_width() -> None:
    low, high = wilson(200, 200)
    assert 0.97 < low < 0.99
    assert high == pytest.approx(1)
