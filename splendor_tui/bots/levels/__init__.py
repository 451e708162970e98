"""The levels of computer players. A new level is one new module here, and nothing else is to be changed.

Such a module has `NAME` (what people call the player), `DESCRIPTION` (a sentence about how it plays) and `create()`, which gives
the `Bot`. Its id is the module's name with hyphens.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from splendor_tui.bots.player import Bot
from splendor_tui.words import N_, Message, MessageError, enumerated


class UnknownLevelError(MessageError, ValueError):
    """There is no such level; the message says which there are."""


class Level(Protocol):
    """What a module of this package holds."""

    NAME: Message
    DESCRIPTION: Message

    def create(self) -> Bot:
        """A player of this level."""


def level_ids() -> tuple[str, ...]:
    """The ids of all levels, in alphabetical order. Imports none of them."""
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(__path__)))


def create_bot(level_id: str) -> Bot:
    """A player of this level. Raises UnknownLevelError."""
    return _level(level_id).create()


def level_name(level_id: str) -> Message:
    """What people call the level. Raises UnknownLevelError."""
    return _level(level_id).NAME


def level_description(level_id: str) -> Message:
    """A sentence about how the level plays. Raises UnknownLevelError."""
    return _level(level_id).DESCRIPTION


def _level(level_id: str) -> Level:
    if level_id not in level_ids():
        raise UnknownLevelError(
            N_(
                "There is no level {level} of computer player; there are: {known}.",
                level=repr(level_id[:60]),
                known=enumerated(level_ids()),
            )
        )
    return cast("Level", import_module(f"{__name__}.{level_id.replace('-', '_')}"))
