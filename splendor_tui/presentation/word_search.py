"""Finding things by words that are said of them, in whatever language that is."""

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import category, normalize

_WORD: Final = re.compile(r"\w+")


def found(query: str, things: Sequence[Sequence[str]]) -> list[int]:
    """The indices of the things that every word of the query fits, the best ones first.

    A thing is what is said of it, the most telling text first. A word fits best at the beginning of a word of an early text.
    Capital letters and accents make no difference, and an empty query fits everything.
    """
    words = plainly(query).split()
    ranks = {index: _rank(words, [plainly(text) for text in texts]) for index, texts in enumerate(things)}
    return sorted((index for index, rank in ranks.items() if rank is not None), key=lambda index: ranks[index] or 0)


def _rank(words: Sequence[str], texts: Sequence[str]) -> int | None:
    """How far the words are from the beginning, 0 for the best; None when one of them fits nowhere."""
    ranks = [_rank_of_word(word, texts) for word in words]
    return None if None in ranks else sum(rank for rank in ranks if rank is not None)


def _rank_of_word(word: str, texts: Sequence[str]) -> int | None:
    for place, text in enumerate(texts):
        if any(other.startswith(word) for other in _WORD.findall(text)):
            return 2 * place
        if word in text:
            return 2 * place + 1
    return None


def plainly(text: str) -> str:
    """The text as it is compared: without capital letters and accents, and with the apostrophe that one types."""
    plain = normalize("NFKD", text.casefold()).replace("’", "'")
    return "".join(sign for sign in plain if category(sign) != "Mn")
