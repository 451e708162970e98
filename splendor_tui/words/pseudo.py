"""A pseudo-language that reveals untranslated text, and areas that are too small for longer languages.

Every letter has an accent and every third one is doubled, so the text remains readable: "Ŧaaké" for "Take".
"""

import gettext
import re
from functools import lru_cache
from itertools import count
from typing import Final

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀçðéƒĝĥíĵķłɱñóþʠřšŧúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶŁṀÑÓÞǪŘŠŦÚṼŴẊÝŽ"
_DISGUISE: Final = str.maketrans(_PLAIN, _ACCENTED)
_STRETCH: Final = 3
_PART: Final = re.compile(r"(?P<placeholder>\{[^{}]*\}|%\(\w+\)[a-z]|%[a-z])|[^\W\d_]")
"""A placeholder of a message or of argparse, or a letter."""


class PseudoLanguage(gettext.NullTranslations):
    """A translation of every message, generated from English and a third longer."""

    def gettext(self, message: str) -> str:
        """The pseudo-translation."""
        return disguised(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The pseudo-translation for this number."""
        return disguised(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        """The pseudo-translation. The context is ignored."""
        return disguised(super().pgettext(context, message))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The pseudo-translation for this number. The context is ignored."""
        return disguised(super().npgettext(context, msgid1, msgid2, n))


@lru_cache(maxsize=4096)
def disguised(template: str) -> str:
    """The template with accents, a third longer. Placeholders do not change."""
    letters = count(1)

    def disguise(part: re.Match[str]) -> str:
        if part["placeholder"]:
            return part[0]
        letter = part[0].translate(_DISGUISE)
        return letter + letter.lower() if next(letters) % _STRETCH == 0 else letter

    return _PART.sub(disguise, template)
