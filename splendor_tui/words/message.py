"""A translatable sentence: a template and its details, formatted only when displayed.

`N_("You hold {held} tokens.", held=12)` creates a message. The template is English and the key of every translation. It
must be a literal so that gettext can extract it. `str(message)` is the sentence in the current language, which may
change while the program runs. Screens that draw cards and tokens use `pieces` instead.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, replace
from gettext import NullTranslations
from string import Formatter
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from splendor_tui.words.languages import LanguageFileError, languages, translation, translation_of

_FORMATTER: Final = Formatter()
_MAX_QUOTED: Final = 60


@runtime_checkable
class Describable(Protocol):
    """A detail that supplies its own text, such as a card."""

    def describe(self) -> "Message":
        """The text of the detail."""


class Piece(NamedTuple):
    """The text before a detail, and the detail. `name` is empty for the text after the last detail."""

    words: str
    name: str
    detail: object


@dataclass(slots=True)
class Message:
    """A sentence that does not depend on the language. Messages are equal if all their attributes are equal.

    `plural` is the template for numbers other than one; `count` and the language select the form. `context`
    distinguishes two meanings of the same English text, such as the noun and the verb "reserve". A template contains
    the names of details in braces, with an optional format (`{points:.1f}`). A detail may be a message or any
    Describable.
    """

    template: str
    details: Mapping[str, object]
    _: KW_ONLY
    plural: str | None = None
    count: int = 1
    context: str | None = None

    def translated(self, language: NullTranslations | None = None) -> str:
        """The template in this language or the current one, without its details."""
        language = language or translation()
        if self.plural is None:
            if self.context is None:
                return language.gettext(self.template)
            return language.pgettext(self.context, self.template)
        if self.context is None:
            return language.ngettext(self.template, self.plural, self.count)
        return language.npgettext(self.context, self.template, self.plural, self.count)

    def in_all_languages(self) -> Iterator[str]:
        """Yield the template in each language whose file is usable."""
        for language in languages():
            with suppress(LanguageFileError):
                yield self.translated(translation_of(language))

    def with_details(self, change: Callable[[object], object]) -> "Message":
        """The same sentence with `change` applied to each detail, including those of nested messages."""

        def changed(detail: object) -> object:
            return detail.with_details(change) if isinstance(detail, Message) else change(detail)

        return replace(self, details={name: changed(detail) for name, detail in self.details.items()})

    def renamed(self, names: Mapping[str, str]) -> "Message":
        """The same sentence with other names. `names` are the new ones, by old name."""
        return self.with_details(lambda detail: names.get(detail, detail) if isinstance(detail, str) else detail)

    def filled_in(self, **details: Any) -> "Message":
        """The same sentence with these details, for a message created without details."""
        return replace(self, details=details, count=details.get("count", self.count))

    def pieces(self) -> list[Piece]:
        """The parts of the sentence in order, for callers that render the details themselves.

        Details with a format spec are already formatted as strings.
        """
        translated = self.translated()
        try:
            return list(self._filled_pieces(translated))
        except (LookupError, ValueError):
            english = self.template if self.plural is None or self.count == 1 else self.plural
            if translated == english:
                raise
            return list(self._filled_pieces(english))  # an incorrect or damaged translation contains other names

    def _filled_pieces(self, template: str) -> Iterator[Piece]:
        for words, name, spec, _conversion in _FORMATTER.parse(template):
            if not name:
                yield Piece(words, "", None)
            else:
                yield Piece(words, name, _formatted(self.details[name], spec) if spec else self.details[name])

    def __str__(self) -> str:
        return "".join(f"{words}{_text(detail) if name else ''}" for words, name, detail in self.pieces())

    def __hash__(self) -> int:
        return hash((self.template, self.plural, self.context))


def N_(template: str, /, **details: object) -> Message:
    """Create a message."""
    return Message(template, details)


def NN_(one: str, many: str, number: int, /, **details: object) -> Message:
    """Create a message with a plural. The templates may use `{count}`."""
    return Message(one, {"count": number, **details}, plural=many, count=number)


def NP_(context: str, template: str, /, **details: object) -> Message:
    """Create a message with a context, for English text with several meanings."""
    return Message(template, details, context=context)


def NNP_(context: str, one: str, many: str, number: int, /, **details: object) -> Message:
    """Create a message with a context and a plural."""
    return Message(one, {"count": number, **details}, plural=many, count=number, context=context)


def quoted(text: str, longest: int = _MAX_QUOTED) -> Message:
    """Untrusted text in the language's quotation marks, with escaped control characters, cut after `longest` characters."""
    return N_("'{text}'", text=repr(text if len(text) <= longest else text[:longest] + "…")[1:-1])


class MessageError(Exception):
    """An error with a message for the player. `str()` gives it in the current language."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


def _text(detail: object) -> str:
    if isinstance(detail, str | int | Message):  # the usual ones, because a check of the protocol is slow
        return str(detail)
    return str(detail.describe() if isinstance(detail, Describable) else detail)


def _formatted(detail: object, spec: str) -> str:
    if isinstance(detail, float):
        return format(detail, spec).replace(".", str(NP_("decimal point", ".")))
    return format(_text(detail) if isinstance(detail, Message | Describable) else detail, spec)
