"""The Grandmaster ponders during human turns, and only if the settings allow it."""

import time
from collections.abc import Callable
from random import Random

import pytest

from splendor_tui.bots.player import PolicyPlayer
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.view import View
from splendor_tui.tui.screens.table_screen import TableScreen
from tests.tui.opened_app import app_of, make_services, open_app
from tests.tui.test_engines_at_the_table import shown

PLAYERS = "Ann,Bo=grandmaster"


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[tuple[View, Callable[[], bool]]]:
    """The views that were pondered, each with a function that returns whether the search was cancelled."""
    started: list[tuple[View, Callable[[], bool]]] = []

    def ponder(_player: PolicyPlayer, view: View, _rng: Random, cancelled: Callable[[], bool]) -> None:
        started.append((view, cancelled))
        while not cancelled():
            time.sleep(0.005)

    monkeypatch.setattr(PolicyPlayer, "ponder", ponder)
    monkeypatch.setattr(PolicyPlayer, "choose", lambda *_args: time.sleep(60))
    return started


async def test_grandmaster_ponders_until_the_human_turn_ends(
    catalogue: Catalogue, searches: list[tuple[View, Callable[[], bool]]]
) -> None:
    async with open_app(make_services(catalogue, ponder=True, bot_pace=0.0)) as pilot:
        app_of(pilot).start(make_options(parse_players(PLAYERS), seed="x"))
        await shown(pilot, TableScreen, "pick gems")
        [(view, cancelled)] = searches
        assert (view.viewer, view.seat) == (1, 0)
        assert not cancelled()
        await pilot.press("1", "2", "3", "enter")
        await shown(pilot, TableScreen, "Ann took")
        assert cancelled()
        assert len(searches) == 1


async def test_pondering_is_off_by_default(
    catalogue: Catalogue, searches: list[tuple[View, Callable[[], bool]]]
) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        app_of(pilot).start(make_options(parse_players(PLAYERS), seed="x"))
        await shown(pilot, TableScreen, "pick gems")
        assert searches == []
