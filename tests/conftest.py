import gc
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from hatch_build import compile_languages
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store.database import OpenDatabase
from splendor_tui.words.current_language import ENGLISH, speak

compile_languages()  # a translator's change counts at once

settings.register_profile("unhurried", deadline=None)  # no test fails by the clock, however busy the machine is
settings.load_profile("unhurried")

_MEMORY = Path("/dev/shm")  # noqa: S108  the name of a file system of Linux, and pytest makes a folder of its own in it
if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 1 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))  # games are written durably, and no test asks the disk

for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):  # whoever runs the tests may have a locale of another language
    if os.environ.get(variable):
        os.environ[variable] = "C.UTF-8"


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: looking through it for garbage took a quarter of the time of the tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English, whatever the one before it spoke."""
    speak(ENGLISH)
    yield
    speak(ENGLISH)


@pytest.fixture(autouse=True)
def closed_files() -> Iterator[None]:
    """What a test leaves open is closed after it, as Python 3.13 complains of databases that are not."""
    opened: list[OpenDatabase] = []

    def open_and_note(file: OpenDatabase, *arguments: Any, **more: Any) -> None:
        open_file(file, *arguments, **more)
        opened.append(file)

    open_file = OpenDatabase.__init__
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(OpenDatabase, "__init__", open_and_note)
        yield
    for file in opened:
        with suppress(sqlite3.ProgrammingError):  # one that another thread has closed
            file.close()


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The cards and nobles of the printed game."""
    return load_catalogue(Path(__file__).parents[1] / "assets")
