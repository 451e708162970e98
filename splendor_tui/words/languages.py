"""Loads the language files, and holds the current language. English is in the source and needs no file."""

import gettext
import struct
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
PSEUDO: Final = "pseudo"
"""An accented form of English for tests and screen design. Players cannot choose it."""
OF_THE_SYSTEM: Final = "auto"
"""Selects the system's language."""

FOLDER: Final = Path(__file__).parents[1] / "languages"
"""The folder of the language files. French is fr.po, which hatch_build.py compiles to fr.mo at installation."""

_PLURALS_TRIED: Final = 200  # enough numbers to reach every plural form
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_current: gettext.NullTranslations = gettext.NullTranslations()


class UnknownLanguageError(LookupError):
    """Raised for an unknown language."""


class LanguageFileError(ValueError):
    """Raised for a damaged language file. `file` is its name."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.file = file


def languages() -> tuple[str, ...]:
    """The available languages."""
    return ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.mo"))


def language_of(environ: Mapping[str, str]) -> str:
    """The language of the system's locale, such as `fr_CA.UTF-8`. English if unknown."""
    locale = next(filter(None, map(environ.get, _LOCALE_VARIABLES)), "")
    named = locale.partition(".")[0].partition("@")[0]
    known = languages()
    return next((code for code in (named, named.partition("_")[0]) if code in known), ENGLISH)


def translation() -> gettext.NullTranslations:
    """The current translation."""
    return _current


def translation_of(language: str) -> gettext.NullTranslations:
    """Load the translation into a language. Raises UnknownLanguageError, LanguageFileError."""
    if language == PSEUDO:
        from splendor_tui.words.pseudo import PseudoLanguage

        return PseudoLanguage()
    if language == ENGLISH:
        return gettext.NullTranslations()
    if language in languages():
        return _load(FOLDER / f"{language}.mo")
    raise UnknownLanguageError(language)


def set_language(language: str) -> None:
    """Set the language of all messages. If `translation_of` raises an error, the language does not change."""
    global _current  # noqa: PLW0603 - the whole program uses one language at a time
    _current = translation_of(language)


@cache
def _load(path: Path) -> gettext.NullTranslations:
    try:
        with path.open("rb") as file:
            found = gettext.GNUTranslations(file)
        for number in range(_PLURALS_TRIED):
            found.ngettext("", "", number)
    except (OSError, ValueError, LookupError, ArithmeticError, struct.error) as error:
        raise LanguageFileError(path.name) from error
    return found
