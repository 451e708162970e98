"""The output for a player does not contain secrets: two games that differ only in hidden cards print the same."""

from collections.abc import Iterator
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
    *("table", "me", "rivals", "cards", "can", "nobles", "bank", "log", "look 2-07", "7", "t", "hint", "help"),
    *("again", "what if take w u g", "what if reserve t", "look bo", "table all", "numbers on"),
)


def played(typist: Typist, worlds: TwoWorlds) -> Iterator[str]:
    """Type a complete game. The seat asks everything on its turns, and another player undoes and redoes a drawn card."""
    undone = False
    for action in worlds.actions:
        if typist.hot_seat.viewer == worlds.seat:
            yield from (*QUESTIONS, "pause", "continue")
        yield typed_line(action, typist.table.view_for(typist.table.seat), slot_keys("qwerty"))
        if typist.hot_seat.shows_drawn_card and typist.hot_seat.viewer != worlds.seat and not undone:
            undone = True
            yield "undo"
            yield "redo"
        while PauseReason.HAND_OVER in typist.table.pauses or typist.hot_seat.shows_drawn_card:
            yield "ready"


async def seen_in(catalogue: Catalogue, worlds: TwoWorlds, world: int) -> list[list[str]]:
    """What the seat can see before each line of the game."""
    agreed = options(len(worlds.nobles) - 1, hand_over="hidden")
    typist = Typist(
        catalogue, agreed, start=State(catalogue, agreed.game_options(), worlds.decks[world], worlds.nobles)
    )
    seen: list[list[str]] = []

    def lines() -> Iterator[str]:
        for line in played(typist, worlds):
            is_hidden = PauseReason.HAND_OVER in typist.table.pauses
            if (typist.table.seat if is_hidden else typist.hot_seat.viewer) == worlds.seat:
                seen.append(shown(typist.told))
            yield line

    await typist.play(lines())
    assert typist.table.ply == len(worlds.actions)
    return seen


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
    assert "3 white 3 blue 5 green" in told
    assert not any("3 white 3 blue 5 green" in line for line in shown(told))


def test_console_removes_control_characters() -> None:
    written: list[str] = []
    Console(lambda: None, written.append, interactive=False).say("a\x1b[2Jb\nc\u202ed")
    assert written == ["a [2Jb c d\n"]
