"""Every position in docs/position.md is valid, and formatted as the program formats it."""

import re
from pathlib import Path

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import PositionError
from splendor_tui.rules.position import format_position, parse_position
from tests.rules.test_position import SEEN

PAGE = (Path(__file__).parents[2] / "docs" / "position.md").read_text(encoding="utf-8")
PRINTED = re.findall(r"^(seat .+)$|`(seat [^`]+)`", PAGE, re.MULTILINE)


@pytest.mark.parametrize("printed", [block or inline for block, inline in PRINTED])
def test_documented_position_is_formatted_as_printed(catalogue: Catalogue, printed: str) -> None:
    assert format_position(parse_position(printed, catalogue)) == printed


def test_all_documented_positions_are_found() -> None:
    assert len(PRINTED) == 4
    assert PRINTED[0][0] == SEEN


@pytest.mark.parametrize(("old", "new"), [("1-05", "2-30"), ("K3", "W0")])
def test_documented_error_is_the_message(catalogue: Catalogue, old: str, new: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(SEEN.replace(old, new), catalogue)
    assert str(error.value) in PAGE.splitlines()
