"""Custom engines at the table: started only if a human names them, and stopped with the match."""

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from splendor_tui.bots.player import Bot
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_session import READY_SECONDS
from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.inputs.match_options import MatchOptions, make_options, parse_players
from splendor_tui.match.computer_players import EngineNotNamedError, StandIns, seat_computers
from splendor_tui.match.match_lifecycle import LiveMatch, begin, resume
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.match.services import Services
from splendor_tui.presentation.match_draft import MatchDraft
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import view
from splendor_tui.store import Store
from splendor_tui.tui.screens.activity_screen import ActivityScreen
from splendor_tui.tui.screens.engines_screen import EnginesScreen, StandInScreen
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.lesson_screen import learn
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.screens.rules_screen import RulesScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList
from tests.engines.guest_command import GUEST
from tests.engines.moved_engine import game_with_moved_engine
from tests.tui.app.terminals import PROGRAM, terminal
from tests.tui.opened_app import Player, make_services, open_app, store_of

SOON = 20.0
PLAYERS = f"Ann,Bo=@{GUEST}"
SILENT = f"{GUEST} 'says no hello'"
"""The command of an engine that is not ready until the test ends."""


async def shown(pilot: Player, kind: type[Screen[Any]], words: str = "") -> None:
    """Wait for a screen of this kind with these words, because an engine starts slowly."""
    until = time.monotonic() + SOON
    while not (isinstance(pilot.app.screen, kind) and words in pilot.text):
        assert time.monotonic() < until, pilot.text
        await asyncio.sleep(0.02)
        await pilot.pause()


def engine_of(live: LiveMatch, seat: int = 1) -> EnginePlayer:
    engine = live.bots[seat]
    assert isinstance(engine, EnginePlayer)
    return engine


async def ended(engine: EnginePlayer) -> None:
    """Wait until the engine exits, but not until the final timeout."""
    until = time.monotonic() + READY_SECONDS / 2
    while not engine.wait(0):
        assert time.monotonic() < until
        await asyncio.sleep(0.02)


def live_match(pilot: Player) -> LiveMatch:
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen.session.live


def allowing(catalogue: Catalogue, folder: Path, *commands: str) -> Services:
    """Services of a user who has named these engine commands."""
    place = make_services(catalogue, folder, bot_pace=0)
    place.commands = frozenset(commands)
    return place


@pytest.fixture
def stored(catalogue: Catalogue, tmp_path: Path) -> tuple[Services, str]:
    """A saved game with an engine that the settings do not contain."""
    place = allowing(catalogue, tmp_path, GUEST)
    with begin(place, make_options(parse_players(PLAYERS), seed="x")) as live:
        game_id = live.game_id
        live.controller.resume(PauseReason.NOT_BEGUN)
        seat = live.controller.seat
        live.controller.submit(seat, legal_actions(live.controller.view_for(seat))[0], 0)
    place.commands = frozenset()
    assert game_id is not None
    return place, game_id


async def test_engine_plays_at_the_table_and_ends_with_the_match(catalogue: Catalogue, tmp_path: Path) -> None:
    place = allowing(catalogue, tmp_path, GUEST)
    async with open_app(place, size=(120, 40)) as pilot:
        pilot.app.matches.start(make_options(parse_players(PLAYERS), seed="x"))
        await shown(pilot, TableScreen, "Bo  Guest")
        live = live_match(pilot)
        await pilot.press("1", "2", "3", "enter")
        await shown(pilot, TableScreen, "Bo took")
        assert not engine_of(live).wait(0)
        pilot.app.home()
        await pilot.pause()
        assert engine_of(live).wait(SOON)


async def test_engines_of_the_settings_are_offered_after_the_levels(catalogue: Catalogue, tmp_path: Path) -> None:
    engines = {"My Engine": EngineSettings(command=GUEST)}
    place = make_services(catalogue, tmp_path, names=("Ann", "Bo"), engines=engines)
    async with open_app(place, size=(140, 40)) as pilot:
        pilot.app.push_screen(NewGameScreen(MatchDraft.of(place.settings)))
        await shown(pilot, NewGameScreen, "Deal")
        pilot.app.screen.query_one(ChoiceList).highlighted = "seat-1"
        await pilot.press("left")
        text = pilot.text
        assert "My Engine" in text
        assert "An engine from your settings" in text


