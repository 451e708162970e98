"""Chances of winning: their rounding, and which differences count."""

from typing import Annotated, Final, TypeAlias

from pydantic import Field

from splendor_tui.words import N_, Message

_MIN_DIFFERENCE: Final = 2  # in whole percent; smaller differences may be search noise

Chance: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


def whole_percent(chance: float) -> int:
    """Round a chance to a whole percentage, between 1 and 99 unless it is certain."""
    rounded = round(100 * chance)
    return rounded if chance in (0, 1) else min(max(rounded, 1), 99)


def is_about_as_good(chance: float, other: float) -> bool:
    """Whether a chance is at most one displayed percentage point below another."""
    return whole_percent(other) - whole_percent(chance) < _MIN_DIFFERENCE


def percent(chance: float) -> Message:
    """Format a chance in percent. Only certain results show 0% or 100%."""
    return N_("{percent}%", percent=whole_percent(chance))


def percent_between(less: float, more: float) -> Message:
    """Format the difference between two displayed chances, at least 0%."""
    return N_("{percent}%", percent=max(0, whole_percent(more) - whole_percent(less)))
