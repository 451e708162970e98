"""A replay at the table: keys, mouse, standings, and the rules beside it."""

import pytest

from splendor_tui.presentation.playback import Playback, playback
from splendor_tui.presentation.replay_session import ReplaySession
from splendor_tui.presentation.table_model import PlayerSlot
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.standings_screen import StandingsScreen
from splendor_tui.tui.widgets.card_grid import CardGrid
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.side_panes import LogPane
from tests.presentation.test_replay_session import recorded
from tests.tui.fingers import click_slot
from tests.tui.keyboard import wheel
from tests.tui.opened_app import make_services, open_app


@pytest.fixture(scope="module")
def game(catalogue: Catalogue) -> Playback:
    return playback(recorded(catalogue), catalogue)


async def test_mouse_steps_scrolls_the_log_and_inspects_players(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(place := make_services(catalogue), ReplayScreen(ReplaySession(game, place, 5))) as pilot:
        row = pilot.text.splitlines()[-1]
        for word, action in (("Left", 4), ("Left", 3), ("Right", 4), ("step", 5)):
            await pilot.click(offset=(row.index(word) + 1, 23))
            assert f"action {action} of" in pilot.text
        cards, log = (pilot.app.screen.query_one(part).region.offset for part in (CardGrid, LogPane))
        for cell, down, action in ((cards, True, 6), (log, False, 6), (log, True, 6), (cards, False, 5)):
            await pilot.send(wheel(*cell, down=down))
            assert f"action {action} of" in pilot.prompt
        await click_slot(pilot, PlayerSlot(1))
        assert isinstance(pilot.app.screen, InspectScreen)
        await pilot.type("escape", ReplayScreen)


async def test_unused_key_is_explained_in_the_prompt_until_the_next_key(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(place := make_services(catalogue), ReplayScreen(ReplaySession(game, place))) as pilot:
        for unused, key in (("f7", "right"), ("f8", "m")):
            await pilot.type(unused, f"{unused.upper()} does nothing here")
            await pilot.press(key)
            assert "does nothing here" not in str(pilot.app.screen_stack[1].query_one(PromptLine).render())


async def test_standings_of_a_finished_game_open_and_close(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(
        place := make_services(catalogue), ReplayScreen(ReplaySession(game, place, game.last))
    ) as pilot:
        assert "s standings" in pilot.text
        await pilot.type("s", StandingsScreen, f"{game.winners[0]} wins")
        assert all(f" {player.points} " in pilot.text for player in game.views[-1].players)
        for key in ("s", "enter", "escape"):
            await pilot.type(key, ReplayScreen)
            await pilot.press("s")


async def test_rules_beside_a_replay_are_its_games_and_name_their_keys(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(
        place := make_services(catalogue), ReplayScreen(ReplaySession(game, place)), size=(200, 60)
    ) as pilot:
        pilot.shows("F2 More rules   F4 Hide", "cards stay hidden.")
        await pilot.type("f4", hides="More rules")
        await pilot.change(layout="wide")
        await pilot.press("f4")
        assert not pilot.app.services.settings.rules_pane, "smaller tables have no rules beside them"
