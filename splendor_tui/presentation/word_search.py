"""Word search in text of any language."""

import re
from collections.abc import Sequence
from math import inf
from typing import Final

from splendor_tui.words.spelling import simplify

_WORD: Final = re.compile(r"\w+")


def search_texts(query: str, things: Sequence[Sequence[str]]) -> list[int]:
    """The indices of the items that contain all words of the query, best first.

    An item is a list of strings, most important first. A match at the start of a word, in an early string, ranks highest.
    Case and accents are ignored. An empty query matches everything.
    """
    words = simplify(query).split()
    ranks = [sum(_rank(word, texts) for word in words) for texts in ([*map(simplify, texts)] for texts in things)]
    return sorted((index for index, rank in enumerate(ranks) if rank < inf), key=ranks.__getitem__)


def _rank(word: str, texts: Sequence[str]) -> float:
    """0 for the best match, a higher number for a worse one, and infinity for none."""
    for place, text in enumerate(texts):
        if any(other.startswith(word) for other in _WORD.findall(text)):
            return 2 * place
        if word in text:
            return 2 * place + 1
    return inf
