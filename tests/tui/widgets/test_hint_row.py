"""Hints that do not fit are packed closer, then left out whole, the least useful first."""

import pytest

from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.widgets.hint_row import hints_content

HINTS = tuple(Hint(key, words, "app.help") for key, words in ("ab", "cd", "ef", "gh"))


@pytest.mark.parametrize(
    ("cells", "row"),
    [
        (21, "a b   c d   e f   g h"),
        (20, "a b  c d  e f  g h"),
        (18, "a b  c d  e f  g h"),
        (17, "a b  c d  g h"),
        (12, "a b  g h"),
        (7, "a b"),
        (1, "a b"),
    ],
)
def test_the_first_and_the_last_stay_longest(cells: int, row: str) -> None:
    assert hints_content(HINTS, cells).plain == row


def test_no_hints_are_an_empty_row() -> None:
    assert hints_content((), 10).plain == ""
