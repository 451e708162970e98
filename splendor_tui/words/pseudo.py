"""A pseudo-language that reveals untranslated text, and areas that are too small for longer languages.

Every letter has an accent and every third one is doubled, so the text remains readable: "Ŧaaké" for "Take".
"""

import gettext
import re
from functools import lru_cache
from typing import Final

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀçðéƒĝĥíĵķłɱñóþʠřšŧúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶŁṀÑÓÞǪŘŠŦÚṼŴẊÝŽ"
_DISGUISE: Final = str.maketrans(_PLAIN, _ACCENTED)
_STRETCH: Final = 3
_PLACEHOLDER: Final = re.compile(r"(\{[^{}]*\}|%\(\w+\)[a-z]|%[a-z])")  # placeholders of messages and of argparse


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
    parts = _PLACEHOLDER.split(template)
    letters = 0
    for place in range(0, len(parts), 2):
        stretched = []
        for char in parts[place].translate(_DISGUISE):
            stretched.append(char)
            if char.isalpha():
                letters += 1
                if letters % _STRETCH == 0:
                    stretched.append(char.lower())
        parts[place] = "".join(stretched)
    return "".join(parts)
