"""Early stopping of decided matches, by the sequential probability ratio test. It is applied after every fixture.

The test decides between two win shares, `low` and `high`. If one of them is the true share, at most 5% of matches get the
wrong verdict. A fixture counts as one result because its games share a deal. The variance is estimated from the match
itself (the generalised test by M. Van den Bergh, as used for chess engines), so ties and lucky deals need no model.
"""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

WRONG: Final = 0.05
"""The maximum error rate in each direction."""
_BOUND: Final = math.log((1 - WRONG) / WRONG)
_UNSEEN: Final = 1e-3  # pseudo-count of results that have not occurred yet
_HALVINGS: Final = 32


class Verdict(StrEnum):
    """The share that the results support."""

    LOW = "low"
    HIGH = "high"


def verdict(seen: Mapping[float, int], low: float, high: float) -> Verdict | None:
    """The decision between `low` and `high`. None if more games are needed.

    `seen` counts the fixtures by mean win share, from 0 to 1.
    """
    ratio = log_likelihood_ratio(seen, low, high)
    if ratio >= _BOUND:
        return Verdict.HIGH
    return Verdict.LOW if ratio <= -_BOUND else None


def log_likelihood_ratio(seen: Mapping[float, int], low: float, high: float) -> float:
    """The log likelihood ratio of a mean of `high` to one of `low`.

    Each likelihood is that of the most likely distribution with this mean.
    """
    weights = {0.0: _UNSEEN, 1.0: _UNSEEN} | {share: float(number) for share, number in seen.items()}
    tilts = {mean: _tilt(weights, mean) for mean in (low, high)}
    return sum(
        number * math.log((1 + tilts[low] * (share - low)) / (1 + tilts[high] * (share - high)))
        for share, number in weights.items()
    )


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The parameter of the most likely distribution with this mean.

    The weight of each result is divided by `1 + tilt x (result - mean)`. The mean decreases with the tilt.
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
