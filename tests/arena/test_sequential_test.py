"""A match that stops early is wrong no more often than promised."""

import math
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from splendor_tui.arena.sequential_test import Verdict, log_likelihood_ratio, verdict

MATCHES = 100
MAX_GAMES = 5_000


def independent(share: float, games: int) -> Callable[[Random], float]:
    """Deals of this many independent games. Each is won with the probability `share`."""
    return lambda rng: sum(rng.random() < share for _ in range(games)) / games


def with_ties(share: float) -> Callable[[Random], float]:
    """Deals of two games, of which four in ten are tied."""
    return lambda rng: sum(0.5 if rng.random() < 0.4 else rng.random() < (share - 0.2) / 0.6 for _ in range(2)) / 2


def with_lucky_seats(share: float) -> Callable[[Random], float]:
    """Deals of two games, in which one seat has a sixty percent higher chance than the other."""
    return lambda rng: ((rng.random() < share + 0.3) + (rng.random() < share - 0.3)) / 2


def with_liked_deals(share: float) -> Callable[[Random], float]:
    """Deals of two games that favour or handicap the player in both seats."""

    def draw(rng: Random) -> float:
        liked = share + rng.choice([-0.25, 0.25])
        return sum(rng.random() < liked for _ in range(2)) / 2

    return draw


@cache
def verdict_on(counts: frozenset[tuple[float, int]], low: float, high: float) -> Verdict | None:
    """The same verdict, remembered, because many matches pass through the same counts."""
    return verdict(dict(counts), low, high)


def matches(draw: Callable[[Random], float], low: float, high: float) -> tuple[Counter[Verdict], float]:
    """The verdicts of many matches, and the mean number of deals until a verdict."""
    rng = Random(1)
    verdicts = Counter[Verdict]()
    deals = 0
    for _ in range(MATCHES):
        seen = Counter[float]()
        while (found := verdict_on(frozenset(seen.items()), low, high)) is None and seen.total() < MAX_GAMES:
            seen[draw(rng)] += 1
        assert found is not None
        verdicts[found] += 1
        deals += seen.total()
    return verdicts, deals / MATCHES


@pytest.mark.parametrize(
    ("low", "high", "draw"),
    [
        (0.5, 0.6, lambda share: independent(share, 2)),
        (0.8, 0.9, lambda share: independent(share, 2)),
        (0.25, 0.35, lambda share: independent(share, 4)),
        (0.5, 0.6, with_ties),
        (0.5, 0.6, with_lucky_seats),
        (0.5, 0.6, with_liked_deals),
    ],
    ids=["pairs", "a strong player", "one of four", "ties", "lucky seats", "liked deals"],
)
def test_verdict_is_wrong_in_5_of_100_matches(
    low: float, high: float, draw: Callable[[float], Callable[[Random], float]]
) -> None:
    for truth, wrong in ((low, Verdict.HIGH), (high, Verdict.LOW)):
        verdicts, _deals = matches(draw(truth), low, high)
        assert 0.01 <= verdicts[wrong] / MATCHES <= 0.09  # 5%, within the accuracy of this many matches


def test_clearer_difference_is_decided_sooner() -> None:
    def deals(share: float) -> float:
        return matches(independent(share, 2), 0.5, 0.6)[1]

    assert deals(0.95) < 0.8 * deals(0.7)
    assert deals(0.7) < 0.8 * deals(0.6)


def test_shared_luck_shortens_the_match() -> None:
    _verdicts, with_luck = matches(with_lucky_seats(0.6), 0.5, 0.6)
    _verdicts, without = matches(independent(0.6, 2), 0.5, 0.6)
    assert with_luck < 0.8 * without


def test_no_verdict_without_enough_games() -> None:
    assert verdict({}, 0.5, 0.6) is None
    assert verdict({1.0: 3}, 0.5, 0.6) is None


def test_ratio_without_ties_matches_wald() -> None:
    won, lost = 70, 40
    wald = won * math.log(0.6 / 0.5) + lost * math.log(0.4 / 0.5)
    assert log_likelihood_ratio({1.0: won, 0.0: lost}, 0.5, 0.6) == pytest.approx(wald, rel=1e-3)
