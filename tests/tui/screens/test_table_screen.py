"""The table in use: keys and clicks, the hand-over screen, undo, the pace of computers, time, and the end."""

from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

import pytest

from splendor_tui.bots.learned import net
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.clock import Clock
from splendor_tui.match.services import Services
from splendor_tui.presentation import commands
from splendor_tui.presentation.table_model import CardSlot, PileSlot, PlayerSlot
from splendor_tui.replay import begin_with
from splendor_tui.rules.actions import Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, pack, single
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.view import View, determinize
from splendor_tui.store import Store, StoreError, StoreFault
from splendor_tui.tui.app import app
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.hand_over_screen import MAX_NEWS, HandOverScreen
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from splendor_tui.tui.screens.log_screen import LogScreen
from splendor_tui.tui.screens.pause_screen import PauseScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.screens.too_small_screen import TooSmallScreen
from splendor_tui.tui.widgets.board import HOME
from splendor_tui.tui.widgets.card_grid import CardGrid
from splendor_tui.tui.widgets.side_panes import LogPane
from splendor_tui.words import N_
from tests.presentation.choosing import chosen_card
from tests.tui.at_the_table import pass_time, seated, sit, time_of, until
from tests.tui.fingers import click_hint, click_slot
from tests.tui.ink_map import described
from tests.tui.keyboard import click, drag, release
from tests.tui.opened_app import Player, make_services, open_app
from tests.tui.scenes import strips

OF_THE_TABLE = ("NOBLES", " of 3", "points", "bonuses")
"""Text on every table that the hand-over screen does not contain."""
FOR_A_TIME = "Hidden between turns while someone has a secret card."


def clock(pilot: Player) -> Clock:
    found = pilot.controller.clock
    assert found is not None
    return found


def of_the_table(pilot: Player) -> tuple[str, ...]:
    return tuple(words for words in OF_THE_TABLE if words in pilot.text)


# --- choosing and playing ----------------------------------------------------------------------------------------------


async def test_taking_gems_with_keys_resets_the_cursor_in_a_single_repaint(catalogue: Catalogue) -> None:
    """Painting cards is the largest cost of a ply, so the cursor's reset and the changes must share one frame."""
    async with seated(catalogue) as pilot:
        await pilot.type("down right 1 2 3", "0 → 3/10 tokens")
        with patch.object(CardGrid, "paint", autospec=True, side_effect=CardGrid.paint) as paint:
            await pilot.press("enter")
        assert paint.call_count == 1
        assert (pilot.table.session.hot_seat.viewer, pilot.table.board.cursor) == (1, HOME)
        assert "Ann took 1◇ 1◆ 1▲." in pilot.text


