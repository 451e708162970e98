"""Positions and records are copied to the terminal's clipboard and displayed, without secrets of the game."""

import base64
import re
from pathlib import Path

from splendor_tui.match.services import Services
from splendor_tui.presentation.playback import playback
from splendor_tui.record import format_record, parse_record
from splendor_tui.replay import state_after
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import format_position, parse_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, view
from splendor_tui.tui.screens.copied_screen import MAX_BYTES, CopiedScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.words import N_
from tests.presentation.test_replay_session import recorded
from tests.tui.app.terminals import at_the_table
from tests.tui.at_the_table import seated
from tests.tui.opened_app import make_services, open_app, store_of
from tests.tui.screens.test_game_over_screen import finished


def test_terminal_receives_the_position(tmp_path: Path) -> None:
    with at_the_table(tmp_path, "--seed", "1") as terminal:
        terminal.type(b"\x19")  # ctrl+y
        terminal.shows("Sent to the clipboard")
        [sent] = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", terminal.written)
        assert base64.b64decode(sent).startswith(b"seat 0 main viewer 0 / grid ")


async def test_running_game_copies_only_what_the_viewer_sees(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        for deck in ("t", "g"):  # each draws a card unseen; Ann is to move
            await pilot.press(deck, "enter", "enter", "enter")
        await pilot.type("ctrl+y", "Sent to the clipboard")
        copied = parse_position(pilot.app.clipboard, catalogue)
        assert pilot.app.clipboard in pilot.words  # no card is split at its hyphen
        assert isinstance(copied, View)
        assert copied == pilot.controller.view_for(0)
        await pilot.type("escape ctrl+e", "copy it when the game is over")


async def test_finished_game_is_copied_whole(place: Services) -> None:
    live = finished(place, "Ann,Bo")
    async with open_app(place, TableScreen(live)) as pilot:
        await pilot.type("ctrl+e", f"splendor-tui export {live.game_id} FILE")
        assert live.game_id is not None
        assert parse_record(pilot.app.clipboard.encode()) == store_of(place).export_record(live.game_id)
        await pilot.press("escape")
        pilot.table.program.matches.watch_game(live.game_id)
        await pilot.type("end ctrl+e", f"splendor-tui export {live.game_id} FILE")  # from a replay


async def test_replay_copies_its_current_position_or_its_record_once_the_game_is_over(catalogue: Catalogue) -> None:
    record, unfinished = recorded(catalogue), playback(recorded(catalogue, plies=20), catalogue)
    async with open_app(make_services(catalogue), ReplayScreen(unfinished)) as pilot:
        await pilot.type("end ctrl+e", "reveals the decks")
        assert pilot.app.clipboard == ""
        await pilot.press("ctrl+y")
        assert pilot.app.clipboard == format_position(unfinished.views[-1])
        assert "decks" not in pilot.app.clipboard
        await pilot.app.push_screen(ReplayScreen(playback(record, catalogue)))
        await pilot.press("right", "right", "right", "ctrl+y")
        copied = parse_position(pilot.app.clipboard, catalogue)
        assert isinstance(copied, State)
        assert view(copied, 0) == view(state_after(record, 3, catalogue), 0)
        await pilot.press("ctrl+y", "ctrl+e")
        assert pilot.app.clipboard == format_record(record)
        await pilot.type("ctrl+e", ReplayScreen)


async def test_text_too_long_for_terminals_is_only_shown(catalogue: Catalogue) -> None:
    long = CopiedScreen("x" * (MAX_BYTES + 1), N_("This is the full record of the game."), N_("The game is over."))
    async with open_app(make_services(catalogue), long) as pilot:
        assert pilot.app.clipboard == ""
        assert "Too long for the clipboard" in pilot.text
