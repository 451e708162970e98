"""What a typed line says: a command and the words after it, or a sentence about the nearest commands."""

import re
from collections.abc import Sequence
from typing import Final

from splendor_tui.plain.verbs import Verb, meant, nearest
from splendor_tui.words import N_, MessageError, either, quoted

_MOST_QUOTED: Final = 20
_AS_PRINTED: Final = re.compile(r"(?:[0-9]+\.\s+)?(.*?)(?:,?\s+[0-9]+\s*%)?(?:\s*:.*)?\.?")
"""A line as a hint prints it: its number, what to type, the chance to win and the reason."""


class NotUnderstoodError(MessageError):
    """A line that begins with no command; the message names the nearest."""


def split(line: str) -> list[str]:
    """The words of a line; commas only part them. A hint may be typed exactly as it is printed."""
    found = _AS_PRINTED.fullmatch(line.strip())
    return (found[1] if found else line).replace(",", " ").split()


def understood(words: Sequence[str], possible: Sequence[Verb]) -> tuple[Verb, Sequence[str]]:
    """The command and what comes after it; it may be one that is not possible now. Raises NotUnderstoodError."""
    word = words[0]
    verb = meant(word, possible)
    if verb is not None:
        return verb, words[1:]
    typed = quoted(word[:_MOST_QUOTED])
    if near := nearest(word, possible):
        raise NotUnderstoodError(N_("I do not understand {word}. Did you mean {near}?", word=typed, near=either(near)))
    raise NotUnderstoodError(
        N_("I do not understand {word}. Type {help} for the commands.", word=typed, help=Verb.HELP.name_typed)
    )
