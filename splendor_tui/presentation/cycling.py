"""Steps through the possible values of an option."""

from collections.abc import Sequence
from typing import TypeVar

ValueT = TypeVar("ValueT")


def next_value(values: Sequence[ValueT], value: ValueT, by: int) -> ValueT:
    """The value `by` steps after `value`, with wrap-around. An unknown value precedes the first."""
    if value not in values:
        return values[0 if by > 0 else -1]
    return values[(values.index(value) + by) % len(values)]


def next_number(values: Sequence[float], value: float, by: int) -> float:
    """The next larger or smaller number, or `value` itself at either end. `value` need not be one of `values`."""
    beyond = [other for other in values if (other > value if by > 0 else other < value)]
    return min(beyond, key=lambda other: abs(other - value), default=value)
