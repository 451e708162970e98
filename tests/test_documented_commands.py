"""Every command in the README and the docs runs as shown. Words in capitals represent the reader's own values."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from splendor_tui.cli import main
from splendor_tui.plain.verbs import Verb, parse_command
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.store.import_export import write_game
from tests.commands.command_line import begin_game
from tests.review.reviewing import play_game

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md")))
IN_A_LINE = re.compile(r"`(splendor-tui[^`]*)`")
ON_A_LINE = re.compile(r"^(?: {4})?((?:printf .* \| )?splendor-tui.*?)(?: {2,}\S.*)?$", re.MULTILINE)
ELSEWHERE = frozenset(
    {
        "splendor-tui --lang de",  # a language that the reader adds
        "splendor-tui arena miser merchant --games 200",  # a level that the reader adds
        "splendor-tui arena grandmaster guildmaster --games 10000 --dask tcp://10.0.0.5:8786",  # other machines
        "splendor-tui arena",  # mentioned, not shown
        "splendor-tui replay",
        "splendor-tui export",
    }
)
FOUND = [*IN_A_LINE.findall(README), *IN_A_LINE.findall(DOCS), *ON_A_LINE.findall(DOCS)]
SHOWN = sorted({" ".join(shown.split()) for shown in FOUND} - ELSEWHERE)
STANDS_FOR = {
    "MY-CARDS": "DIR",
    "COMMAND": "./my-engine",
    "k7mq2wzt": "GAME",
    "game.jsonl": "FILE",
    "GAME g.jsonl": "GAME exported.jsonl",
    "g.jsonl": "FILE",
    "my-games": "data",
    "'seat 0 main / …'": "POSITION",
    "'Ann,Rob=@python3 mine.py -v'": "'Ann,Rob=@python3 ./my-engine.py'",
}
BRIEFLY = {
    "arena": "--games 2 --seconds 0.01 --workers 1",
    "review": "--nodes 50",
    "perft": "--setup gold --depth 1",
    "delete": "--yes",
}
"""Options that make a command fast, or skip its question."""
ON_A_TERMINAL = frozenset({"new", "resume", "learn", "puzzle"})


class Place:
    """A folder with the program, unfinished games, a finished one, a record, a custom card set and an engine."""

    def __init__(self, folder: Path, catalogue: Catalogue) -> None:
        self.folder = folder
        program = folder / "bin" / "splendor-tui"
        program.parent.mkdir()
        self._write_program(program, "-m splendor_tui")
        for engine in ("my-engine", "your-engine"):
            self._write_program(folder / engine, f"'{ROOT}/examples/collector.py'")
        shutil.copytree(ROOT / "assets", folder / "DIR")
        with Store.open(folder / "data") as store:
            self.over = play_game(store, catalogue, target=5)
            self.waiting, self.deleted = (begin_game(store, catalogue) for _game in range(2))
            write_game(store, self.over, folder / "FILE")
        shutil.copy(ROOT / "examples" / "collector.py", folder / "my-engine.py")
        written = self.run(f"splendor-tui position {self.over} 0 --with-secrets")
        self.position = written.stdout.strip()

    def _write_program(self, path: Path, arguments: str) -> None:
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        path.chmod(0o700)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the program."""
        return {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "SPLENDOR_TUI_DATA": str(self.folder / "data"),
            "SPLENDOR_TUI_CONFIG": str(self.folder / "config"),
        }

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        """Run a line in a shell, with pipes as standard streams."""
        shell, environment = ["/bin/sh", "-c", command], {**os.environ, **self.environment}
        return subprocess.run(
            shell,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=environment,
        )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue) -> Place:
    return Place(tmp_path_factory.mktemp("documented"), catalogue)


def test_readme_shows_commands() -> None:
    assert len(SHOWN) > 20


def as_typed(shown: str, place: Place) -> str:
    """The command with values for the words in capitals, chosen so that it is fast and needs no terminal."""
    if shown.startswith("printf"):
        return shown
    if shown == "splendor-tui COMMAND --help":
        return "splendor-tui games --help"
    command = shown.replace("--help", "HELP")
    name = (*shown.split(), "")[1]
    for words, instead in STANDS_FOR.items():
        command = command.replace(words, instead)
    game = {"resume": place.waiting, "delete": place.deleted}.get(name, place.over)
    command = re.sub(r" \[[A-Z]+\]", "", command).replace("[--text]", "--text").replace("HELP", "--help")
    command = re.sub(r"\bGAME\b", game, command).replace(" ACTION", " 3").replace("POSITION", f"'{place.position}'")
    command = command.replace(" 38", " 3")  # of a longer game
    command = re.sub(r" --(games|seconds|nodes|depth) [\d.]+", "", command)
    if name == "engine" and "--check" not in command:
        command += " < /dev/null"
    if "--help" in command:
        return command
    brief = BRIEFLY.get(name, "")
    if name == "perft" and ("--position" in command or "--setup" in command or "--check" in command):
        brief = "--setup gold --depth 1" if "--check" in command else "--depth 1"
    return f"{command} {brief}{' --plain' if name in ON_A_TERMINAL and '--plain' not in command else ''}".strip()


@pytest.mark.parametrize("shown", SHOWN)
def test_documented_command_runs(
    place: Place, shown: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    command = as_typed(shown, place)
    if not command.startswith("splendor-tui ") or "<" in command:
        done = place.run(command)
        code, output, errors = done.returncode, done.stdout, done.stderr
    else:  # in this process, which has already imported everything
        monkeypatch.chdir(place.folder)
        for name, value in place.environment.items():
            monkeypatch.setenv(name, value)
        with Path(os.devnull).open(encoding="utf-8") as nothing:
            monkeypatch.setattr(sys, "stdin", nothing)
            code = main(shlex.split(command)[1:])
        output, errors = capfd.readouterr()
    assert code == 0, errors
    assert output or any(name in shown for name in ("delete", "engine merchant", "export"))
    assert "Traceback" not in errors


def test_documented_lines_of_plain_text_are_understood() -> None:
    document = (ROOT / "docs" / "plain-text.md").read_text(encoding="utf-8")
    shown = [line for block in re.findall(r"```\n(.*?)```", document, re.DOTALL) for line in block.splitlines()]
    typed = [re.split(r"  +|;", line)[0].split(",")[0] for line in shown if not line.startswith("printf")]
    asked = re.findall(r"`([a-z]+(?: \w+)?)`", document.partition("You can ask for more:")[2].partition("##")[0])
    assert len(typed) >= 9
    assert len(asked) >= 12
    for line in (*typed, *asked):
        verb, _rest = parse_command(line.split(), list(Verb))
        assert verb.words[0].startswith(line.split()[0]), line
