"""The table in use: turns, the hand-over screen, computers, time, undo, and errors."""

import re
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from textual.color import Color
from textual.pilot import Pilot

from splendor_tui.bots.learned import net
from splendor_tui.commands.perft_command import published_setups
from splendor_tui.inputs.match_options import MatchOptions, make_options, parse_players
from splendor_tui.match.clock import Clock
from splendor_tui.match.controller import Controller, PauseReason
from splendor_tui.match.live_match import begin
from splendor_tui.presentation.selection import NOTHING
from splendor_tui.presentation.table_model import CardSlot, PileSlot, PlayerSlot, ReservedSlot
from splendor_tui.record import begin_from
from splendor_tui.rules.actions import Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, single
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import StoreError, StoreFault
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from splendor_tui.tui.screens.pause_screen import PauseScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.screens.too_small_screen import TooSmallScreen
from splendor_tui.tui.widgets.board import HOME, Board
from splendor_tui.tui.widgets.card_grid import CardGrid
from tests.match.tables import play_idly, play_out
from tests.tui.at_the_table import prompt, seated, sit, table, time_of, until
from tests.tui.fingers import click_hint, click_slot
from tests.tui.ink_map import described
from tests.tui.keyboard import click, drag, release, send
from tests.tui.opened_app import app_of, flat_text, make_services, open_app, screen_text
from tests.tui.scenes import strips

OF_THE_TABLE = ("NOBLES", " of 3", "points", "bonuses")
"""Text on every table that the hand-over screen does not contain."""
FOR_A_TIME = "Hidden while someone holds a secret card."


def options(players: str = "Ann,Bo", **changes: str) -> MatchOptions:
    plain = make_options(parse_players(players), seed="table")
    return plain.changed(changes) if changes else plain


def controller(pilot: Pilot[int]) -> Controller:
    return table(pilot).session.controller


def clock(pilot: Pilot[int]) -> Clock:
    found = controller(pilot).clock
    assert found is not None
    return found


def of_the_table(pilot: Pilot[int]) -> tuple[str, ...]:
    return tuple(words for words in OF_THE_TABLE if words in screen_text(pilot.app))


def is_open(pilot: Pilot[int], kind: type[object]) -> bool:
    return isinstance(pilot.app.screen, kind)


# --- choosing and playing ----------------------------------------------------------------------------------------------


async def test_taking_gems_with_keys_resets_the_cursor_in_a_single_repaint(catalogue: Catalogue) -> None:
    """Painting cards is the largest cost of a ply, so the cursor's reset and the changes must share one frame."""
    async with seated(catalogue) as pilot:
        await pilot.press("down", "right", "1", "2", "3")
        assert "0 → 3/10 tokens" in prompt(pilot)
        with patch.object(CardGrid, "paint", autospec=True, side_effect=CardGrid.paint) as paint:
            await pilot.press("enter")
        assert paint.call_count == 1
        assert (table(pilot).flow.viewer, table(pilot).board.cursor) == (1, HOME)
        assert "Ann took 1◇ 1◆ 1▲." in screen_text(pilot.app)


@pytest.mark.parametrize(
    ("setup", "keys", "told"),
    [
        ("return-three", ("2", "5", "5", "enter"), "Ann returned 1◆ 2■."),
        ("noble-choice", ("1", "enter"), "Mary Stuart visited Ann."),
        ("forced-pass", ("enter",), "had to pass."),
    ],
)
async def test_match_from_the_middle_of_a_turn_asks_for_the_rest_of_it(
    catalogue: Catalogue, setup: str, keys: tuple[str, ...], told: str
) -> None:
    place, position = make_services(catalogue), begin_from(published_setups()[setup].position, catalogue)
    async with open_app(place, sit(place, position=position, hand_over="never")) as pilot:
        assert (controller(pilot).seat, controller(pilot).ply) == (position.seat, 0)
        await pilot.press(*keys)
        assert controller(pilot).ply == 1
        assert told in screen_text(pilot.app)


async def test_chart_begins_with_the_round_of_the_position(catalogue: Catalogue) -> None:
    place, position = make_services(catalogue), begin_from(published_setups()["target-in-reach"].position, catalogue)
    live = begin(place, options("Ann,Bo,Cy", hand_over="never"), position)
    live.controller.begin()
    play_out(live.controller, Random(5))
    async with open_app(place, TableScreen(live), size=(120, 40)) as pilot:
        assert re.search(rf"^ +{position.round} ", screen_text(pilot.app), re.MULTILINE)


