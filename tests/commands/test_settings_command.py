"""`splendor-tui settings`: the settings, their file, and its problems."""

import json
import os
from pathlib import Path

import pytest

from splendor_tui.cli import main
from splendor_tui.inputs.settings import SETTING_NAMES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings folder. The environment contains no settings."""
    for variable in [name for name in os.environ if name.startswith("SPLENDOR_TUI_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("SPLENDOR_TUI_CONFIG", str(tmp_path))
    return tmp_path


def write(folder: Path, text: str) -> None:
    (folder / "settings.toml").write_text(text, encoding="utf-8")


def test_settings_are_shown_with_their_origin(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, 'names = ["Ann", "漢字"]\n[match]\nclock = "60+300"')
    monkeypatch.setenv("SPLENDOR_TUI_THEME", "nord")
    assert main(["settings"]) == 0
    output, complaints = capsys.readouterr()
    assert complaints == ""
    lines = output.splitlines()
    for line in (
        'theme               = "nord"  (SPLENDOR_TUI_THEME)',
        'names               = ["Ann", "漢字"]  (file)',
        "match.target        = 15  (default)",
        'match.clock         = "60+300"  (file)',
    ):
        assert line in lines
    assert len(lines) == len(SETTING_NAMES)


def test_json_has_the_same_settings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "animations = false\nspeed = 9")
    assert main(["settings", "show", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["settings"]["animations"] == {"value": False, "origin": "file"}
    assert answer["settings"]["match.target"] == {"value": 15, "origin": "default"}
    [problem] = answer["problems"]
    assert problem.startswith("settings.toml, line 2: speed is unknown")


def test_invalid_value_is_reported_and_the_default_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, 'theme = "\\u001b[2J"')
    assert main(["settings"]) == 0
    output, complaints = capsys.readouterr()
    assert 'theme               = "splendor-dark"  (default)' in output
    assert complaints.startswith(r"settings.toml, line 1: theme is '\x1b[2J'; allowed: ")


def test_check_lists_every_problem(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, "bot_pace = 11\n\n[match]\ntarget = 0")
    monkeypatch.setenv("SPLENDOR_TUI_GLYPHS", "emoji")
    assert main(["settings", "check"]) == 1
    problems = [
        "settings.toml, line 1: bot_pace is 11; allowed: seconds from 0 to 10.",
        "settings.toml, line 4: match.target is 0; allowed: a whole number from 1 to 50.",
        "SPLENDOR_TUI_GLYPHS: glyphs is 'emoji'; allowed: 'auto', 'unicode' or 'ascii'.",
    ]
    assert capsys.readouterr().out.splitlines() == problems
    assert main(["settings", "check", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"path": str(folder / "settings.toml"), "problems": problems}


def test_check_accepts_a_valid_or_missing_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _written in (False, True):
        assert main(["settings", "check"]) == 0
        assert capsys.readouterr().out == "No problems in the settings.\n"
        write(folder, 'theme = "nord"')


def test_path_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "path"]) == 0
    assert capsys.readouterr().out == f"{folder / 'settings.toml'}\n"
    assert main(["settings", "path", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"path": str(folder / "settings.toml"), "exists": False}


def test_control_characters_of_the_environment_are_escaped(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "settings.toml").mkdir()
    (folder / "a\x1b[2J").mkdir()
    (folder / "a\x1b[2J" / "settings.toml").mkdir()
    monkeypatch.setenv("SPLENDOR_TUI_CONFIG", str(folder / "a\x1b[2J"))
    monkeypatch.setenv("SPLENDOR_TUI_THEME", "\x1b]52;c;QW5u\x07\udcff")
    for arguments in (["show"], ["path"], ["check"], ["show", "--json"], ["path", "--json"], ["check", "--json"]):
        main(["settings", *arguments])
        printed = "".join(capsys.readouterr())
        assert printed.replace("\n", "").isprintable()


def test_missing_home_folder_is_an_error_that_names_the_alternative(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert folder.exists()
    for variable in ("SPLENDOR_TUI_CONFIG", "HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    for what in ("show", "path", "check"):
        assert main(["settings", what]) == 2
        assert "specify a folder in SPLENDOR_TUI_CONFIG" in capsys.readouterr().err


def test_unknown_subcommand_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "delete"]) == 2
    assert "invalid choice: 'delete'" in capsys.readouterr().err
    assert list(folder.iterdir()) == []
