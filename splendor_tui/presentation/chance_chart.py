"""The chances to win, turn by turn, as a chart of characters."""

from collections.abc import Sequence
from typing import Final

from splendor_tui.words import N_

_STEPS: Final = 10  # lines between 0% and 100%
_TOGETHER: Final = "*"


def chance_chart(chances: Sequence[Sequence[float]], width: int) -> list[str]:
    """A line per tenth, highest first, with the number of a seat at its chance, or `*` for several seats.

    If there are more turns than columns, evenly spaced turns are shown, including the first and the last.
    """
    labels = [f"{N_('{percent}%', percent=f'{step * 100 // _STEPS:3}')} |" for step in range(_STEPS, -1, -1)]
    columns = _columns(chances, width - len(labels[0]))
    steps = zip(labels, range(_STEPS, -1, -1), strict=True)
    return [(label + "".join(_mark(column, step) for column in columns)).rstrip() for label, step in steps]


def _columns(chances: Sequence[Sequence[float]], most: int) -> list[Sequence[float]]:
    most = max(most, 2)
    if len(chances) <= most:
        return list(chances)
    return [chances[round(column * (len(chances) - 1) / (most - 1))] for column in range(most)]


def _mark(column: Sequence[float], step: int) -> str:
    here = [seat for seat, chance in enumerate(column) if round(chance * _STEPS) == step]
    if not here:
        return " "
    return str(here[0] + 1) if len(here) == 1 else _TOGETHER
