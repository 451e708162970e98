"""Helpers for the table of a running app: they open it, read the prompt, and wait for events."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.lesson.saved_lesson import session_of
from splendor_tui.match.match_lifecycle import begin
from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State
from splendor_tui.tui.screens.table_screen import TableScreen
from tests.match.tables import Time
from tests.tui.opened_app import Player, make_services, open_app


def sit(place: Services, players: str = "Ann,Bo", position: State | None = None, **rules: str) -> TableScreen:
    """The table of a new match, always with the same deal."""
    plain = make_options(parse_players(players), seed="table")
    return TableScreen(session_of(begin(place, plain.changed(rules) if rules else plain, position), place))


@asynccontextmanager
async def seated(
    catalogue: Catalogue, players: str = "Ann,Bo", *, pace: float = 1.0, **rules: str
) -> AsyncIterator[Player]:
    """A running app with this match on its table. `pace` is the pace of computer moves."""
    place = make_services(catalogue, bot_pace=pace)
    async with open_app(place, sit(place, players, None, **rules)) as pilot:
        yield pilot


def time_of(pilot: Player) -> Time:
    """The clock of the app, which advances only on request."""
    time = pilot.app.services.now
    assert isinstance(time, Time)
    return time


async def pass_time(pilot: Player, seconds: float) -> None:
    """Let time pass at the table."""
    time_of(pilot).seconds += seconds
    pilot.table.charge_time()
    await pilot.pause()


async def until(pilot: Pilot[Any], done: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    for _attempt in range(400):
        if done():
            await pilot.pause()
            return
        await pilot.pause(0.02)
    raise AssertionError("it never came about")