async def test_unusable_engine_is_reported_and_nothing_is_dealt(catalogue: Catalogue, tmp_path: Path) -> None:
    for command, reason in (
        ("./no-engine", "Bo cannot play. There is no executable"),
        (f"{GUEST} 'speaks another protocol'", "version 9 of the"),
    ):
        place = allowing(catalogue, tmp_path, command)
        async with open_app(place, size=(120, 40)) as pilot:
            pilot.app.matches.start(make_options(parse_players(f"Ann,Bo=@{command}")))
            await shown(pilot, StandInScreen, reason)
            await pilot.press("escape")
            await shown(pilot, HomeScreen)
        assert place.store is not None
        assert place.store.games() == ()


def test_unusable_engine_from_the_command_line_is_reported_after_the_terminal_is_restored(tmp_path: Path) -> None:
    with terminal([*PROGRAM, "new", "--players", "Ann,@true"], tmp_path) as opened:
        assert opened.ended()[0] == 2
        assert opened.has_left_the_screen()
        assert opened.modes() == opened.modes_before
        assert b"true cannot play. The engine exited" in opened.written.rpartition(b"\x1b[?1049l")[2]
    with Store.open(tmp_path / "data") as store:
        assert store.games() == ()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[EnginePlayer]:
    """The engines that were started for new matches."""
    engines: list[EnginePlayer] = []

    def seat(services: Services, options: MatchOptions, stand_ins: StandIns) -> dict[str, Bot]:
        computers = seat_computers(services, options, stand_ins)
        engines.extend(computer for computer in computers.values() if isinstance(computer, EnginePlayer))
        return computers

    monkeypatch.setattr("splendor_tui.match.match_lifecycle.seat_computers", seat)
    return engines


async def test_waiting_for_an_engine_is_shown_and_can_be_cancelled(
    catalogue: Catalogue, tmp_path: Path, started: list[EnginePlayer]
) -> None:
    place = allowing(catalogue, tmp_path, SILENT)
    async with open_app(place) as pilot:
        pilot.app.matches.start(make_options(parse_players(f"Ann,Bo=@{SILENT}")))
        await shown(pilot, EnginesScreen, "Waiting for Bo")
        await pilot.press("escape")
        await shown(pilot, HomeScreen, "New game")
        await ended(started[0])
    assert place.store is not None
    assert place.store.games() == ()


async def test_starting_another_match_ends_the_awaited_engines(
    catalogue: Catalogue, tmp_path: Path, started: list[EnginePlayer]
) -> None:
    async with open_app(allowing(catalogue, tmp_path, SILENT, GUEST)) as pilot:
        for turn_to in (
            lambda app: app.matches.start(make_options(parse_players("Cy,Dee"))),
            lambda app: app.matches.start(make_options(parse_players(f"Ann,Bo=@{GUEST}"))),
            learn,
        ):
            awaited = len(started)
            pilot.app.matches.start(make_options(parse_players(f"Eve,Fay=@{SILENT}")))
            await pilot.pause()
            turn_to(pilot.app)
            await shown(pilot, ActivityScreen)
            await ended(started[awaited])
            assert pilot.app.screen_stack[2:] == [pilot.app.screen], "what waited is not beneath it"
            pilot.app.home()


async def test_ready_engine_does_not_close_the_rules_screen(
    catalogue: Catalogue, tmp_path: Path, started: list[EnginePlayer]
) -> None:
    place = allowing(catalogue, tmp_path, GUEST)
    async with open_app(place) as pilot:
        pilot.app.matches.start(make_options(parse_players(PLAYERS)))
        pilot.app.action_rules()
        await shown(pilot, RulesScreen)
        started[0].prepare(view(new_game(catalogue, GameOptions(2), 0), 0))
        await asyncio.sleep(0.1)
        await shown(pilot, RulesScreen)
        await pilot.press("escape")
        await shown(pilot, TableScreen)


