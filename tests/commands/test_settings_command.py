"""`splendor-tui settings`: the settings, their file, and its problems."""

import os
from pathlib import Path

import pytest

from splendor_tui.inputs.settings import SETTING_NAMES
from tests.commands.command_line import CommandLine


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings folder. The environment contains no settings."""
    for variable in [name for name in os.environ if name.startswith("SPLENDOR_TUI_")]:
        monkeypatch.delenv(variable)
    (tmp_path / "config").mkdir()
    return tmp_path / "config"


def write(folder: Path, text: str) -> None:
    (folder / "settings.toml").write_text(text, encoding="utf-8")


def test_settings_are_shown_with_their_origin(run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, 'names = ["Ann", "漢字"]\n[match]\nclock = "60+300"')
    monkeypatch.setenv("SPLENDOR_TUI_THEME", "nord")
    output, complaints = run("settings")
    assert complaints == ""
    lines = output.splitlines()
    assert len(lines) == len(SETTING_NAMES)
    assert {
        'theme               = "nord"  (SPLENDOR_TUI_THEME)',
        'names               = ["Ann", "漢字"]  (file)',
        "match.target        = 15  (default)",
        'match.clock         = "60+300"  (file)',
    } <= set(lines)


def test_json_has_the_same_settings(run: CommandLine, folder: Path) -> None:
    write(folder, "animations = false\nspeed = 9")
    told = run.json("settings", "show")
    assert told["settings"]["animations"] == {"value": False, "origin": "file"}
    assert told["settings"]["match.target"] == {"value": 15, "origin": "default"}
    [problem] = told["problems"]
    assert problem.startswith("settings.toml, line 2: speed is unknown")


def test_invalid_value_is_reported_and_the_default_shown(run: CommandLine, folder: Path) -> None:
    write(folder, 'theme = "\\u001b[2J"')
    output, complaints = run("settings")
    assert 'theme               = "splendor-dark"  (default)' in output
    assert complaints.startswith(r"settings.toml, line 1: theme is '\x1b[2J'; allowed: ")


def test_check_lists_every_problem(run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("settings", "check").out == "No problems in the settings.\n"
    write(folder, 'bot_pace = 11\n\n[match]\ntarget = 0\n\n[keys]\n"table.undo" = "q"')
    monkeypatch.setenv("SPLENDOR_TUI_GLYPHS", "emoji")
    problems = [
        "settings.toml, line 1: bot_pace is 11; allowed: seconds from 0 to 10.",
        "settings.toml, line 4: match.target is 0; allowed: a whole number from 1 to 50.",
        "SPLENDOR_TUI_GLYPHS: glyphs is 'emoji'; allowed: 'auto', 'unicode' or 'ascii'.",
        "At the table: q is used for 'level III, card 1' and 'undo'.",
    ]
    assert run("settings", "check", code=1).out.splitlines() == problems
    told = run.json("settings", "check", code=1)
    assert told == {"path": str(folder / "settings.toml"), "problems": problems}


def test_path_is_printed(run: CommandLine, folder: Path) -> None:
    path = str(folder / "settings.toml")
    assert run("settings", "path").out == f"{path}\n"
    assert run.json("settings", "path") == {"path": path, "exists": False}


def test_control_characters_of_the_environment_are_escaped(
    run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = folder / "a\x1b[2J"
    (hostile / "settings.toml").mkdir(parents=True)
    monkeypatch.setenv("SPLENDOR_TUI_CONFIG", str(hostile))
    monkeypatch.setenv("SPLENDOR_TUI_THEME", "\x1b]52;c;QW5u\x07")
    for what, code in (("show", 0), ("path", 0), ("check", 1)):
        for arguments in ([what], [what, "--json"]):
            assert "".join(run("settings", *arguments, code=code)).replace("\n", "").isprintable()
