"""The help lists every command, with any keys."""

import asyncio

import pytest
from textual.geometry import Size

from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.commands import AT_HAND_OVER, EVERYWHERE, IN_REPLAY, Commands
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.keys.commands_by_screen import TABLE
from splendor_tui.tui.keys.keyboard_presets import key_label, keys_of
from splendor_tui.tui.look.glyphs import UNICODE
from splendor_tui.tui.look.paint import plain, width
from splendor_tui.tui.screens.help_screen import PICTURED, HelpScreen, help_page
from splendor_tui.words import N_
from tests.tui.at_the_table import seated
from tests.tui.opened_app import make_services, open_app

ABOUT = N_("You are at the table. Build up a choice, read in the prompt line what it would do, and confirm it.")
SCREENS: dict[str, Commands] = {"table": TABLE, "replay": IN_REPLAY, "hand-over": AT_HAND_OVER}
SMALLEST = Size(80, 22)  # the heading takes a row


@pytest.mark.parametrize("size", [SMALLEST, Size(100, 29), Size(120, 39)])
@pytest.mark.parametrize("keyboard", ["qwerty", "azerty", "qwertz"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_action_is_listed_with_its_key_and_the_page_fits(screen: str, keyboard: str, size: Size) -> None:
    actions = (*SCREENS[screen], *EVERYWHERE)
    keys = keys_of(Settings().changed(keyboard=keyboard), actions)
    lines = help_page(ABOUT, actions, keys, UNICODE, size)
    assert len(lines) <= size.height
    assert max(map(width, lines)) <= size.width
    text = plain(tuple(lines))
    words = " ".join(text.split())
    for action in actions:
        label = key_label(keys[action.id])
        assert f" {label} " in text.replace("│", " ").replace("\n", " \n ")
        if action.id not in PICTURED:
            abouts = (str(about)[:24] for about in (action.about, action.together) if about)
            assert any(about in words for about in abouts) or f"{label} {action.label}" in words


def test_tall_window_explains_every_action() -> None:
    actions = (*TABLE, *EVERYWHERE)
    tall = " ".join(
        plain(tuple(help_page(ABOUT, actions, keys_of(Settings(), actions), UNICODE, Size(80, 60)))).split()
    )
    assert all(str(action.together or action.about) in tall for action in actions if action.id not in PICTURED)
    copy_alone = [action for action in actions if action.id != "table.copy-record"]
    lines = help_page(ABOUT, tuple(copy_alone), keys_of(Settings(), actions), UNICODE, Size(80, 60))
    assert "Copy the position as one line of text." in plain(tuple(lines))


async def test_help_opens_and_closes_by_key_or_click(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        for key in ("escape", "backspace", "enter", "question_mark", "f", "a click on Back"):
            await pilot.type("f", HelpScreen)
            await (pilot.click(offset=(76, 0)) if "click" in key else pilot.press(key))
            assert not isinstance(pilot.app.screen, HelpScreen), key


async def test_help_explains_the_boxes_of_the_open_table_and_can_be_scrolled(catalogue: Catalogue) -> None:
    for players, explained in (("Ann,Bo", "nobles won"), ("Ann,Bo,Cy,Di", "the number of nobles won")):
        async with seated(catalogue, players) as pilot:
            await pilot.press("question_mark")
            assert f"  {explained}" in pilot.text
            await pilot.type("end", "Do what the prompt says")


async def test_page_in_one_column_is_not_drawn_for_ever(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(SplendorApp, "post_display_hook", lambda _app: drawn.append(1))
    async with seated(catalogue) as pilot:
        await pilot.press("question_mark")
        await pilot.resize_terminal(1, 1)
        for _attempt in range(20):  # continuous redrawing never gives such a pause
            drawn.clear()
            await asyncio.sleep(0.1)
            if not drawn:
                break
        else:
            pytest.fail("it is drawn for ever")
