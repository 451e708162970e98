"""The full log. It shows the end first, and can scroll to every row."""

import re
from itertools import product

from splendor_tui.match.log import LogKind, LogLine
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.log_screen import LogScreen
from splendor_tui.words import N_
from tests.tui.opened_app import make_services, open_app

LINES = tuple(LogLine(number, 1, 0, LogKind.TOOK, N_("line {number:03}", number=number)) for number in range(1, 121))


async def test_log_begins_at_the_end_and_keys_reach_every_row(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue), LogScreen(LINES)) as pilot:

        async def rows(*keys: str) -> list[str]:
            await pilot.press(*keys)
            return re.findall(r"line \d+", pilot.text)

        at_end = [f"line {number:03}" for number in range(98, 121)]
        assert await rows() == at_end
        heading = pilot.text.splitlines()[0]
        assert "Game log" in heading
        assert "99-121 of 121" in heading
        assert (await rows("up"))[-1] == "line 119"
        assert (await rows("k", "j", "down"))[-1] == "line 120"
        assert (await rows("home"))[0] == "line 001"
        assert (await rows("pagedown"))[0] == "line 022", "one row stays, and the first row is that of the round"
        assert (await rows("pageup"))[0] == "line 001"
        assert await rows("end") == at_end
        for lines, shown in ((2, ["Round 1", "line 001"]), (0, ["Nothing yet.", ""])):  # a short one begins at the top
            await pilot.app.push_screen(LogScreen(LINES[:lines]))
            await pilot.pause()
            assert [row.strip() for row in pilot.text.splitlines()[1:3]] == shown


async def test_last_row_is_visible_whatever_the_line_lengths(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        for lines, cells in product((21, 22, 40), range(77, 81)):
            words = ("word " * cells)[: cells - 4]
            log = [LogLine(number, 1, 0, LogKind.TOOK, N_("{words} end.", words=words)) for number in range(lines)]
            log[-1] = LogLine(lines, 1, 0, LogKind.ENDED, N_("The game is over."))
            pilot.app.push_screen(LogScreen(log))
            await pilot.pause()
            await pilot.pause(0.03)
            assert "The game is over." in pilot.text, (lines, cells)
            pilot.app.pop_screen()
