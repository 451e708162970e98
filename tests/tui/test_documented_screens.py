"""The documents list the program's keys and show existing pictures, and the documented screen opens."""

import re
import tomllib
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from splendor_tui.inputs.settings import Settings
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.keys.commands_by_screen import COMMANDS_BY_SCREEN
from splendor_tui.tui.keys.keyboard_presets import changed_keys
from tests.tui.documented_keys import FILE, keys_page
from tests.tui.documented_pictures import FOLDER, PICTURES
from tests.tui.gallery import shown
from tests.tui.opened_app import make_services, open_app, svg
from tests.tui.slim_drawing import slim

PAGE = FILE.read_text(encoding="utf-8")


def test_page_lists_the_keys_of_the_program() -> None:
    assert keys_page() == PAGE, "write it again: python -m tests.tui.documented_keys"


def test_example_changes_existing_keys() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    mine = Settings().changed(**tomllib.loads(example))
    ids = {command.id for _place, commands in COMMANDS_BY_SCREEN for command in commands}
    assert {*mine.keys} <= ids
    assert changed_keys(mine)["table.undo"] == "ctrl+u,u"


ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown_pictures() -> set[Path]:
    """The picture files that the documents show."""
    found = set()
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        found |= {(document.parent / name).resolve() for name in re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)}
    return found


def test_every_picture_in_the_documentation_exists() -> None:
    missing = [path.name for path in shown_pictures() if not path.is_file()]
    assert missing == []


def test_every_picture_is_saved_and_shown_in_the_documentation() -> None:
    kept = {path.resolve() for path in FOLDER.iterdir()}
    assert kept == {(FOLDER / f"{name}.svg").resolve() for name in PICTURES}
    assert kept <= shown_pictures()


async def test_drawing_has_every_word_of_the_screen_and_no_address(catalogue: Catalogue) -> None:
    async with shown(catalogue, "late", (80, 24), "dark") as pilot:
        words = {*re.findall(r"[A-Za-z]{2,}", pilot.text)}
        drawing = slim(svg(pilot.app))
    texts = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawing))
    assert words <= {*re.findall(r"[A-Za-z]{2,}", texts)}
    assert re.findall(r"https?://(?!www\.w3\.org)", drawing) == []


async def test_documented_screen_opens(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "adding-a-screen.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0]
    (tmp_path / "cards_screen.py").write_text(dedent(code), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    async with open_app(make_services(catalogue), import_module("cards_screen").CardsScreen()) as pilot:
        text = pilot.text
    assert "Cards" in text.splitlines()[0]
    assert "1-01: " in text
