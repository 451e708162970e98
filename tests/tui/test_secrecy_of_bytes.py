"""A player's terminal never receives a secret, not even for one frame."""

from pathlib import Path

import pyte

from splendor_tui.record import header_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State, new_game
from splendor_tui.store import Store, utc_now
from tests.match.tables import options
from tests.tui.app.terminals import COLUMNS, PROGRAM, ROWS, terminal

QUIET = 0.3
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


def deal_to(folder: Path, start: State) -> str:
    """Save a game between Ann and Bo. Returns its id."""
    agreed = options(hand_over="hidden")
    with Store.open(folder / "data") as store:
        return store.create_game(header_of(agreed, start), agreed.to_json(), utc_now())


def output_of_a_draw_and_the_next_turn(folder: Path, game_id: str) -> tuple[set[tuple[int, int, str, str, str]], str]:
    """Everything drawn from one hand-over screen to the next, and Ann's screen after that."""
    eye = Eye()
    with terminal([*PROGRAM, "resume", game_id], folder, eye) as opened:

        def press(keys: bytes, until: str) -> None:
            opened.type(keys)
            opened.shows(until)
            opened.read(QUIET)

        press(b"", until="Ann: pick gems")
        press(b"t", until="top card of deck")
        press(b"\r", until="you drew")
        eye.drawn.clear()
        press(b"\r", until="Pass to Bo")
        opened.pass_keyboard()
        press(b"\r", until="Bo: pick gems")
        press(b"i", until="reserve")
        press(b"\x7f", until="Bo: pick gems")
        for number, key in enumerate(
            (b"1", b"2", b"3"), 1
        ):  # one by one, as frames between keys of one write may be skipped
            press(key, until=f"{number}/10 tokens")
        press(b"\r", until="Pass to Ann")
        drawn = set(eye.drawn)
        opened.pass_keyboard()
        press(b"\r", until="Ann: pick gems")
        return drawn, opened.text()


def test_drawn_card_is_never_painted_during_the_next_players_turn(catalogue: Catalogue, tmp_path: Path) -> None:
    one = new_game(catalogue, options().game_options(), 1)
    low, middle, high = one.decks
    other = State(catalogue, one.options, (low, middle, (*high[:4], *high[5:], high[4])), one.nobles)
    seen = []
    for name, dealt in {"one": one, "other": other}.items():
        game_id = deal_to(tmp_path / name, dealt)
        seen.append(output_of_a_draw_and_the_next_turn(tmp_path / name, game_id))
    (drawn, hers), (drawn_in_the_other, hers_in_the_other) = seen
    assert hers != hers_in_the_other
    assert drawn == drawn_in_the_other
