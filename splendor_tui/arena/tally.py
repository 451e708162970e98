"""The total results of each player of a match."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import NormalDist
from typing import Final, NamedTuple

from splendor_tui.arena.fixtures import FixtureResult
from splendor_tui.match.bot_answer import Fault
from splendor_tui.rules.outcome import Ending

NORMAL_95: Final = NormalDist().inv_cdf(0.975)
"""Half the width of a 95% interval, in standard deviations."""


class Tally(NamedTuple):
    """The total results of an entrant.

    `wins` is its share of the wins; ties are divided among the winners. The true share is between `low` and `high` with 95%
    confidence. `par` is the share expected if all players were equally strong, and `ties` the share of games in which
    it shared the win. `points` and `turns` are means per seat and game. `seconds` is the mean time of a move, and
    `longest` the time of the slowest.
    """

    games: int
    wins: float
    low: float
    high: float
    par: float
    ties: float
    points: float
    turns: float
    seconds: float
    longest: float
    faults: Mapping[Fault, int]


def tally(results: Iterable[FixtureResult], entrant: int) -> Tally | None:
    """The total results of an entrant. None if it has not played yet."""
    games = [game for result in results if entrant in result.lineup for game in result.games]
    if not games:
        return None
    seats = [seat for game in games for seat in game.seats if seat.entrant == entrant]
    shares = [game.share_of(entrant) for game in games]
    moves = sum(seat.moves for seat in seats)
    low, high = wilson(sum(shares), len(games))
    return Tally(
        games=len(games),
        wins=sum(shares) / len(games),
        low=low,
        high=high,
        par=len(seats) / sum(len(game.seats) for game in games),
        ties=sum(0 < share < 1 for share in shares) / len(games),
        points=sum(seat.points for seat in seats) / len(seats),
        turns=sum(seat.turns for seat in seats) / len(seats),
        seconds=sum(seat.seconds for seat in seats) / max(1, moves),
        longest=max(seat.longest for seat in seats),
        faults=dict(sum((Counter(seat.faults) for seat in seats), Counter[Fault]())),  # `asdict` spoils a Counter
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share: Wilson's score interval, which is also valid near 0 and 1. With ties it is too wide."""
    share = wins / games
    weight = NORMAL_95**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = math.sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def endings(results: Iterable[FixtureResult]) -> Mapping[Ending, int]:
    """The number of games by ending."""
    return Counter(game.ending for result in results for game in result.games)
