"""Where the program keeps games and settings: where the platform wants them, unless the player says otherwise."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs

from splendor_tui.words import N_, Message, MessageError

DATA_VARIABLE: Final = "SPLENDOR_TUI_DATA"
CONFIG_VARIABLE: Final = "SPLENDOR_TUI_CONFIG"


class NoPlaceError(MessageError, ValueError):
    """No place is known, as there is no home folder; the message says how to name one."""


def data_dir(environ: Mapping[str, str], override: Path | None = None) -> Path:
    """The folder of the games: `override`, else `SPLENDOR_TUI_DATA`, else the platform's. It need not be there yet.

    The platform's is found through the process's own environment (HOME, XDG_DATA_HOME). Raises NoPlaceError.
    """
    sentence = N_(
        "Your home folder is unknown, so there is no place to keep games; name a folder with --data or in {variable}.",
        variable=DATA_VARIABLE,
    )
    return override or _named(environ, DATA_VARIABLE) or _known(platformdirs.user_data_path, sentence)


def config_dir(environ: Mapping[str, str], override: Path | None = None) -> Path:
    """The folder of the settings: `override`, else `SPLENDOR_TUI_CONFIG`, else the platform's; all as for `data_dir`."""
    sentence = N_(
        "Your home folder is unknown, so there is no place to keep settings; name a folder in {variable}.",
        variable=CONFIG_VARIABLE,
    )
    return override or _named(environ, CONFIG_VARIABLE) or _known(platformdirs.user_config_path, sentence)


def _named(environ: Mapping[str, str], variable: str) -> Path | None:
    return Path(text) if (text := environ.get(variable)) else None


def _known(platform_place: Callable[..., Path], unknown: Message) -> Path:
    """The platform's place. Raises NoPlaceError if it lies in an unknown home folder."""
    with suppress(RuntimeError):
        place = platform_place("splendor-tui", appauthor=False)
        if place.is_absolute():  # older platformdirs leave ~ standing instead of raising
            return place
    raise NoPlaceError(unknown)
