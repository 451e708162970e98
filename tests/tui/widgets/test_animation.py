"""Animations of cards and tokens: short, drawn frame by frame, and without blocking input."""

import asyncio
import os
import pty
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual._animator import Animator
from textual.geometry import Region
from textual.screen import Screen

from splendor_tui.presentation.activity import Proceed
from splendor_tui.presentation.moved_pieces import flights
from splendor_tui.presentation.selection import due_slots
from splendor_tui.presentation.table_model import PlayerSlot, Slot
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.tui.app.terminal_writer import LAG_SECONDS, TerminalWriter
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.widgets.animation import FRAMES, SECONDS
from splendor_tui.tui.widgets.board import HOME, Table
from tests.match.tables import Time, act
from tests.tui.opened_app import Player
from tests.tui.scenes import GAME_IDS, home, on_stage, start_from

pytestmark = pytest.mark.drawn

MOVES = ((Take, (80, 24)), (Reserve, (120, 40)), (ReserveTop, (120, 40)), (Buy, (160, 50)))


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The animation clock."""
    wound = Time()
    monkeypatch.setattr(Animator, "_get_time", lambda _animator: wound())
    return wound


@asynccontextmanager
async def human_table(
    catalogue: Catalogue, position: str = "middle", size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[Player]:
    """Humans at a table with animations."""
    async with on_stage(catalogue, home, size, **{"animations": True, **settings}) as pilot:
        await start_from(pilot, position)
        yield pilot


async def look(pilot: Player) -> None:
    """Update the animations to the current time, and draw the screen."""
    await asyncio.sleep(0.04)
    await pilot.pause(0)


def seen(screen: Screen[None]) -> dict[str, Region]:
    """The moving cards and tokens over the table, with their positions."""
    return {
        "".join(text for line in sprite.block for text, _ink in line): sprite.region.translate(section.region.offset)
        for section in screen.query_one(Table).board._sections  # noqa: SLF001 - otherwise only visible as cells
        for sprite in section._over  # noqa: SLF001
    }


def first_of(pilot: Player, kind: type[Action]) -> Action:
    """The first action of a kind. Purchases must be of a card in the grid."""
    view = pilot.table.session.view
    return next(
        action
        for action in legal_actions(view)
        if isinstance(action, kind) and (not isinstance(action, Buy) or action.card in view.grid)
    )


def play(pilot: Player, action: Action) -> None:
    """Play the action as a player would."""
    act(pilot.controller, action)
    pilot.table.run(Proceed())


@pytest.mark.parametrize(("kind", "size"), MOVES)
async def test_animations_run_from_the_old_place_to_the_new_one_and_leave_no_timers(
    catalogue: Catalogue, time: Time, kind: type[Action], size: tuple[int, int]
) -> None:
    position = "early" if kind in (Reserve, ReserveTop) else "middle"
    async with human_table(catalogue, position, size) as pilot:
        board, before = pilot.table.board, pilot.table.session.view
        was_at, timers = board.places(), len(board._timers)  # noqa: SLF001 - Textual has no public API for this
        play(pilot, first_of(pilot, kind))
        moved, lies_at = flights(before, pilot.table.session.view), board.places()
        assert moved
        begun = list(seen(pilot.table).values())
        for flight in moved:
            assert any(_touch(region, flight.start, was_at) or _touch(region, flight.end, lies_at) for region in begun)
        time.seconds = SECONDS * 0.6
        await look(pilot)
        between = list(seen(pilot.table).values())
        assert between != begun
        time.seconds = SECONDS * 0.99
        await look(pilot)
        arriving = list(seen(pilot.table).values())
        for flight in moved:
            assert any(_touch(region, flight.end, lies_at) for region in arriving), flight
        time.seconds = SECONDS
        await look(pilot)
        assert seen(pilot.table) == {}
        assert len(board._timers) == timers  # noqa: SLF001
        assert not pilot.app.animator._animations  # noqa: SLF001


def _touch(region: Region, slot: Slot, places: dict[Slot, Region]) -> bool:
    """Whether a moving card or token is at a slot. Next to a player's box, it may be one step away."""
    return places[slot].grow((3, 15, 3, 15) if isinstance(slot, PlayerSlot) else (1, 1, 1, 1)).overlaps(region)


