"""Word search in texts of any language."""

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import category, normalize

_WORD: Final = re.compile(r"\w+")


def search_texts(query: str, things: Sequence[Sequence[str]]) -> list[int]:
    """Return the indices of the items that contain all words of the query, best first.

    An item is a list of texts, most important first. A match at the start of a word, in an early text, ranks highest.
    Case and accents are ignored. An empty query matches everything.
    """
    words = simplify(query).split()
    ranks = {index: _rank(words, [simplify(text) for text in texts]) for index, texts in enumerate(things)}
    return sorted((index for index, rank in ranks.items() if rank is not None), key=lambda index: ranks[index] or 0)


def _rank(words: Sequence[str], texts: Sequence[str]) -> int | None:
    """Return 0 for the best match, and a higher number for worse ones. None if a word does not match."""
    ranks = [_rank_of_word(word, texts) for word in words]
    return None if None in ranks else sum(rank for rank in ranks if rank is not None)


def _rank_of_word(word: str, texts: Sequence[str]) -> int | None:
    for place, text in enumerate(texts):
        if any(other.startswith(word) for other in _WORD.findall(text)):
            return 2 * place
        if word in text:
            return 2 * place + 1
    return None


def simplify(text: str) -> str:
    """Remove case and accents, and straighten apostrophes."""
    plain = normalize("NFKD", text.casefold()).replace("’", "'")
    return "".join(sign for sign in plain if category(sign) != "Mn")
