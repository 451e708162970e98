"""How colours and gold are typed: a letter or a name, in the language in force or in English."""

from collections.abc import Mapping, Sequence
from typing import Final

from splendor_tui.presentation.word_search import plainly
from splendor_tui.rules.gems import COLOUR_LETTERS, GOLD_LETTER, Colour
from splendor_tui.words import NP_, Message

_NAMES: Final[Sequence[Message]] = (
    NP_("names to type", "white"),
    NP_("names to type", "blue"),
    NP_("names to type", "green"),
    NP_("names to type", "red"),
    NP_("names to type", "black"),
    NP_("names to type", "gold"),
)
"""By pile, gold last; a language may have several names with spaces between them."""
_LEAST_OF_A_NAME: Final = 3  # `gr` is a green and a red, `gre` is green


def letters() -> Sequence[str]:
    """The letter that one types for each pile, gold last."""
    return [*(colour.shown_letter.casefold() for colour in Colour), GOLD_LETTER]


def piles_meant(typed: str) -> list[int]:
    """The pile of this name, or whose name begins so, else those that its letters stand for; none where it is neither."""
    named = _pile_named(plainly(typed))
    return _piles_of_letters(plainly(typed)) if named is None else [named]


def _piles_of_letters(word: str) -> list[int]:
    known: Mapping[str, int] = {
        **{letter: pile for pile, letter in enumerate(COLOUR_LETTERS.casefold())},
        **{letter: pile for pile, letter in enumerate(letters())},
    }
    found = [known.get(letter) for letter in word]
    return [] if None in found else [pile for pile in found if pile is not None]


def _pile_named(word: str) -> int | None:
    for pile, names in enumerate(_NAMES):
        all_names = plainly(f"{names.translated()} {names.template}").split()
        if word in all_names or (len(word) >= _LEAST_OF_A_NAME and any(name.startswith(word) for name in all_names)):
            return pile
    return None
