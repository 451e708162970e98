"""Nothing accumulates at the table: the number of widgets, timers and workers and the memory remain constant."""

import asyncio
import ctypes
import gc
import resource
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from textual._styles_cache import StylesCache
from textual.events import Key
from textual.strip import Strip

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.match_lifecycle import begin
from splendor_tui.presentation import commands
from splendor_tui.presentation.table_model import TableModel
from splendor_tui.rules import legality
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets import board
from splendor_tui.tui.widgets.animation import VISIT_SECONDS
from tests.tui.fingers import play_out
from tests.tui.opened_app import Player
from tests.tui.scenes import Scene, early, home, late, on_stage, reached, save_game

pytestmark = pytest.mark.drawn

MOVES = 120
SETTLED_AFTER = 60
GAMES_UNTIL_CACHES_ARE_FULL = 100
GAMES_OF_A_SOAK = 200
OPENINGS = 10
OPENINGS_OF_A_SOAK = 300
MAX_MEGABYTES = 5
MAX_MEGABYTES_OF_SCREENS = 15
DIRECTIONS = ("left", "right", "up", "down")


async def finished_game(pilot: Player) -> None:
    """The saved games, with a finished one highlighted."""
    save_game(pilot.app.services, reached(pilot.app.services.catalogue, "over", 2), pilot.names)
    await pilot.type("g")


OPENED: Mapping[Scene, Sequence[str]] = {
    home: (
        *(
            "p enter escape escape",
            "n escape",
            "g escape",
            "s enter escape escape",
            "s r escape escape",
            "o y escape escape",
            "l o",
        ),
        *("question_mark escape", "f2 escape", "ctrl+p escape", "f3 escape", "v escape"),
    ),
    late: ("m escape", "i escape", "o s escape escape", "ctrl+y escape"),
    finished_game: ("p s escape escape",),
}
"""The keys that open and close every screen, each from the home screen, a table or a list."""


def parts(pilot: Player) -> dict[str, int]:
    """The current number of parts of the app."""
    app = pilot.app
    widgets = [widget for screen in app.screen_stack for widget in screen.walk_children(with_self=True)]
    return {
        "widgets": len(widgets),
        "timers": sum(len(pump._timers) for pump in (app, *widgets)),  # noqa: SLF001 - Textual has no public API for this
        "workers": len(app.workers),
    }


def alive(*kinds: type) -> Counter[str]:
    """The number of live objects of these classes."""
    gc.collect()
    return Counter(type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds)


async def test_closed_screens_are_collected(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SplendorApp, "COLLECT_AFTER_SECONDS", 0.05)
    threshold = gc.get_threshold()
    gc.set_threshold(1_000_000_000)  # Python's own collections come too late
    gc.disable()  # as at the start of the program
    try:
        async with on_stage(catalogue, home) as pilot:
            while not gc.isenabled():
                await a_moment(pilot)
            after = []
            for _time in range(2):  # the first openings fill caches
                for _opening in range(OPENINGS):
                    await opened_and_closed(pilot, ("p", "escape"))
                await a_moment(pilot, 0.2)
                after.append(resident())
            assert sum(isinstance(one, PuzzlesScreen) for one in gc.get_objects()) <= 1
            assert after[1] - after[0] < MAX_MEGABYTES
    finally:
        gc.set_threshold(*threshold)
        gc.enable()


async def test_cursor_moves_do_not_leak_objects(catalogue: Catalogue) -> None:
    rng = Random(1)
    async with on_stage(catalogue, early) as pilot:
        pilot.table.action_do(commands.CLEAR.id)
        before, held = {}, Counter[str]()
        for move in range(MOVES):
            if move == SETTLED_AFTER:
                before, held = parts(pilot), alive(TableModel, Strip, State)
            pilot.table.action_cursor(rng.choice(DIRECTIONS))
            await pilot.pause(0)
        assert parts(pilot) == before
        for name, count in alive(TableModel, Strip, State).items():
            assert count <= held[name] * 1.2 + 20, name


