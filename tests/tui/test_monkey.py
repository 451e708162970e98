"""For any keys, clicks, pastes and sizes, however fast, the app survives, and the game is saved as played."""

from pathlib import Path
from random import Random
from typing import Final

import pytest

from splendor_tui.bots.levels import create_bot
from splendor_tui.match import computer_players, match_lifecycle
from splendor_tui.match.services import Services
from splendor_tui.replay import final_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from tests.engines.guest_command import GUEST
from tests.tui.monkey import CORNERS, STARTS, Monkey, engine_at_the_table
from tests.tui.scenes import Scene, on_stage

pytestmark = pytest.mark.drawn

EVENTS: Final = 90
EVENTS_OF_A_SOAK: Final = 2500

ALL_STARTS: Final[dict[str, Scene]] = {**STARTS, "engine": engine_at_the_table(GUEST)}


@pytest.fixture(autouse=True)
def cage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Isolate the app: it cannot exit, writes only here, never waits, and its levels play without compiling."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(SplendorApp, "exit", lambda *_arguments: None)
    monkeypatch.setattr(computer_players, "create_bot", lambda _level: create_bot("merchant"))
    monkeypatch.setattr(match_lifecycle, "level_shortcoming", lambda *_game: None)


async def let_loose(catalogue: Catalogue, start: str, seed: int, events: int) -> None:
    """Run a monkey on a screen. The test's id (start and seed) determines its actions."""
    async with on_stage(catalogue, ALL_STARTS[start], bot_pace=0.0) as pilot:
        monkey = Monkey(pilot, Random(f"{start} {seed}"))
        try:
            await monkey.play(events, CORNERS if start == "people" or events > EVENTS else CORNERS[:-1])
        finally:
            print(f"start {start}, seed {seed}; at the end:", *monkey.done, sep=" | ")
            print(pilot.text)
        check_records(pilot.app.services)


def check_records(place: Services) -> None:
    """Check that every saved game can be replayed under the rules."""
    assert place.store is not None
    for game in place.store.games():
        record = place.store.export_record(game.id)
        assert final_state(record, place.catalogue).ply == game.plies


@pytest.mark.parametrize("start", ALL_STARTS)
async def test_random_input_is_harmless(catalogue: Catalogue, start: str) -> None:
    await let_loose(catalogue, start, 0, EVENTS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("start", ALL_STARTS)
async def test_ten_times_as_much_random_input_is_harmless(catalogue: Catalogue, start: str, seed: int) -> None:
    await let_loose(catalogue, start, seed, EVENTS_OF_A_SOAK)
