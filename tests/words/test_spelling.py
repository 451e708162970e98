"""Characters that an output lacks are spelled. Escapes and question marks remain for what has no spelling."""

import re
from pathlib import Path

import pytest

from splendor_tui.words.languages import FOLDER
from splendor_tui.words.spelling import SPELLED, SPELLED_IN_PLACE


@pytest.mark.parametrize(
    ("encoding", "text", "expected"),
    [
        ("ascii", "L’été… « Zoë »", 'L\'ete... " Zoe "'),
        ("iso8859-15", "L’été", "L'été"),
        ("ascii", "cœur → 1–5, −2", "coeur -> 1-5, -2"),
        ("ascii", "\N{CJK UNIFIED IDEOGRAPH-9648} \udcff", "\\u9648 \\udcff"),
    ],
)
def test_lines_spell_what_they_can_and_escape_the_rest(encoding: str, text: str, expected: str) -> None:
    assert text.encode(encoding, SPELLED).decode(encoding) == expected


def test_cells_keep_the_width_of_every_character() -> None:
    written = "│Zoë│\N{CJK UNIFIED IDEOGRAPH-9648}│œ│…│n\N{COMBINING TILDE}│".encode("ascii", SPELLED_IN_PLACE)
    assert written == b"?Zoe????????n?"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.po*")), ids=lambda file: file.name)
def test_every_text_of_the_program_can_be_spelled(file: Path) -> None:
    assert re.findall(rb".*\\[xuU][0-9a-f].*", file.read_text(encoding="utf-8").encode("ascii", SPELLED)) == []
