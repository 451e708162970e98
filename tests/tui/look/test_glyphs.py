"""The symbols follow what the output can encode, and what the terminal draws."""

import re

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.look.glyphs import ASCII, UNICODE, why_plain
from splendor_tui.tui.screens.settings_screen import SettingsScreen
from tests.tui.opened_app import make_services, open_app


@pytest.mark.parametrize("encoding", ["ascii", "iso8859-1", "iso8859-15", "euc_jp", "cp437"])
def test_encodings_without_all_symbols_get_plain_ones(encoding: str) -> None:
    assert encoding in str(why_plain(encoding, {}))


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_encodings_with_all_symbols_get_them(encoding: str) -> None:
    assert why_plain(encoding, {}) is None


def test_linux_console_gets_plain_symbols() -> None:
    assert "Linux console" in str(why_plain("utf-8", {"TERM": "linux"}))


@pytest.mark.parametrize(
    ("answers", "glyphs", "reason"),
    [
        ("\x1b[2;1R\x1b[2;2R", UNICODE, "The symbols that this terminal supports."),
        ("\x1b[2;1R\x1b[2;3R", ASCII, "draws the others 2 columns wide"),
        ("\x1b[2;1R", ASCII, "does not draw the others"),
        ("\x1b[1;2R", UNICODE, "The symbols that this terminal supports."),
    ],
    ids=["one cell", "two cells", "symbol swallowed", "shift and F3"],
)
async def test_automatic_symbols_follow_the_width_of_one_and_the_settings_say_why(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, answers: str, glyphs: object, reason: str
) -> None:
    monkeypatch.setattr("splendor_tui.tui.app.app.ANSWER_SECONDS", 0)
    async with open_app(make_services(catalogue), SettingsScreen()) as pilot:
        await pilot.send(answers)
        await pilot.press("down", "down")
        about = re.sub(r"[|│›>\s]+", " ", "".join(row[42:] for row in pilot.text.splitlines()))
        assert reason in about
        assert pilot.app.glyphs is glyphs


async def test_late_answer_brings_the_symbols_back(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("splendor_tui.tui.app.app.ANSWER_SECONDS", 0)
    async with open_app(make_services(catalogue), SettingsScreen()) as pilot:
        await pilot.send("\x1b[2;1R")
        await pilot.pause()
        assert pilot.app.glyphs is ASCII
        await pilot.send("\x1b[2;2R")
        assert pilot.app.glyphs is UNICODE
