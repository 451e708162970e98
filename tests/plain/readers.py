"""Writes docs/screen-readers.md: `make readers`. Needs espeak-ng, and uses those of the other programs that are there.

It plays a script in English and French, and measures the answers with a voice, braille tables and screen readers whose
speech goes to a file. Nothing is installed.
"""

import asyncio
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import wave
from collections.abc import Callable, Iterator, Mapping, Sequence
from fcntl import ioctl
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.words.languages import set_language
from tests.plain.spoken_game import GOALS, Answer, hear_game, hear_guess, hear_home

_ROOT: Final = Path(__file__).parents[2]
FILE: Final = _ROOT / "docs" / "screen-readers.md"
_CELLS: Final = 40
_QUIET: Final = 1.5
_TYPED: Final = ("look d", "cards", "take w u g", "table", "hint")
_LIBLOUIS: Final = {"en": "en-us-comp8.ctb", "fr": "fr-bfu-comp8.utb"}
_BRLTTY: Final = {"en": "en", "fr": "fr"}
_NAMES: Final = {"en": "English", "fr": "French"}


def spoken_seconds(text: str, language: str) -> float:
    """The length of the text in the voice of this language."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "speech.wav"
        speak = ["espeak-ng", "-v", language, "-s", "180", "-w", str(file), "--stdin"]
        subprocess.run(speak, input=text.encode(), check=True)
        with wave.open(str(file)) as speech:
            return float(speech.getnframes() / speech.getframerate())


def _windows(text: str, to_braille: Sequence[str]) -> int:
    """The number of windows of a display in which one reads the text, at least one a line."""
    done = subprocess.run(to_braille, input=text.encode(), capture_output=True, check=True)
    return sum(-(-len(line) // _CELLS) for line in done.stdout.decode().splitlines())


# --- the answers -------------------------------------------------------------------------------------------------------


def _answers(language: str) -> Sequence[Answer]:
    """Everything that a listener asks for in this language."""
    catalogue = load_catalogue(_ROOT / "assets")
    set_language(language)

    async def listen() -> Sequence[Answer]:
        games = [await hear_game(catalogue, computers) for computers in (1, 3)]
        answers = [*games[0], *games[1], *await hear_home(catalogue), *await hear_guess(catalogue)]
        return [answer for answer in answers if answer.question]

    return asyncio.run(listen())


def _answer_tables() -> Iterator[str]:
    for language in ("en", "fr"):
        braille = ["lou_translate", "-f", f"unicode.dis,{_LIBLOUIS[language]}"]
        by_question: dict[str, list[str]] = {}
        for question, text, _line in _answers(language):
            by_question.setdefault(question, []).append(text)
        yield f"\n### {_NAMES[language]}\n"
        yield "| answer | goal, seconds | seconds, mean / most | windows, mean / most | words, mean |\n|---|---|---|---|---|"
        for question in sorted(by_question, key=[*GOALS].index):
            texts = by_question[question]
            seconds = [spoken_seconds(text, language) for text in texts]
            cells = [_windows(text, braille) for text in texts] if shutil.which(braille[0]) else []
            windows = f"{mean(cells):.1f} / {max(cells)}" if cells else "–"
            spoken, words = f"{mean(seconds):.1f} / {max(seconds):.1f}", mean(len(text.split()) for text in texts)
            yield f"| {question} | {GOALS[question]} | {spoken} | {windows} | {words:.0f} |"


# --- screen readers ----------------------------------------------------------------------------------------------------


class Reader(NamedTuple):
    """A screen reader for terminals. `command` starts it around a program, with a speech server, in a folder.

    `spoken` turns a line of the log of its speech into what is spoken, or nothing.
    """

    name: str
    package: str
    command: Callable[[Path, Path, Path], Sequence[str]]
    spoken: Callable[[str], str]


def _yasr(folder: Path, game: Path, server: Path) -> Sequence[str]:
    usual = Path("/etc/yasr/yasr.conf").read_text(encoding="latin-1")
    settings = re.sub(r"(?m)^synthesizer=.*", "synthesizer=emacspeak server", usual)
    settings = re.sub(r"(?m)^synthesizer port=.*", f"synthesizer port=|{server}", settings)
    (folder / "yasr.conf").write_text(settings, encoding="latin-1")
    return "yasr", "-C", str(folder / "yasr.conf"), str(game)


def _fenrir(_folder: Path, game: Path, server: Path) -> Sequence[str]:
    speech = f'speech#driver=genericDriver;speech#genericSpeechCommand={server} "fenrirText"'
    return "fenrir", "-e", "-o", f"general#shell={game};{speech};sound#enabled=False"


READERS: Final = (
    Reader("yasr", "yasr", _yasr, lambda line: line[3:-1] if line.startswith("q {") else ""),
    Reader("Fenrir", "fenrir", _fenrir, lambda line: line),
    Reader(
        "tdsr",
        "tdsr2",
        lambda _folder, game, server: ("tdsr", "-s", str(server), str(game)),
        lambda line: line[1:] if line.startswith(("s", "l")) else "",
    ),
)
_SERVER: Final = """#!/bin/sh
if [ $# -gt 0 ]; then printf '%s\\n' "$1" >> '{log}'; else exec cat >> '{log}'; fi
"""
_GAME: Final = """#!/bin/sh
cd '{root}' && exec '{python}' -m splendor_tui new --plain --lang {language} --players Ann,merchant --seed 5 --data '{data}'
"""


def _listen(reader: Reader, language: str) -> Sequence[Answer]:
    """Play the script under the reader. Returns what it speaks after each line."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        log, server, game = folder / "log", folder / "server", folder / "game"
        log.touch()
        server.write_text(_SERVER.format(log=log))
        places = {"root": _ROOT, "python": sys.executable, "language": language, "data": folder / "data"}
        game.write_text(_GAME.format(**places))
        for script in (server, game):
            script.chmod(0o700)
        (folder / ".config" / "tdsr").mkdir(parents=True)  # tdsr does not create it
        settings = {"HOME": name, "SPLENDOR_TUI_CONFIG": name, "TERM": "linux", "LANG": "C.UTF-8"}
        return _type_script(reader.command(folder, game, server), {**os.environ, **settings}, log, reader.spoken)


def _type_script(
    command: Sequence[str], environment: Mapping[str, str], log: Path, spoken: Callable[[str], str]
) -> Sequence[Answer]:
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(command[0], [*command], environment)  # noqa: S606
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    answers: list[Answer] = []
    try:
        _wait_until_quiet(terminal, log, 3 * _QUIET)
        for line in _TYPED:
            before = log.stat().st_size
            for key in line:
                os.write(terminal, key.encode())
                time.sleep(0.03)
            os.write(terminal, b"\r")
            _wait_until_quiet(terminal, log, 5 * _QUIET if line == "hint" else _QUIET)
            said = log.read_bytes()[before:].decode(errors="replace").splitlines()
            answers.append(Answer(line, " ¶ ".join(filter(None, (spoken(one).strip() for one in said))), line))
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
        time.sleep(_QUIET)  # the game notices that its terminal is gone
    return answers


def _wait_until_quiet(terminal: int, log: Path, seconds: float) -> None:
    """Wait until neither the program nor the reader has written anything for so long."""
    size, until = -1, time.monotonic() + seconds
    while time.monotonic() < until:
        wrote = bool(select.select([terminal], [], [], 0.1)[0])
        if wrote:
            try:
                os.read(terminal, 1 << 16)
            except OSError:
                return
        if wrote or log.stat().st_size != size:
            size, until = log.stat().st_size, time.monotonic() + seconds


def _reader_tables() -> Iterator[str]:
    for reader in READERS:
        yield f"\n### {reader.name} {_version(reader.package)}\n"
        if shutil.which(reader.package.removesuffix("2")) is None:
            yield "Not installed where this page was written."
            continue
        yield "A ¶ separates what the reader hands to its voice.\n"
        yield "| language | typed | spoken | seconds |\n|---|---|---|---|"
        for language, name in _NAMES.items():
            for line, spoken, _typed in _listen(reader, language):
                seconds = spoken_seconds(spoken.replace("¶", "\n"), language) if spoken else 0
                yield f"| {name} | `{line}` | {spoken.replace('|', ' ') or '(nothing)'} | {seconds:.1f} |"


def _output(*command: str) -> str:
    """What a command prints. Empty if it fails."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _version(package: str) -> str:
    """The version of a package of the system, or of one that pip installed with a command of almost the same name."""
    if found := _output("dpkg-query", "-W", "-f", "${Version}", package):
        return found.partition("-")[0]
    command = shutil.which(package.removesuffix("2"))
    if command is None:
        return ""
    python = Path(command).read_text().splitlines()[0].removeprefix("#!")
    ask = f"import importlib.metadata; print(importlib.metadata.version('{package}'))"
    return _output(python, "-c", ask)


# --- the page ----------------------------------------------------------------------------------------------------------


def _page() -> Iterator[str]:
    voice = _output("espeak-ng", "--version")
    yield "# Screen readers\n"
    yield "`make readers` writes this page. It plays scripts in [plain text](plain-text.md) in English and French. The"
    yield "screen readers run around the real program, and their speech goes to a file. Nothing here is an estimate.\n"
    yield "| program | version |\n|---|---|"
    yield f"| espeak-ng, 180 words a minute, voices `en` and `fr` | {' '.join(voice.split()[3:4])} |"
    yield f"| liblouis, tables {' and '.join(f'`{table}`' for table in _LIBLOUIS.values())} | {_version('liblouis-bin')} |"
    yield f"| brltty, tables {' and '.join(f'`{table}`' for table in _BRLTTY.values())} | {_version('brltty')} |"
    yield from (f"| {reader.name} | {_version(reader.package) or 'not installed'} |" for reader in READERS)
    yield "\n## How long is an answer?\n"
    yield "From one's command to the next prompt, in a whole game. A window is what one reads at once on a braille display of"
    yield f"{_CELLS} cells; a line begins a new one. A turn is everything that happens until the next prompt."
    yield from _answer_tables()
    yield "\n## What is spoken?\n"
    yield "The script is a game against one computer. The prompt `Ann:` comes last."
    yield from _reader_tables()
    yield "\n## In braille\n"
    yield "The tables count the cells. brltty 6.5 was also run as a process: its driver `tt` shows 40 cells in a terminal, but"
    yield "its screen drivers read a Linux console (`lx`) or a GNU screen that was built for it (`sc`), not another terminal. The"
    yield "driver for terminals, `em`, is not in Debian's package.\n"
    yield from _braille()


def _braille() -> Iterator[str]:
    """A turn in the tables of liblouis and brltty."""
    sample = {
        "en": "New a, red, 1 point for 2 white, 3 blue.",
        "fr": "Nouveau en a, rouge, 1 point pour 2 blanc, 3 bleu.",
    }
    yield "| language | sentence | liblouis | brltty |\n|---|---|---|---|"
    for language, sentence in sample.items():
        commands = (
            ["lou_translate", "-f", f"unicode.dis,{_LIBLOUIS[language]}"],
            ["brltty-trtxt", "-i", _BRLTTY[language], "-o", "unicode"],
        )
        cells = [
            subprocess.run(one, input=sentence.encode(), capture_output=True, check=False).stdout.decode().strip()
            if shutil.which(one[0])
            else "not installed"
            for one in commands
        ]
        yield f"| {_NAMES[language]} | {sentence} | {' | '.join(cells)} |"


if __name__ == "__main__":
    if shutil.which("espeak-ng") is None:
        raise SystemExit("espeak-ng is not installed; nothing can be measured without a voice")
    FILE.write_text("\n".join(_page()) + "\n", encoding="utf-8")
    print(f"wrote {FILE.relative_to(_ROOT)}")
