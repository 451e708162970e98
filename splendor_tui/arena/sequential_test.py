"""When a match is decided: the sequential probability ratio test, which looks at the result after every fixture.

It asks whether a player's share of the wins is `low` or less, or `high` or more, and stops as soon as one of them is clear. If
the truth is one of them, the answer is wrong in 5% of all matches at most, however often one has looked. A fixture counts as
one result, as its games share their deal; how these results spread is taken from the match itself (the generalised test
of M. Van den Bergh, which chess engines are tested with), so that ties and lucky deals need no model.
"""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

WRONG: Final = 0.05
"""How often the answer may be wrong, either way."""
_BOUND: Final = math.log((1 - WRONG) / WRONG)
_UNSEEN: Final = 1e-3  # how often what has not happened yet is taken to have happened
_HALVINGS: Final = 32


class Verdict(StrEnum):
    """Which of the two shares the result has been found to go with."""

    LOW = "low"
    HIGH = "high"


def verdict(seen: Mapping[float, int], low: float, high: float) -> Verdict | None:
    """What the fixtures so far decide between `low` and `high`; None while it is open.

    `seen` says how often each mean share of the wins was there; all are between 0 and 1.
    """
    ratio = log_likelihood_ratio(seen, low, high)
    if ratio >= _BOUND:
        return Verdict.HIGH
    return Verdict.LOW if ratio <= -_BOUND else None


def log_likelihood_ratio(seen: Mapping[float, int], low: float, high: float) -> float:
    """How much better what was seen goes with a mean of `high` than of `low`, each with the distribution that fits it best."""
    weights = {0.0: _UNSEEN, 1.0: _UNSEEN} | {share: float(number) for share, number in seen.items()}
    tilts = {mean: _tilt(weights, mean) for mean in (low, high)}
    return sum(
        number * math.log((1 + tilts[low] * (share - low)) / (1 + tilts[high] * (share - high)))
        for share, number in weights.items()
    )


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The one number by which the likeliest distribution with this mean differs from what was seen.

    That distribution gives a result its seen weight over `1 + tilt x (result - mean)`; its mean falls with the tilt.
    """
    least, most = -1 / (1 - mean), 1 / mean
    for _ in range(_HALVINGS):
        tilt = (least + most) / 2
        excess = sum(number * (share - mean) / (1 + tilt * (share - mean)) for share, number in weights.items())
        if excess > 0:
            least = tilt
        else:
            most = tilt
    return (least + most) / 2
