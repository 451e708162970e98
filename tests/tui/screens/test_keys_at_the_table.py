"""Keys as humans press them: with Caps Lock on, too early, too often, and as in a shell."""

from splendor_tui.commands.perft_command import published_setups
from splendor_tui.presentation.table_model import PileSlot
from splendor_tui.record import begin_from
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, pack
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from tests.tui.at_the_table import prompt, seated, sit, table, until
from tests.tui.opened_app import make_services, open_app, screen_text


async def test_keys_are_case_insensitive(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue), sit(make_services(catalogue))) as pilot:
        await pilot.press("Z")
        assert table(pilot).session.selection.card is table(pilot).session.view.grid[0]
        await pilot.press("I")
        assert isinstance(pilot.app.screen, InspectScreen)


async def test_custom_capital_key_takes_precedence(catalogue: Catalogue) -> None:
    place = make_services(catalogue, keys={"table.inspect": "Z"})
    async with open_app(place, sit(place)) as pilot:
        await pilot.press("Z")
        assert isinstance(pilot.app.screen, InspectScreen)
        assert table(pilot).session.selection.card is None


async def test_text_field_accepts_capital_letters(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("N")
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen), "N opens a new game"
        screen.list.highlighted = "seat-0"
        await pilot.press("enter", "backspace", *"ANNA")
        assert "ANNA" in screen_text(pilot.app)


async def test_ctrl_c_says_how_to_leave(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("ctrl+c")
        assert "ctrl+q quits the program." in screen_text(pilot.app)
        assert prompt(pilot).endswith("to reserve."), "what is said does not hide what is asked"


async def test_enter_on_two_gems_only_says_what_is_missing(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "enter", "enter")
        assert prompt(pilot).startswith("Pick 1 more gem of a different colour.")
        assert table(pilot).session.selection.gems == pack((1, 1, 0, 0, 0))
        await pilot.press("3", "enter")
        assert table(pilot).session.controller.ply == 1


async def test_enter_twice_on_a_pile_picks_two_alike(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("down", "down", "down", "enter", "enter")
        cursor = table(pilot).board.cursor
        assert isinstance(cursor, PileSlot)
        assert prompt(pilot).startswith("Enter Take 2")


async def test_enter_picks_no_pile_during_a_return(catalogue: Catalogue) -> None:
    place, position = make_services(catalogue), begin_from(published_setups()["return-three"].position, catalogue)
    async with open_app(place, sit(place, position=position, hand_over="never")) as pilot:
        table(pilot).board.cursor = PileSlot(Colour.RED)
        await pilot.press("enter", "enter", "space")
        assert not table(pilot).session.selection.gems
        assert "return 3 first" in prompt(pilot)


async def test_choice_made_during_a_computer_turn_waits_for_the_players_turn(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,=merchant", pace=3.0) as pilot:
        await pilot.press("1", "2", "3", "enter", "3", "2", "5", "enter")
        assert prompt(pilot).startswith("Merchant is to move; confirm")
        await pilot.press("up")
        assert prompt(pilot).startswith("Merchant is thinking…  For your turn:  Take 1◆ 1▲ 1■")
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
