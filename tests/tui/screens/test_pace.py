"""Watching computers play: pause, single steps, and a slower or faster pace."""

from pathlib import Path

from textual.pilot import Pilot

from splendor_tui.rules.catalogue import Catalogue
from tests.tui.at_the_table import prompt, sit, table, until
from tests.tui.fingers import click_hint
from tests.tui.opened_app import make_services, open_app, screen_text


def ply(pilot: Pilot[int]) -> int:
    return table(pilot).session.controller.ply


async def test_computer_moves_can_be_paused_stepped_and_continued(catalogue: Catalogue) -> None:
    place = make_services(catalogue, bot_pace=10.0)
    async with open_app(place, sit(place, "=merchant,=journeyman")) as pilot:
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


async def test_pace_changes_at_once_and_is_saved(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, bot_pace=10.0)
    async with open_app(place, sit(place, "=merchant,=merchant")) as pilot:
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
        await pilot.press("backspace")
        await pilot.press("1", "2", "3", "enter", "4")
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
