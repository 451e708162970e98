"""The games and settings folders: the platform's, unless the player names others."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs

from splendor_tui.words import N_, Message, MessageError

DATA_VARIABLE: Final = "SPLENDOR_TUI_DATA"
CONFIG_VARIABLE: Final = "SPLENDOR_TUI_CONFIG"


class NoPlaceError(MessageError, ValueError):
    """Raised if no home folder is known. The message explains how to name a folder."""


def data_dir(environ: Mapping[str, str], override: Path | None = None) -> Path:
    """The folder of the games: `override`, `SPLENDOR_TUI_DATA` or the platform's; it may not exist yet.

    The platform's depends on the process's environment (HOME, XDG_DATA_HOME). Raises NoPlaceError.
    """
    sentence = N_(
        "Your home folder is unknown, so games cannot be saved; name a folder with --data or in {variable}.",
        variable=DATA_VARIABLE,
    )
    return override or _named(environ, DATA_VARIABLE) or _known(platformdirs.user_data_path, sentence)


def config_dir(environ: Mapping[str, str]) -> Path:
    """The folder of the settings: `SPLENDOR_TUI_CONFIG` or the platform's; otherwise as for `data_dir`."""
    sentence = N_(
        "Your home folder is unknown, so settings cannot be saved; name a folder in {variable}.",
        variable=CONFIG_VARIABLE,
    )
    return _named(environ, CONFIG_VARIABLE) or _known(platformdirs.user_config_path, sentence)


def _named(environ: Mapping[str, str], variable: str) -> Path | None:
    return Path(text) if (text := environ.get(variable)) else None


def _known(platform_place: Callable[..., Path], unknown: Message) -> Path:
    """The platform's folder. Raises NoPlaceError if it is in an unknown home folder."""
    with suppress(RuntimeError):
        place = platform_place("splendor-tui", appauthor=False)
        if place.is_absolute():  # older platformdirs return ~ instead of raising
            return place
    raise NoPlaceError(unknown)
