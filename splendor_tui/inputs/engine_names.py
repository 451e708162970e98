"""External engines, identified by a command or by a title in the settings.

Only an engine that the player has specified in one of these ways is started, even if a saved game names others.
"""

import os
import shlex
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeAlias

from pydantic import AfterValidator, Field

from splendor_tui.inputs.player_names import MAX_CHARACTERS, InvalidNameError, name_key, player_name
from splendor_tui.inputs.strict_models import Strict, allowing, between, shown
from splendor_tui.words import N_, Message, MessageError, quoted

SIGN: Final = "@"
"""The prefix of an engine in a list of players."""
_LONGEST: Final = 300


class EngineCommandError(MessageError, ValueError):
    """Raised for an invalid command. The message gives the reason."""


def split_command(text: str) -> tuple[str, ...]:
    """Split a command as a shell does, and expand a leading `~`. Raises EngineCommandError."""
    if len(text) > _LONGEST or not text.isprintable():
        raise EngineCommandError(N_("The command of an engine has at most {most} printable characters.", most=_LONGEST))
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise EngineCommandError(N_("A quote in the command of an engine is not closed.")) from error
    if not words or not words[0]:
        raise EngineCommandError(N_("The command of an engine begins with the program to start."))
    program, *arguments = words
    if program.startswith("~"):
        with suppress(RuntimeError):  # no such user
            program = str(Path(program).expanduser())
    return program, *arguments


def shown_command(text: str) -> Message | str:
    """A command or a part of one, whole, for use in a message."""
    return shown(text, 2 * _LONGEST)  # `repr` may double its length


def _check_command(text: str) -> str:
    split_command(text)
    return text


def _check_title(title: str) -> str:
    if (name := player_name(title)) != title:
        raise InvalidNameError(
            N_("The title of an engine must be a valid player name, like {name}.", name=quoted(name))
        )
    return title


Title: TypeAlias = Annotated[str, AfterValidator(_check_title)]
"""The name of an engine and of its seat."""
Command: TypeAlias = Annotated[str, AfterValidator(_check_command)]
"""A command as written by the player. Commands are equal if they are written the same way."""

OptionValue: TypeAlias = Annotated[
    bool | int | float | Annotated[str, Field(max_length=_LONGEST)], allowing(N_("true or false, a number, or text"))
]
"""A value of an engine option."""


class EngineSettings(Strict):
    """An engine in the settings: its command, options, startup limit in seconds, and log file."""

    command: Command
    options: dict[str, OptionValue] = Field(default_factory=dict)
    ready_seconds: Annotated[float, between(10, 600, N_("seconds from {least} to {most}"))] = 60
    log: Annotated[str, Field(min_length=1, max_length=_LONGEST), allowing(N_("a file name"))] | None = None


Engines: TypeAlias = Mapping[str, EngineSettings]
"""The engines of the settings by their titles."""


class NamedEngine(NamedTuple):
    """An engine and its default name. If `in_settings` is true, the name is its title."""

    title: str
    settings: EngineSettings
    in_settings: bool = False


def find_engine(text: str, engines: Engines) -> NamedEngine:
    """Find the engine with this title in the settings, otherwise the one with this command. Raises EngineCommandError."""
    for title, engine in engines.items():
        if name_key(title) == name_key(text):
            return NamedEngine(title, engine, in_settings=True)
    program = Path(split_command(text)[0]).stem
    settings = settings_of(text, None, engines) or EngineSettings(command=text)
    try:
        return NamedEngine(player_name(program[:MAX_CHARACTERS]), settings)
    except InvalidNameError:
        return NamedEngine(str(N_("Engine")), settings)


def settings_of(command: str, title: str | None, engines: Engines) -> EngineSettings | None:
    """The engine in the settings with this command, preferably with this title. None if there is none."""
    by_command = {known: engine for known, engine in engines.items() if engine.command == command}
    return by_command.get(title or "") or next(iter(by_command.values()), None)
