"""Cleaning of player names. Other tests use the names in the data file in all places that display, save or read names."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import iter_graphemes

from splendor_tui.inputs.player_names import InvalidNameError, check_distinct, free_name, player_name

HOSTILE: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "hostile_names.json").read_text(encoding="utf-8")
)
ODD = "".join(row["text"] for row in HOSTILE["kept"]) + "\u0300\u0301\u1161\u11a8\u0d4e\u0903\u20e3\U0001f1e8\U0001f3fd"

CHARACTERS = st.characters(exclude_categories=["Cs"])  # the default, without first encoding every character
texts = st.one_of(st.text(CHARACTERS, max_size=30), st.text(st.sampled_from(ODD), max_size=30))


def rows(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", HOSTILE[kind], ids=lambda row: row["about"])


def name_or_none(text: str) -> str | None:
    try:
        return player_name(text)
    except InvalidNameError:
        return None


@rows("kept")
def test_harmful_characters_are_removed_from_a_name(row: dict[str, str]) -> None:
    assert player_name(row["text"]) == row["name"]


@rows("refused")
def test_invalid_name_is_an_error(row: dict[str, str]) -> None:
    with pytest.raises(InvalidNameError) as caught:
        player_name(row["text"])
    assert str(caught.value).isprintable()
    assert str(caught.value).endswith(".")


@rows("alike")
def test_similar_names_are_not_distinct(row: dict[str, list[str]]) -> None:
    names = [player_name(text) for text in row["texts"]]
    with pytest.raises(InvalidNameError, match="needs a different name"):
        check_distinct(["Cy", *names])


def test_names_are_distinct_unless_similar_or_identical() -> None:
    check_distinct(["Ann", "Anna", "Änn", "An n"])
    with pytest.raises(InvalidNameError, match="Two players have the name Ann"):
        check_distinct(["Ann", "Bo", "Ann"])


@given(texts)
def test_every_name_is_printable_short_and_stable(text: str) -> None:
    name = name_or_none(text)
    if name is None:
        return
    assert player_name(name) == name
    assert name.isprintable()
    assert name == name.strip()
    assert unicodedata.is_normalized("NFC", name)
    assert not any(unicodedata.category(char).startswith("C") for char in name)
    assert not any(unicodedata.name(char, "").startswith("VARIATION SELECTOR") for char in name)
    assert 1 <= len(list(iter_graphemes(name))) <= 20
    assert 1 <= cell_len(name) <= 24


@given(texts)
def test_removed_characters_do_not_distinguish_names(text: str) -> None:
    assert name_or_none(f"\u200b {text}\x1b\u2066\ue000 ") == name_or_none(text)


def test_very_long_text_is_no_name() -> None:
    for text in ("\u0301" * 100_000, "a\u0301" * 50_000, " " * 100_000):
        assert name_or_none(text) is None


def test_free_name_is_distinct_and_its_number_replaces_the_end_of_a_long_name() -> None:
    assert free_name("Merchant", ["Ann", "Bo"]) == "Merchant"
    assert free_name("Merchant", ["merchant", "Bo"]) == "Merchant 2"
    assert free_name("Merchant", ["Merchant", "MERCHANT 2"]) == "Merchant 3"
    for longest in ("A" * 20, "\u5b9d" * 12, "A" * 15 + "e\u0301" * 5):
        name = player_name(longest)
        numbered = free_name(name, [name])
        assert player_name(numbered) == numbered
        assert numbered.endswith(" 2")
        assert name.startswith(numbered.removesuffix(" 2"))
        assert len(numbered) > len(name) // 2
