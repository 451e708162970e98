"""The pause screen: it hides the table, and no single key does anything irreversible."""

import re
from itertools import pairwise

import pytest

from splendor_tui.match.controller import Controller
from splendor_tui.match.hot_seat import HotSeat
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import new_game
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.pause_screen import PauseScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.words import Message, scored
from tests.match.tables import Notebook, Time, options
from tests.tui.at_the_table import seated
from tests.tui.fingers import click_hint
from tests.tui.keyboard import click
from tests.tui.opened_app import Player, make_services, open_app


def paused(
    catalogue: Catalogue, players: int = 2, *, bots: tuple[int, ...] = (), score: Message | None = None
) -> PauseScreen:
    """The pause of a match in which Ann is to move."""
    agreed = options(players, bots=bots, hand_over="never")
    start = new_game(catalogue, agreed.game_options(), 1)
    hot_seat = HotSeat(Controller(agreed, start, journal=Notebook(), now=Time()))
    hot_seat.controller.begin()
    hot_seat.proceed()
    hot_seat.controller.pause(PauseReason.SLEPT)
    return PauseScreen(hot_seat, resumable=True, score=score)


async def chosen(pilot: Player, keys: str, screen: PauseScreen) -> Command | None:
    """Open a pause screen and press keys. Returns its result, or None while it is open."""
    results: list[Command | None] = []
    pilot.app.home()
    pilot.app.push_screen(screen, results.append)
    await pilot.type(keys)
    await pilot.pause()
    return results[0] if results else None


