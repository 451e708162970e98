"""The levels of computer players, and how a new one comes in."""

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import splendor_tui
from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS, UnknownLevelError, create_bot, level_description, level_name
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import view
from tests.bots.bot_games import BRIEF


def test_the_levels_stand_from_the_weakest_to_the_strongest_and_one_is_the_default() -> None:
    assert LEVELS == ("apprentice", "journeyman", "merchant", "guildmaster", "grandmaster")
    assert [str(level_name(level)).lower() for level in LEVELS] == [*LEVELS]
    assert DEFAULT_LEVEL == "journeyman"


@pytest.mark.parametrize("level_id", LEVELS)
def test_every_level_has_words_for_people_and_plays(level_id: str, catalogue: Catalogue) -> None:
    seen = view(new_game(catalogue, GameOptions(2), 1), 0)
    assert str(level_name(level_id))
    assert str(level_description(level_id)).endswith(".")
    assert create_bot(level_id).choose(seen, Random(1), BRIEF) in legal_actions(seen)


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
        "print(levels.__file__, *levels.LEVELS); [levels.create_bot(level) for level in levels.LEVELS]"
    )
    run = subprocess.run([sys.executable, "-I", "-c", program], check=True, stdout=subprocess.PIPE, text=True)
    place, *found = run.stdout.split()
    assert place.startswith(archive)
    assert tuple(found) == LEVELS