async def test_cursor_or_click_chooses_a_card_and_a_second_click_reserves_it(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        session = table(pilot).session
        await pilot.press("down", "right", "enter")
        assert session.selection.card is controller(pilot).view_for(0).grid[5]
        await pilot.press("right")
        assert session.selection.card is None
        await click_slot(pilot, CardSlot(1, 0))
        await click_hint(pilot, "reserve")
        assert controller(pilot).ply == 0
        await click_slot(pilot, CardSlot(1, 0))
        assert controller(pilot).ply == 1
        assert "Ann reserved" in screen_text(pilot.app)


async def test_left_button_alone_chooses_and_only_what_it_was_pressed_and_released_on(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        places, session = table(pilot).board.places(), table(pilot).session
        white, blue = (places[PileSlot(colour)].offset for colour in (Colour.WHITE, Colour.BLUE))
        ignored = (click(*white, button=1), click(*white, button=2), drag(white, blue), release(*blue))
        for written in (*ignored, click(*white) + release(*white)):
            assert session.selection == NOTHING
            send(pilot.app, written)
            await pilot.pause()
        assert session.selection.gems == single(Colour.WHITE)


async def test_key_hints_are_held_for_a_click_only_until_the_next_key(catalogue: Catalogue) -> None:
    async with seated(catalogue, undo="free") as pilot:
        await pilot.press("1", "2", "3", "enter")
        for _time in range(3):
            await click_hint(pilot, "undo")
        assert re.match(r" n hint {10}ctrl\+r redo  \?", screen_text(pilot.app).splitlines()[-1])
        await pilot.press("j")
        assert re.match(r" n hint  ctrl\+r redo  \?", screen_text(pilot.app).splitlines()[-1])


async def test_any_number_of_clicks_opens_one_screen(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        send(pilot.app, click(*table(pilot).board.places()[PlayerSlot(1)].offset, times=4))
        await pilot.pause()
        assert [type(screen) for screen in pilot.app.screen_stack] == [HomeScreen, TableScreen, InspectScreen]


# --- the hand-over screen ----------------------------------------------------------------------------------------------


async def test_drawn_card_is_shown_to_its_owner_and_then_hidden(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.press("g", "enter")
        assert prompt(pilot).startswith("Ann, you drew")
        assert prompt(pilot).endswith("Enter pass to Bo")
        assert of_the_table(pilot) == OF_THE_TABLE
        assert "▶ Ann" in screen_text(pilot.app).splitlines()[0], "Bo has not got the keyboard yet"
        drawn = controller(pilot).view_for(0).players[0].reserved[0].card
        assert drawn is not None
        assert table(pilot).session.model().card(ReservedSlot(0)) is drawn
        assert PauseReason.DRAWN_CARD in controller(pilot).pauses, "the next player's time must not run yet"
        await pilot.press("o")
        assert is_open(pilot, PauseScreen)
        assert "Resign" not in screen_text(pilot.app), "nobody resigns for the next player"
        await pilot.press("g", "enter")
        assert is_open(pilot, HandOverScreen)
        assert "Pass to Bo" in screen_text(pilot.app)
        assert of_the_table(pilot) == ()
        assert not pilot.app.screen.is_modal, "nothing may shine through"
        await pilot.press("ctrl+p", "f3")
        assert is_open(pilot, HandOverScreen), "no palette and no themes over it"
        await pilot.press("enter")
        assert of_the_table(pilot) == OF_THE_TABLE
        await pilot.press("u", "u")
        assert is_open(pilot, HandOverScreen), "taking it back shows what Ann may see"
        assert "Pass to Ann" in screen_text(pilot.app)


async def test_hand_over_screen_opens_the_menu_and_comes_back(catalogue: Catalogue) -> None:
    async with seated(catalogue, hand_over="always") as pilot:
        assert is_open(pilot, HandOverScreen)
        await pilot.press("o")
        assert is_open(pilot, PauseScreen)
        assert of_the_table(pilot) == ()
        assert "Resign" not in screen_text(pilot.app), "nobody resigns for the next player"
        await pilot.press("g")
        assert is_open(pilot, HandOverScreen)
        await pilot.press("o", "h")
        assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.parametrize(("when", "keys"), [("hidden", "g enter enter"), ("always", "enter g enter enter")])
async def test_temporary_hand_over_screen_gives_its_reason(catalogue: Catalogue, when: str, keys: str) -> None:
    async with seated(catalogue, hand_over=when) as pilot:
        await pilot.press(*keys.split())
        assert "Pass to Bo" in screen_text(pilot.app), "and Ann holds an unseen card"
        assert (FOR_A_TIME in screen_text(pilot.app)) is (when == "hidden")


async def test_hand_over_screen_can_undo_without_showing_the_table(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seated(catalogue, hand_over="always") as pilot:
        assert is_open(pilot, HandOverScreen), "before the first player too"
        assert "undo" not in screen_text(pilot.app), "nothing was done yet"
        await pilot.press("u")
        assert "Nothing can be undone here. Open the table first." in screen_text(pilot.app)
        await pilot.press("enter", "1", "2", "3", "enter")
        assert "u undo" in screen_text(pilot.app)
        await pilot.press("u")
        assert controller(pilot).ply == 0
        assert "Pass to Ann" in screen_text(pilot.app)
        await pilot.press("enter", "1", "2", "3")
        monkeypatch.setattr(HandOverScreen, "IGNORE_KEYS_SECONDS", 60.0)
        await pilot.press("enter", "enter", "enter", "u")
        assert is_open(pilot, HandOverScreen), "these keys were meant for the table"
        assert controller(pilot).ply == 1


async def test_open_screens_close_before_the_hand_over_screen(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,=merchant,Bo", pace=3.0) as pilot:
        await pilot.press("g", "enter", "enter", "i")
        assert is_open(pilot, InspectScreen)
        await until(pilot, lambda: is_open(pilot, HandOverScreen))
        await pilot.press("enter")
        assert is_open(pilot, TableScreen)
        assert table(pilot).flow.viewer == 2


async def test_table_behind_the_hand_over_screen_shows_no_secret_cards(catalogue: Catalogue) -> None:
    place = make_services(catalogue, bot_pace=0.0)
    live = begin(place, options("Ann,Bo,Cy"))
    live.controller.begin()
    live.controller.submit(0, ReserveTop(1), 0)
    live.controller.resume(PauseReason.DRAWN_CARD)
    async with open_app(place, TableScreen(live)) as pilot:
        assert is_open(pilot, HandOverScreen)
        beneath = table(pilot).query_one(Board).model
        assert beneath is not None
        assert beneath.view.viewer is None


# --- undo --------------------------------------------------------------------------------------------------------------


async def test_undoing_other_players_needs_the_key_twice_and_can_be_redone(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3", "enter", "u")
        assert prompt(pilot) == "Undo the moves of Ann? u again to confirm"
        await pilot.press("1", "3", "4", "u")
        assert prompt(pilot).endswith("u again to confirm"), "Enter must not seem to say yes"
        await pilot.press("1", "u")
        assert controller(pilot).ply == 1, "another key has meant no"
        await pilot.press("u")
        assert controller(pilot).ply == 0
        assert "Undone: 1 action." in screen_text(pilot.app)
        await pilot.press("ctrl+r")
        assert controller(pilot).ply == 1
        await pilot.press("ctrl+r")
        assert prompt(pilot) == "There is nothing to redo."


async def test_undo_names_every_affected_player(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,=merchant,Bo", hand_over="never", pace=0.0) as pilot:
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: table(pilot).flow.viewer == 2)
        await pilot.press("u")
        assert prompt(pilot) == "Undo the moves of Ann and Merchant? u again to confirm"
    async with seated(catalogue, "Ann,=merchant", pace=0.0) as pilot:
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: table(pilot).flow.to_move and controller(pilot).ply == 2)
        await pilot.press("3", "u")
        assert prompt(pilot) == "Undid the moves of Ann and Merchant."
        await pilot.press("1")
        assert prompt(pilot).startswith("Take 1◇")


@pytest.mark.parametrize(
    ("players", "question"),
    [("Ann,Bo", "Ann resigned. Undo that? "), ("Ann,=merchant", "The game is over. Undo the last turn? ")],
)
async def test_undo_after_the_end_asks_and_escape_returns_to_the_standings(
    catalogue: Catalogue, players: str, question: str
) -> None:
    async with seated(catalogue, players) as pilot:
        await pilot.press("o", "x", "x")
        assert "Esc leave" in screen_text(pilot.app)
        await pilot.press("t")
        assert "Enter standings  Bksp back" in screen_text(pilot.app)
        await pilot.press("escape")
        assert is_open(pilot, GameOverScreen)
        await pilot.press("t", "u")
        assert prompt(pilot) == f"{question}u again to confirm"
        assert controller(pilot).outcome is not None
        await pilot.press("u")
        assert controller(pilot).outcome is None


# --- screens above the table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "rows"), [("m", "Merchant took"), ("i", "Merchant")])
async def test_open_log_and_details_follow_the_match(catalogue: Catalogue, key: str, rows: str) -> None:
    async with seated(catalogue, "Ann,=merchant", pace=10.0) as pilot:
        await pilot.press("1", "2", "3", "enter", key)
        if key == "i":
            await pilot.press("2")
        before, app = screen_text(pilot.app), app_of(pilot)
        app.change_settings(app.services.settings.changed(bot_pace=0.0))
        await until(pilot, lambda: controller(pilot).ply == 2)
        await pilot.pause()
        assert not is_open(pilot, TableScreen)
        assert screen_text(pilot.app) != before
        assert rows in screen_text(pilot.app)


@pytest.mark.parametrize("key", ["i", "m"])
async def test_match_continues_while_the_screen_above_is_removed(catalogue: Catalogue, key: str) -> None:
    """At the end of the program, Textual closes the top screen first."""
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3", key)
        above = pilot.app.screen
        await pilot.app._prune(above)  # noqa: SLF001 - Textual has no public API that keeps it in the list of open screens
        assert above in pilot.app.screen_stack
        table(pilot).action_confirm()
        assert controller(pilot).ply == 1


async def test_too_small_terminal_opens_nothing_and_stops_the_clock(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.press("1", "2")
        await pilot.resize_terminal(79, 24)
        assert "80 x 24" in screen_text(pilot.app)
        assert not clock(pilot).running
        await pilot.press("f2", "question_mark", "escape")
        assert is_open(pilot, TooSmallScreen)
        await pilot.resize_terminal(100, 30)
        assert is_open(pilot, TableScreen)
        assert prompt(pilot).startswith("Take 1◇ 1◆ and"), "the half-made choice is still there"
        assert clock(pilot).running
        await pilot.press("question_mark")
        await pilot.resize_terminal(60, 20)
        await pilot.resize_terminal(100, 30)
        assert not [screen for screen in pilot.app.screen_stack if isinstance(screen, TooSmallScreen)]


# --- the clock ---------------------------------------------------------------------------------------------------------


async def test_clock_stops_while_the_table_is_hidden(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.press("i")
        assert clock(pilot).running, "one may look closely while one thinks"
        await pilot.press("question_mark")
        assert not clock(pilot).running
        await pilot.press("escape")
        assert is_open(pilot, InspectScreen)
        assert clock(pilot).running
        await pilot.press("escape", "o")
        assert is_open(pilot, PauseScreen)
        assert not clock(pilot).running
        time_of(pilot).seconds += 4
        await pilot.press("g")
        assert clock(pilot).running
        assert clock(pilot).turn_left == 60


@pytest.mark.parametrize("found_by", ["the clock", "an action"])
async def test_sleep_of_the_machine_pauses_the_match(catalogue: Catalogue, found_by: str) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.press("1", "2", "3")
        time_of(pilot).seconds += 3600
        if found_by == "an action":
            await pilot.press("enter")
        else:
            table(pilot).charge_time()
            await pilot.pause()
        assert is_open(pilot, PauseScreen)
        assert "slept" in screen_text(pilot.app)
        assert (controller(pilot).ply, clock(pilot).turn_left) == (0, 60)
        await pilot.press("g")
        assert prompt(pilot).startswith("Enter Take 1◇ 1◆ 1▲"), "the choice is still there"
        await pilot.press("enter")
        assert controller(pilot).ply == 1


async def test_player_out_of_time_forfeits_and_the_other_wins(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="5+0") as pilot:
        await click_slot(pilot, PlayerSlot(1))  # also while another player's details are open
        for _second in range(3):
            time_of(pilot).seconds += 2
            table(pilot).charge_time()
        await pilot.pause()
        assert is_open(pilot, GameOverScreen)
        ended = controller(pilot).outcome
        assert ended is not None
        assert (ended.ending, ended.winners) == (Ending.FORFEIT, (1,))
        assert "ran out of time" in screen_text(pilot.app)


async def test_action_just_after_the_flag_is_rejected_and_reported(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,Bo,Cy", clock="5+0") as pilot:
        await pilot.press("1", "2", "3")
        time_of(pilot).seconds += 3
        table(pilot).charge_time()
        time_of(pilot).seconds += 2.5
        await pilot.press("enter")
        assert "Too late: Ann has run out of time" in flat_text(pilot)
        assert table(pilot).flow.to_move
        assert controller(pilot).seat == 1
        assert controller(pilot).view_for(None).players[0].forfeited


@pytest.mark.parametrize("bell", [True, False])
async def test_last_ten_seconds_are_highlighted_and_ring_once_if_enabled(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, bell: bool
) -> None:
    rung: list[SplendorApp] = []
    monkeypatch.setattr(SplendorApp, "bell", lambda app: rung.append(app))  # noqa: PLW0108  a bound method would get no app
    place = make_services(catalogue, bell=bell)
    async with open_app(place, sit(place, clock="13+0")) as pilot:
        app = app_of(pilot)

        async def seconds_later(seconds: float) -> tuple[str, str]:
            """The end of the first row, and the ink of the time."""
            time_of(pilot).seconds += seconds
            table(pilot).charge_time()
            await pilot.pause()
            ink = next(described(piece) for piece in strips(app)[0] if " + 0:00" in piece.text)
            return screen_text(app).splitlines()[0][-25:].strip(), ink

        def ink_of(variable: str, attributes: str) -> str:
            colours = {name: Color.parse(app.theme_variables[name]).hex.lower() for name in (variable, "panel")}
            return f"{colours[variable]} on {colours['panel']} {attributes}"

        row, ink = await seconds_later(2)
        assert row.endswith("Bo 0:00  0:11 + 0:00")
        assert ink == ink_of("foreground", "bold")
        row, ink = await seconds_later(2)
        assert row.endswith("Bo 0:00   ! 0:09 + 0:00")
        assert ink == ink_of("table-alert", "bold reverse")
        await seconds_later(1)
        assert len(rung) == bell


# --- the end, leaving, and faults --------------------------------------------------------------------------------------


async def test_agreement_ends_a_game_after_a_resignation(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    live = begin(place, options("Ann,Bo,Cy", hand_over="never"))
    match = live.controller
    match.begin()
    for seat in range(2):
        match.submit(seat, match.legal_actions(seat)[0], match.ply)
    match.submit(2, Forfeit(), match.ply)
    play_idly(match, Random(3), 40)
    async with open_app(place, TableScreen(live)) as pilot:
        await pilot.press("o", "a", "a")
        assert is_open(pilot, GameOverScreen)
        await pilot.press("t")
        assert "game over" in screen_text(pilot.app).splitlines()[0]


async def test_left_game_is_saved_and_can_be_resumed(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    async with open_app(place, sit(place)) as pilot:
        game_id = table(pilot).game_id
        assert game_id is not None
        await pilot.press("1", "2", "3", "enter")
        table(pilot).leave()
        app_of(pilot).resume_match(game_id)
        await pilot.pause()
        assert is_open(pilot, TableScreen)
        await pilot.press("o", "h")
        assert "Continue" in screen_text(pilot.app)
        await pilot.press("enter")
        assert table(pilot).flow.viewer == 1


async def test_pause_promises_a_resumable_game_only_after_an_action(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    async with open_app(place, sit(place)) as pilot:
        for keys, promise in (
            ((), "cannot be resumed"),
            (("1", "2", "3", "enter"), "where you can resume"),
            (("u", "u"), "cannot be resumed"),
        ):
            await pilot.press(*keys, "o", "end")
            assert promise in flat_text(pilot)
            await pilot.press("escape")


async def test_unsaved_game_is_reported_and_marked_above_the_table(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = make_services(catalogue, tmp_path)

    def refuse(*_arguments: object) -> None:
        raise StoreError(StoreFault.DISK_FULL)

    async with open_app(place, sit(place)) as pilot:
        assert "NOT SAVED" not in screen_text(pilot.app)
        with monkeypatch.context() as fault:
            fault.setattr(type(place.store), "append", refuse)
            await pilot.press("1", "2", "3", "enter")
            assert "NOT SAVED" in screen_text(pilot.app)
            assert "The disk is full" in screen_text(pilot.app)
            await pilot.press("ctrl+q")
            assert pilot.app.is_running, "leaving warns once"
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: "NOT SAVED" not in screen_text(pilot.app))


async def test_level_without_its_net_is_reported_when_the_match_begins(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net, "FOLDER", tmp_path)
    place = make_services(catalogue)
    async with open_app(place) as pilot:
        app_of(pilot).play(begin(place, options("Ann,=guildmaster,=grandmaster")))
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        told = [toast.message for toast in pilot.app._notifications]  # noqa: SLF001 - on the screen it is wrapped
        assert ["The Merchant plays" in sentence for sentence in told].count(True) == 1
