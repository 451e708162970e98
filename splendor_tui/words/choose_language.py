"""Choosing a language, and what is to be said of one that cannot be spoken."""

from collections.abc import Mapping
from typing import Final

from splendor_tui.words.current_language import (
    ENGLISH,
    OF_THE_SYSTEM,
    LanguageFileError,
    language_of,
    speak,
    translation_of,
)
from splendor_tui.words.message import N_, NP_, Message

_THIS: Final = NP_("the name of this language, in itself", "English")


def language_name(language: str) -> str:
    """What a language is called by those who speak it; its code where its file cannot be used."""
    assert _THIS.context is not None
    try:
        return translation_of(language).pgettext(_THIS.context, _THIS.template)
    except LanguageFileError:
        return language


def put_in_force(language: str, environ: Mapping[str, str]) -> Message | None:
    """Speak a language, or that of the system. If its file cannot be used, speak English and return what is to be said of it.

    Raises UnknownLanguageError, and changes nothing then.
    """
    try:
        speak(language_of(environ) if language == OF_THE_SYSTEM else language)
    except LanguageFileError as error:
        speak(ENGLISH)
        if error.newer:
            return N_(
                "The language file {file} is for a newer version of the program; this one goes on in English.",
                file=error.file,
            )
        return N_("The language file {file} is damaged; the program speaks English now.", file=error.file)
    return None