def test_engine_of_a_saved_game_starts_only_if_the_user_has_named_it(stored: tuple[Services, str]) -> None:
    place, game_id = stored
    with pytest.raises(EngineNotNamedError, match=r"Bo is the engine .*, which is not in your settings"):
        resume(place, game_id)
    for named, commands in (({"Mine": EngineSettings(command=GUEST)}, ()), ({}, (GUEST,))):
        place.settings = place.settings.changed(engines=named)
        place.commands = frozenset(commands)
        with resume(place, game_id) as live:
            engine = engine_of(live)
            assert not engine.wait(0)
        assert engine.wait(SOON)


async def test_level_replaces_an_engine_that_is_not_in_the_settings(stored: tuple[Services, str]) -> None:
    place, game_id = stored
    async with open_app(place) as pilot:
        pilot.app.matches.resume(game_id)
        await shown(pilot, StandInScreen, "Bo is the engine")
        await pilot.press("escape")
        await shown(pilot, HomeScreen)
        pilot.app.matches.resume(game_id)
        await shown(pilot, StandInScreen, "Merchant")
        pilot.app.screen.query_one(ChoiceList).highlighted = "merchant"
        await pilot.press("enter")
        await shown(pilot, TableScreen, "pick gems")
        await pilot.press("1", "2", "3", "enter")
        await shown(pilot, TableScreen, "Bo took")


async def test_resumed_game_waits_for_a_choice_while_an_engine_cannot_start(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    place, game_id, restore = game_with_moved_engine(catalogue, tmp_path)
    async with open_app(place) as pilot:
        pilot.app.matches.resume(game_id)
        await shown(pilot, StandInScreen, "Start it again")
        whole = rf"a folder with a {'very ' * 10}long name/guest\.py': \[Errno 2\] No such file or directory\."
        assert re.search(whole.replace(" ", r"\s*"), pilot.words)
        await pilot.press("escape")
        await shown(pilot, HomeScreen)
        assert store_of(place).load(game_id).plies[1:] == ()
        pilot.app.matches.resume(game_id)
        await shown(pilot, StandInScreen, "Start it again")
        restore()
        await pilot.press("enter")
        await shown(pilot, TableScreen, "Bo  Guest")
        assert not any(isinstance(screen, StandInScreen | EnginesScreen) for screen in pilot.app.screen_stack)


async def test_level_replaces_only_the_engine_that_cannot_start(catalogue: Catalogue, tmp_path: Path) -> None:
    place, game_id, _restore = game_with_moved_engine(catalogue, tmp_path, f",Cy=@{GUEST}")
    async with open_app(place) as pilot:
        pilot.app.matches.resume(game_id)
        await shown(pilot, StandInScreen)
        pilot.app.screen.query_one(ChoiceList).highlighted = "merchant"
        await pilot.press("enter")
        await shown(pilot, TableScreen, "Cy  Guest")
        kinds = [isinstance(bot, EnginePlayer) for bot in live_match(pilot).bots.values()]
        assert kinds == [False, True]


def test_record_marks_an_engine_without_its_command(stored: tuple[Services, str]) -> None:
    place, game_id = stored
    assert place.store is not None
    header = place.store.export_record(game_id).header
    assert header.players[1].kind == "engine"
    assert "guest.py" not in header.model_dump_json()


async def test_match_continues_after_an_engine_fault_and_the_log_names_it(catalogue: Catalogue, tmp_path: Path) -> None:
    command = f"{GUEST} 'crashes'"
    async with open_app(allowing(catalogue, tmp_path, command)) as pilot:
        pilot.app.matches.start(make_options(parse_players(f"Ann,Bo=@{command}"), seed="x"))
        await shown(pilot, TableScreen, "pick gems")
        await pilot.press("1", "2", "3", "enter")
        await shown(pilot, TableScreen, "Ann: pick gems")
        log = "\n".join(str(line.message) for line in live_match(pilot).controller.log)
        assert re.search(r"^The engine.* A random action was played for Bo\.$", log, re.MULTILINE)
