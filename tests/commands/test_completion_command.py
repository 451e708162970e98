"""The completion script and the man page contain every command and option."""

import importlib
import shutil
import subprocess
from pathlib import Path

import pytest

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.command_table import GROUPS
from splendor_tui.commands.completion_command import SHELLS
from splendor_tui.words import Message
from tests.commands.command_line import CommandLine

MAN_PAGE = Path(__file__).parents[2] / "docs" / "splendor-tui.1"
COMMANDS = [name for names in GROUPS.values() for name in names]


def options_of(name: str) -> list[str]:
    command = importlib.import_module(f"splendor_tui.commands.{name.replace('-', '_')}_command")
    command.configure(parser := Parser(name, Message(name, {})))
    return [option for action in parser._actions for option in action.option_strings]  # noqa: SLF001


def test_scripts_and_man_page_know_every_command_and_option(run: CommandLine) -> None:
    known = [word for name in COMMANDS for word in (name, *options_of(name))]
    scripts = [run("completion", shell).out for shell in SHELLS]
    for text in (*scripts, MAN_PAGE.read_text(encoding="utf-8").replace("\\-", "-")):
        assert [word for word in known if word not in text] == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("splendor-tui exp", {"export"}),
        ("splendor-tui new --pl", {"--players", "--plain"}),
        ("splendor-tui completion ", set(SHELLS)),
        ("splendor-tui settings ", {"show", "path", "check"}),
        ("splendor-tui new --undo ", {"free", "own-turn", "off"}),
    ],
)
def test_bash_completes(typed: str, completed: set[str], run: CommandLine) -> None:
    words = typed.split() + [""] * typed.endswith(" ")
    asked = f"COMP_WORDS=({' '.join(word or repr('') for word in words)}); COMP_CWORD={len(words) - 1}"
    ask = f"{asked}\n_shtab_splendor_tui\n" + 'printf "%s\\n" "${COMPREPLY[@]}"'
    bash = ["bash", "--norc", "-c", f"{run('completion', 'bash').out}\n{ask}"]
    done = subprocess.run(bash, capture_output=True, text=True, check=True)
    assert {word.strip() for word in done.stdout.split()} - {"--help", "-h"} == completed
