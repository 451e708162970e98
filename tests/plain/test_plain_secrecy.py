"""The output for a player does not contain secrets: two games that differ only in hidden cards print the same."""

from typing import Final

import pytest

from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.plain.console import Console
from splendor_tui.plain.typed_actions import typed_line
from splendor_tui.presentation.table_model import slot_keys
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State
from tests.match.tables import options
from tests.plain.typist import Typist, shown
from tests.tui.worlds import TwoWorlds, two_worlds

PLIES: Final = 32
QUESTIONS: Final = (
    *("table", "me", "rivals", "cards", "can", "nobles", "bank", "log", "look 2-07", "7", "t", "hint", "help", "pause"),
)


class Eyes:
    """Types a complete game, and records what each seat can see."""

    def __init__(self, catalogue: Catalogue, worlds: TwoWorlds, world: int) -> None:
        agreed = options(len(worlds.deals[0].nobles) - 1, hand_over="hidden")
        self.typist = Typist(catalogue, agreed, start=State(catalogue, agreed.game_options(), worlds.deals[world]))
        self.seat = worlds.seat
        self.seen: list[list[str]] = []
        self._actions = iter(worlds.actions)
        self._waiting: list[str] = []
        self._asked_at = -1
        self._taken_back = False

    def read(self) -> str | None:
        """The next line. First, the player at the keyboard reads what is visible."""
        table, hot_seat = self.typist.table, self.typist.hot_seat
        standing = table.pauses
        behind = PauseReason.HAND_OVER in standing
        if (table.seat if behind else hot_seat.viewer) == self.seat:
            self.seen.append(shown(self.typist.told))
        if PauseReason.MENU in standing:
            return "continue"
        if behind:
            return "ready"
        if hot_seat.shows_drawn_card:
            return self._drawn()
        if self._waiting:
            return self._waiting.pop(0)
        if hot_seat.viewer == self.seat and self._asked_at != table.ply:
            self._asked_at = table.ply
            self._waiting = [*QUESTIONS]
            return "me"
        action = next(self._actions, None)
        if action is None:
            return None
        return typed_line(action, table.view_for(table.seat), slot_keys("qwerty"))

    def _drawn(self) -> str:
        if not self._taken_back and self.typist.hot_seat.viewer != self.seat:
            self._taken_back = True
            self._waiting = ["redo"]
            return "undo"
        return "ready"


async def seen_in(catalogue: Catalogue, worlds: TwoWorlds, world: int) -> list[list[str]]:
    eyes = Eyes(catalogue, worlds, world)
    await eyes.typist.play(eyes.read)
    assert eyes.typist.table.ply == len(worlds.actions)
    return eyes.seen


@pytest.mark.parametrize(("players", "seat", "seed"), [(2, 0, 1), (4, 3, 3)])
async def test_text_seen_by_a_seat_is_the_same_in_two_worlds(
    catalogue: Catalogue, players: int, seat: int, seed: int
) -> None:
    worlds = two_worlds(catalogue, players, seat, seed, PLIES)
    assert sum(isinstance(action, ReserveTop) for action in worlds.actions) >= players
    one, other = [await seen_in(catalogue, worlds, world) for world in (0, 1)]
    assert len(one) > 50
    assert one == other


@pytest.mark.parametrize(
    "lines", [("reserve t", "me", "ready", "table"), ("reserve t", "ready", "take w u g", "me", "take r k u", "table")]
)
async def test_drawn_card_is_scrolled_away_without_a_hand_over_screen(
    catalogue: Catalogue, lines: tuple[str, ...]
) -> None:
    typist = Typist(catalogue, options(hand_over="never"))
    told = await typist.types(*lines)
    assert "3-17" in told
    assert not any("3-17" in line or "costs 3 white, 3 blue, 5 green" in line for line in shown(told))


def test_console_removes_control_characters() -> None:
    written: list[str] = []
    Console(lambda: None, written.append, interactive=False).say("a\x1b[2Jb\nc\u202ed")
    assert written == ["a [2Jb c d\n"]
