"""Starts the program on the screen: gathers what is played with, and runs the app."""

import logging
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from splendor_tui.inputs.settings import load_settings
from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store, StoreError, utc_now
from splendor_tui.store.locations import NoPlaceError, config_dir, data_dir
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.app.crash import farewell
from splendor_tui.words import N_, Message


def open_services(catalogue: Catalogue, environ: Mapping[str, str], data: Path | None) -> Services:
    """What is played with. What cannot be had is left out, and `problems` tells of it."""
    problems: list[Message] = []
    config: Path | None = None
    try:
        config = config_dir(environ)
    except NoPlaceError as error:
        problems.append(error.message)
    loaded = load_settings(environ, config)
    store = None
    try:
        store = Store.open(data_dir(environ, data))
        problems += store.notices
    except (NoPlaceError, StoreError) as error:
        problems.append(N_("Games are not kept now. {reason}", reason=error.message))
    return Services(
        catalogue=catalogue,
        store=store,
        settings=loaded.settings,
        config_folder=config,
        environ=environ,
        now=time.monotonic,
        today=utc_now,
        rng=Random(secrets.randbits(128)),
        problems=(*problems, *loaded.problems),
    )


def play(services: Services, begin: Callable[[SplendorApp], object] | None = None) -> int:
    """Run the app until it is left, and return the exit code. `begin` is done once it runs."""
    logging.getLogger().addHandler(
        logging.NullHandler()
    )  # the warnings of libraries must not appear on the player's screen
    app = SplendorApp(services, begin)
    code = None
    try:
        code = app.run()
    except Exception as error:  # noqa: BLE001 - a traceback would show what is in the messages of exceptions
        app.fault = app.fault or error
    problem = _save_at_last(services.store)
    if app.fault is not None:
        folder = services.store.folder if services.store else None
        saved = app.saved and services.store is not None and problem is None
        print(farewell(app.fault, folder, saved=saved), file=sys.stderr)
        return 1
    code = app.return_code or 0 if code is None else code
    if problem is not None:
        print(N_("What was played is not saved. {reason}", reason=problem.message), file=sys.stderr)
        code = code or 1
    return code


def _save_at_last(store: Store | None) -> StoreError | None:
    """Make sure that the games are where they will be looked for, and answer with what is in the way."""
    problem = None
    for _attempt in range(2):  # the first one tells that the file is lost, the second writes all games anew
        try:
            if store is not None:
                store.check()
        except StoreError as error:
            problem = error
        else:
            return None
    return problem
