"""Plain spellings of text: for outputs whose encoding lacks characters, and for comparing what players type."""

import codecs
from collections.abc import Callable
from typing import Final
from unicodedata import category, combining, east_asian_width, normalize

SPELLED: Final = "spelled"
"""The name of an error handler for encodings: `l’été` becomes `l'ete`, and what cannot be spelled an escape."""
SPELLED_IN_PLACE: Final = "spelled-in-place"
"""The same for the cells of a screen: every character keeps its width, with question marks for what cannot be spelled."""
ASCII_MARKS: Final = str.maketrans(
    {"…": "...", "–": "-", "−": "-", "·": "-", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"'}
    | {"‹": "<", "›": ">", "→": "->", "←": "<-", "↑": "/\\", "↓": "\\/"}
    | {"×": "x", "±": "+-", "œ": "oe", "Œ": "OE", "æ": "ae"}
)
"""Marks and letters in ASCII."""


def simplify(text: str) -> str:
    """Remove case and accents, and straighten apostrophes."""
    plain = normalize("NFKD", text.casefold()).replace("’", "'")
    return "".join(character for character in plain if category(character) != "Mn")


def hyphenate(text: str) -> str:
    """Simplify, and put hyphens in place of spaces, because nobody hears the difference."""
    return "-".join(simplify(text).replace("-", " ").split())


def _spell(char: str) -> str:
    """The character in ASCII, empty if that is impossible."""
    letters = normalize("NFKD", char.translate(ASCII_MARKS))
    plain = "".join(letter for letter in letters if not combining(letter))
    return plain if plain.isascii() else ""


def _spell_or_escape(char: str) -> str:
    return _spell(char) or char.encode("ascii", "backslashreplace").decode("ascii")


def _spell_in_place(char: str) -> str:
    cells = 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1
    spelled = _spell(char)
    return spelled if len(spelled) == cells else "?" * cells


def _handler(replace: Callable[[str], str]) -> Callable[[UnicodeError], tuple[str, int]]:
    def handle(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        return "".join(map(replace, error.object[error.start : error.end])), error.end

    return handle


codecs.register_error(SPELLED, _handler(_spell_or_escape))
codecs.register_error(SPELLED_IN_PLACE, _handler(_spell_in_place))
