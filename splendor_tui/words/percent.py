"""Chances in percent, as they are shown."""

from splendor_tui.words.message import N_, Message


def whole_percent(chance: float) -> int:
    """Round a chance to a whole percentage, between 1 and 99 unless it is certain."""
    rounded = round(100 * chance)
    return rounded if chance in (0, 1) else min(max(rounded, 1), 99)


def percent(chance: float) -> Message:
    """Format a chance in percent. Only certain results show 0% or 100%."""
    return N_("{percent}%", percent=whole_percent(chance))


def percent_between(less: float, more: float) -> Message:
    """Format the difference between two displayed chances, at least 0%."""
    return N_("{percent}%", percent=max(0, whole_percent(more) - whole_percent(less)))
