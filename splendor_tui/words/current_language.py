"""The languages that the program speaks, and the one in force. English is the source: it needs no file."""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
PSEUDO: Final = "pseudo"
"""English in disguise, for tests and for whoever draws a screen; no player is offered it."""
OF_THE_SYSTEM: Final = "auto"
"""What stands for the language of the system, where one of the program's is asked for."""

FOLDER: Final = Path(__file__).parents[1] / "languages"
"""Where the template of all sentences is, and every language: French is fr.po."""

_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_in_force: gettext.NullTranslations = gettext.NullTranslations()


class UnknownLanguageError(LookupError):
    """A language that the program does not speak."""


class LanguageFileError(ValueError):
    """The file of a language that cannot be used; `newer` tells whether it is only too new."""

    def __init__(self, file: str, *, newer: bool = False) -> None:
        super().__init__(file)
        self.file = file
        self.newer = newer


def languages() -> tuple[str, ...]:
    """The languages that a player can choose from."""
    return ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po"))


def language_of(environ: Mapping[str, str]) -> str:
    """The language of the system as its locale names it, such as `fr_CA.UTF-8`; English if the program does not speak it."""
    locale = next(filter(None, map(environ.get, _LOCALE_VARIABLES)), "")
    named = locale.partition(".")[0].partition("@")[0]
    known = languages()
    return next((code for code in (named, named.partition("_")[0]) if code in known), ENGLISH)


def translation() -> gettext.NullTranslations:
    """The translation in force."""
    return _in_force


def translation_of(language: str) -> gettext.NullTranslations:
    """The translation into a language. Raises UnknownLanguageError, and LanguageFileError for a file that cannot be used."""
    if language == PSEUDO:
        from splendor_tui.words.pseudo import PseudoLanguage

        return PseudoLanguage()
    if language == ENGLISH:
        return gettext.NullTranslations()
    if language in languages():
        return _in_file(FOLDER / f"{language}.po")
    raise UnknownLanguageError(language)


def speak(language: str) -> None:
    """Put a language in force; every message is in it from now on. Raises as `translation_of`, and changes nothing then."""
    global _in_force  # noqa: PLW0603 - one program speaks one language at a time, whichever part of it has something to say
    _in_force = translation_of(language)


@cache
def _in_file(path: Path) -> gettext.NullTranslations:
    from splendor_tui.words.po_file import NewerFormatError, PoFile  # most players need none

    try:
        return PoFile(path.read_text(encoding="utf-8"))
    except NewerFormatError as error:
        raise LanguageFileError(path.name, newer=True) from error
    except (OSError, ValueError) as error:
        raise LanguageFileError(path.name) from error