async def test_pause_shows_its_reason_and_the_choices_under_a_centred_title(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        await chosen(pilot, "", paused(catalogue))
        assert pilot.place_of("Paused")[0] == (80 - len("Paused")) // 2
        assert "The computer was asleep for a while; that time is not counted." in pilot.text
        choices = ("Resume", "Resign", "End by agreement", "Settings", "Rules", "Leave")
        places = [pilot.text.index(words) for words in choices]
        assert places == sorted(places)


async def test_name_and_score_stay_together_at_the_hand_over_and_in_a_pause(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        for letters in range(2, 20):
            points = scored([(f"{letter * letters} Jo", 1.5) for letter in "ABCD"])
            score = Message("Tournament, round 3 of 3: {points}.", {"points": points})
            for screen in (
                paused(catalogue, score=score),
                HandOverScreen("Ann", (), print, can_undo=False, score=score),
            ):
                pilot.app.home()
                pilot.app.push_screen(screen)
                await pilot.finish_drawing()
                pilot.shows(f"Tournament, round 3 of 3: {points}.")
                assert not [row for row in pilot.text.splitlines() if re.match(r"[ │]*(\d|Jo)", row)]


async def test_pause_names_the_special_rules(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        await chosen(pilot, "", paused(catalogue))
        pilot.shows("not counted. Special rules: Hand-over never.")


async def test_pause_mentions_a_clock_only_if_there_is_one(catalogue: Catalogue) -> None:
    for clock in ("60+300", "off"):
        async with seated(catalogue, clock=clock) as pilot:
            await pilot.type("o", "The table is hidden")
            assert ("clock" in pilot.words) is (clock != "off")


CHOICES = {
    "escape": commands.GO_ON,
    "enter": commands.GO_ON,
    "h": commands.LEAVE_MATCH,
    "x x": commands.RESIGN,
    "x enter": commands.RESIGN,
    "a a": None,
    "a a a": commands.AGREE,
    "a a x a a": None,
    "a a escape a a": None,
    "x a": None,
    "x escape": None,
    "x backspace enter": None,
    "x escape escape": commands.GO_ON,
    "x g": commands.GO_ON,
    "x down up enter": None,
    "down enter": None,
    "r escape": None,  # it closes the rules
}


async def test_choices_that_end_the_game_need_confirmation(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        for keys, choice in CHOICES.items():
            assert await chosen(pilot, keys, paused(catalogue)) is choice, keys


@pytest.mark.parametrize("confirmation", ["Enter resign", "click here"])
async def test_second_click_on_a_choice_does_not_confirm_it(catalogue: Catalogue, confirmation: str) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3", "enter", "o")
        column, row = pilot.place_of("Resign")
        for place in ((column, row), (column, row), (column + 1, row)):
            await pilot.send(click(*place))
            assert "to confirm" in pilot.text
        await pilot.send(click(*pilot.place_of(confirmation)))
        assert not isinstance(pilot.app.screen, PauseScreen)


async def test_menu_opens_by_click_and_closes_once_by_key_or_click(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await click_hint(pilot, commands.MENU)
        for key in ("f3", "ctrl+p"):  # they would show the table
            await pilot.type(key, PauseScreen, "This is possible again at the table.")
        await pilot.type("question_mark", "ctrl+z", hides="ctrl+p")
        await pilot.type("escape", PauseScreen)
        await pilot.type("o", TableScreen)
        await pilot.press("o")
        menu = pilot.screen(PauseScreen)
        pilot.table.charge_time()
        await pilot.pause()
        assert pilot.app.screen is menu, "passing time does not pause a paused match again"
        menu.action_do(commands.GO_ON.id)
        pilot.table.charge_time()
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen), "the clock does not open it again"
        menu.action_do(commands.GO_ON.id)  # a late second click
        assert not pilot.controller.pauses


async def test_resigning_explains_its_consequence(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        await chosen(pilot, "x", paused(catalogue))
        pilot.shows("If Ann resigns, Bo wins.", "Press x again", "Enter resign Esc cancel")
        await pilot.type("escape", hides="Press x again")
        await chosen(pilot, "x", paused(catalogue, 3))
        pilot.shows("If Ann resigns, they rank last: the tokens go back to the bank", "Bo and Cy play on.")


async def test_unavailable_choices_are_hidden_in_menu_and_help_and_keys_get_a_reason(catalogue: Catalogue) -> None:
    only_mover, no_human = "Only the player to move can resign.", "No human is left in the game."
    async with open_app(make_services(catalogue)) as pilot:
        for keys, bots, reason in (("x x", (0,), only_mover), ("a a", (0, 1), no_human)):
            assert await chosen(pilot, keys, paused(catalogue, bots=bots)) is None
            pilot.shows(reason)
            assert "Resign" not in pilot.text
            pilot.app.clear_notifications()
        for bots in ((1,), (0,)):
            await chosen(pilot, "question_mark", paused(catalogue, bots=bots))
            pilot.shows("Everyone at the table agrees")
            assert ("The player to move resigns." in pilot.words) is (bots == (1,))


async def test_every_human_in_play_is_asked_by_name_to_agree_and_computers_are_not(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        await chosen(pilot, "a", paused(catalogue, 3, bots=(1,)))
        pilot.shows(
            "the current points decide the winner: Ann 0, Bo 0, Cy 0. Ann, Bo and Cy would share the victory. The game",
            "Ann, press a again or Enter",
        )
        await pilot.type("a", "Cy, press a again or Enter", hides="Ann, press")
        assert await chosen(pilot, "a a", paused(catalogue, bots=(0,))) is commands.AGREE


@pytest.mark.parametrize("confirmation", ["Enter end by agreement", "click here"])
@pytest.mark.parametrize("players", ["Ann,Bo", "Anne-Catherine,Zoé,Sam,Priya"])
async def test_each_click_agrees_for_the_next_player_and_a_double_click_for_one(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, players: str, confirmation: str
) -> None:
    async with seated(catalogue, players) as pilot:
        await pilot.type("1 2 3 enter o")
        await pilot.click_on("End by agreement")
        for name, following in pairwise((*players.split(","), None)):
            pilot.shows(f"{name}, press a again")
            monkeypatch.setattr(SplendorApp, "CLICK_CHAIN_TIME_THRESHOLD", 0)
            await pilot.send(click(*pilot.place_of(confirmation)))
            if following is not None:
                monkeypatch.setattr(SplendorApp, "CLICK_CHAIN_TIME_THRESHOLD", 600)
                await pilot.send(click(*pilot.place_of(confirmation)))
                pilot.shows(f"{following}, press a again")
        pilot.shows(GameOverScreen)
