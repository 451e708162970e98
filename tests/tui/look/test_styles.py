"""Styles of one screen leave the others alone. Textual applies a screen's file to the whole app once it was open."""

import re
from pathlib import Path

import pytest

import splendor_tui.tui.screens

FILES = sorted(Path(splendor_tui.tui.screens.__file__).parent.glob("*.tcss"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_selector_names_its_screen_or_kind_of_page_or_a_container(file: Path) -> None:
    selectors = [
        one.strip()
        for rule in re.findall(r"^([^\s}][^{]*)\{", file.read_text(), re.MULTILINE)
        for one in rule.split(",")
    ]
    assert selectors
    assert [
        one for one in selectors if not re.match(r"(\.-\w+ )?(\w+(Screen|Page)\b|\.\w+-page\b|#[\w-]+( |$))", one)
    ] == []
