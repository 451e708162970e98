"""The pages about the code name modules that exist, their links work, and their recipes run."""

import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from splendor_tui.bots import levels
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import OVER, GameOptions, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view
from tests.bots.bot_games import UNHURRIED

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("architecture", "how-the-code-works")),
    *sorted((ROOT / "docs").glob("adding-*.md")),
]
"""The pages about the code."""


def test_the_picture_of_the_architecture_has_every_room_in_the_order_of_the_contract() -> None:
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = [room for layer in contract[2:] for room in layer.split(" | ")]  # the two above start the program
    picture = (ROOT / "docs" / "architecture.md").read_text().split("```")[1]
    drawn = re.findall(r'(\w+)\["\1: ', picture)
    assert drawn == rooms


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_that_a_page_about_the_code_names_exists(page: Path) -> None:
    named = re.findall(r"`((?:[a-z_]+/)+(?:[\w-]+\.\w+)?)`", page.read_text(encoding="utf-8"))
    assert named
    missing = [name for name in named if not (ROOT / name).exists() and not (ROOT / "splendor_tui" / name).exists()]
    assert missing == []


def test_the_index_links_every_page_of_the_documentation() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    linked = {*re.findall(r"\]\(([\w-]+\.md)\)", index), "README.md"}
    assert linked == {path.name for path in (ROOT / "docs").glob("*.md")}


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))])
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")):
        there = page.parent / target if target else page
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_the_level_that_the_document_adds_plays_a_game(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "adding-a-level.md").read_text(), re.DOTALL)
    table = eval(f"{{{code}}}", vars(levels))  # noqa: S307 - our own document
    monkeypatch.setattr(levels, "_LEVELS", table)
    [level] = table
    player = levels.create_bot(level)
    state, rng = new_game(catalogue, GameOptions(2), 1), Random(1)
    while state.phase is not OVER:
        action = player.choose(view(state, state.seat), rng, UNHURRIED)
        assert action in legal_actions(state)
        advance(state, action)
    assert state.round > 15
