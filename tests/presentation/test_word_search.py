"""The results of a search, and their order."""

import pytest

from splendor_tui.presentation.word_search import search_texts

THINGS = (
    ("Undo", "u", "Take back the last action."),
    ("Answer now", "y", "Let whoever is thinking answer at once."),
    ("Défausser l’élément", "ctrl+r", "Verwerfen — 捨てる"),
    ("Help", "?", "Tell which keys do what: undo, and all the others."),
)


@pytest.mark.parametrize(
    ("query", "indices"),
    [
        pytest.param("", [0, 1, 2, 3], id="nothing is asked for"),
        pytest.param("undo", [0, 3], id="a title before a sentence"),
        pytest.param("ac", [0], id="the beginning of a word"),
        pytest.param("nswe", [1], id="the middle of a word"),
        pytest.param("once thinking", [1], id="several words in any order"),
        pytest.param("undo nowhere", [], id="not all of the words"),
        pytest.param("UNDO", [0, 3], id="capital letters"),
        pytest.param("defausser", [2], id="without accents"),
        pytest.param("l'él", [2], id="with the apostrophe of a keyboard"),
        pytest.param("捨て", [2], id="without spaces between words"),
        pytest.param("ctrl+r", [2], id="a key"),
    ],
)
def test_search(query: str, indices: list[int]) -> None:
    assert search_texts(query, THINGS) == indices
