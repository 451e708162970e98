"""No input from the keyboard, the clipboard or a change of the window size breaks the program."""

import re
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.tui.app.terminals import COLUMNS, PROGRAM, ROWS, TABLE, Terminal, at_the_table, terminal

PICKED = "0→1/10"
PASTE, END_PASTE = b"\x1b[200~", b"\x1b[201~"
CLEAR = b"\x7f"
HUGE = 500_000


MEANINGLESS = {
    "no utf-8 at all": b"\xff",
    "Latin-1": "é".encode("latin-1"),
    "half a character": "é".encode()[:1],
    "a surrogate": b"\xed\xa0\x80",
    "five bytes": b"\xf8\x88\x80\x80\x80",
    "control characters": bytes(range(4, 8)) + b"\0",
    "a paste of all that": PASTE + b"\xff\x1b[2J\x07\0\x9b" + END_PASTE,
    "a paste of keys": PASTE + b"\x1b[2\x1b3\x1b\r" + END_PASTE,
    "a paste of markup": PASTE + b"[/][@click=app.quit]q" + END_PASTE,
    "a long number": b"\x1b[999999999999999999999;1H",
    "a click outside": b"\x1b[<0;99999;99999M",
    "a click nowhere": b"\x1b[<;;M",
    "a key that is none": b"\x1b[999999999999u",
    "a window of no size": b"\x1b[48;0;0;9;9t\x1b[<0;1;1M",
    "a window of a huge size": b"\x1b[48;99999;99999;9;9t",
    "answers that nobody asked for": b"\x1b]52;c;AAAA\x07\x1bP+q\x1b\\",
    "a huge paste": PASTE + b"x" * HUGE + END_PASTE,
    "a huge paste of all that": PASTE + b"x\xff\x1b[31m" * (HUGE // 10) + END_PASTE,
}


def test_meaningless_bytes_huge_pastes_and_noise_are_harmless(tmp_path: Path) -> None:
    with at_the_table(tmp_path) as opened:
        noise = Random(1)
        for what, written in MEANINGLESS.items():
            print(what)
            opened.type(written)
            opened.read(0.05)
            opened.type(b"\x1b")  # ends an incomplete sequence
            opened.read(0.3)
            opened.type(CLEAR + b"1")  # a busy program reads the escape and the next key together, as Alt
            opened.shows(PICKED)
            opened.type(CLEAR)
            opened.hides(PICKED)
        for _burst in range(5):
            opened.type(re.sub(rb"[\x11\x1a]", b"", noise.randbytes(100)))  # without ctrl+q and ctrl+z
            opened.read(0.2)
        opened.type(b"\x11")
        assert opened.ended()[0] == 0


def test_terminal_is_asked_how_wide_it_draws_a_symbol_before_the_table_is_drawn(tmp_path: Path) -> None:
    with at_the_table(tmp_path) as opened:
        asked, _, drawn = opened.written.partition(b"\x1b[6n\xe2\x96\xb2\x1b[6n")
        assert "╭".encode() not in asked
        assert b"\x1b[>25u" in asked
        assert b"\x1b[=4;2u" in drawn, "kitty's protocol is asked for the places of keys once it is on"
        assert "╭".encode() in drawn
        opened.type(b"\x1b[2;1R\x1b[2;3R")
        opened.hides("╭")
        opened.shows(TABLE)


def test_window_counts_whatever_size_is_exported(tmp_path: Path) -> None:
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo"], tmp_path, COLUMNS="60", LINES="20") as opened:
        opened.shows(TABLE)
    with terminal([*PROGRAM, "new", "--help"], tmp_path, COLUMNS="200", LINES="20") as opened:
        assert opened.ended()[0] == 0
        assert max(map(len, opened.written.decode().splitlines())) <= COLUMNS


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONIOENCODING": "iso8859-15"},
        {"PYTHONIOENCODING": "ascii:strict"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=lambda surroundings: " ".join(surroundings.values()),
)
def test_table_is_plain_if_the_output_cannot_encode_the_symbols(tmp_path: Path, surroundings: dict[str, str]) -> None:
    start = [sys.executable, "-P", "-m", "splendor_tui"]  # each variable counts when Python starts
    with terminal([*start, "new", "--players", "Ann,Bo"], tmp_path, **surroundings) as opened:
        opened.shows(TABLE)
        opened.shows("W white")
        opened.type(b"\x11")
        assert opened.ended()[0] == 0
    assert opened.written.isascii()


def test_flood_of_keys_does_not_grow_memory(tmp_path: Path) -> None:
    chances = Random(4)

    def flood(opened: Terminal, seconds: float) -> int:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            opened.press(bytes(chances.choices(b"\x10abcdefghij", k=128)))
            opened.overlook(0.005)
        return opened.memory()

    with at_the_table(tmp_path) as opened:
        before = flood(opened, 1)  # this opens and paints everything once
        assert flood(opened, 3) < before + 20


def test_table_is_unchanged_after_rapid_resizing_and_drawn_only_once_if_tiny(tmp_path: Path) -> None:
    sizes = Random(2)
    with at_the_table(tmp_path) as opened:
        table = opened.text()
        for _drag in range(50):
            opened.resize(*sizes.choice([(1, 1), (500, 200), (sizes.randint(1, 500), sizes.randint(1, 200))]))
            opened.overlook(0.01)
        opened.resize(1, 1)
        opened.overlook(0.5)
        opened.resize(COLUMNS, ROWS)
        opened.becomes(table)
        for size in ((1, 1), (2, 1), (1, 2), (3, 3)):
            opened.resize(*size)
            for _attempt in range(15):  # continuous redrawing never gives such a pause
                time.sleep(0.3)
                if not opened.overlook(0):
                    break
            else:
                pytest.fail(f"{size} is drawn for ever")


def test_terminal_cursor_stands_on_the_selected_row_and_card_for_screen_readers(tmp_path: Path) -> None:
    with terminal([*PROGRAM], tmp_path) as opened:
        opened.shows("Puzzles")
        for keys, row in ((b"\x1b[B", "New game"), (b"\x1b[B", "Puzzles"), (b"o", "Language"), (b"\x1b[B", "Theme")):
            opened.type(keys)
            opened.reads(row)
    with terminal([*PROGRAM, "new", "--players", "Ann,Bo"], tmp_path) as opened:
        opened.shows("Ann")
        for keys, card in ((b"", " q "), (b"\x1b[C", " w "), (b"\x1b[B", " s ")):
            opened.type(keys)
            opened.reads(card)
