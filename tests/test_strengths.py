"""The estimated Elo matches the strengths that random results are based on."""

import math
from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from benchmarks.strengths import strengths
from splendor_tui.arena.fixtures import FixtureResult, Lineup, fixtures
from tests.arena.guests import fixture_result

TRUE = (1000.0, 1200.0, 1300.0, 1500.0)
ANCHOR = 1


@cache
def result_of(lineup: Lineup, winners: tuple[int, ...]) -> FixtureResult:
    """A shared result, because thousands of new ones would take most of the tests' time."""
    return fixture_result(lineup, *({seat} for seat in winners))


def simulate(lineups: Iterable[Lineup], games: int, rng: Random) -> list[FixtureResult]:
    """Random results of players with these strengths."""
    chances = [10 ** (elo / 400) for elo in TRUE]
    results = []
    for fixture in fixtures(tuple(lineups), games):
        weights = [[chances[entrant] for entrant in seating] for seating in fixture.seatings()]
        winners = tuple(rng.choices(range(len(each)), each)[0] for each in weights)
        results.append(result_of(fixture.lineup, winners))
    return results


NEIGHBOURS = [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3)]


@pytest.mark.parametrize(
    "lineups",
    [
        *([(strong, *[weak] * others) for weak, strong in NEIGHBOURS] for others in (1, 2, 3)),
        [(0, 1), (0, 1, 2), (0, 1, 2, 3), (3, 2, 2, 2)],
    ],
    ids=["tables of two", "tables of three", "tables of four", "mixed tables"],
)
def test_strengths_are_estimated_from_neighbouring_levels(lineups: list[Lineup]) -> None:
    found = strengths(simulate(lineups, 2000, Random(7)), len(TRUE), ANCHOR, TRUE[ANCHOR])
    assert [strength.elo for strength in found] == [pytest.approx(true, abs=25) for true in TRUE]
    assert all(strength.error < 30 for strength in found)


@pytest.mark.parametrize("players", [2, 4])
def test_interval_holds_the_true_strength_in_95_of_100_ladders(players: int) -> None:
    lineups = [(strong, *[weak] * (players - 1)) for weak, strong in NEIGHBOURS]
    rng, inside, ladders = Random(3), 0, 100
    for _ in range(ladders):
        found = strengths(simulate(lineups, 100, rng), len(TRUE), ANCHOR, TRUE[ANCHOR])
        inside += sum(
            abs(strength.elo - true) <= strength.error
            for number, (strength, true) in enumerate(zip(found, TRUE, strict=True))
            if number != ANCHOR
        )
    assert 0.92 <= inside / (3 * ladders) <= 0.98


def test_elo_matches_the_chess_definition() -> None:
    results = [fixture_result((0, 1), {0}, {1}, deal=deal) for deal in range(75)]
    results += [fixture_result((0, 1), {1}, {0}, deal=deal) for deal in range(25)]
    first, second = strengths(results, 2, 1, 0.0)
    assert first.elo == pytest.approx(400 * math.log10(3), abs=3)  # 75% of the games
    assert second == (0.0, 0.0)


def test_tie_counts_half() -> None:
    tied = [fixture_result((0, 1), {0, 1}, {0, 1}, deal=deal) for deal in range(50)]
    assert strengths(tied, 2, 1, 0.0)[0].elo == pytest.approx(0, abs=1e-6)


def test_undefeated_player_has_a_finite_strength() -> None:
    swept = [fixture_result((0, 1), {0}, {1}, deal=deal) for deal in range(100)]
    first, _second = strengths(swept, 2, 1, 0.0)
    assert 800 < first.elo < 1200
    assert first.error > 200
