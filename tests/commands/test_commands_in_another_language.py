"""Every command in the pseudo-language. A word without accents is not marked for translation.

Messages about invalid data come from models; `tests/inputs/test_problems.py` checks them.
"""

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from splendor_tui.bots.levels import LEVELS
from splendor_tui.cli import main
from splendor_tui.commands.command_table import GROUPS
from splendor_tui.commands.completion_command import SHELLS
from splendor_tui.commands.perft_command import published_setups
from splendor_tui.inputs.house_rules import PRESETS, MatchRules
from splendor_tui.inputs.settings import SETTING_NAMES, Settings
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words.languages import ENGLISH, languages, set_language
from tests.commands.command_line import CommandLine
from tests.review.reviewing import Reviewer
from tests.words.pseudo import english_left
from tests.words.template import OF_ARGPARSE

COMMANDS = [name for names in GROUPS.values() for name in names]
STAYS = [
    # The names of the program, its commands and options, and their values.
    *["splendor-tui", *COMMANDS, *PRESETS, *LEVELS, "human", "=merchant", "Ann=merchant", "shared", "daily"],
    # Players of the arena, and their limits.
    *["random", "0s", "1s", "4s", "400n", "my-engine"],
    *[
        "show",
        "path",
        "check",
        "always",
        "hidden",
        "never",
        "free",
        "own-turn",
        "off",
        "reserve",
        "open",
        "first",
        "best",
    ],
    # Arguments in examples.
    *["Ann,Bo", "k7mq2wzt", "game.jsonl", "my-cards", "SPLENDOR_TUI_THEME", "nord", "EDITOR", "file-order-2"],
    *["SPLENDOR_TUI_LANGUAGE", "pseudo", "auto", *languages()],
    # Files, the names in them, and notation.
    *["cards.yaml", "nobles.yaml", "settings.toml", "games.sqlite3", "splendor-tui-record", "JSON"],
    *["charles-v", "take W U G", "W2", "2W", "grid", "a-z", "W U G R K", "UTF-8", "TOML", "YAML"],
]
WRONG = [
    *["xyz", "verfy", "--bogus", "settings bogus", "games --data /dev/null", "new --position seat"],
    *["verify", "verify - more", "verify --assets", "verify --json=yes -", "verify /nowhere", "verify /"],
    *["perft --depth 0", "perft --divide", "perft --check --divide", "perft --assets /nowhere"],
    *["resume", "export nowhere", "delete nowhere", "replay nowhere", "replay nowhere --text"],
    *["position nowhere", "position nowhere more", "arena xyz", "arena random:0s", "arena random --games 0"],
    *["arena random --seconds 0", "arena random --seconds 1 --nodes 1", "arena random --sprt 0"],
    *["arena random --save=", "arena random random random --players 2 --sprt 50-60"],
]
"""Invalid command lines."""
OPTIONS = re.compile(r"(?<!\w)--?[a-z][a-z-]*")


@pytest.fixture
def remaining_english(
    tmp_path: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., list[str]]]:
    """A function that runs a command in the pseudo-language, and returns the English words that it prints, except known ones."""

    def words_of(arguments: Sequence[object], *known: str, code: int = 0) -> list[str]:
        said = re.sub(r"-\n +", "-", "".join(run(*arguments, code=code)))  # argparse breaks a line after any hyphen
        assert said
        return english_left(OPTIONS.sub("", said.replace(str(tmp_path), "")), [*STAYS, *known])

    monkeypatch.setenv("SPLENDOR_TUI_LANGUAGE", "pseudo")
    yield words_of
    set_language(ENGLISH)


