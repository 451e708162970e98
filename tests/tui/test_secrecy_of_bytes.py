"""A player's terminal never receives a secret, not even for one frame."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pexpect
import pyte

from splendor_tui.record import header_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import Deal, State, shuffle
from splendor_tui.store import Store, utc_now
from tests.match.tables import options

COLUMNS: Final = 80
ROWS: Final = 24
PATIENCE: Final = 20
QUIET: Final = 0.3
"""The time without output after which the screen counts as drawn, in seconds."""


class Eye(pyte.Screen):
    """A screen that records everything drawn on it: position, text and colours."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, ROWS)
        self.drawn: set[tuple[int, int, str, str, str]] = set()

    def draw(self, data: str) -> None:
        """Record the cells one by one, as a terminal draws them."""
        for character in data:
            self.drawn.add((self.cursor.y, self.cursor.x, character, self.cursor.attrs.fg, self.cursor.attrs.bg))
            super().draw(character)


class Terminal:
    """The real program in a pseudo-terminal, with a recorded screen."""

    def __init__(self, program: "pexpect.spawn[bytes]") -> None:
        self._program = program
        self.eye = Eye()
        self._stream = pyte.ByteStream(self.eye)

    def press(self, keys: str, until: str) -> None:
        """Type keys, and read until the words appear and the output stops."""
        self._program.send(keys)
        deadline = time.monotonic() + PATIENCE
        while not self._read() or until not in "\n".join(self.eye.display):
            assert time.monotonic() < deadline, f"{until!r} never came:\n" + "\n".join(self.eye.display)

    def _read(self) -> bool:
        """Read the output. Returns whether it has stopped."""
        try:
            self._stream.feed(self._program.read_nonblocking(1 << 16, QUIET))
        except pexpect.TIMEOUT:
            return True
        return False


@contextmanager
def playing(folder: Path, game_id: str) -> Iterator[Terminal]:
    """The program after resuming a saved game."""
    environment = {
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "SPLENDOR_TUI_DATA": str(folder / "data"),
        "SPLENDOR_TUI_CONFIG": str(folder / "config"),
    }
    program: pexpect.spawn[bytes] = pexpect.spawn(
        sys.executable,
        ["-m", "splendor_tui", "resume", game_id],
        env=environment,
        dimensions=(ROWS, COLUMNS),
        timeout=PATIENCE,
    )
    try:
        yield Terminal(program)
    finally:
        program.close(force=True)


def deal_to(folder: Path, catalogue: Catalogue, deal: Deal) -> str:
    """Save a game between Ann and Bo. Returns its id."""
    agreed = options(hand_over="hidden")
    with Store.open(folder / "data") as store:
        start = State(catalogue, agreed.game_options(), deal)
        return store.create_game(header_of(agreed, start), agreed.to_json(), utc_now())


def output_of_a_draw_and_the_next_turn(folder: Path, game_id: str) -> tuple[set[tuple[int, int, str, str, str]], str]:
    """Everything drawn from one hand-over screen to the next, and Ann's screen after that."""
    with playing(folder, game_id) as terminal:
        terminal.press("", until="Ann: pick gems")
        terminal.press("t", until="top card of deck")
        terminal.press("\r", until="you drew")
        terminal.eye.drawn.clear()
        terminal.press("\r", until="Pass to Bo")
        time.sleep(0.5)  # the hand-over screen ignores keys for a moment
        terminal.press("\r", until="Bo: pick gems")
        terminal.press("i", until="reserve")
        terminal.press("\x7f", until="Bo: pick gems")
        for number, key in enumerate("123", 1):  # one by one, as frames between keys of one write may be skipped
            terminal.press(key, until=f"{number}/10 tokens")
        terminal.press("\r", until="Pass to Ann")
        drawn = set(terminal.eye.drawn)
        time.sleep(0.5)
        terminal.press("\r", until="Ann: pick gems")
        return drawn, "\n".join(terminal.eye.display)


def test_drawn_card_is_never_painted_during_the_next_players_turn(catalogue: Catalogue, tmp_path: Path) -> None:
    deal = shuffle(catalogue, options().game_options(), 1)
    *decks, high = deal.decks
    other = Deal(decks=(decks[0], decks[1], (*high[:4], *high[5:], high[4])), nobles=deal.nobles)
    seen = []
    for name, dealt in {"one": deal, "other": other}.items():
        game_id = deal_to(tmp_path / name, catalogue, dealt)
        seen.append(output_of_a_draw_and_the_next_turn(tmp_path / name, game_id))
    (drawn, hers), (drawn_in_the_other, hers_in_the_other) = seen
    assert hers != hers_in_the_other
    assert drawn == drawn_in_the_other
