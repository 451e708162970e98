import gc
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from hatch_build import compile_languages
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import View, view
from splendor_tui.store import Store
from splendor_tui.words.languages import ENGLISH, set_language

compile_languages()  # so that changes to translations take effect

settings.register_profile("unhurried", deadline=None)  # no time limits, for a busy machine
settings.load_profile("unhurried")

_MEMORY = Path("/dev/shm")  # noqa: S108  the name of a file system of Linux, and each test makes a folder of its own in it
if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 1 << 30:
    tempfile.tempdir = str(_MEMORY)  # in memory, because durable writes to a disk are slow

for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):  # the developer may have another locale
    if os.environ.get(variable):
        os.environ[variable] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):  # not on Windows and WebAssembly
    time.tzset()

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in its background jobs


def pytest_collection_finish() -> None:
    """Exclude all loaded objects from garbage collection, and collect rarely. It took a third of the tests' time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Start every test in English."""
    set_language(ENGLISH)
    yield
    set_language(ENGLISH)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A new store."""
    return Store.open(tmp_path / "games")


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The cards and nobles of the original game."""
    return load_catalogue(Path(__file__).parents[1] / "assets")


@pytest.fixture
def seen(catalogue: Catalogue) -> View:
    """The first seat's view of a new game."""
    return view(new_game(catalogue, GameOptions(2), 1), 0)
