from pathlib import Path

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from tests.commands.command_line import CommandLine, begin_game
from tests.review.reviewing import play_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the games."""
    return tmp_path / "games"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test its own games and settings."""
    monkeypatch.setenv("SPLENDOR_TUI_DATA", str(folder))
    monkeypatch.setenv("SPLENDOR_TUI_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture
def played(catalogue: Catalogue, folder: Path) -> str:
    """The id of a finished game to 5 points whose first action was a reservation from a deck."""
    with Store.open(folder) as store:
        return play_game(store, catalogue)


@pytest.fixture
def unfinished(catalogue: Catalogue, folder: Path) -> str:
    """The id of an unfinished game whose first action was a reservation from a deck."""
    with Store.open(folder) as store:
        return begin_game(store, catalogue)
