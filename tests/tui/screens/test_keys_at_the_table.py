"""Keys at the table as humans press them: with Caps Lock on, too early, too often, and to watch computers play."""

from pathlib import Path

from textual.pilot import Pilot

from splendor_tui.presentation.table_model import PileSlot
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from tests.tui.at_the_table import prompt, seated, sit, table, until
from tests.tui.fingers import click_hint
from tests.tui.opened_app import app_of, make_services, open_app, screen_of, screen_text


async def test_keys_are_case_insensitive_unless_a_custom_key_is_a_capital(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("Z")
        assert table(pilot).session.selection.card is table(pilot).session.view.grid[0]
        app_of(pilot).change_settings(app_of(pilot).services.settings.changed(keys={"table.inspect": "X"}))
        await pilot.press("X")
        assert isinstance(pilot.app.screen, InspectScreen)
        await pilot.press("escape", "x")
        assert table(pilot).session.selection.card is table(pilot).session.view.grid[1]


async def test_text_field_accepts_capital_letters(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        await pilot.press("N")
        screen_of(pilot, NewGameScreen).list.highlighted = "seat-0"
        await pilot.press("enter", "backspace", *"ANNA")
        assert "ANNA" in screen_text(pilot.app)


async def test_ctrl_c_says_how_to_leave(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("ctrl+c")
        assert "ctrl+q quits the program." in screen_text(pilot.app)
        assert prompt(pilot).endswith("to reserve."), "what is said does not hide what is asked"


async def test_enter_twice_on_a_pile_picks_two_alike(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("down", "down", "down", "enter", "enter")
        assert isinstance(table(pilot).board.cursor, PileSlot)
        assert prompt(pilot).startswith("Enter Take 2")


async def test_choice_made_during_a_computer_turn_waits_for_the_players_turn(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,=merchant", pace=3.0) as pilot:
        await pilot.press("1", "2", "3", "enter", "3", "2", "5", "enter")
        assert prompt(pilot).startswith("Merchant is to move; confirm")
        await until(pilot, lambda: table(pilot).flow.to_move)
        assert prompt(pilot).startswith("Enter Take 1◆ 1▲ 1■")
        await pilot.press("enter")
        assert table(pilot).session.controller.ply == 3


async def test_unused_key_is_explained_once(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "é")
        said = "é does nothing here; ? shows the keys. They follow the qwerty keyboard; you can change this in the settings."
        assert str(table(pilot).session.message) == said
        assert table(pilot).session.selection.gems == pack((1, 0, 0, 0, 0)), "what is chosen stays chosen"
        await pilot.press("1", "é")
        assert prompt(pilot).startswith("Enter Take 2")
        for key, label in (("f9", "F9"), ("pageup", "PgUp"), ("exclamation_mark", "!")):
            await pilot.press(key)
            short = f"{label} does nothing here; ? shows the keys."
            assert str(table(pilot).session.message) == short, "the keyboard only concerns letters"


# --- the pace of computers ---------------------------------------------------------------------------------------------


def ply(pilot: Pilot[int]) -> int:
    return table(pilot).session.controller.ply


async def test_computer_moves_can_be_paused_stepped_and_continued(catalogue: Catalogue) -> None:
    async with seated(catalogue, "=merchant,=journeyman", pace=10.0) as pilot:
        await pilot.press("comma")
        assert prompt(pilot) == "Merchant waits.  . step  , continue"
        await pilot.press("full_stop")
        await until(pilot, lambda: ply(pilot) == 1)
        assert table(pilot).flow.waits_for_step, "the next one waits again"
        await pilot.press("semicolon")
        await until(pilot, lambda: ply(pilot) == 2)
        await click_hint(pilot, "step")
        await until(pilot, lambda: ply(pilot) == 3)
        await pilot.press(*["plus"] * 9, "comma")
        assert not table(pilot).flow.single_step
        await until(pilot, lambda: ply(pilot) > 5)
        await pilot.press("comma")


async def test_pace_changes_at_once(catalogue: Catalogue) -> None:
    async with seated(catalogue, "=merchant,=merchant", pace=10.0) as pilot:
        place = app_of(pilot).services
        await pilot.press("plus")
        assert prompt(pilot) == "Computers move after 5 s."
        assert ply(pilot) == 0
        await pilot.press("comma", *["equals_sign"] * 8)  # paused, because a whole game takes no time at that pace
        assert place.settings.bot_pace == 0
        await pilot.press("minus")
        assert place.settings.bot_pace == 0.25
        await pilot.press("equals_sign", "comma")
        await until(pilot, lambda: ply(pilot) > 1)


async def test_human_can_play_and_undo_while_computers_are_paused(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, bot_pace=0.0)
    async with open_app(place, sit(place, "Ann,=merchant", clock="60+300")) as pilot:
        await pilot.press("comma")
        assert prompt(pilot) == "Computer players will wait before each move."
        await pilot.press("1")
        assert "COMPUTERS PAUSED" in screen_text(pilot.app), "also when that was said long ago"
        assert ", resume computers" in screen_text(pilot.app), "the way back is there on one's own turn too"
        await pilot.press("backspace", "1", "2", "3", "enter", "4")
        assert "Merchant waits.  . step  , continue  For your turn:" in screen_text(pilot.app), "one chooses meanwhile"
        clock = table(pilot).session.controller.clock
        assert clock is not None
        assert not clock.running, "it is no fault of the computer's"
        await pilot.press("u")
        assert (ply(pilot), table(pilot).flow.to_move) == (0, True)
        assert clock.running
        await pilot.press("1", "2", "3", "enter", "comma")
        await until(pilot, lambda: ply(pilot) == 2)
        assert table(pilot).flow.to_move
