"""The languages that the program speaks, and the one in force. English is the source: it needs no file."""

import gettext
from pathlib import Path
from typing import Final

DOMAIN: Final = "splendor_tui"
ENGLISH: Final = "en"
_FOLDER: Final = Path(__file__).parents[1] / "languages"

_in_force: gettext.NullTranslations = gettext.NullTranslations()


def translation() -> gettext.NullTranslations:
    """The translation in force."""
    return _in_force


def speak(language: str) -> None:
    """Put a language in force from now on; messages that are shown later are in it. Raises OSError for an unknown one."""
    global _in_force  # noqa: PLW0603 - one program speaks one language at a time, whichever part of it has something to say
    english = language == ENGLISH
    _in_force = gettext.NullTranslations() if english else gettext.translation(DOMAIN, _FOLDER, [language])
