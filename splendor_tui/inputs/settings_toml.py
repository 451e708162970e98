"""Reads the settings file as TOML, and writes it without losing the player's comments. `settings` checks the values."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from splendor_tui.inputs.files import FileError, decode_text, read_regular_file, replace_file, system_reason
from splendor_tui.words import N_, Message, MessageError

FILE_NAME: Final = "settings.toml"
_MAX_BYTES: Final = 64 * 1024
_POSITION: Final = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)$")

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
        from splendor_tui.inputs.toml_text import statements

        line = 1
        for statement in statements(self.text):
            if statement.place == place:
                return line
            line += statement.text.count("\n")
        return None


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
    """Write plain values to the file, and create it if missing. None removes a value. Its other contents remain unchanged.

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
    """The text with these values set, and otherwise unchanged. Raises SettingsFileError if that is impossible."""
    from splendor_tui.inputs.toml_text import remove_value, set_value

    expected = _read_plainly(text)
    text = text or f"# {N_('Settings of splendor-tui, in TOML.')}\n"
    cause = None
    try:
        for place, value in values.items():
            _put(expected, place, value)
            text = remove_value(text, place) if value is None else set_value(text, place, value)
        if _without_empty_tables(_read_plainly(text)) == _without_empty_tables(expected):
            return text
    except ValueError as error:
        cause = error
    sentence = N_("{file} cannot be changed; define each of its tables in one place.", file=FILE_NAME)
    raise SettingsFileError(sentence) from cause


def _read_plainly(text: str) -> dict[str, Any]:
    """Parse the text, but leave floats as text, because NaN is not equal to itself."""
    import tomllib

    return tomllib.loads(text, parse_float=lambda number: repr(float(number)))


def _without_empty_tables(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if value != {}}


def _put(table: dict[str, Any], place: Place, value: object) -> None:
    from splendor_tui.inputs.toml_text import format_value

    *above, name = place
    for step in above:
        if not isinstance(table.get(step), dict):
            if value is None:
                return
            table[step] = {}
        table = table[step]
    if value is None:
        table.pop(name, None)
    else:
        table[name] = _read_plainly(f"value = {format_value(value)}")["value"]
