"""The pairings of tournaments: meetings, byes and starts."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from splendor_tui.presentation.pairings import History, Tables, full_rounds, round_robin, swiss_round, table_sizes

SIZES = [(players, most) for players in range(3, 9) for most in range(2, min(players, 4) + 1)]
EQUAL = [one for one in SIZES if one not in [(5, 3), (6, 3), (6, 4)]]
"""The sizes for which equal meetings are possible in `full_rounds`."""


def played(rounds: Iterable[Tables], most: int) -> History:
    """The history after these rounds."""
    history = History(most)
    for tables in rounds:
        for table in tables:
            history.add(history.seated(table))
    return history


def meetings(history: History, players: int) -> list[int]:
    """How often each two players have met."""
    return [history.meetings[pair] for pair in combinations(range(players), 2)]


def byes(rounds: Iterable[Tables]) -> Counter[int]:
    """The byes of each player."""
    return Counter(table[0] for tables in rounds for table in tables if len(table) == 1)


@pytest.mark.parametrize(("players", "most"), SIZES)
def test_everybody_meets_everybody_equally_often_in_a_round_robin(players: int, most: int) -> None:
    rounds = round_robin(players, most, full_rounds(players, most))
    met = meetings(played(rounds, most), players)
    assert max(met) - min(met) <= (0 if (players, most) in EQUAL else 2)
    assert min(met) > 0
    assert len({byes(rounds)[player] for player in range(players)}) == 1


@pytest.mark.parametrize(("players", "most"), SIZES)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 9, 20])
def test_rounds_of_any_number_seat_everybody_once_and_share_the_starts(players: int, most: int, count: int) -> None:
    rounds = round_robin(players, most, count)
    assert len(rounds) == count
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == [*range(players)]
        assert sorted(map(len, tables)) == sorted(table_sizes(players, most))
    history = played(rounds, most)
    assert max(map(abs, history.lead.values())) <= 18, "in twelfths of a start"
    had = [byes(rounds)[player] for player in range(players)]
    assert max(had) - min(had) <= 1


@pytest.mark.parametrize("players", range(3, 9))
def test_starts_of_a_round_robin_of_two_differ_by_one_at_most(players: int) -> None:
    rounds = round_robin(players, 2, full_rounds(players, 2))
    assert max(map(abs, played(rounds, 2).lead.values())) <= 6


@given(some.data(), some.integers(3, 8))
def test_nobody_meets_twice_or_has_two_byes_in_a_swiss_tournament_if_it_can_be_avoided(
    data: some.DataObject, players: int
) -> None:
    history, points = History(2), dict.fromkeys(range(players), 0.0)
    rounds: list[Tables] = []
    for left in reversed(range(full_rounds(players, 2))):
        tables = swiss_round(points, history)
        twice = any(history.meetings[tuple(sorted(table))] for table in tables if len(table) > 1)
        assert not twice or not can_avoid(players, history, byes(rounds))
        for table in map(history.seated, tables):
            history.add(table)
            result = data.draw(some.sampled_from([0, 0.5, 1])) if len(table) > 1 else 1
            points[table[0]] += result
            points[table[-1]] += 1 - result
        rounds.append(tables)
        most = 12 if left > 1 else 18  # in the last rounds, few meetings are left to choose from
        assert max(map(abs, history.lead.values())) <= most, "in twelfths of a start"
    assert max(byes(rounds).values(), default=0) <= 1


def can_avoid(players: int, history: History, had: Counter[int], seated: frozenset[int] = frozenset()) -> bool:
    """Whether all players who are not seated can be paired without a second meeting or a second bye."""
    free = [player for player in range(players) if player not in seated]
    if not free:
        return True
    first, *others = free
    rests = len(free) % 2 == 1 and not had[first] and can_avoid_rest(players, history, seated | {first})
    return rests or any(
        not history.meetings[first, other] and can_avoid(players, history, had, seated | {first, other})
        for other in others
    )


def can_avoid_rest(players: int, history: History, seated: frozenset[int]) -> bool:
    """The same, once somebody has the bye."""
    return can_avoid(players, history, Counter(dict.fromkeys(range(players), 1)), seated)


def test_equal_points_meet_and_the_last_has_the_bye() -> None:
    history = played([((0, 1), (2, 3), (4,))], 2)
    tables = swiss_round({0: 1, 1: 0, 2: 1, 3: 0, 4: 1}, history)
    assert {frozenset(table) for table in tables} in (
        {frozenset({0, 2}), frozenset({1, 4}), frozenset({3})},
        {frozenset({0, 2}), frozenset({3, 4}), frozenset({1})},
    )
