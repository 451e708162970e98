"""Every command in the pseudo-language. A word without accents is not marked for translation.

Messages about invalid data come from models; `tests/inputs/test_problems.py` checks them.
"""

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from splendor_tui.bots.levels import LEVELS
from splendor_tui.cli import main
from splendor_tui.commands import GROUPS
from splendor_tui.commands.parser import OF_ARGPARSE
from splendor_tui.inputs.match_options import PRESETS, MatchRules
from splendor_tui.inputs.settings import SETTING_NAMES, Settings
from splendor_tui.match.live_match import start_match
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.words.language_files import ENGLISH, languages, set_language
from tests.match.tables import Time, options, play_any, play_out
from tests.review.reviewing import Reviewer
from tests.store.stored import NOON
from tests.words.pseudo import english_left

COMMANDS = [name for names in GROUPS.values() for name in names]
STAYS = [
    # The names of the program, its commands and options, and their values.
    *["splendor-tui", *COMMANDS, *PRESETS, *LEVELS, "human", "=merchant", "Ann=merchant", "shared", "daily"],
    # Players of the arena, and their limits.
    *["random", "0s", "1s", "4s", "400n", "my-engine"],
    *["show", "path", "check", "always", "hidden", "never", "free", "own-turn", "off", "reserve"],
    # Arguments in examples.
    *["Ann,Bo", "k7mq2wzt", "game.jsonl", "my-cards", "SPLENDOR_TUI_THEME", "nord", "EDITOR", "file-order-2"],
    *["SPLENDOR_TUI_LANGUAGE", "pseudo", "auto", *languages()],
    # Files, the names in them, and notation.
    *["cards.yaml", "nobles.yaml", "settings.toml", "games.sqlite3", "splendor-tui-record", "JSON"],
    *["charles-v", "take W U G", "W2", "2W", "grid", "a-z", "W U G R K", "UTF-8", "TOML", "YAML"],
]
WRONG = [
    ["xyz"],
    ["verfy"],
    ["--bogus"],
    ["verify"],
    ["verify", "-", "more"],
    ["verify", "--assets"],
    ["verify", "--json=yes", "-"],
    ["settings", "bogus"],
    ["perft", "--depth", "0"],
    ["perft", "--divide"],
    ["perft", "--check", "--divide"],
    ["perft", "--assets", "/nowhere"],
    ["verify", "/nowhere"],
    ["verify", "/"],
    ["export", "nowhere"],
    ["delete", "nowhere"],
    ["resume"],
    ["replay", "nowhere"],
    ["games", "--data", "/dev/null"],
    ["replay", "nowhere", "--text"],
    ["position", "nowhere"],
    ["position", "nowhere", "more"],
    ["new", "--position", "seat"],
    ["arena", "xyz"],
    ["arena", "random:0s"],
    ["arena", "random", "--games", "0"],
    ["arena", "random", "--seconds", "0"],
    ["arena", "random", "--seconds", "1", "--nodes", "1"],
    ["arena", "random", "--sprt", "0"],
    ["arena", "random", "random", "random", "--players", "2", "--sprt", "50-60"],
    ["arena", "random", "--save", ""],
]
"""Invalid command lines."""
OPTIONS = re.compile(r"(?<!\w)--?[a-z][a-z-]*")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home folder without games or settings, in which the program uses the pseudo-language."""
    monkeypatch.setenv("SPLENDOR_TUI_LANGUAGE", "pseudo")
    monkeypatch.setenv("SPLENDOR_TUI_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("SPLENDOR_TUI_DATA", str(tmp_path / "data"))
    yield tmp_path
    set_language(ENGLISH)


@pytest.fixture
def remaining_english(home: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """Returns a function that runs a command and returns the English words in its output, except known ones."""

    def run(arguments: Sequence[object], *known: str, code: int = 0) -> list[str]:
        capsys.readouterr()
        found = main([str(argument) for argument in arguments])
        said = re.sub(r"-\n +", "-", "".join(capsys.readouterr()))  # argparse breaks a line after any hyphen
        assert found == code, said
        assert said
        return english_left(OPTIONS.sub("", said.replace(str(home), "")), [*STAYS, *known])

    return run


@pytest.fixture
def played(catalogue: Catalogue, home: Path) -> str:
    """The id of a finished game. The store also contains an unfinished one."""
    with Store.open(home / "data") as store:
        game_id, table = start_match(store, catalogue, options(target=5, seed="1"), now=Time(), today=lambda: NOON)
        table.begin()
        table.submit(0, ReserveTop(2), 0)
        play_out(table, Random(1))
        _going, other = start_match(store, catalogue, options(seed="1"), now=Time(), today=lambda: NOON)
        other.begin()
        play_any(other, Random(1))
    return game_id


def test_argparse_texts_are_listed_for_translators(
    remaining_english: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    met: set[str] = set()

    def note(*texts: object) -> str:
        met.update(text for text in texts if isinstance(text, str))
        return str(texts[0])

    monkeypatch.setattr(argparse, "_", note)
    monkeypatch.setattr(argparse, "ngettext", note)
    remaining_english(["--help"])
    for name in COMMANDS:
        remaining_english([name, "--help"])
    for wrong in WRONG:
        remaining_english(wrong, code=2)
    source = Path(argparse.__file__).read_text(encoding="utf-8")
    listed = {text for words in OF_ARGPARSE for text in (words.template, words.plural) if text}
    assert met <= listed
    newer = {"%(heading)s:"}  # only Python 3.13 and later translate it
    assert [text for text in listed - newer if text not in source] == []


def test_program_help_is_translated(remaining_english: Callable[..., list[str]]) -> None:
    assert remaining_english(["--help"]) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command_is_translated(name: str, remaining_english: Callable[..., list[str]]) -> None:
    from splendor_tui.commands.completion_command import SHELLS
    from splendor_tui.commands.perft_command import published_setups

    assert remaining_english([name, "--help"], *published_setups(), *SHELLS, "eval") == []


@pytest.mark.parametrize("language", languages())
def test_usage_begins_one_space_after_its_heading(
    language: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert home
    main(["verify", "--help", "--lang", language])
    assert re.match(r"usage\xa0?: \S+ verify \[-h\]", capsys.readouterr().out)


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_error_messages_are_translated(arguments: list[str], remaining_english: Callable[..., list[str]]) -> None:
    typed = ["xyz", "verfy", "bogus", "more", "nowhere", "yes", "dev", "null", "games"]
    assert remaining_english(arguments, *typed, code=2) == []


def test_output_about_games_is_translated(
    home: Path,
    played: str,
    remaining_english: Callable[..., list[str]],
    catalogue: Catalogue,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Store.open(home / "data") as store:
        ids = [game.id for game in store.games()]
    known = ["Ann", "Bo", *ids, *(noble.name for noble in catalogue.nobles), *(card.id for card in catalogue.cards)]
    tokens = [f"{letter}{count}" for letter in "WUGRK" for count in range(10)]
    file = home / "game.jsonl"
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
    assert remaining_english(["games", "--data", home / "empty"], "empty") == []
    assert remaining_english(["stats", "--data", home / "empty"], "empty") == []
    monkeypatch.setattr("sys.stdin", None)
    assert remaining_english(["delete", played], *known, code=2) == []


def test_output_of_the_arena_is_translated(home: Path, remaining_english: Callable[..., list[str]]) -> None:
    match = ["arena", "merchant", "random", "--workers", "1"]
    assert remaining_english([*match, "--games", "4", "--sprt", "20-80"]) == []
    assert remaining_english([*match, "--games", "40", "--sprt", "20-80"]) == []
    three = ["arena", "merchant", "random", "random", "--workers", "1", "--players", "2", "--save", home / "saved"]
    assert remaining_english([*three, "--games", "2"]) == []
    assert remaining_english([*three, "--games", "4"], "results", "jsonl", "saved") == []
    assert remaining_english([*match, "--save", home / "saved"], "results", "jsonl", "saved", code=2) == []


def test_output_about_settings_is_translated(home: Path, remaining_english: Callable[..., list[str]]) -> None:
    values = ["qwerty", "azerty", "qwertz", "auto", "unicode", "ascii", "splendor-dark", "true", "false", "null"]
    fields = [*SETTING_NAMES, *Settings.model_fields, *MatchRules.model_fields]
    assert remaining_english(["settings"], *values, *fields) == []
    assert remaining_english(["settings", "check"]) == []
    (home / "config").mkdir(exist_ok=True)
    (home / "config" / "settings.toml").write_text('theme = "No!"\nprice = 1\nnames = [1]\n', encoding="utf-8")
    assert remaining_english(["settings", "check"], "No", "price", *values, *fields, code=1) == []


def test_output_of_perft_is_translated(home: Path, remaining_english: Callable[..., list[str]]) -> None:
    from splendor_tui.commands.perft_command import published_setups

    assert home
    names = list(published_setups())
    assert remaining_english(["perft"], *names) == []
    assert remaining_english(["perft", "--setup", "gold", "--depth", "1"]) == []
    assert remaining_english(["perft", "--setup", "gold", "--depth", "1", "--check"], *names) == []


def test_unknown_language_in_the_environment_is_reported_and_english_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("SPLENDOR_TUI_LANGUAGE", "\x1btlh")
    assert main(["games", "--data", str(tmp_path)]) == 0
    output, complaint = capsys.readouterr()
    assert output == "No saved games yet.\n"
    assert complaint == (
        f"splendor-tui: SPLENDOR_TUI_LANGUAGE is '\\x1btlh'; allowed: {', '.join(('auto', *languages()))}. "
        "The program continues in English.\n"
    )
