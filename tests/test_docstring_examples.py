"""The examples in the docstrings of the modules that Python programs use run as shown. docs/python.md explains their names."""

import doctest
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest

from splendor_tui.inputs.match_options import MatchOptions, parse_players
from splendor_tui.match.match_lifecycle import start_match
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.state import new_game
from splendor_tui.store import Store

RULES = "catalogue gems legality notation outcome payments position state turn view"
OTHERS = "bots.levels inputs.card_set inputs.match_options match.controller match.match_lifecycle record replay"


@pytest.mark.parametrize("module", [*(f"rules.{name}" for name in RULES.split()), *OTHERS.split()])
def test_examples_run_as_shown(module: str, catalogue: Catalogue, tmp_path: Path) -> None:
    def now() -> float:
        return 0.0

    def today() -> datetime:
        return datetime(2026, 5, 1, tzinfo=UTC)

    state = new_game(catalogue, GameOptions(2), 7)
    with Store.open(tmp_path) as store:
        options = MatchOptions(players=parse_players("Ann,Bo"))
        game, table = start_match(store, catalogue, options, state.copy(), now=now, today=today)
        table.begin()
        table.submit(0, table.legal_actions(0)[0], 0)
        names = {"catalogue": catalogue, "state": state, "store": store, "game": game, "table": table}
        names |= {"record": store.export_record(game), "now": now, "today": today}
        failed, run = doctest.testmod(import_module(f"splendor_tui.{module}"), extraglobs=names)
    assert not failed
    assert run
