"""The languages that the program speaks, and the one in force. English is the source: it needs no file."""

import gettext
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
PSEUDO: Final = "pseudo"
"""English in disguise, for tests and for whoever draws a screen; no player is offered it."""

FOLDER: Final = Path(__file__).parents[1] / "languages"
"""Where the template of all sentences is, and every language: French would be fr.po."""

_in_force: gettext.NullTranslations = gettext.NullTranslations()


class UnknownLanguageError(LookupError):
    """A language that the program does not speak."""


def languages() -> tuple[str, ...]:
    """The languages that a player can choose from."""
    return ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po"))


def translation() -> gettext.NullTranslations:
    """The translation in force."""
    return _in_force


def speak(language: str) -> None:
    """Put a language in force; every message is in it from now on. Raises UnknownLanguageError, and changes nothing."""
    global _in_force  # noqa: PLW0603 - one program speaks one language at a time, whichever part of it has something to say
    if language == PSEUDO:
        from splendor_tui.words.pseudo import PseudoLanguage

        _in_force = PseudoLanguage()
    elif language == ENGLISH:
        _in_force = gettext.NullTranslations()
    elif language in languages():
        from splendor_tui.words.po_file import PoFile  # most players need none

        _in_force = PoFile((FOLDER / f"{language}.po").read_text(encoding="utf-8"))
    else:
        raise UnknownLanguageError(language)
