"""A language as its translators write it: a gettext .po file, read as it is, so that a language is one file."""

import gettext
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Final

FORMAT: Final = 1
"""What the program expects of a file, `X-Format` in its head; it rises when an older program could misread a file."""

_LINE: Final = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[[0-9]\])? )?(".*")')
_PLURAL_FORMS: Final = re.compile(r"^Plural-Forms: *nplurals=([1-9]); *plural=([^;]+);", re.MULTILINE)
_FORMAT: Final = re.compile(r"^X-Format: *([0-9]{1,9})$", re.MULTILINE)
_OF_ARGPARSE: Final = re.compile(r"%(?:\(\w+\))?[a-z]")
_TRIED: Final = 200
"""So many numbers, from 0 on, have to have a plural form; all rules repeat themselves within a hundred."""


class NewerFormatError(ValueError):
    """A file that only a newer version of the program reads right."""


@dataclass(slots=True)
class _Entry:
    """One sentence while it is read: `said` are its parts by the word before them, in order."""

    fuzzy: bool = False
    said: list[tuple[str, str]] = field(default_factory=list)

    def parts(self, keyword: str) -> list[str]:
        return [text for word, text in self.said if word == keyword]

    @property
    def templates(self) -> list[str]:
        """The English of it, one or two forms."""
        return [text for word, text in self.said if word in ("msgid", "msgid_plural")]


class PoFile(gettext.NullTranslations):
    """The translation that the text of a .po file gives.

    What is not translated in it, not surely, or with details that its sentence does not have, stays English. Raises ValueError
    for a text that is no .po file, and NewerFormatError.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._forms: dict[tuple[str | None, str], list[str]] = {}
        self._form_for: Callable[[int], int] = gettext.c2py("n != 1")
        forms_of_a_plural = 2
        for entry in _entries(text):
            [template] = entry.parts("msgid")
            forms = entry.parts("msgstr")
            if not template:
                head = "".join(forms)
                _check_format(head)
                if rule := _PLURAL_FORMS.search(head):
                    forms_of_a_plural = int(rule[1])
                    self._form_for = _plural_rule(rule[2], forms_of_a_plural)
                continue
            needed = forms_of_a_plural if entry.parts("msgid_plural") else 1
            if len(forms) == needed and all(forms) and not entry.fuzzy and _fits(forms, entry.templates):
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


def _check_format(head: str) -> None:
    if (found := _FORMAT.search(head)) and int(found[1]) > FORMAT:
        raise NewerFormatError(found[1])


def _plural_rule(rule: str, forms: int) -> Callable[[int], int]:
    """The form that a number takes. Raises ValueError for a rule that is none, or has not a form for every number."""
    form_for = gettext.c2py(rule)
    try:
        found = {form_for(number) for number in range(_TRIED)}
    except ArithmeticError as error:
        raise ValueError(rule) from error
    if not found <= set(range(forms)):
        raise ValueError(rule)
    return form_for


def _fits(forms: Sequence[str], templates: Sequence[str]) -> bool:
    """Whether every detail that is named in the translation is one of the sentence, in the same format."""
    known = {detail for template in templates for detail in _details(template)}
    try:
        return all(known.issuperset(_details(form)) for form in forms)
    except ValueError:  # a brace that is not closed
        return False


def _details(text: str) -> Iterator[tuple[str, str | None, str | None]]:
    yield from ((found, None, None) for found in _OF_ARGPARSE.findall(text))
    if "{" in text or "}" in text:
        yield from ((name, spec, by) for _words, name, spec, by in Formatter().parse(text) if name is not None)


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
            elif entry.said:
                last, before = entry.said[-1]
                entry.said[-1] = last, before + words
            else:
                raise ValueError(line)
    if entry.said:
        yield entry
