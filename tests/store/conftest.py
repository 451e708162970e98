from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor_tui.store import Store
from tests.store.stored import open_store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the games."""
    return tmp_path / "games"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    """An open store."""
    with open_store(folder) as store:
        yield store
