"""Replaying a game at the table: by steps, by rounds, automatically, and without the secrets of the game."""

from random import Random

import pytest

from splendor_tui.match.services import Services
from splendor_tui.presentation.playback import Playback, playback
from splendor_tui.presentation.table_model import PlayerSlot
from splendor_tui.record import Record
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View, view
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.standings_screen import StandingsScreen
from splendor_tui.tui.widgets.card_grid import CardGrid
from splendor_tui.tui.widgets.prompt_line import PromptLine
from splendor_tui.tui.widgets.side_panes import LogPane
from tests.presentation.choosing import lively
from tests.record.recorded import Table
from tests.tui.fingers import click_slot
from tests.tui.keyboard import wheel
from tests.tui.opened_app import make_services, open_app


def recorded(catalogue: Catalogue, plies: int = 1000, seed: int = 5) -> Record:
    """The record of a game, or of its first plies."""
    table, rng = Table(catalogue, seed=seed), Random(seed)
    while table.state.phase is not Phase.OVER and table.state.ply < plies:
        table.play(lively(view(table.state, table.state.seat), rng))
    return table.record()


@pytest.fixture(scope="module")
def game(catalogue: Catalogue) -> Playback:
    return playback(recorded(catalogue), catalogue)


def test_playback_has_every_position_and_the_first_one_of_each_round(game: Playback) -> None:
    assert [seen.ply for seen in game.views] == list(range(game.last + 1))
    assert all(step.after == game.views[number + 1] for number, step in enumerate(game.steps))
    assert all(seen.viewer is None for seen in game.views)
    for number in range(1, game.rounds + 1):
        assert game.round_start(number) == [seen.round for seen in game.views].index(number)
    assert game.round_start(game.rounds + 1) == game.last


def hidden(seen: View) -> int:
    """The number of unknown reserved cards."""
    return sum(held.card is None for player in seen.players for held in player.reserved)


def test_only_a_finished_game_reveals_blind_reserves(catalogue: Catalogue) -> None:
    table, rng = Table(catalogue, seed=5), Random(5)
    table.play(ReserveTop(2))
    while table.state.phase is not Phase.OVER:
        table.play(lively(view(table.state, table.state.seat), rng))
    record = table.record()
    over, going = playback(record, catalogue), playback(record._replace(result=None), catalogue)
    assert over.over
    assert not going.over
    assert any(map(hidden, going.views))
    assert not any(map(hidden, over.views))


async def test_reserved_cards_are_shown_unless_hidden(place: Services, game: Playback) -> None:
    at = next(ply for ply, seen in enumerate(game.views) if seen.players[seen.seat].reserved)
    async with open_app(place, size=(120, 40)) as pilot:

        async def backs(*keys: str, of: Playback | None = None) -> int:
            if of is not None:
                await pilot.app.push_screen(ReplayScreen(of, at))
            await pilot.press(*keys)
            await pilot.pause()
            return pilot.text.count(UNICODE.back)

        shown, hidden = await backs(of=game), await backs("v")
        assert hidden > shown
        assert place.settings.open_hands, "the choice is for this replay"
        assert await backs("v") == shown
        assert [await backs("v"), await backs(of=game)] == [hidden, shown]
        assert await backs(of=game._replace(over=False)) == hidden, "the game is not over"
        place.settings = place.settings.changed(open_hands=False)
        assert [await backs(of=game), await backs("v")] == [hidden, shown]


def test_invalid_record_is_shown_until_its_first_error(catalogue: Catalogue) -> None:
    record = recorded(catalogue, 10)
    forged = record.plies[6].model_copy(update={"digest": record.plies[0].digest})
    game = playback(record._replace(plies=(*record.plies[:6], forged, *record.plies[7:])), catalogue)
    assert game.last == 6
    assert "7" in str(game.problem)


