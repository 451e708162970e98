"""Positions and records are copied to the terminal's clipboard and displayed, without secrets of the game."""

import base64
import re
from pathlib import Path
from random import Random

from textual.pilot import Pilot

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.live_match import LiveMatch, begin
from splendor_tui.match.services import Services
from splendor_tui.presentation.playback import playback
from splendor_tui.record import format_record, parse_record, state_after
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import format_position, parse_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, view
from splendor_tui.tui.screens.copied_screen import MAX_BYTES, CopiedScreen
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.words import N_
from tests.match.tables import act
from tests.presentation.choosing import lively
from tests.tui.app.terminals import at_the_table
from tests.tui.opened_app import make_services, open_app, screen_text
from tests.tui.screens.test_replay_screen import recorded


def dealt(place: Services) -> LiveMatch:
    live = begin(place, make_options(parse_players("Ann,Bo"), seed="4"))
    live.controller.begin()
    return live


def in_one_row(pilot: Pilot[int]) -> str:
    return " ".join(screen_text(pilot.app).split())


def test_position_is_sent_to_the_terminal_clipboard_and_shown(tmp_path: Path) -> None:
    with at_the_table(tmp_path, "--seed", "1") as terminal:
        terminal.type(b"\x19")  # ctrl+y
        terminal.shows("Sent to the clipboard")
        [sent] = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", terminal.written)
        position = base64.b64decode(sent).decode()
        assert position.startswith("seat 0 main viewer 0 / grid ")
        assert "decks" not in position
        terminal.shows(position[:40])


async def test_copied_position_has_only_what_the_viewer_sees(catalogue: Catalogue, tmp_path: Path) -> None:
    live = dealt(place := make_services(catalogue, tmp_path))
    controller = live.controller
    for level in (3, 2):  # each draws a card unseen; Ann is to move
        act(controller, ReserveTop(level))
    async with open_app(place, TableScreen(live)) as pilot:
        await pilot.press("enter")
        await pilot.pause(0.7)
        await pilot.press("enter", "ctrl+y")
        copied = parse_position(pilot.app.clipboard, catalogue)
        assert pilot.app.clipboard in in_one_row(pilot)  # no card is split at its hyphen
    assert isinstance(copied, View)
    assert copied == controller.view_for(0)


async def test_record_of_a_running_game_cannot_be_copied(catalogue: Catalogue, tmp_path: Path) -> None:
    live = dealt(place := make_services(catalogue, tmp_path))
    async with open_app(place, TableScreen(live)) as pilot:
        await pilot.press("ctrl+e")
        assert "copy it when the game is over" in in_one_row(pilot)
    unfinished = playback(recorded(catalogue, plies=20), catalogue)
    async with open_app(make_services(catalogue), ReplayScreen(unfinished)) as pilot:
        await pilot.press("end", "ctrl+e")
        assert "reveals the decks" in in_one_row(pilot)
        assert pilot.app.clipboard == ""
        await pilot.press("ctrl+y")
        assert "decks" not in pilot.app.clipboard
        assert pilot.app.clipboard == format_position(unfinished.views[-1])


async def test_finished_game_is_copied_whole(catalogue: Catalogue, tmp_path: Path) -> None:
    live = dealt(place := make_services(catalogue, tmp_path))
    rng = Random(4)
    while live.controller.outcome is None:
        act(live.controller, lively(live.controller.view_for(live.controller.seat), rng))
    async with open_app(place, TableScreen(live)) as pilot:
        assert isinstance(pilot.app.screen, GameOverScreen)
        await pilot.press("ctrl+e")
        assert f"splendor-tui export {live.game_id} FILE" in in_one_row(pilot)
        assert live.game_id is not None
        assert place.store is not None
        assert parse_record(pilot.app.clipboard.encode()) == place.store.export_record(live.game_id)


async def test_replay_copies_its_current_position_or_its_record(catalogue: Catalogue) -> None:
    record = recorded(catalogue)
    async with open_app(make_services(catalogue), ReplayScreen(playback(record, catalogue))) as pilot:
        await pilot.press("right", "right", "right", "ctrl+y")
        copied = parse_position(pilot.app.clipboard, catalogue)
        assert isinstance(copied, State)
        assert view(copied, 0) == view(state_after(record, 3, catalogue), 0)
        await pilot.press("escape", "ctrl+e")
        assert pilot.app.clipboard == format_record(record)


async def test_text_too_long_for_terminals_is_only_shown(catalogue: Catalogue) -> None:
    long = CopiedScreen("x" * (MAX_BYTES + 1), N_("This is the full record of the game."), N_("The game is over."))
    async with open_app(make_services(catalogue), long) as pilot:
        assert pilot.app.clipboard == ""
        assert "Too long for the clipboard" in screen_text(pilot.app)