def test_help_and_error_messages_are_translated(
    remaining_english: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    translators = {name: Mock(wraps=getattr(argparse, name)) for name in ("_", "ngettext")}
    for name, translator in translators.items():
        monkeypatch.setattr(argparse, name, translator)
    values = [*published_setups(), *SHELLS, "eval", "round-robin", "swiss"]
    typed = ["xyz", "verfy", "bogus", "more", "nowhere", "yes", "dev", "null", "games"]
    left = {name: remaining_english([*name.split(), "--help"], *values) for name in ("", *COMMANDS)}
    left |= {wrong: remaining_english(wrong.split(), *typed, code=2) for wrong in WRONG}
    assert {command: words for command, words in left.items() if words} == {}
    source = Path(argparse.__file__).read_text(encoding="utf-8")
    calls = [call for translator in translators.values() for call in translator.call_args_list]
    of_argparse = {text for call in calls for text in call.args if isinstance(text, str)}
    listed = {text for one in OF_ARGPARSE for text in ([one] if isinstance(one, str) else one)}
    assert set() < of_argparse <= listed
    newer = {"%(heading)s:"}  # only Python 3.13 and later translate it
    assert [text for text in listed - newer if text not in source] == []


@pytest.mark.parametrize("language", languages())
def test_usage_begins_one_space_after_its_heading(language: str, run: CommandLine) -> None:
    assert re.match(r"usage\xa0?: \S+ verify \[-h\]", run("verify", "--help", "--lang", language).out)


def test_output_about_games_is_translated(
    tmp_path: Path,
    played: str,
    unfinished: str,
    remaining_english: Callable[..., list[str]],
    catalogue: Catalogue,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nobles, cards = (noble.name for noble in catalogue.nobles), (card.id for card in catalogue.cards)
    known = ["Ann", "Bo", played, unfinished, *nobles, *cards]
    tokens = [f"{letter}{count}" for letter in "WUGRK" for count in range(10)]
    file = tmp_path / "game.jsonl"
    assert remaining_english(["games"], *known) == []
    assert remaining_english(["stats"], *known) == []
    assert remaining_english(["replay", "--text", played], *known, *tokens, *"WUGRK") == []
    monkeypatch.setattr("splendor_tui.match.adviser.default_adviser", Reviewer)
    assert remaining_english(["review", played], *known, *tokens, *"WUGRK") == []
    assert remaining_english(["review", played, "1"], *known, *tokens, *"WUGRK") == []
    assert remaining_english(["review", played, "4000"], code=2) == []
    main(["export", played, str(file)])
    assert remaining_english(["verify", file], *known) == []
    assert remaining_english(["export", played, file], *known, "game", code=2) == []
    assert remaining_english(["games", "--data", tmp_path / "empty"], "empty") == []
    assert remaining_english(["stats", "--data", tmp_path / "empty"], "empty") == []
    monkeypatch.setattr("sys.stdin", None)
    assert remaining_english(["delete", played], *known, code=2) == []


def test_output_of_the_arena_is_translated(tmp_path: Path, remaining_english: Callable[..., list[str]]) -> None:
    match = ["arena", "apprentice", "random", "--workers", "1", "--target", "3"]
    save = ["--save", tmp_path / "saved"]
    assert remaining_english([*match, "--games", "4", "--sprt", "20-80"]) == []
    assert remaining_english([*match, "--games", "40", "--sprt", "20-80"]) == []
    three = [*match, "random", "--players", "2", *save]
    assert remaining_english([*three, "--games", "2"]) == []
    assert remaining_english([*three, "--games", "4"], "results", "jsonl", "saved") == []
    assert remaining_english([*match, *save], "results", "jsonl", "saved", code=2) == []


def test_output_about_settings_is_translated(tmp_path: Path, remaining_english: Callable[..., list[str]]) -> None:
    values = ["qwerty", "azerty", "qwertz", "auto", "unicode", "ascii", "splendor-dark", "true", "false", "null"]
    fields = [*SETTING_NAMES, *Settings.model_fields, *MatchRules.model_fields]
    assert remaining_english(["settings"], *values, *fields) == []
    assert remaining_english(["settings", "check"]) == []
    (tmp_path / "config").mkdir(exist_ok=True)
    (tmp_path / "config" / "settings.toml").write_text('theme = "No!"\nprice = 1\nnames = [1]\n', encoding="utf-8")
    assert remaining_english(["settings", "check"], "No", "price", *values, *fields, code=1) == []


def test_output_of_perft_is_translated(remaining_english: Callable[..., list[str]]) -> None:
    names = list(published_setups())
    assert remaining_english(["perft"], *names) == []
    assert remaining_english(["perft", "--setup", "gold", "--depth", "1"]) == []
    assert remaining_english(["perft", "--setup", "gold", "--depth", "1", "--check"], *names) == []
