"""Reads the settings file as TOML, and writes it without losing the player's comments. `settings` checks the values."""

import re
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from splendor_tui.inputs.files import FileError, decode_text, read_regular_file, replace_file, system_reason
from splendor_tui.words import N_, Message, MessageError

FILE_NAME: Final = "settings.toml"
_MAX_BYTES: Final = 64 * 1024
_TABLE: Final = re.compile(r"\s*\[([^\[\]]+)\]")
_POSITION: Final = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)$")
_ENTRY: Final = re.compile(r"\s*([^=#]+)=")

Place: TypeAlias = tuple[str, ...]
"""The path to a value from the top of the file."""


class SettingsFileError(MessageError, ValueError):
    """Raised for a file that cannot be read or is not TOML. The message gives the file name and the reason."""


class SettingsNotSavedError(MessageError):
    """Raised if settings cannot be saved, so that they are lost at exit. The message gives the reason."""


class SettingsFile(NamedTuple):
    """The contents of the settings file. Empty if there is no file."""

    data: Mapping[str, Any] = MappingProxyType({})
    text: str = ""

    def where(self, place: Place) -> Message | str:
        """The file name and, if the value is found, its line (from 1)."""
        line = next((line for end in range(len(place), 0, -1) if (line := self._line(place[:end]))), None)
        return N_("{file}, line {line}", file=FILE_NAME, line=line) if line else FILE_NAME

    def _line(self, place: Place) -> int | None:
        table: Place = ()
        for number, line in enumerate(self.text.split("\n"), start=1):
            if header := _TABLE.match(line):
                table = here = _steps(header[1])
            elif entry := _ENTRY.match(line):
                here = table + _steps(entry[1])
            else:
                continue
            if here == place:
                return number
        return None


def _steps(dotted: str) -> Place:
    return tuple(step.strip().strip("\"'") for step in dotted.split("."))


def read_settings_file(folder: Path) -> SettingsFile:
    """Read the settings file in a folder. Raises SettingsFileError."""
    try:
        text = decode_text(read_regular_file(folder / FILE_NAME, _MAX_BYTES))
        import tomllib  # most players have no file

        return SettingsFile(tomllib.loads(text), text)
    except FileError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return SettingsFile()
        raise SettingsFileError(error.message) from error
    except UnicodeDecodeError as error:
        raise SettingsFileError(N_("{file} is not UTF-8 text.", file=FILE_NAME)) from error
    except RecursionError as error:
        raise SettingsFileError(N_("{file} is nested too deeply.", file=FILE_NAME)) from error
    except ValueError as error:  # also for numbers with more digits than Python parses
        raise SettingsFileError(_describe_toml_error(str(error))) from error


def _describe_toml_error(reason: str) -> Message:
    """Describe the position of the error if the parser's message contains it."""
    if position := _POSITION.search(reason):
        return N_(
            "{file}, line {line}: invalid TOML at column {column}.",
            file=FILE_NAME,
            line=position[1],
            column=position[2],
        )
    return N_("{file} is not valid TOML.", file=FILE_NAME)


def write_settings_file(folder: Path, values: Mapping[Place, object]) -> None:
    """Write plain values to the file, and create it if missing. Its other contents remain unchanged.

    The file is private (0600, a new folder 0700) and is replaced atomically. Raises SettingsNotSavedError.
    """
    try:
        text = read_settings_file(folder).text
        replace_file(folder / FILE_NAME, _changed(text, values).encode())
    except SettingsFileError as error:
        sentence = N_("Your settings apply until you quit, but are not saved. {reason}", reason=error.message)
        raise SettingsNotSavedError(sentence) from error
    except OSError as error:
        reason = system_reason(error)
        sentence = N_("Your settings apply until you quit, but are not saved: {reason}.", reason=reason)
        raise SettingsNotSavedError(sentence) from error


def _changed(text: str, values: Mapping[Place, object]) -> str:
    """The text with these values set, and otherwise unchanged. Raises SettingsFileError if that is impossible.

    tomlkit may fail on split tables, with any error or a wrong result, so the result is checked.
    """
    from tomlkit import comment, document, parse  # a slow import that is rarely needed
    from tomlkit.exceptions import TOMLKitError

    expected = _read_plainly(text)
    for place, value in values.items():
        _put(expected, place, repr(value) if isinstance(value, float) else value)
    try:
        contents = parse(text) if text else document().add(comment(str(N_("Settings of splendor-tui, in TOML."))))
        for place, value in values.items():
            _put(contents, place, value)
        changed = contents.as_string()
        if _read_plainly(changed) == expected:
            return changed
        cause = None
    except (TOMLKitError, LookupError, ValueError, TypeError, AttributeError, AssertionError, RecursionError) as error:
        cause = error
    sentence = N_("{file} cannot be changed; define each of its tables in one place.", file=FILE_NAME)
    raise SettingsFileError(sentence) from cause


def _read_plainly(text: str) -> dict[str, Any]:
    """Parse the text, but leave floats as text, because NaN is not equal to itself."""
    import tomllib

    return tomllib.loads(text, parse_float=lambda number: repr(float(number)))


def _put(table: MutableMapping[str, Any], place: Place, value: object) -> None:
    *above, name = place
    for step in above:
        table = _table_in(table, step)
    if isinstance(value, dict):
        entries = _table_in(table, name)
        for removed in entries.keys() - value.keys():
            del entries[removed]
        entries.update(value)
    else:
        table[name] = value


def _table_in(table: MutableMapping[str, Any], name: str) -> MutableMapping[str, Any]:
    if not isinstance(table.get(name), MutableMapping):
        table[name] = {}
    inner: MutableMapping[str, Any] = table[name]
    return inner