async def test_games_do_not_leak_objects(catalogue: Catalogue) -> None:
    async with on_stage(catalogue, home) as pilot:
        await pilot.finish_work()
        empty, after = parts(pilot), []
        before = alive(State, StylesCache)
        for game in range(2):
            await pilot.change(bot_pace=0.0)
            options = make_options(parse_players("Ann,Bo,=merchant"), MatchRules(target=3), seed=str(game))
            pilot.app.matches.play(begin(pilot.app.services, options))
            await pilot.finish_drawing()
            await play_out(pilot, Random(game))
            plies = pilot.table.session.controller.ply
            await pilot.finish_work()  # the game over screen reads the ratings
            await pilot.finish_drawing()
            pilot.table.board.on_key()  # ends the announcement of a noble, whose timer Textual drops with the object
            await pilot.finish_drawing()
            gc.collect()
            after.append(parts(pilot))
            pilot.app.home()
            await pilot.finish_drawing()
            await pilot.finish_work()  # they read the results
            await pilot.finish_drawing()
            assert parts(pilot) == empty
            left = alive(TableModel, TableScreen, State, StylesCache)
            assert left["TableScreen"] <= 1  # asyncio's cancelled timers keep the last one alive for a while
            assert left["TableModel"] <= 2
            assert left["State"] <= before["State"] + 2 * plies  # those of the last game
            assert left["StylesCache"] <= before["StylesCache"] + after[-1]["widgets"]  # the caches of the last table
        assert after[0] == after[1]


def resident() -> float:
    """The memory of this process on Linux, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def megabytes() -> float:
    """The memory of this process in use.

    Garbage and free blocks do not count, because their share varies by 10 MB. Nor do the results that the rules keep, which
    are limited in number; two hundred games do not reach the limit.
    """
    for kept in vars(legality).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return resident()


async def a_moment(pilot: Player, seconds: float = 0.01) -> None:
    """Wait without the pilot, because each of its pauses leaves a timer of 30 seconds that keeps screens alive."""
    await asyncio.sleep(seconds)
    assert pilot.app.is_running


async def opened_and_closed(pilot: Player, keys: Sequence[str]) -> None:
    """Press keys, and wait after each until another screen is complete."""
    for key in keys:
        before = pilot.app.screen
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        while (screen := pilot.app.screen) is before or not screen.is_mounted:
            await a_moment(pilot)
        await pilot.finish_work()  # they read what the screen lists


@pytest.mark.soak
async def test_two_hundred_rematches_of_computers_do_not_grow_memory(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A timer of ten minutes for each noble, as in other tests, would keep the screens of many games alive.
    monkeypatch.setattr(board, "VISIT_SECONDS", VISIT_SECONDS)
    async with on_stage(catalogue, home, bot_pace=0.0) as pilot:
        pilot.app.matches.start(make_options(parse_players("=merchant,=merchant,=merchant,=merchant"), seed="rematch"))
        before = 0.0
        for game in range(GAMES_UNTIL_CACHES_ARE_FULL + GAMES_OF_A_SOAK):
            while not isinstance(screen := pilot.app.screen, GameOverScreen):
                await a_moment(pilot)
            await a_moment(pilot, 0.2)  # until it is drawn, and the game saved
            if game == GAMES_UNTIL_CACHES_ARE_FULL:
                before = megabytes()
            screen.action_rematch()
            while pilot.app.screen is screen:
                await a_moment(pilot)
        assert megabytes() - before < MAX_MEGABYTES


@pytest.mark.soak
@pytest.mark.parametrize(("scene", "keys"), [(scene, keys) for scene in OPENED for keys in OPENED[scene]])
async def test_three_hundred_openings_of_each_screen_do_not_grow_memory(
    catalogue: Catalogue, scene: Scene, keys: str
) -> None:
    async with on_stage(catalogue, scene) as pilot:
        for opening in range(10 + OPENINGS_OF_A_SOAK):
            if opening == 10:
                before = resident()
            await opened_and_closed(pilot, keys.split())
        await a_moment(pilot, 2.0)
        assert resident() - before < MAX_MEGABYTES_OF_SCREENS
