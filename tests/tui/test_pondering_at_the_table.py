"""The Grandmaster ponders during human turns."""

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


async def test_grandmaster_ponders_until_the_human_turn_ends(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[tuple[View, Callable[[], bool]]] = []

    def ponder(_player: PolicyPlayer, view: View, _rng: Random, cancelled: Callable[[], bool]) -> None:
        searches.append((view, cancelled))
        while not cancelled():
            time.sleep(0.005)

    monkeypatch.setattr(PolicyPlayer, "ponder", ponder)
    monkeypatch.setattr(PolicyPlayer, "choose", lambda *_args: time.sleep(60))
    async with open_app(make_services(catalogue, ponder=True, bot_pace=0.0)) as pilot:
        app_of(pilot).start(make_options(parse_players("Ann,Bo=grandmaster"), seed="x"))
        await shown(pilot, TableScreen, "pick gems")
        [(view, cancelled)] = searches
        assert (view.viewer, view.seat) == (1, 0)
        assert not cancelled()
        await pilot.press("1", "2", "3", "enter")
        await shown(pilot, TableScreen, "Ann took")
        assert cancelled()
        assert len(searches) == 1
