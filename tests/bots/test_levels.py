"""The levels of computer players, and how a new one comes in."""

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import splendor_tui
from splendor_tui.bots import levels
from splendor_tui.bots.levels import UnknownLevelError, create_bot, level_description, level_ids, level_name
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import view
from tests.bots.bot_games import UNHURRIED

NEW_LEVEL = """
from splendor_tui.rules.legality import legal_actions
from splendor_tui.words import N_
NAME = N_("Old Fox")
DESCRIPTION = N_("Plays the first thing that comes to mind.")
class Fox:
    def choose(self, view, rng, budget):
        return legal_actions(view)[0]
create = Fox
"""


def test_merchant_is_a_level() -> None:
    assert "merchant" in level_ids()
    assert str(level_name("merchant")) == "Merchant"


def test_a_new_level_is_one_new_file(tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old_fox.py").write_text(NEW_LEVEL)
    monkeypatch.setattr(levels, "__path__", [*levels.__path__, str(tmp_path)])
    assert level_ids() == tuple(sorted({*level_ids(), "old-fox"}))
    seen = view(new_game(catalogue, GameOptions(2), 1), 0)
    assert str(level_name("old-fox")) == "Old Fox"
    assert create_bot("old-fox").choose(seen, Random(1), UNHURRIED) == legal_actions(seen)[0]
    del sys.modules[f"{levels.__name__}.old_fox"]


@pytest.mark.parametrize("level_id", level_ids())
def test_every_level_has_words_for_people_and_plays(level_id: str, catalogue: Catalogue) -> None:
    seen = view(new_game(catalogue, GameOptions(2), 1), 0)
    assert str(level_name(level_id))
    assert str(level_description(level_id)).endswith(".")
    assert create_bot(level_id).choose(seen, Random(1), UNHURRIED) in legal_actions(seen)


@pytest.mark.parametrize("ask", [create_bot, level_name, level_description])
@pytest.mark.parametrize("unknown", ["", "wizard", "Merchant", "../merchant", "merchant.create", "__init__"])
def test_an_unknown_level_is_refused_with_those_there_are(ask: object, unknown: str) -> None:
    assert callable(ask)
    with pytest.raises(UnknownLevelError) as refusal:
        ask(unknown)
    assert repr(unknown) in str(refusal.value)
    assert "merchant" in str(refusal.value).partition("there are:")[2]


def test_levels_are_found_in_a_zip_too(tmp_path: Path) -> None:
    package = Path(splendor_tui.__file__).parent
    (tmp_path / "splendor_tui").mkdir()
    shutil.copy(package / "__init__.py", tmp_path / "splendor_tui")
    for room in ("words", "rules", "bots"):
        shutil.copytree(package / room, tmp_path / "splendor_tui" / room, ignore=shutil.ignore_patterns("__pycache__"))
    archive = shutil.make_archive(str(tmp_path / "wheel"), "zip", tmp_path, "splendor_tui")
    program = (
        f"import sys; sys.path.insert(0, {archive!r}); from splendor_tui.bots import levels; "
        "print(levels.__file__, *levels.level_ids()); levels.create_bot('merchant')"
    )
    run = subprocess.run([sys.executable, "-I", "-c", program], check=True, stdout=subprocess.PIPE, text=True)
    place, *found = run.stdout.split()
    assert place.startswith(archive)
    assert tuple(found) == level_ids()
