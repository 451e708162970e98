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

from splendor_tui.presentation.flights import flights
from splendor_tui.presentation.selection import due_slots
from splendor_tui.presentation.table_model import PlayerSlot, Slot
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.tui.app.robust_app import RobustApp
from splendor_tui.tui.app.terminal_streams import LAG_SECONDS, TerminalWriter
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.widgets.board import HOME, Table
from splendor_tui.tui.widgets.motion import FRAMES, SECONDS
from tests.match.tables import Time, act
from tests.tui.opened_app import screen_text
from tests.tui.scenes import GAME_IDS, Stage, home, on_stage

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
) -> AsyncIterator[Stage]:
    """Humans at a table with animations."""
    async with on_stage(catalogue, home, size, **{"animations": True, **settings}) as stage:
        await stage.sit_down(position)
        yield stage


async def look(stage: Stage) -> None:
    """Update the animations to the current time, and draw the screen."""
    await asyncio.sleep(0.04)
    await stage.pilot.pause(0)


def seen(screen: Screen[None]) -> dict[str, Region]:
    """The moving cards and tokens over the table, with their positions."""
    return {
        "".join(text for line in sprite.block for text, _ink in line): sprite.region.translate(section.region.offset)
        for section in screen.query_one(Table).board._sections  # noqa: SLF001 - otherwise only visible as cells
        for sprite in section._over  # noqa: SLF001
    }


def first_of(stage: Stage, kind: type[Action]) -> Action:
    """The first action of a kind. Purchases must be of a card in the grid."""
    view = stage.table.session.view
    return next(
        action
        for action in legal_actions(view)
        if isinstance(action, kind) and (not isinstance(action, Buy) or action.card in view.grid)
    )


def play(stage: Stage, action: Action) -> None:
    """Play the action as a player would."""
    stage.table.do(lambda: act(stage.table.flow.controller, action))


@pytest.mark.parametrize(("kind", "size"), MOVES)
async def test_animations_run_from_the_old_place_to_the_new_one_and_leave_no_timers(
    catalogue: Catalogue, time: Time, kind: type[Action], size: tuple[int, int]
) -> None:
    position = "early" if kind in (Reserve, ReserveTop) else "middle"
    async with human_table(catalogue, position, size) as stage:
        board, before = stage.table.board, stage.table.session.view
        was_at, timers = board.places(), len(board._timers)  # noqa: SLF001 - Textual has no public API for this
        play(stage, first_of(stage, kind))
        moved, lies_at = flights(before, stage.table.session.view), board.places()
        assert moved
        begun = list(seen(stage.table).values())
        for flight in moved:
            assert any(_touch(region, flight.start, was_at) or _touch(region, flight.end, lies_at) for region in begun)
        time.seconds = SECONDS * 0.6
        await look(stage)
        between = list(seen(stage.table).values())
        assert between != begun
        time.seconds = SECONDS * 0.99
        await look(stage)
        arriving = list(seen(stage.table).values())
        for flight in moved:
            assert any(_touch(region, flight.end, lies_at) for region in arriving), flight
        time.seconds = SECONDS
        await look(stage)
        assert seen(stage.table) == {}
        assert len(board._timers) == timers  # noqa: SLF001
        assert not stage.app.animator._animations  # noqa: SLF001


def _touch(region: Region, slot: Slot, places: dict[Slot, Region]) -> bool:
    """Whether a moving card or token is at a slot. Next to a player's box, it may be one step away."""
    return places[slot].grow((3, 15, 3, 15) if isinstance(slot, PlayerSlot) else (1, 1, 1, 1)).overlaps(region)


async def test_key_or_next_action_ends_the_animation_and_takes_effect(catalogue: Catalogue, time: Time) -> None:
    async with human_table(catalogue) as stage:
        play(stage, first_of(stage, Take))
        first = seen(stage.table)
        time.seconds = SECONDS / 2
        await look(stage)
        play(stage, first_of(stage, Take))
        assert seen(stage.table).keys() != first.keys()
        await stage.pilot.press("down")
        assert seen(stage.table) == {}
        assert stage.table.board.cursor != HOME
        play(stage, legal_actions(stage.table.session.view)[0])
        assert seen(stage.table)
        assert stage.table.board.frame == 0
        await stage.pilot.resize_terminal(100, 30)
        assert seen(stage.table) == {}


async def test_animations_can_be_disabled(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(stage: Stage) -> None:
        play(stage, first_of(stage, Take))
        assert seen(stage.table) == {}
        assert stage.table.board.frame == FRAMES

    async with human_table(catalogue, "early", animations=False) as stage:
        await check(stage)
        await stage.change(animations=True, bot_pace=0.0)
        await check(stage)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    async with human_table(catalogue, "early") as stage:
        await check(stage)


@pytest.mark.usefixtures("time")
async def test_slow_terminal_gets_no_animations(catalogue: Catalogue) -> None:
    async with human_table(catalogue, "early") as stage:
        play(stage, first_of(stage, Take))
        assert seen(stage.table)
        stage.app._driver.lags = True  # type: ignore[union-attr]  # noqa: SLF001  the driver of tests has no terminal
        await look(stage)
        assert seen(stage.table) == {}, "also what is on its way"
        play(stage, first_of(stage, Take))
        assert seen(stage.table) == {}
        assert isinstance(stage.app, RobustApp)
        stage.app._driver.lags = False  # type: ignore[union-attr]  # noqa: SLF001
        play(stage, first_of(stage, Take))
        assert seen(stage.table), "it may have been slow for a moment only"


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
    async with on_stage(catalogue, home, animations=True) as stage:
        stage.app.watch_game(GAME_IDS[0])
        await stage.settle()
        screen = stage.app.screen
        assert isinstance(screen, ReplayScreen)
        screen.action_step(1)
        assert seen(screen)
        time.seconds = SECONDS
        await look(stage)
        for plies in (5, -1, 3, -2):
            screen.action_step(plies)
            assert seen(screen) == {}


@pytest.mark.parametrize("animations", [True, False])
async def test_noble_visit_is_shown_over_its_owners_box_until_a_key(catalogue: Catalogue, *, animations: bool) -> None:
    async with human_table(catalogue, "noble", animations=animations) as stage:
        view = stage.table.session.view
        noble = view.nobles[due_slots(view)[0].index]
        stage.table.action_slot("table.white")
        await stage.pilot.press("enter")
        await stage.settle()
        name = stage.names[view.seat]
        shown = " ".join(screen_text(stage.app).split())
        assert noble.shown_name in shown
        assert "+3 points" in shown
        box = stage.table.board.places()[PlayerSlot(view.seat)]
        rows = [row[box.x : box.right] for row in screen_text(stage.app).splitlines()[box.y : box.bottom]]
        assert f"visits {name}." in " ".join(" ".join(rows).replace("┃", " ").split())
        await stage.pilot.press("down")
        await stage.settle()
        assert "visits" not in "\n".join(screen_text(stage.app).splitlines()[:-5])
