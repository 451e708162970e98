"""An early stop for decided matches: the sequential probability ratio test, applied after every fixture.

It decides between two shares of the wins, `low` and `high`. If the truth is one of them, the answer is wrong in at most 5% of
all matches. A fixture counts as one result, as its games share a deal. The variance comes from the match itself (the
generalised test of M. Van den Bergh, which is used for chess engines), so that ties and lucky deals need no model.
"""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

WRONG: Final = 0.05
"""The error rate, in both directions."""
_BOUND: Final = math.log((1 - WRONG) / WRONG)
_UNSEEN: Final = 1e-3  # pseudo-count of results that have not occurred
_HALVINGS: Final = 32


class Verdict(StrEnum):
    """The share that the result supports."""

    LOW = "low"
    HIGH = "high"


def verdict(seen: Mapping[float, int], low: float, high: float) -> Verdict | None:
    """The decision between `low` and `high`; None while it is open.

    `seen` counts the fixtures by their mean share of the wins, from 0 to 1.
    """
    ratio = log_likelihood_ratio(seen, low, high)
    if ratio >= _BOUND:
        return Verdict.HIGH
    return Verdict.LOW if ratio <= -_BOUND else None


def log_likelihood_ratio(seen: Mapping[float, int], low: float, high: float) -> float:
    """The log likelihood of a mean of `high` over one of `low`, each with its likeliest distribution."""
    weights = {0.0: _UNSEEN, 1.0: _UNSEEN} | {share: float(number) for share, number in seen.items()}
    tilts = {mean: _tilt(weights, mean) for mean in (low, high)}
    return sum(
        number * math.log((1 + tilts[low] * (share - low)) / (1 + tilts[high] * (share - high)))
        for share, number in weights.items()
    )


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The parameter of the likeliest distribution with this mean.

    It divides the weight of a result by `1 + tilt x (result - mean)`; its mean falls with the tilt.
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
