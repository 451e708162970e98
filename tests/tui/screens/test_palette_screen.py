"""The command palette and the choice of a theme: search results, and robustness against fast input."""

from pathlib import Path

from splendor_tui.inputs.settings import load_settings
from splendor_tui.match.services import Services
from splendor_tui.presentation.commands import AFTERWARDS, EVERYWHERE
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.keys.commands_by_screen import TABLE
from splendor_tui.tui.keys.keyboard_presets import key_label
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.palette_screen import PREVIEW_AFTER, PaletteScreen
from splendor_tui.tui.screens.rules_screen import RulesScreen
from splendor_tui.tui.widgets.long_list import LongList
from tests.tui.at_the_table import seated, until
from tests.tui.keyboard import PAGE_DOWN, click
from tests.tui.opened_app import make_services, open_app
from tests.tui.scenes import early, on_stage

PALETTE = "\x10"


async def test_palette_lists_every_command_with_its_key(catalogue: Catalogue) -> None:
    async with on_stage(catalogue, early, (120, 60), keys={"table.hint": "f7"}) as pilot:
        await pilot.press("ctrl+p")
        text = " ".join(pilot.text.split())
        for command in (*TABLE, *EVERYWHERE):
            key = "F7" if command.id == "table.hint" else key_label(command.keys)
            is_offered = command.in_palette and command not in AFTERWARDS
            assert (f" {key} {command.title} " in text) == is_offered, command.id


async def test_descriptions_are_whole_in_the_list_or_only_below_it(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        for size, in_list in (((80, 24), 0), ((120, 40), 1)):
            await pilot.resize_terminal(*size)
            await pilot.press("ctrl+p")
            for command in [one for one in TABLE if one.in_palette][:8]:
                assert pilot.words.count(str(command.about)) == 1 + in_list
                assert "…" not in pilot.words
                await pilot.press("down")
            await pilot.press("escape")


async def test_enter_without_a_match_does_nothing_and_a_click_on_a_command_runs_it(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        pilot.app.say("A toast.")
        await pilot.pause()
        assert "A toast." in pilot.text
        await pilot.type("ctrl+p x y z enter down pagedown", PaletteScreen, hides="A toast.")
        pilot.shows("Nothing matches. Delete letters to see more.")
        await pilot.type("escape", HomeScreen, hides="A toast.")  # the palette removes it for good
        await pilot.press("ctrl+p", *"rules")
        await pilot.click(LongList, offset=(5, 0))
        assert isinstance(pilot.app.screen, RulesScreen)


# --- themes ------------------------------------------------------------------------------------------------------------


async def test_theme_list_begins_at_the_current_one_and_saves_the_choice(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, theme="splendor-light")
    async with open_app(place) as pilot:
        await pilot.press("f3", "enter")
        assert place.settings.theme == "splendor-light"
        await pilot.press("f3", "up", "up", "enter")
        assert place.settings.theme == "splendor-dark"
        await pilot.press("f3", *"nord")
        await until(pilot, lambda: pilot.app.theme == "nord")
        assert place.settings.theme == "splendor-dark"
        await pilot.type("enter f3", PaletteScreen)
        for expected in ("nord", "dracula"):
            await pilot.send(click(*pilot.place_of("dracula")))
            assert place.settings.theme == expected, "the first click previews, the second chooses"
    assert load_settings({}, place.config_folder).settings.theme == "dracula"


async def test_unknown_theme_is_replaced_but_stays_in_the_settings(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, theme="of-the-future")
    async with open_app(place) as pilot:
        assert pilot.app.theme == "splendor-dark"
        assert place.settings.theme == "of-the-future"


async def test_previewed_theme_is_reverted_unless_chosen(place: Services) -> None:
    async with open_app(place) as pilot:
        for way_out in ("escape", "click", "closed from below"):
            await pilot.type("f3 down", PaletteScreen)
            await until(pilot, lambda: pilot.app.theme == "splendor-light")
            match way_out:
                case "escape":
                    await pilot.press("escape")
                case "click":
                    await pilot.click(offset=(1, 20))
                case _:
                    pilot.app.home()
            await pilot.settle()
            assert pilot.app.theme == place.settings.theme == "splendor-dark", way_out
        await pilot.press("f3", "down", "escape")
        await pilot.pause(2 * PREVIEW_AFTER)
        assert pilot.app.theme == "splendor-dark", "the preview came too late"


async def test_previewed_theme_changes_the_background_of_the_jewels(catalogue: Catalogue) -> None:
    async with on_stage(catalogue, early, (120, 40)) as pilot:
        await pilot.press("f3")
        for key, ground in (("down", "#ECE5D6"), ("up", "#15131B")):
            await pilot.press(key)
            await pilot.pause(2 * PREVIEW_AFTER)
            await pilot.settle()
            assert pilot.table.board.look.jewels.ground == ground


# --- fast input --------------------------------------------------------------------------------------------------------


async def test_palette_opens_and_closes_once_for_any_number_of_keys_and_clicks(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        for _time in range(2):
            await pilot.send(PALETTE * 3 + PAGE_DOWN * 3)
            assert isinstance(pilot.app.screen, PaletteScreen)
            assert isinstance(pilot.app.screen_stack[-2], HomeScreen)
            await pilot.send("a" + PAGE_DOWN + "\x7f" + PAGE_DOWN + "\x1b")
            assert isinstance(pilot.app.screen, HomeScreen)
        for clicks in (1, 2, 3, 5):
            await pilot.press("ctrl+p")
            await pilot.send(click(0, 23, times=clicks))
            assert isinstance(pilot.app.screen, HomeScreen), clicks
