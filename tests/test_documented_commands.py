"""Every command in the README and the docs runs as shown. Words in capitals represent the reader's own values."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from splendor_tui.plain.typed_commands import TYPED, parse_command
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.store.import_export import write_game
from tests.commands.command_line import begin_game
from tests.inputs.test_card_list import FORMS
from tests.plain.typist import run
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
        "splendor-tui rename Learner Ann",  # the reader's own players
        "splendor-tui rename OLD NEW",
        "splendor-tui rename --undo",
        "splendor-tui arena",  # mentioned, not shown
        "splendor-tui replay",
        "splendor-tui export",
    }
)
FOUND = [*IN_A_LINE.findall(README), *IN_A_LINE.findall(DOCS), *ON_A_LINE.findall(DOCS)]
SHOWN = sorted({" ".join(shown.split()) for shown in FOUND} - ELSEWHERE)
STANDS_FOR = {
    "MY-CARDS": "DIR",
    "COMMAND": "'./my-engine'",
    "k7mq2wzt": "GAME",
    "game.jsonl": "FILE",
    "GAME g.jsonl": "GAME exported.jsonl",
    "g.jsonl": "FILE",
    "my-games": "data",
    "'seat 0 main / …'": "POSITION",
    "'Ann,Rob=@python3 mine.py -v'": "'Ann,Rob=@python3 ./my-engine.py'",
}
BRIEFLY = {
    "arena": "--games 2 --seconds 0.01 --target 5 --workers 1",
    "review": "--nodes 50",
    "perft": "--depth 1",
    "delete": "--yes",
    **dict.fromkeys(("new", "resume", "learn", "puzzle"), "--plain"),
}
"""Options that make a command fast, skip its question, or need no terminal. They override those before them."""


class Place:
    """A folder with the program, unfinished games, a finished one, a record, a custom card set, a list and an engine."""

    def __init__(self, folder: Path, catalogue: Catalogue) -> None:
        self.folder = folder
        self.passed: set[str] = set()
        (folder / "bin").mkdir()
        collector = f"'{ROOT}/examples/collector.py'"
        programs = {"bin/splendor-tui": "-m splendor_tui", "my-engine": collector, "your-engine": collector}
        for path, arguments in programs.items():
            (folder / path).write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
            (folder / path).chmod(0o700)
        shutil.copytree(ROOT / "assets", folder / "DIR")
        with Store.open(folder / "data") as store:
            self.over = play_game(store, catalogue, target=5)
            self.waiting, self.deleted = (begin_game(store, catalogue) for _game in range(2))
            write_game(store, self.over, folder / "FILE")
        shutil.copy(ROOT / "examples" / "collector.py", folder / "my-engine.py")
        (folder / "cards.csv").write_text(FORMS["a column per colour"](catalogue.cards), encoding="utf-8")
        self.position = run(folder, "position", self.over, "0", "--with-secrets").stdout.strip()

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        """Run a command in this process, which has already imported everything, or a line of a shell in a new one."""
        if command.startswith("splendor-tui") and "<" not in command:
            return run(self.folder, *shlex.split(command)[1:])
        places = {"SPLENDOR_TUI_DATA": f"{self.folder}/data", "SPLENDOR_TUI_CONFIG": f"{self.folder}/config"}
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        environment = {**os.environ, **places, "PATH": path, "PYTHONPATH": str(ROOT)}
        shell = ["/bin/sh", "-c", command]
        return subprocess.run(
            shell, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
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
    if name == "engine" and "--check" not in command:
        return f"{command} < /dev/null"
    if "--help" in command:
        return command
    chosen = name != "perft" or "--position" in command or "--setup" in command
    return f"{command} {BRIEFLY.get(name, '')} {'' if chosen else '--setup gold'}".strip()


@pytest.mark.parametrize("shown", SHOWN)
def test_documented_command_runs(place: Place, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = as_typed(shown, place)
    if command in place.passed:
        return  # it is shown in several ways
    monkeypatch.chdir(place.folder)
    done = place.run(command)
    assert done.returncode == 0, done.stderr
    assert done.stdout or any(name in shown for name in ("delete", "engine merchant", "export"))
    assert "Traceback" not in done.stderr
    place.passed.add(command)


def test_documented_lines_of_plain_text_are_understood() -> None:
    document = (ROOT / "docs" / "plain-text.md").read_text(encoding="utf-8")
    shown = [line for block in re.findall(r"```\n(.*?)```", document, re.DOTALL) for line in block.splitlines()]
    typed = [re.split(r"  +|;", line)[0].split(",")[0] for line in shown if not line.startswith("printf")]
    asked = re.findall(r"`([a-z]+(?: \w+)?)`", document.partition("You can ask for more:")[2].partition("##")[0])
    assert len(typed) >= 9
    assert len(asked) >= 12
    for line in (*typed, *asked):
        verb, _rest = parse_command(line.split(), TYPED)
        assert verb.words[0].startswith(line.split()[0]), line
