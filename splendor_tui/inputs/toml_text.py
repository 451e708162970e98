"""The statements of a TOML text, and changes of its values that leave every comment at its place.

We found no library for this: tomlkit 0.15 adds a value after the comment that introduces the next table, and drops the
comments in a list.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_PART: Final = re.compile(
    r'"{3}(?:\\.|[^\\])*?"{3,5}|\'{3}.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\'|#[^\n]*|[^\s,=\[\]{}"\'#]+|.', re.DOTALL
)
"""A string, a comment, a word, or any other character."""
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_REMOVED: Final = "\0"

Place: TypeAlias = tuple[str, ...]
"""The path to a value from the top of the file."""


class Statement(NamedTuple):
    """The lines of a value, a table's header, a comment or a blank line. The last two have no place.

    A value's `place` begins with its `table`. A header's place is its table.
    """

    text: str
    table: Place
    place: Place | None = None

    @property
    def is_value(self) -> bool:
        """Whether this is a value."""
        return self.place is not None and self.place != self.table


def statements(text: str) -> Iterator[Statement]:
    """The statements of a valid text, in order. Their texts joined are the text."""
    table: Place = ()
    own, depth = "", 0
    for part in [*_PART.findall(text), ""]:
        own += part
        depth += _STEPS.get(part, 0)
        if not own or (part and (part != "\n" or depth)):
            continue
        start = own.lstrip()[:1]
        if start == "[":
            table = _path(tomllib.loads(own))
            yield Statement(own, table, table)
        elif start in ("", "#"):
            yield Statement(own, table)
        else:
            yield Statement(own, table, (*table, *_path(tomllib.loads(f"{_split(own)[0]}0"))))
        own = ""


def set_value(text: str, place: Place, value: object) -> str:
    """The text with this value at a place, which is created if it is missing."""
    found = [*statements(text)]
    texts = [one.text for one in found]
    for index, statement in enumerate(found):
        if _holds(statement, place):
            texts[index] = _with_value(statement, place, value)
            return "".join(texts)
    newline = "\r\n" if "\r\n" in text else "\n"
    siblings = [index for index, one in enumerate(found) if _is_sibling(one, place)]
    table = found[siblings[-1]].table if siblings else place[:-1]
    new = f"{'.'.join(map(_format_key, place[len(table) :]))} = {format_value(value)}{newline}"
    index = len(found)
    if siblings:
        index = siblings[-1] + 1
        before = texts[index - 1]
        new = before[: len(before) - len(before.lstrip())] + new
    elif table:
        new = f"{newline if text else ''}[{'.'.join(map(_format_key, table))}]{newline}{new}"
    else:
        index = next((index for index, one in enumerate(found) if one.place is not None), index)
        if index < len(found):  # before the first table and the comment that introduces it
            while index and texts[index - 1].strip():
                index -= 1
            new += newline
    above = "".join(texts[:index])
    return above + (newline if above and not above.endswith("\n") else "") + new + "".join(texts[index:])


def remove_value(text: str, place: Place) -> str:
    """The text without the value or table at this place."""
    kept = []
    for statement in statements(text):
        if statement.place is not None and statement.place[: len(place)] == place:
            kept.append(_split(statement.text)[2].lstrip())  # its comment
        elif _holds(statement, place):
            kept.append(_with_value(statement, place, None))
        else:
            kept.append(statement.text)
    return "".join(kept)


def _path(data: Any) -> Place:
    """The path to the only value in the data of a statement."""
    path = []
    while isinstance(data, dict) and data:
        [(name, data)] = data.items()
        path.append(name)
    return tuple(path)


def _split(text: str) -> tuple[str, str, str]:
    """A statement in three parts: its key with the equals sign, its value, and the comment after it."""
    parts = [(found[0], found.end()) for found in _PART.finditer(text)]
    start = next((end for part, end in parts if part == "="), 0)
    stop = max(end for part, end in parts if part.strip() and part[0] != "#")
    value = text[start:stop].lstrip()
    return text[: stop - len(value)], value, text[stop:]


def _holds(statement: Statement, place: Place) -> bool:
    """Whether the statement is the value at this place, or an inline table around it."""
    return statement.is_value and statement.place == place[: len(statement.place or ())]


def _is_sibling(statement: Statement, place: Place) -> bool:
    """Whether a value at this place can follow the statement: a value of the same table, or the table's header."""
    own = statement.place or ()
    return own[:-1] == place[:-1] if statement.is_value else bool(own) and own == place[:-1]


def _with_value(statement: Statement, place: Place, value: object) -> str:
    """The statement's text with another value. In an inline table, None removes it."""
    key, old, rest = _split(statement.text)
    if inner := place[len(statement.place or ()) :]:
        data: Any = tomllib.loads(f"value={old}")["value"]
        if value is None and not isinstance(data, dict):
            return statement.text
        value = _with_entry(data if isinstance(data, dict) else {}, inner, value)
    if isinstance(value, list | tuple) and old.startswith("[") and "\n" in old:
        return key + _format_lines(old, value) + rest
    return key + format_value(value) + rest


def _with_entry(table: dict[str, Any], place: Place, value: object) -> dict[str, Any]:
    name, *below = place
    if below:
        inner = table.get(name)
        return {**table, name: _with_entry(inner if isinstance(inner, dict) else {}, tuple(below), value)}
    return {**table, name: value} if value is not None else {key: table[key] for key in table if key != name}


def _format_lines(old: str, values: Sequence[object]) -> str:
    """A list of several lines with other values, which take the places of the old ones. Raises ValueError for other lists."""
    left, written = [*values], [""]
    last, follows_removed = 0, False
    for part in _PART.findall(old[1:-1]):
        if part == "," and follows_removed:
            follows_removed = False
        elif part.isspace() or part[0] in ",#":
            written.append(part)
        elif left:
            value = left.pop(0)
            written.append(part if tomllib.loads(f"x={part}")["x"] == value else format_value(value))
            last = len(written) - 1
        else:
            written.append(_REMOVED)
            follows_removed = True
    further = ", ".join(map(format_value, left))
    written[last or -1] += f", {further}" if last and further else further
    text = re.sub(r"\n[ \t\0]*\0[ \t\r\0]*(?=\n)", "", "".join(written))
    return "[" + re.sub(r"[ \t]*\0", "", text) + "]"


def format_value(value: object) -> str:
    """A value in TOML, on one line."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(format_value, value))}]"
        case dict():
            entries = ", ".join(f"{_format_key(name)} = {format_value(inner)}" for name, inner in value.items())
            return f"{{ {entries} }}" if entries else "{}"
        case _:
            return repr(value)


def _format_key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else format_value(name)
