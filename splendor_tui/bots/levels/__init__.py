"""The levels of computer players, from the weakest to the strongest.

A level is a module here with what `Level` names, and a place in LEVELS.
"""

from importlib import import_module
from typing import Final, Protocol, cast

from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import GameOptions
from splendor_tui.words import N_, Message, MessageError, enumerated, quoted

LEVELS: Final = ("apprentice", "journeyman", "merchant", "guildmaster", "grandmaster")
STRONGEST_LEVEL: Final = LEVELS[-1]
DEFAULT_LEVEL: Final = "journeyman"
"""Whom somebody plays against who has never chosen."""


class UnknownLevelError(MessageError, ValueError):
    """There is no such level; the message says which there are."""


class Level(Protocol):
    """What a module of this package holds.

    `NAME` is what people call the player, `DESCRIPTION` says in a sentence how it plays. `SECONDS` is its time for a move where
    nobody has set another. `LEARNED` says that it plays by a net, which there may not be for every game.
    """

    NAME: Message
    DESCRIPTION: Message
    SECONDS: float
    LEARNED: bool

    def create(self) -> PolicyPlayer:
        """A player of this level."""


def create_bot(level_id: str) -> PolicyPlayer:
    """A player of this level. Raises UnknownLevelError."""
    return _level(level_id).create()


def level_name(level_id: str) -> Message:
    """What people call the level. Raises UnknownLevelError."""
    return _level(level_id).NAME


def level_description(level_id: str) -> Message:
    """A sentence about how the level plays. Raises UnknownLevelError."""
    return _level(level_id).DESCRIPTION


def level_seconds(level_id: str) -> float:
    """The level's time for a move where nobody has set another. Raises UnknownLevelError."""
    return _level(level_id).SECONDS


def level_is_learned(level_id: str) -> bool:
    """Whether the level plays by a net, and so needs numpy. Raises UnknownLevelError."""
    return _level(level_id).LEARNED


def level_shortcoming(level_id: str, options: GameOptions, catalogue: Catalogue) -> Message | None:
    """Why the level cannot play such a game as well as it should, or None. Raises UnknownLevelError."""
    if not _level(level_id).LEARNED:
        return None
    from splendor_tui.bots.master import shortcoming

    return shortcoming(options, catalogue)


def _level(level_id: str) -> Level:
    if level_id not in LEVELS:
        raise UnknownLevelError(
            N_(
                "There is no level {level} of computer player; there are: {known}.",
                level=quoted(level_id[:60]),
                known=enumerated(LEVELS),
            )
        )
    return cast("Level", import_module(f"{__name__}.{level_id}"))
