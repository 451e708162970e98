"""Chooses a language, and reports a file that is unusable."""

from collections.abc import Mapping
from typing import Final

from splendor_tui.words.languages import (
    ENGLISH,
    OF_THE_SYSTEM,
    LanguageFileError,
    language_of,
    set_language,
    translation_of,
)
from splendor_tui.words.message import N_, NP_, Message

_THIS: Final = NP_("the name of this language, in itself", "English")


def language_name(language: str) -> str:
    """The language's own name, or its code if its file is unusable."""
    try:
        return _THIS.translated(translation_of(language))
    except LanguageFileError:
        return language


def switch_language(language: str, environ: Mapping[str, str]) -> Message | None:
    """Switch to a language, or to the system's. If its file is unusable, switch to English and return a message.

    For an unknown language, raises UnknownLanguageError and changes nothing.
    """
    try:
        set_language(language_of(environ) if language == OF_THE_SYSTEM else language)
    except LanguageFileError as error:
        set_language(ENGLISH)
        return N_("The language file {file} is damaged; the program uses English.", file=error.file)
    return None
