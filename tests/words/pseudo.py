"""Finds untranslated English in the pseudo-language, for tests of screens and commands.

with pseudo_language():
    assert english_left(output, ["Ann", "k7mq2wzt"]) == []
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from splendor_tui.words.languages import ENGLISH, PSEUDO, set_language

_WORD = re.compile(r"[^\W\d_]+")
_PLAIN_LETTER = re.compile(r"[A-Za-z]")


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Use the pseudo-language within the block."""
    set_language(PSEUDO)
    try:
        yield
    finally:
        set_language(ENGLISH)


def english_left(text: str, known: Iterable[str] = ()) -> list[str]:
    """The words with an unaccented letter, in order.

    `known` are words or phrases that are the same in every language: names, ids, notation, paths and options.
    """
    stays = "|".join(re.escape(phrase) for phrase in sorted({*known}, key=len, reverse=True) if phrase)
    if stays:
        text = re.sub(rf"(?<![^\W_])(?:{stays})(?![^\W_])", " ", text)
    return [word for word in _WORD.findall(text) if _PLAIN_LETTER.search(word)]
