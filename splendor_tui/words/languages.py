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
_NO_LANGUAGE: Final = ("C", "POSIX")
_current: gettext.NullTranslations = gettext.NullTranslations()
_code = ENGLISH


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
    """The language of the system: the first that exists of those in LANGUAGE, then that of the locale. English if unknown.

    As in other programs, LANGUAGE does not count in the locale C.
    """
    locale = locale_of(environ)
    wanted = () if locale in _NO_LANGUAGE else environ.get("LANGUAGE", "").split(":")
    return next(filter(None, map(language_in, (*wanted, locale))), ENGLISH)


def locale_of(environ: Mapping[str, str]) -> str:
    """The name of the system's locale, such as `fr_CA.UTF-8`. Empty if there is none."""
    return next(filter(None, map(environ.get, _LOCALE_VARIABLES)), "")


def names_language(locale: str) -> bool:
    """Whether the locale is one of a language."""
    return bare_name(locale) not in ("", *_NO_LANGUAGE)


def language_in(locale: str) -> str | None:
    """The language of a locale, if it exists."""
    named, known = bare_name(locale), languages()
    return next((code for code in (named, named.partition("_")[0]) if code in known), None)


def bare_name(locale: str) -> str:
    """The language and region of a locale, such as `fr_CA`, without its encoding and variant."""
    return locale.partition(".")[0].partition("@")[0]


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


def current_language() -> str:
    """The code of the current language."""
    return _code


def set_language(language: str) -> None:
    """Set the language of all messages. If `translation_of` raises an error, the language does not change."""
    global _current, _code
    _current, _code = translation_of(language), language


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
