"""Player names, sanitized once for all places that display or compare them.

Names may use any script. Characters are removed if they control a terminal, are invisible, or differ in width between
terminals.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, dropwhile
from typing import Annotated, Final, TypeAlias
from unicodedata import category, normalize

from pydantic import AfterValidator

from splendor_tui.words import N_, NN_, MessageError

MAX_CHARACTERS: Final = 20
MAX_CELLS: Final = 24
_MAX_MARKS: Final = 3

# Removed in addition to the control categories: invisible characters that Unicode classifies as letters, symbols or
# marks (Default_Ignorable_Code_Point and the blank Braille pattern), and characters whose width differs between
# terminals (variation selectors, skin tones and the letters of flags).
_REMOVED: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
    + "".join(map(chr, range(0x1F3FB, 0x1F400)))
    + "".join(map(chr, range(0x1F1E6, 0x1F200)))
)


class InvalidNameError(MessageError, ValueError):
    """Raised for an invalid name. The message lists the requirements."""


@lru_cache(4096)  # the same names recur in thousands of games
def player_name(text: str) -> str:
    """Clean a player's name and check that it has 1-20 graphemes, at most 24 cells wide.

    Idempotent. Raises InvalidNameError if it is empty, too long, or has more than 3 marks on a letter.
    """
    visible = "".join(map(_visible, text))
    words = (_without_loose_marks(word) for word in normalize("NFC", visible).split())
    name = " ".join(word for word in words if word)
    if not name:
        raise InvalidNameError(N_("A name needs at least one visible character."))
    characters, cells = _characters(name), cell_width(name)
    if characters > MAX_CHARACTERS:
        raise InvalidNameError(
            N_("A name has at most {most} characters; this one has {found}.", most=MAX_CHARACTERS, found=characters)
        )
    if cells > MAX_CELLS:
        raise InvalidNameError(
            N_("A name is at most {most} columns wide; this one is {found}.", most=MAX_CELLS, found=cells)
        )
    if max(_marks(name)) > _MAX_MARKS:
        raise InvalidNameError(
            NN_(
                "A letter in a name may have at most {count} mark on it.",
                "A letter in a name may have at most {count} marks on it.",
                _MAX_MARKS,
            )
        )
    return name


PlayerName: TypeAlias = Annotated[str, AfterValidator(player_name)]
"""A field with a player's name, which `player_name` cleans."""


def name_key(name: str) -> str:
    """A key that is equal for names that look the same. It ignores case, width and style of letters."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number appended if it looks the same as one already taken.

    The name is shortened if necessary, to make room for the number.
    """
    keys = {name_key(other) for other in taken}
    free, number = name, 1
    while name_key(free) in keys:
        number += 1
        free = _numbered(name, number)
    return free


def check_distinct(names: Sequence[str]) -> None:
    """Raise InvalidNameError if two of the names look the same."""
    for first, second in combinations(names, 2):
        if first == second:
            raise InvalidNameError(N_("Two players have the name {name}; each one needs a different name.", name=first))
        if name_key(first) == name_key(second):
            raise InvalidNameError(
                N_(
                    "{first} and {second} are too similar; each player needs a different name.",
                    first=first,
                    second=second,
                )
            )


def _numbered(name: str, number: int) -> str:
    while True:
        try:
            return player_name(f"{name} {number}")
        except InvalidNameError:
            name = name[:-1]


def _visible(char: str) -> str:
    if char.isspace():
        return " "
    return "" if category(char).startswith("C") or char in _REMOVED else char


def _without_loose_marks(word: str) -> str:
    """The word without marks before its first letter, which would combine with the text to the left of the name."""
    return "".join(dropwhile(lambda char: not cell_width(char), word))


def _marks(name: str) -> Iterator[int]:
    """For each character, the number of consecutive marks up to it."""
    marks = 0
    for char in name:
        marks = 0 if cell_width(char) else marks + 1
        yield marks


def cell_width(text: str) -> int:
    """The width of a string in columns, as Rich measures it. A lone combining mark has width 0."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # a slow import that most names do not need

    return cell_len(text)


def _characters(name: str) -> int:
    if name.isascii():
        return len(name)
    from wcwidth import iter_graphemes

    return sum(1 for _grapheme in iter_graphemes(name))
