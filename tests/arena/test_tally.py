"""The total results of entrants."""

from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.arena.fixtures import FixtureResult
from splendor_tui.arena.tally import Tally, tally, wilson
from splendor_tui.match.bot_answer import Fault
from tests.arena.guests import fixture_result


def counted(results: Sequence[FixtureResult], entrant: int) -> Tally:
    found = tally(results, entrant)
    assert found is not None
    return found


def test_tie_counts_as_part_of_a_win() -> None:
    results = [fixture_result((0, 1), {0}, {0}), fixture_result((0, 1), {0, 1}, {0})]
    first, second = counted(results, 0), counted(results, 1)
    assert (first.games, first.wins, first.ties, first.par) == (4, 1.5 / 4, 0.25, 0.5)
    assert (second.games, second.wins, second.ties, second.par) == (4, 2.5 / 4, 0.25, 0.5)


def test_player_with_several_seats_wins_with_each_of_them() -> None:
    results = [fixture_result((0, 1, 1, 1), {0}, {0}, {1, 2}, {3})]
    alone, filling = counted(results, 0), counted(results, 1)
    assert (alone.wins, alone.par) == ((1 + 0 + 0.5 + 1) / 4, 0.25)
    assert (filling.wins, filling.par) == ((0 + 1 + 0.5 + 0) / 4, 0.75)


def test_seats_that_share_a_win_among_themselves_have_not_tied() -> None:
    assert counted([fixture_result((0, 1, 1), {1, 2}, {0}, {2})], 1).ties == 0


def test_points_turns_times_and_faults_are_counted_by_seat() -> None:
    results = [fixture_result((0, 1), {0}, {0})]
    second = counted(results, 1)
    assert (second.points, second.turns) == ((1 + 15) / 2, 20)
    assert second.seconds == pytest.approx((6 + 5) / 50)
    assert second.longest == 1.5
    assert second.faults == {Fault.LATE: 1}
    assert tally(results, 2) is None, "it has not played"


@pytest.mark.parametrize("share", [0.5, 0.75, 0.98])
@pytest.mark.parametrize("games", [40, 200])
def test_interval_holds_the_true_share_in_95_of_100_matches(share: float, games: int) -> None:
    rng = Random(games)
    inside = 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < share for _ in range(games)), games)
        inside += low <= share <= high
    assert 0.93 <= inside / 2000 <= 0.98