async def test_key_or_next_action_ends_the_animation_and_takes_effect(catalogue: Catalogue, time: Time) -> None:
    async with human_table(catalogue) as pilot:
        play(pilot, first_of(pilot, Take))
        first = seen(pilot.table)
        time.seconds = SECONDS / 2
        await look(pilot)
        play(pilot, first_of(pilot, Take))
        assert seen(pilot.table).keys() != first.keys()
        await pilot.press("down")
        assert seen(pilot.table) == {}
        assert pilot.table.board.cursor != HOME
        play(pilot, legal_actions(pilot.table.session.view)[0])
        assert seen(pilot.table)
        assert pilot.table.board.frame == 0
        await pilot.resize_terminal(100, 30)
        assert seen(pilot.table) == {}


async def test_animations_can_be_disabled(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(pilot: Player) -> None:
        play(pilot, first_of(pilot, Take))
        assert seen(pilot.table) == {}
        assert pilot.table.board.frame == FRAMES

    async with human_table(catalogue, "early", animations=False) as pilot:
        await check(pilot)
        await pilot.change(animations=True, bot_pace=0.0)
        await check(pilot)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    async with human_table(catalogue, "early") as pilot:
        await check(pilot)


@pytest.mark.usefixtures("time")
async def test_slow_terminal_gets_no_animations(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    async with human_table(catalogue, "early") as pilot:
        play(pilot, first_of(pilot, Take))
        assert seen(pilot.table)
        driver = pilot.app._driver  # noqa: SLF001 - Textual has no public API for this
        monkeypatch.setattr(driver, "lags", True, raising=False)  # the driver of tests has no terminal
        await look(pilot)
        assert seen(pilot.table) == {}, "also what is on its way"
        play(pilot, first_of(pilot, Take))
        assert seen(pilot.table) == {}
        monkeypatch.setattr(driver, "lags", False)
        play(pilot, first_of(pilot, Take))
        assert seen(pilot.table), "it may have been slow for a moment only"


def test_blocked_terminal_lags_until_it_is_fast_again() -> None:
    here, terminal = pty.openpty()
    with os.fdopen(terminal, "w") as stream:
        outlet = TerminalWriter(stream, lambda: None)
        assert not outlet.lags
        writer = threading.Thread(target=outlet.write, args=("x" * (1 << 16),))
        writer.start()
        writer.join(2 * LAG_SECONDS)
        assert outlet.lags, "it waits for the terminal"
        taken = 0
        while taken < 1 << 16:
            taken += len(os.read(here, 1 << 16))
        writer.join()
        assert outlet.lags, "it has waited"
        outlet.write("y")
        assert not outlet.lags
    os.close(here)


async def test_replay_animates_single_steps_but_not_jumps(catalogue: Catalogue, time: Time) -> None:
    async with on_stage(catalogue, home, animations=True) as pilot:
        pilot.app.matches.watch_game(GAME_IDS[0])
        await pilot.finish_drawing()
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        screen.action_do("replay.next")
        assert seen(screen)
        time.seconds = SECONDS
        await look(pilot)
        for command in ("end", "previous", "last-round", "start"):
            screen.action_do(f"replay.{command}")
            assert seen(screen) == {}


@pytest.mark.parametrize("animations", [True, False])
async def test_noble_visit_is_shown_over_its_owners_box_until_a_key(catalogue: Catalogue, *, animations: bool) -> None:
    async with human_table(catalogue, "noble", animations=animations) as pilot:
        view = pilot.table.session.view
        noble = view.nobles[due_slots(view)[0].index]
        pilot.table.action_slot("table.white")
        await pilot.press("enter")
        await pilot.finish_drawing()
        name = pilot.names[view.seat]
        shown = " ".join(pilot.text.split())
        assert noble.shown_name in shown
        assert "+3 points" in shown
        box = pilot.table.board.places()[PlayerSlot(view.seat)]
        rows = [row[box.x : box.right] for row in pilot.text.splitlines()[box.y : box.bottom]]
        assert f"visits {name}." in " ".join(" ".join(rows).replace("┃", " ").split())
        await pilot.press("down")
        await pilot.finish_drawing()
        assert "visits" not in "\n".join(pilot.text.splitlines()[:-5])
