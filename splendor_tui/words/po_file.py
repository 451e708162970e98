"""A language as its translators write it: a gettext .po file, read as it is, so that a language is one file."""

import gettext
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_LINE: Final = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[[0-9]\])? )?(".*")')
_PLURAL_FORMS: Final = re.compile(r"^Plural-Forms:.*?plural=([^;]+);", re.MULTILINE)


@dataclass(slots=True)
class _Entry:
    """One sentence while it is read: `said` are its parts by the word before them, in order."""

    fuzzy: bool = False
    said: list[tuple[str, str]] = field(default_factory=list)

    def parts(self, keyword: str) -> list[str]:
        return [text for word, text in self.said if word == keyword]


class PoFile(gettext.NullTranslations):
    """The translation that the text of a .po file gives. What is not translated in it, or not surely, stays English.

    Raises ValueError for a text that is no .po file.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._forms: dict[tuple[str | None, str], list[str]] = {}
        self._form_for = gettext.c2py("n != 1")
        for entry in _entries(text):
            [template] = entry.parts("msgid")
            forms = entry.parts("msgstr")
            if not template:
                if rule := _PLURAL_FORMS.search(forms[0]):
                    self._form_for = gettext.c2py(rule[1])
            elif all(forms) and not entry.fuzzy:
                context = next(iter(entry.parts("msgctxt")), None)
                self._forms[context, template] = forms

    def gettext(self, message: str) -> str:
        """The sentence in this language."""
        return self._forms.get((None, message), [message])[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form for a number in this language."""
        return self._counted(None, msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """The sentence in one of its meanings."""
        return self._forms.get((context, message), [message])[0]

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The form for a number in one of its meanings."""
        return self._counted(context, msgid1, msgid2, n)

    def _counted(self, context: str | None, one: str, many: str, number: int) -> str:
        forms = self._forms.get((context, one))
        if forms is None:
            return one if number == 1 else many
        return forms[self._form_for(number)]


def _entries(text: str) -> Iterator[_Entry]:
    entry = _Entry()
    for line in text.splitlines():
        begins = line.startswith(("#", "msgctxt", "msgid ")) and entry.parts("msgstr")
        if begins:
            yield entry
            entry = _Entry()
        if line.startswith("#"):
            entry.fuzzy |= line.startswith("#,") and "fuzzy" in line
        elif line.strip():
            if not (found := _LINE.fullmatch(line.strip())):
                raise ValueError(line)
            keyword, words = found[1], json.loads(found[2])
            if keyword:
                entry.said.append((keyword, words))
            else:
                last, before = entry.said[-1]
                entry.said[-1] = last, before + words
    if entry.said:
        yield entry
