"""The program's services: card set, store, settings, randomness and time."""

import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final

from splendor_tui.bots.player import Advisor, TurnAdvisor
from splendor_tui.inputs.engine_names import EngineSettings, settings_of
from splendor_tui.inputs.locations import NoPlaceError, config_dir, data_dir
from splendor_tui.inputs.settings import Settings, choose_keyboard, load_settings, save_settings
from splendor_tui.inputs.settings_toml import SettingsFileError, SettingsNotSavedError
from splendor_tui.match.adviser import default_adviser
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store, StoreError, current_name, utc_now
from splendor_tui.words import N_, Message

_LAST_START: Final = "start"
_KEYBOARD: Final = "keyboard"
_KEYS_CHANGED: Final = N_(
    "The keys now follow the {keyboard} keyboard, the usual one for your language and region. You can change this in the "
    "settings."
)


@dataclass(slots=True)
class Services:
    """The services of the program. Only `settings` and `unsaved` change after the start.

    `assets` is the folder of the card set, or None for the standard one.
    `store` is None if games cannot be saved, `config_folder` is None if settings cannot. `now` is a monotonic time in seconds,
    `today` the wall-clock time. `commands` are those of the engines named on the command line. `problems` are startup errors,
    `notices` report automatic choices. `adviser` creates the adviser for hints and winning chances, `reviewer` the one
    for reviews. `unsaved` is the reason why part of a match is not saved. `draw` draws the final table of a saved game as
    SVG for plain text, which knows no widgets.
    """

    catalogue: Catalogue
    store: Store | None
    settings: Settings
    config_folder: Path | None
    environ: Mapping[str, str]
    now: Callable[[], float]
    today: Callable[[], datetime]
    rng: Random
    problems: tuple[Message, ...] = ()
    notices: tuple[Message, ...] = ()
    commands: frozenset[str] = frozenset()
    adviser: Callable[[], Advisor] = default_adviser
    reviewer: Callable[[], TurnAdvisor] = default_adviser
    unsaved: Exception | None = None
    assets: Path | None = None
    draw: Callable[[str], str] | None = None

    def engine(self, command: str, title: str | None) -> EngineSettings | None:
        """The engine with this command, and with this title if several share the command. None if it is unavailable."""
        named = settings_of(command, title, self.settings.engines)
        return EngineSettings(command=command) if named is None and command in self.commands else named

    @property
    def last_match(self) -> Settings:
        """The settings, in which players who have been renamed have their current names."""
        if self.store is not None:
            with suppress(StoreError):  # screens that need the games report the error
                renames = self.store.renames.load()
                return self.settings.changed(names=tuple(current_name(name, renames) for name in self.settings.names))
        return self.settings

    @property
    def no_game_to_resume(self) -> Message:
        """Says that there is no game to resume, or that games cannot be read."""
        if self.store is None:
            return N_("No game can be resumed while games cannot be saved.")
        return N_("No game to resume.")

    def change_settings(self, after: Settings) -> Message | None:
        """Apply and save settings. Returns the reason if they cannot be saved."""
        before, self.settings = self.settings, after
        try:
            save_settings(self.config_folder, before, after)
        except (SettingsNotSavedError, SettingsFileError) as error:
            return error.message
        return None

    def save_all(self) -> Exception | None:
        """Make sure that all matches are on disk. Returns the error if they are not, with a message in `str()`."""
        problem: Exception | None = None
        for _attempt in range(2):  # the first attempt detects a lost file, the second rewrites it
            try:
                if self.store is not None:
                    self.store.check()
            except StoreError as error:
                problem = error
            else:
                return self.unsaved
        return problem


def open_services(catalogue: Catalogue, environ: Mapping[str, str], data: Path | None) -> Services:
    """Open all services. `problems` has the messages about the settings and the games file."""
    problems: list[Message] = []
    config: Path | None = None
    try:
        config = config_dir(environ)
    except NoPlaceError as error:
        problems.append(error.message)
    loaded = load_settings(environ, config)
    chosen = choose_keyboard(loaded, environ)
    settings = chosen or loaded.settings
    store = None
    try:
        store = Store.open(data_dir(environ, data))
        problems += store.notices
    except (NoPlaceError, StoreError) as error:
        problems.append(N_("Games cannot be saved now. {reason}", reason=error.message))
    is_new_keyboard = _is_new_keyboard(store, settings.keyboard)
    return Services(
        catalogue=catalogue,
        store=store,
        settings=settings,
        config_folder=config,
        environ=environ,
        now=time.monotonic,
        today=utc_now,
        rng=Random(secrets.randbits(128)),
        problems=(*problems, *loaded.problems),
        notices=(_KEYS_CHANGED.filled_in(keyboard=settings.keyboard),) if is_new_keyboard and chosen else (),
    )


def _is_new_keyboard(store: Store | None, keyboard: str) -> bool:
    """Whether the keyboard differs from that of the last start, which is saved with the games."""
    last = Settings().keyboard
    if store is None:
        return keyboard != last
    with suppress(StoreError, ValueError):
        last = json.loads(store.progress.load(_LAST_START).get(_KEYBOARD, json.dumps(last)))
        if keyboard != last:
            store.progress.save(_LAST_START, _KEYBOARD, json.dumps(keyboard))
    return keyboard != last
