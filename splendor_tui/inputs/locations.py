"""Where the program keeps games and settings: where the platform wants them, unless the player says otherwise."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import platformdirs

from splendor_tui.words import N_, MessageError

DATA_VARIABLE: Final = "SPLENDOR_TUI_DATA"
CONFIG_VARIABLE: Final = "SPLENDOR_TUI_CONFIG"
_PROGRAM: Final = "splendor-tui"


class NoPlaceError(MessageError, ValueError):
    """No place is known, as there is no home folder; the message says how to name one."""


def data_dir(environ: Mapping[str, str], override: Path | None = None) -> Path:
    """The folder of the games: `override`, else `SPLENDOR_TUI_DATA`, else the platform's. It need not be there yet.

    The platform's is found through the process's own environment (HOME, XDG_DATA_HOME). Raises NoPlaceError.
    """
    if asked := _asked_for(environ, DATA_VARIABLE, override):
        return asked
    if place := _known(platformdirs.user_data_path):
        return place
    sentence = N_(
        "Your home folder is unknown, so there is no place to keep games; name a folder with --data or in {variable}.",
        variable=DATA_VARIABLE,
    )
    raise NoPlaceError(sentence)


def config_dir(environ: Mapping[str, str], override: Path | None = None) -> Path:
    """The folder of the settings: `override`, else `SPLENDOR_TUI_CONFIG`, else the platform's; all as for `data_dir`."""
    if asked := _asked_for(environ, CONFIG_VARIABLE, override):
        return asked
    if place := _known(platformdirs.user_config_path):
        return place
    sentence = N_(
        "Your home folder is unknown, so there is no place to keep settings; name a folder in {variable}.",
        variable=CONFIG_VARIABLE,
    )
    raise NoPlaceError(sentence)


def _asked_for(environ: Mapping[str, str], variable: str, override: Path | None) -> Path | None:
    if override is not None:
        return override
    text = environ.get(variable)
    return Path(text) if text else None


def _known(platform_place: Callable[..., Path]) -> Path | None:
    """The platform's place, None where it lies in a home folder that nobody knows."""
    try:
        place = platform_place(_PROGRAM, appauthor=False)
    except RuntimeError:
        return None
    return place if place.is_absolute() else None  # older platformdirs leave ~ standing instead of raising