async def test_cursor_or_click_chooses_and_a_second_click_reserves(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        session = pilot.table.session
        await pilot.press("down", "right", "enter")
        assert chosen_card(session) is pilot.controller.view_for(0).grid[5]
        await pilot.press("right")
        assert chosen_card(session) is None
        await click_slot(pilot, CardSlot(1, 0))
        await click_hint(pilot, commands.RESERVE)
        assert pilot.controller.ply == 0
        await click_slot(pilot, CardSlot(1, 0))
        assert pilot.controller.ply == 1
        assert "Ann reserved" in pilot.text
        await pilot.type("down down down enter enter", "Enter Take 2")  # the cursor began at its place again


async def test_left_button_alone_chooses_and_only_what_it_was_pressed_and_released_on(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        places, session = pilot.table.board.places(), pilot.table.session
        white, blue = (places[PileSlot(colour)].offset for colour in (Colour.WHITE, Colour.BLUE))
        ignored = (click(*white, button=1), click(*white, button=2), drag(white, blue), release(*blue))
        for written in (*ignored, click(*white) + release(*white)):
            assert session.selection is None
            await pilot.send(written)
        assert session.selection == Take(single(Colour.WHITE))


async def test_key_hints_are_held_for_the_pointer_only_until_the_next_key_or_screen(catalogue: Catalogue) -> None:
    async with seated(catalogue, undo="free") as pilot:
        await pilot.press("1", "2", "3", "enter", *"123", "enter", "1")
        await click_hint(pilot, commands.UNDO)
        assert pilot.text.splitlines()[-1].startswith(" n hint              u undo")
        await pilot.press("j")
        assert pilot.text.splitlines()[-1].startswith(" n hint  u undo")
    place = make_services(catalogue, bot_pace=10.0)
    async with open_app(place, sit(place, "Ann,=merchant,=journeyman"), (120, 40)) as pilot:
        await pilot.press("1")
        await click_hint(pilot, commands.MENU)
        for words in ("Resign", "click here"):
            await pilot.send(click(*pilot.place_of(words)))
        assert pilot.text.splitlines()[-1].startswith(" u undo  ? help  o menu")


async def test_any_number_of_clicks_opens_one_screen(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        box, log = pilot.table.board.places()[PlayerSlot(1)], pilot.table.query_one(LogPane).region
        for place, screen in ((box, InspectScreen), (log, LogScreen)):
            await pilot.send(click(place.x, place.y, times=4))
            assert [type(screen) for screen in pilot.app.screen_stack[1:]] == [TableScreen, screen]
            await pilot.press("escape")


async def test_quitting_with_unsaved_actions_needs_a_second_press(
    place: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise StoreError(StoreFault.DISK_FULL)

    async with open_app(place, sit(place)) as pilot:
        with monkeypatch.context() as full:
            full.setattr(Store, "append", fail)
            await pilot.type("1 2 3 enter")
            await pilot.type("ctrl+q", "again to quit.")
            assert pilot.app.is_running
            await pilot.press("ctrl+q")
        assert pilot.app.return_code == 0


async def test_escape_clears_the_choice_and_then_names_the_key_of_the_menu(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.type("1 escape", "pick gems")
        await pilot.type("escape", "Nothing is chosen; o opens the menu.")
        await pilot.type("escape", "pick gems", hides="Nothing is chosen")


async def test_keys_are_case_insensitive_unless_a_custom_key_is_a_capital(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("Z")
        assert chosen_card(pilot.table.session) is pilot.table.session.view.grid[0]
        await pilot.change(keys={"table.inspect": "X"})
        await pilot.type("X", InspectScreen)
        await pilot.press("escape", "x")
        assert chosen_card(pilot.table.session) is pilot.table.session.view.grid[1]


async def test_unused_key_is_explained_once_and_ctrl_c_says_how_to_leave(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        # what is said does not hide what is asked
        await pilot.type("ctrl+c", "ctrl+q quits the program.", "to reserve.")
        await pilot.press("1", "é")
        said = "é does nothing here; ? shows the keys. They follow the qwerty keyboard; you can change this in the settings."
        assert str(pilot.table.session.message) == said
        assert pilot.table.session.selection == Take(pack((1, 0, 0, 0, 0))), "what is chosen stays chosen"
        await pilot.type("1 é", "Enter Take 2")
        for key, label in (("f9", "F9"), ("exclamation_mark", "!")):
            await pilot.press(key)
            short = f"{label} does nothing here; ? shows the keys."
            assert str(pilot.table.session.message) == short, "the keyboard only concerns letters"


# --- the hand-over screen ----------------------------------------------------------------------------------------------


async def check_menu_hides_the_table(pilot: Player) -> None:
    """Check that the menu between two players shows nothing of the table, and that nobody can resign there."""
    shown = pilot.text
    await pilot.type("o", PauseScreen, hides="Resign")  # nobody resigns for the next player
    assert of_the_table(pilot) == ()
    await pilot.press("g")
    assert pilot.text == shown


async def test_drawn_card_is_shown_to_its_owner_and_then_hidden_also_by_the_menu(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.type("g enter", "Ann, you drew")
        assert of_the_table(pilot) == OF_THE_TABLE
        await check_menu_hides_the_table(pilot)
        await pilot.type("enter", "Pass to Bo", "Change this in New game: Hand-over.")
        await check_menu_hides_the_table(pilot)
        assert FOR_A_TIME in pilot.text
        assert of_the_table(pilot) == ()
        assert not pilot.app.screen.is_modal, "nothing may shine through"
        await pilot.type("ctrl+p f3", HandOverScreen)  # no palette and no themes over it
        await pilot.press("enter")
        assert of_the_table(pilot) == OF_THE_TABLE
        await pilot.type("u u", HandOverScreen, "Pass to Ann")  # taking it back shows what Ann may see


async def test_long_news_at_the_hand_over_shows_the_latest_rows_and_says_there_are_more(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        for rows, first in ((MAX_NEWS, 1), (MAX_NEWS + 1, 3)):
            news = [N_("row {number}", number=f"<{number}>") for number in range(1, rows + 1)]
            screen = HandOverScreen("Bo", news, lambda _command: None, can_undo=False, form=N_("New game"))
            await pilot.app.push_screen(screen)
            await pilot.pause()
            shown = pilot.text
            assert FOR_A_TIME in shown
            assert "ctrl+q quit" in shown
            assert [number for number in range(1, rows + 1) if f"<{number}>" in shown] == list(range(first, rows + 1))
            assert ("…" in shown) is (first > 1)


async def test_hand_over_can_undo_with_the_table_hidden(catalogue: Catalogue) -> None:
    async with seated(catalogue, hand_over="always") as pilot:
        pilot.shows(HandOverScreen)  # before the first player too
        assert (behind := pilot.table.board.model) is not None
        assert behind.view.viewer is None
        assert "undo" not in pilot.text, "nothing was done yet"
        await pilot.type("u", "Nothing can be undone here. Open the table first.")
        await pilot.press("enter", "g", "enter", "enter")
        assert FOR_A_TIME not in pilot.text, "although Ann holds an unseen card"
        await pilot.click_on("o menu")
        pilot.shows(PauseScreen)
        await pilot.press("g")
        await pilot.click_on("u undo")
        assert pilot.controller.ply == 0
        assert "Pass to Ann" in pilot.text


async def test_hand_over_asks_before_it_undoes_more_than_the_last_action(catalogue: Catalogue) -> None:
    async with seated(catalogue, hand_over="always") as pilot:
        await pilot.type("enter 1 2 3 enter enter 1 2 3 enter enter o x x", GameOverScreen)
        await pilot.type("t u u", "Pass to Ann", "u undo")
        await pilot.type("u", "Undo Bo's last move?", "u again to confirm", "Enter when you are ready")
        assert pilot.controller.ply == 2
        await pilot.type("u", "Pass to Bo", "u undo", hides="again to confirm")
        assert pilot.controller.ply == 1
        await pilot.type("u", "Undo Ann's last move?")
        await pilot.click_on("u again to confirm")
        assert pilot.controller.ply == 0
        assert "undo" not in pilot.text


async def test_open_screens_close_before_the_hand_over_screen(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,=merchant,Bo", pace=10.0) as pilot:
        await pilot.type("g enter enter i", InspectScreen)
        await pilot.change(bot_pace=0.0)
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOverScreen))
        await pilot.type("enter", TableScreen)
        assert pilot.table.session.hot_seat.viewer == 2


# --- keys of the previous player ---------------------------------------------------------------------------------------

BO_CAN_BUY: Final = (
    "seat 0 main viewer 0 / grid 1-01 1-14 1-36 1-39 2-29 2-10 2-03 2-27 3-08 3-14 3-10 3-12"
    " / nobles suleiman-the-magnificent elisabeth-of-austria mary-stuart / 0 / W4 U3 *3"
)
"""Bo can buy the card under the cursor when Ann has moved."""


async def press_for(pilot: Player, seconds: float, *keys: str) -> None:
    """Press keys, each after this time."""
    for key in keys:
        time_of(pilot).seconds += seconds
        await pilot.press(key)


async def hold(pilot: Player, key: str) -> None:
    """Hold a key down for a second and a half. It begins to repeat after half a second."""
    await pilot.press(key)
    for pause in (0.5, *[0.04] * 25):
        await press_for(pilot, pause, key)


@pytest.mark.usefixtures("pauses")
@pytest.mark.parametrize("hand_over", ["never", "always"])
async def test_held_enter_never_acts_for_the_next_player(catalogue: Catalogue, hand_over: str) -> None:
    place = make_services(catalogue)
    position = parse_position(BO_CAN_BUY, catalogue)
    assert isinstance(position, View)
    dealt = begin_with(determinize(position, Random(7)))
    async with open_app(place, sit(place, "Ann,Bo", dealt, hand_over=hand_over)) as pilot:
        if hand_over == "always":
            await hold(pilot, "enter")
            pilot.shows(TableScreen)  # Ann has opened her table, but nothing is chosen
        await press_for(pilot, 1, "3", "4", "5")
        await hold(pilot, "enter")
        assert pilot.controller.ply == 1
        if hand_over == "always":
            pilot.shows("Pass to Bo")
            await press_for(pilot, 1, "enter")
            await hold(pilot, "enter")
        assert pilot.controller.ply == 1
        assert pilot.table.session.selection is None
        await press_for(pilot, 0.35, "a")  # a pause is enough
        assert chosen_card(pilot.table.session) is pilot.table.session.view.grid[4]


@pytest.mark.usefixtures("pauses")
async def test_keys_typed_too_early_for_the_next_player_are_ignored_but_never_those_to_quit(
    catalogue: Catalogue,
) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3")
        await pilot.send("\r3u45")  # the keys after Enter are already waiting when Ann's turn ends
        await press_for(pilot, 0.29, "3", "u", "space", "question_mark")
        assert (pilot.controller.ply, pilot.table.session.selection) == (1, None)
        await press_for(pilot, 0.35, "3")
        await press_for(pilot, 0.01, "4", "5", "enter")
        assert pilot.controller.ply == 2
        await pilot.type("ctrl+q", "again to quit")


@pytest.mark.usefixtures("pauses")
async def test_held_key_agrees_to_end_the_game_for_one_player_only(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.type("o a", "Ann, press a again")
        await hold(pilot, "a")
        pilot.shows(PauseScreen, "Bo, press a again")
        await press_for(pilot, 1, "a")
        pilot.shows(GameOverScreen)


@pytest.mark.usefixtures("pauses")
async def test_enter_counts_soon_after_the_keyboard_passed_if_it_is_not_held(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "REPEAT_SECONDS", 0.001)
    async with seated(catalogue, hand_over="always") as pilot:
        await pilot.press("enter", "1", "2", "3")  # the first key needs no pause
        await press_for(pilot, 0.5, "1", "2", "3", "enter")
        pilot.shows(HandOverScreen)
        await press_for(pilot, 0.35, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert pilot.table.session.hot_seat.viewer == 1


# --- undo --------------------------------------------------------------------------------------------------------------


async def test_undoing_other_players_or_the_end_needs_the_key_twice_and_can_be_redone(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3", "enter", "u")
        await pilot.type("1 3 4 u", "u again to confirm")  # Enter must not seem to say yes
        await pilot.press("1", "u")
        assert pilot.controller.ply == 1, "another key has meant no"
        await pilot.click_on("again to confirm")
        assert pilot.controller.ply == 0
        assert "Undone: 1 action." in pilot.text
        await pilot.press("ctrl+r")
        assert pilot.controller.ply == 1
        await pilot.press("ctrl+r")
        assert pilot.prompt == "There is nothing to redo."
        await pilot.type("m escape", hides="There is nothing to redo.")  # what is said ends with the screen
        await pilot.type("o x x t", "Enter standings  Bksp back")
        await pilot.type("escape", GameOverScreen)
        await pilot.type("t u", "u again to confirm")
        assert pilot.controller.outcome is not None
        await pilot.press("u")
        assert pilot.controller.outcome is None


# --- the pace of computers ---------------------------------------------------------------------------------------------


async def test_computer_moves_can_be_paused_stepped_continued_and_hurried(catalogue: Catalogue) -> None:
    async with seated(catalogue, "=merchant,=journeyman", pace=10.0) as pilot:
        await pilot.press("comma")
        assert pilot.prompt == "Merchant waits.  > step  < resume"

        async def step(key: str) -> None:
            plies = pilot.controller.ply
            await pilot.press(key)
            await until(pilot, lambda: pilot.controller.ply == plies + 1)
            assert pilot.table.session.hot_seat.waits_for_step, "the next one waits again"

        for key in ("greater_than_sign", "full_stop", "semicolon"):
            await step(key)
        await click_hint(pilot, commands.STEP)
        await until(pilot, lambda: pilot.controller.ply == 4)
        await pilot.type("plus", "In this game, computers move after 5 s.")
        await pilot.press(*["equals_sign"] * 8)
        assert pilot.table.session.pace == 0
        await pilot.press("minus")
        assert pilot.table.session.pace == 0.25
        assert pilot.app.services.settings.bot_pace == 10
        await pilot.press("equals_sign", "comma")
        assert not pilot.table.session.hot_seat.single_step
        await until(pilot, lambda: pilot.controller.ply > 6)
        await pilot.press("less_than_sign")


async def test_human_can_play_and_undo_while_computers_are_paused(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, bot_pace=0.0)
    async with open_app(place, sit(place, "Ann,=merchant", clock="60+300")) as pilot:
        await pilot.press("comma")
        assert pilot.prompt == "Computer players will wait before each move."
        # also when that was said long ago; the way back is there on one's own turn too
        await pilot.type("1", "COMPUTERS PAUSED", "< resume computers")
        # one chooses meanwhile
        await pilot.type("backspace 1 2 3 enter 4", "Merchant waits.  > step  < resume  For your turn:")
        assert not clock(pilot).running, "it is no fault of the computer's"
        await pilot.press("u")
        assert (pilot.controller.ply, pilot.table.session.hot_seat.to_move) == (0, True)
        assert clock(pilot).running
        await pilot.press("1", "2", "3", "enter", "comma")
        await until(pilot, lambda: pilot.controller.ply == 2)
        assert pilot.table.session.hot_seat.to_move
        await pilot.press("u")
        assert pilot.prompt == "Undid the moves of Ann and Merchant.", "no other human is asked"


# --- screens above the table -------------------------------------------------------------------------------------------


async def test_open_log_and_details_follow_the_match(catalogue: Catalogue) -> None:
    for keys, screen, rows in (("m", LogScreen, "Merchant took"), ("i 2", InspectScreen, "Merchant")):
        async with seated(catalogue, "Ann,=merchant", pace=10.0) as pilot:
            await pilot.type(f"1 2 3 enter {keys}")
            before = pilot.text
            await pilot.change(bot_pace=0.0)
            await until(pilot, lambda: pilot.controller.ply == 2)
            await pilot.pause()
            pilot.shows(screen, rows)
            assert pilot.text != before
            await pilot.type(keys[0], TableScreen)


async def test_match_continues_while_the_screen_above_is_removed(catalogue: Catalogue) -> None:
    """At the end of the program, Textual closes the top screen first."""
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3", "i")
        above = pilot.app.screen
        await pilot.app._prune(above)  # noqa: SLF001 - Textual has no public API that keeps it in the list of open screens
        assert above in pilot.app.screen_stack
        pilot.table.action_confirm()
        assert pilot.controller.ply == 1


async def test_too_small_terminal_opens_nothing_and_stops_the_clock(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.press("1", "2")
        await pilot.resize_terminal(79, 24)
        assert "80 x 23" in pilot.text
        assert not clock(pilot).running
        await pilot.type("f2 question_mark escape", TooSmallScreen)
        await pilot.resize_terminal(100, 30)
        pilot.shows(TableScreen, "Take 1◇ 1◆ and")  # the half-made choice is still there
        assert clock(pilot).running
        await pilot.press("question_mark")
        await pilot.resize_terminal(60, 20)
        await pilot.resize_terminal(100, 30)
        assert not [screen for screen in pilot.app.screen_stack if isinstance(screen, TooSmallScreen)]


# --- the clock ---------------------------------------------------------------------------------------------------------


async def test_clock_stops_only_while_the_table_is_hidden_and_is_shown_on_screens_above(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        for key, runs in {"i": True, "ctrl+p": False, "f3": False, "question_mark": False, "o": False}.items():
            await pilot.press(key)
            assert clock(pilot).running is runs, key
            if not runs:
                assert pilot.app.screen.styles.background.a == 1, "the table does not shine through"
                time_of(pilot).seconds += 4
            await pilot.type("escape", TableScreen)
            assert clock(pilot).running
            assert clock(pilot).turn_left == 60
        for key, before, after in (("m", "1:00", "0:59"), ("i", "0:59", "0:58")):
            await pilot.press(key)
            assert f"Ann {before} + 5:00" in pilot.text.splitlines()[0]
            await pass_time(pilot, 1)
            assert f"Ann {after} + 5:00" in pilot.text.splitlines()[0]
            await pilot.press("escape")


async def test_themes_are_previewed_on_the_table_if_no_clock_stands(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("f3")
        assert pilot.app.screen.styles.background.a == 0


async def test_sleep_of_the_machine_pauses_the_match(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.press("1", "2", "3")
        for found_by in ("the clock", "an action"):
            time_of(pilot).seconds += 3600
            pilot.table.charge_time() if found_by == "the clock" else pilot.table.action_confirm()
            await until(pilot, lambda: isinstance(pilot.app.screen, PauseScreen))
            assert "asleep" in pilot.text, found_by
            await pilot.type("g", "Enter Take 1◇ 1◆ 1▲")  # the choice is still there
            assert (pilot.controller.ply, clock(pilot).turn_left) == (0, 60), found_by


async def test_action_after_the_flag_is_rejected_and_details_do_not_prevent_a_timeout(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,Bo,Cy", clock="5+0") as pilot:
        await pilot.press("1", "2", "3")
        await pass_time(pilot, 3)
        time_of(pilot).seconds += 2.5
        await pilot.type("enter", "Too late: Ann has run out of time")
        assert pilot.table.session.hot_seat.to_move
        assert pilot.controller.seat == 1
        await click_slot(pilot, PlayerSlot(1))
        for _time in range(3):
            await pass_time(pilot, 2)
        pilot.shows(GameOverScreen, "Cy wins", "ran out of time")


@pytest.mark.parametrize("bell", [True, False])
async def test_last_ten_seconds_are_highlighted_and_ring_once_if_enabled(catalogue: Catalogue, *, bell: bool) -> None:
    place = make_services(catalogue, bell=bell)
    async with open_app(place, sit(place, clock="13+0")) as pilot:
        with patch.object(SplendorApp, "bell") as rung:
            for row, is_reverse in (("Bo 0:00  Ann 0:11 + 0:00", False), ("Bo 0:00  Ann  ! 0:09 + 0:00", True)):
                await pass_time(pilot, 2)
                assert pilot.text.splitlines()[0].endswith(row)
                ink = next(described(piece) for piece in strips(pilot.app)[0] if " + 0:00" in piece.text)
                assert ink.endswith("bold reverse") is is_reverse
            await pass_time(pilot, 1)
        assert rung.call_count == bell


async def test_bell_never_rings_for_a_computer(catalogue: Catalogue) -> None:
    place = make_services(catalogue, bell=True, bot_pace=10.0)
    async with open_app(place, sit(place, "=merchant,Ann", clock="13+0")) as pilot:
        with patch.object(SplendorApp, "bell") as rung:
            await pass_time(pilot, 4)
            assert "…  ! 0:09 + " in pilot.text
        rung.assert_not_called()


# --- the end, leaving, and faults --------------------------------------------------------------------------------------


async def test_pause_promises_a_resumable_game_after_an_action_and_keeps_the_promise(place: Services) -> None:
    async with open_app(place, sit(place)) as pilot:
        for keys, promise in (
            ((), "nothing to resume"),
            (("1", "2", "3", "enter"), "where you can resume"),
            (("u", "u"), "Nothing has been played"),
        ):
            await pilot.press(*keys, "o", "end")
            assert promise in pilot.words
            await pilot.press("escape")
        await pilot.type("1 2 3 enter o h", "Continue")
        await pilot.press("enter")
        assert (pilot.controller.ply, pilot.table.session.hot_seat.viewer) == (1, 1)


async def test_level_without_its_net_is_reported_when_the_match_begins(
    place: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net, "FOLDER", tmp_path)
    async with open_app(place) as pilot:
        pilot.app.matches.start(make_options(parse_players("Ann,=guildmaster,=grandmaster")))
        await pilot.settle()
        told = [toast.message for toast in pilot.app._notifications]  # noqa: SLF001 - on the screen it is wrapped
        assert ["The Merchant plays" in sentence for sentence in told].count(True) == 1