async def test_replay_moves_by_steps_rounds_and_to_both_ends(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(make_services(catalogue), ReplayScreen(game)) as pilot:
        assert f"action 0 of {game.last}  The cards are dealt." in pilot.prompt
        await pilot.press("right", "right", "left")
        assert f"action 1 of {game.last}  Ann " in pilot.prompt
        await pilot.press("down")
        assert f"action {game.round_start(2)} of" in pilot.prompt
        await pilot.press("down", "up")
        assert f"action {game.round_start(2)} of" in pilot.prompt
        await pilot.press("end")
        assert "The end: " in pilot.prompt
        await pilot.type("home 9 9", f"Go to round {game.rounds} of {game.rounds}?")  # there is no later one
        await pilot.press("backspace")
        assert f"action 0 of {game.last} " in pilot.prompt
        await pilot.type("1 2", f"Go to round 12 of {game.rounds}?")
        await pilot.press("enter")
        assert f"action {game.round_start(12)} of" in pilot.prompt


async def test_mouse_steps_scrolls_the_log_and_inspects_players(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(make_services(catalogue), ReplayScreen(game, 5)) as pilot:
        row = pilot.text.splitlines()[-1]
        for word, place in (("Left", 4), ("Left", 3), ("Right", 4), ("step", 5)):
            await pilot.click(offset=(row.index(word) + 1, 23))
            assert f"action {place} of" in pilot.text
        cards, log = (pilot.app.screen.query_one(part).region.offset for part in (CardGrid, LogPane))
        for cell, down, action in ((cards, True, 6), (log, False, 6), (log, True, 6), (cards, False, 5)):
            await pilot.send(wheel(*cell, down=down))
            assert f"action {action} of" in pilot.prompt
        await click_slot(pilot, PlayerSlot(1))
        assert isinstance(pilot.app.screen, InspectScreen)
        await pilot.type("escape", ReplayScreen)


async def test_unused_key_is_explained_in_the_prompt_until_the_next_key(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(make_services(catalogue), ReplayScreen(game)) as pilot:
        for unused, key in (("f7", "right"), ("f8", "m")):
            await pilot.type(unused, f"{unused.upper()} does nothing here")
            await pilot.press(key)
            assert "does nothing here" not in str(pilot.app.screen_stack[1].query_one(PromptLine).render())


async def test_automatic_replay_can_be_stopped(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(make_services(catalogue), ReplayScreen(game)) as pilot:
        await pilot.press("plus", "plus", "p")
        await pilot.pause(0.8)
        await pilot.press("p")
        stopped = pilot.prompt
        assert int(stopped.split(" of ")[0].split()[-1]) >= 2
        await pilot.pause(0.4)
        assert pilot.prompt == stopped


async def test_standings_of_a_finished_game_open_and_close(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(make_services(catalogue), ReplayScreen(game, game.last)) as pilot:
        assert "s standings" in pilot.text
        await pilot.type("s", StandingsScreen, f"{game.winners[0]} wins")
        assert all(f" {player.points} " in pilot.text for player in game.views[-1].players)
        for key in ("s", "enter", "escape"):
            await pilot.type(key, ReplayScreen)
            await pilot.press("s")


async def test_rules_beside_a_replay_are_its_games_and_name_their_keys(catalogue: Catalogue, game: Playback) -> None:
    async with open_app(make_services(catalogue), ReplayScreen(game), size=(200, 60)) as pilot:
        pilot.shows("F2 More rules   F4 Hide", "cards stay hidden.")
        await pilot.type("f4", hides="More rules")
        await pilot.change(layout="wide")
        await pilot.press("f4")
        assert not pilot.app.services.settings.rules_pane, "smaller tables have no rules beside them"


async def test_unfinished_game_has_no_standings_and_never_reveals_its_reserves(catalogue: Catalogue) -> None:
    going = playback(recorded(catalogue, 30), catalogue)
    async with open_app(make_services(catalogue), ReplayScreen(going, going.last)) as pilot:
        assert "standings" not in pilot.text
        for key, why in (("s", "This record stops before the end"), ("v", "This game is not over")):
            await pilot.type(key, ReplayScreen, why)
