"""The folders of the games and the settings: the platform's default ones, or those chosen by the player."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs

from splendor_tui.words import N_, Message, MessageError

DATA_VARIABLE: Final = "SPLENDOR_TUI_DATA"
CONFIG_VARIABLE: Final = "SPLENDOR_TUI_CONFIG"


class NoPlaceError(MessageError, ValueError):
    """Raised if the home folder is unknown. The message explains how to choose a folder."""


def data_dir(environ: Mapping[str, str], override: Path | None = None) -> Path:
    """The games folder: `override`, `SPLENDOR_TUI_DATA` or the platform's default. It may not exist yet.

    The default depends on the process's environment (HOME, XDG_DATA_HOME). Raises NoPlaceError.
    """
    sentence = N_(
        "Your home folder is unknown, so games cannot be saved; specify a folder with --data or in {variable}.",
        variable=DATA_VARIABLE,
    )
    return override or _folder(environ, DATA_VARIABLE, platformdirs.user_data_path, sentence)


def config_dir(environ: Mapping[str, str]) -> Path:
    """The settings folder: `SPLENDOR_TUI_CONFIG` or the platform's default. It may not exist yet. Raises NoPlaceError."""
    sentence = N_(
        "Your home folder is unknown, so settings cannot be saved; specify a folder in {variable}.",
        variable=CONFIG_VARIABLE,
    )
    return _folder(environ, CONFIG_VARIABLE, platformdirs.user_config_path, sentence)


def _folder(environ: Mapping[str, str], variable: str, platform_place: Callable[..., Path], unknown: Message) -> Path:
    """The folder in this variable, or the platform's. Raises NoPlaceError if the home folder is unknown."""
    if text := environ.get(variable):
        return Path(text)
    with suppress(RuntimeError):
        place = platform_place("splendor-tui", appauthor=False)
        if place.is_absolute():  # older versions of platformdirs return ~ instead of raising an error
            return place
    raise NoPlaceError(unknown)
