"""The statements of a TOML text, and changes of its values that leave every comment at its place.

We found no library for this: tomlkit 0.15 adds a value after the comment that introduces the next table, and drops the
comments in a list. The end of a statement is the first line that completes it for `tomllib`.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any, Final, NamedTuple, TypeAlias

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_END: Final = re.compile(r"\]|\"{3}|'{3}")
"""What the last of several lines of a statement contains."""
_INDENT: Final = "    "

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
    lines = StringIO(text)
    for line in lines:
        start = line.lstrip()[:1]
        if start == "[":
            table = _path(tomllib.loads(line))
            yield Statement(line, table, table)
        elif start in ("", "#"):
            yield Statement(line, table)
        else:
            while not _is_complete(line):
                line += lines.readline()  # noqa: PLW2901
            yield Statement(line, table, (*table, *_path(tomllib.loads(f"{_key_of(line)}=0"))))


def set_value(text: str, place: Place, value: object) -> str:
    """The text with this value at a place, which is created if it is missing."""
    found = [*statements(text)]
    for index, statement in enumerate(found):
        if _holds(statement, place):
            return _joined(found, index, index + 1, _with_value(statement, place, value))
    newline = "\r\n" if "\r\n" in text else "\n"
    siblings = [index for index, one in enumerate(found) if _is_sibling(one, place)]
    table = found[siblings[-1]].table if siblings else place[:-1]
    new = f"{'.'.join(map(_format_key, place[len(table) :]))} = {format_value(value)}{newline}"
    if siblings:
        index = siblings[-1] + 1
        return _joined(found, index, index, _margin(found[index - 1].text) + new, newline)
    if table:
        header = f"[{'.'.join(map(_format_key, table))}]{newline}"
        return _joined(found, len(found), len(found), (newline if text else "") + header + new, newline)
    index = next((index for index, one in enumerate(found) if one.place is not None), len(found))
    if index < len(found):  # before the first table and the comment that introduces it
        while index and found[index - 1].text.strip():
            index -= 1
        new += newline
    return _joined(found, index, index, new, newline)


def remove_value(text: str, place: Place) -> str:
    """The text without the value or table at this place."""
    kept = []
    for statement in statements(text):
        if statement.place is not None and statement.place[: len(place)] == place:
            kept.append(statement.text[_end_of(statement.text) :].lstrip())  # its comment
        elif _holds(statement, place):
            kept.append(_with_value(statement, place, None))
        else:
            kept.append(statement.text)
    return "".join(kept)


def _is_complete(text: str) -> bool:
    _above, newline, last = text.rstrip().rpartition("\n")
    if newline and not _END.search(last):
        return False  # parsing a long list again for each of its lines would take minutes
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _path(data: Any) -> Place:
    """The path to the only value in the data of a statement."""
    path = []
    while isinstance(data, dict) and data:
        [(name, data)] = data.items()
        path.append(name)
    return tuple(path)


def _before(text: str, sign: str, form: str = "{}") -> str:
    """The text before the first `sign` outside strings and lists: the one that leaves a complete statement of this form."""
    ends = (found.start() for found in re.finditer(sign, text))
    return next((text[:end] for end in ends if _is_complete(form.format(text[:end]))), text)


def _key_of(text: str) -> str:
    """The text of a value's key."""
    return _before(text, "=", "{}=0")


def _end_of(text: str) -> int:
    """The length of a statement without trailing spaces and comment."""
    return len(_before(text, "#").rstrip())


def _margin(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]


def _joined(found: Sequence[Statement], start: int, stop: int, new: str, newline: str = "") -> str:
    """The text with the statements from `start` to `stop` replaced. If `newline` is given, the new ones begin a line."""
    before, after = ("".join(one.text for one in part) for part in (found[:start], found[stop:]))
    return before + (newline if before and not before.endswith("\n") else "") + new + after


def _holds(statement: Statement, place: Place) -> bool:
    """Whether the statement is the value at this place, or an inline table around it."""
    return statement.is_value and statement.place == place[: len(statement.place or ())]


def _is_sibling(statement: Statement, place: Place) -> bool:
    """Whether a value at this place can follow the statement: a value of the same table, or the table's header."""
    own = statement.place or ()
    return own[:-1] == place[:-1] if statement.is_value else bool(own) and own == place[:-1]


def _with_value(statement: Statement, place: Place, value: object) -> str:
    """The statement's text with another value. In an inline table, None removes it."""
    text = statement.text
    key, end = _key_of(text), _end_of(text)
    old = text[len(key) + 1 : end].lstrip()
    inner = place[len(statement.place or ()) :]
    if inner:
        data: Any = tomllib.loads(f"value={old}")["value"]
        value = _with_entry(data if isinstance(data, dict) else {}, inner, value)
    if isinstance(value, list | tuple) and old.startswith("[") and "\n" in old:
        new = _format_lines(old, value)
    else:
        new = format_value(value)
    return text[: end - len(old)] + new + text[end:]


def _with_entry(table: dict[str, Any], place: Place, value: object) -> dict[str, Any]:
    name, *below = place
    if below:
        inner = table.get(name)
        return {**table, name: _with_entry(inner if isinstance(inner, dict) else {}, tuple(below), value)}
    return {**table, name: value} if value is not None else {key: table[key] for key in table if key != name}


def _format_lines(old: str, values: Sequence[object]) -> str:
    """A list of several lines with other values, which take the places of the old ones. Raises ValueError."""
    left, rows = [*values], []
    after, indent = None, _INDENT  # the row for further values, and its indent
    lines = old[1:-1].split("\n")
    for number, line in enumerate(lines):
        before = _before(line, "#", "x=[{}]").rstrip()
        items = tomllib.loads(f"x=[{before}]")["x"]
        here, left = left[: len(items)], left[len(items) :]
        margin, written, rest = _margin(line), before.strip(), line[len(before) :]
        if here != items or (items and left and not written.endswith(",")):
            written = " ".join(f"{format_value(item)}," for item in here)
        is_empty = items and not here and not rest.strip()
        if not is_empty or number in (0, len(lines) - 1):
            rows.append(margin + (written + rest if written else rest.lstrip(" \t")))
        if items:
            after, indent = len(rows), margin if number else indent
    end_of_line = "\r" if lines[0].endswith("\r") else ""
    further = [f"{indent}{format_value(item)},{end_of_line}" for item in left]
    index = len(rows) - 1 if after is None else after
    if further and index == len(rows):
        further[-1] = further[-1].rstrip("\r")
        rows[-1] += end_of_line
    return "[" + "\n".join([*rows[:index], *further, *rows[index:]]) + "]"


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
