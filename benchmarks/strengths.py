"""Estimates Elo from match results, for two, three and four players.

The model is Bradley-Terry, or Luce for more than two players: a seat's chance of winning is proportional to the strength of its
player. Newton's method maximises the likelihood, whose curvature gives the intervals.
"""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from splendor_tui.arena.fixtures import FixtureResult
from splendor_tui.arena.tally import NORMAL_95

_ELO: Final = 400 / math.log(10)
_STEPS: Final = 100
_CLOSE: Final = 1e-9

Reals = npt.NDArray[np.float64]


class Strength(NamedTuple):
    """A player's Elo, and half the width of its 95% interval. The interval of the anchor is 0."""

    elo: float
    error: float


def strengths(results: Iterable[FixtureResult], entrants: int, anchor: int, anchor_elo: float) -> list[Strength]:
    """The strength of each entrant in Elo points. The `anchor` has `anchor_elo` by definition.

    Each line-up gets one additional game that all its seats win jointly, so that no strength is infinite.
    """
    seats, shares = _tables(results, entrants)
    free = np.arange(entrants) != anchor
    logs = np.zeros(entrants)
    for _ in range(_STEPS):
        slope, bend = _likelihood(seats, shares, logs)
        step = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        logs[free] += np.clip(step, -1, 1)
        if abs(step).max() < _CLOSE:
            break
    errors = np.zeros(entrants)
    _, bend = _likelihood(seats, shares, logs)
    errors[free] = NORMAL_95 * np.sqrt(np.diag(np.linalg.inv(bend[np.ix_(free, free)])))
    return [
        Strength(anchor_elo + _ELO * log, _ELO * error)
        for log, error in zip(logs.tolist(), errors.tolist(), strict=True)
    ]


def _tables(results: Iterable[FixtureResult], entrants: int) -> tuple[Reals, Reals]:
    """Each entrant's number of seats and share of the win, by game."""
    seats, shares, lineups = [], [], set()
    for result in results:
        lineups.add(tuple(sorted(result.lineup)))
        for game in result.games:
            seats.append(np.bincount([seat.entrant for seat in game.seats], minlength=entrants))
            shares.append([game.share_of(entrant) for entrant in range(entrants)])
    for lineup in lineups:
        seats.append(np.bincount(lineup, minlength=entrants))
        shares.append((seats[-1] / len(lineup)).tolist())
    return np.array(seats, float), np.array(shares, float)


def _likelihood(seats: Reals, shares: Reals, logs: Reals) -> tuple[Reals, Reals]:
    """The gradient of the log likelihood at these strengths, and its negated Hessian."""
    chances = seats * np.exp(logs)
    chances /= chances.sum(axis=1, keepdims=True)
    bend = np.diag(chances.sum(axis=0)) - chances.T @ chances
    return (shares - chances).sum(axis=0), bend
