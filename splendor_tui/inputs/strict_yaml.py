"""Strict YAML with only text, whole numbers, lists and mappings.

Anchors, aliases, tags, repeated keys and deep nesting are rejected, so a short file cannot expand to a huge one, and a
file cannot choose its types. Only a plain whole number becomes a number. `yes`, `1.5`, `0x10`, `.nan` and `<<` remain
text, so that messages can quote them.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

import yaml

from splendor_tui.inputs.files import FileError, decode_text, read_regular_file
from splendor_tui.inputs.strict_models import Place, shown
from splendor_tui.words import N_, Message, MessageError

_FAST: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the parser of libyaml, if PyYAML was built with it
_MAX_DEPTH: Final = 8
_WHOLE_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]{0,8})")


class StrictYamlError(MessageError, ValueError):
    """Raised for text that is not YAML, or not plain data. `line` starts at 1."""

    def __init__(self, message: Message, line: int) -> None:
        super().__init__(message)
        self.line = line


class Document(NamedTuple):
    """The content of a file, and the line of each value (from 1)."""

    data: object
    lines: dict[Place, int]

    def line(self, place: Place) -> int:
        """The line of a value, or of its parent if the value is missing."""
        while place not in self.lines:
            place = place[:-1]
        return self.lines[place]


def read_yaml_file(path: Path, most: int) -> Document:
    """Read the single document in a file of at most `most` bytes. Raises FileError, whose message gives the line."""
    try:
        return read_strict_yaml(read_regular_file(path, most))
    except StrictYamlError as error:
        where = N_("{file}, line {line}", file=path.name, line=error.line)
        raise FileError(N_("{place}: {sentence}", place=where, sentence=error.message)) from error


def read_strict_yaml(content: bytes) -> Document:
    """Parse the single document in a file. An empty file yields an empty string. Raises StrictYamlError."""
    try:
        text = decode_text(content)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise StrictYamlError(N_("This is not UTF-8 text; save the file as UTF-8."), line) from error
    with suppress(yaml.YAMLError, StrictYamlError):
        return _Reader(yaml.parse(text, Loader=_FAST)).document()
    try:
        # After an error, PyYAML's own parser parses the text again, so that messages do not depend on libyaml.
        return _Reader(yaml.parse(text, Loader=yaml.SafeLoader)).document()
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise StrictYamlError(N_("There is a control character here; delete it."), line) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        if mark and text[mark.index : mark.index + 1] == "\t":
            raise StrictYamlError(N_("There is a tab here; YAML needs spaces."), line) from error
        raise StrictYamlError(N_("Invalid YAML at column {column}.", column=column), line) from error


class _Reader:
    """Converts the events of a YAML parser into plain data."""

    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events
        self._lines: dict[Place, int] = {}

    def document(self) -> Document:
        data: object = ""
        for event in self._events:
            if not isinstance(event, yaml.NodeEvent):
                continue
            if self._lines:
                _refuse(event, N_("A second document begins here; a file may have only one."))
            data = self._value(event, ())
        return Document(data, self._lines or {(): 1})

    def _value(self, event: Any, place: Place) -> object:
        """Convert the value that starts with this event. Consumes all of its events."""
        _check_plain(event)
        if len(place) > _MAX_DEPTH:
            _refuse(event, N_("This is nested deeper than {deepest} levels.", deepest=_MAX_DEPTH))
        self._lines[place] = _line(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(place)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(place)
        return _scalar(event)

    def _list(self, place: Place) -> list[object]:
        items: list[object] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._value(event, (*place, len(items))))
        return items

    def _mapping(self, place: Place) -> dict[str | int, object]:
        entries: dict[str | int, object] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            _check_plain(event)
            if not isinstance(event, yaml.ScalarEvent):
                _refuse(event, N_("Expected a name followed by a colon."))
            key = _scalar(event)
            if key in entries:
                _refuse(event, N_("{key} appears a second time here; it may appear only once.", key=shown(key)))
            entries[key] = self._value(next(self._events), (*place, key))
        return entries


def _check_plain(event: Any) -> None:
    if event.anchor is not None:
        _refuse(event, N_("There is an anchor (&) or alias (*) here; write the value itself, or put text in quotes."))
    if event.tag is not None:
        _refuse(event, N_("There is a tag (!) here; remove it, or put text in quotes."))


def _scalar(event: Any) -> str | int:
    text: str = event.value
    plain = not event.style
    return int(text) if plain and _WHOLE_NUMBER.fullmatch(text) else text


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1


def _refuse(event: Any, message: Message) -> NoReturn:
    raise StrictYamlError(message, _line(event))
