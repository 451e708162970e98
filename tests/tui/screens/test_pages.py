"""Screens with a page of text: the log, the help, the rules, and copied positions and records."""

import asyncio
import base64
import re
from itertools import chain, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from textual.events import Resize
from textual.geometry import Size

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.settings import Settings
from splendor_tui.lesson.saved_lesson import session_of
from splendor_tui.match.log import LogKind, LogLine
from splendor_tui.match.services import Services
from splendor_tui.presentation.commands import (
    AFTERWARDS,
    AT_HAND_OVER,
    CURSOR,
    EVERYWHERE,
    IN_REPLAY,
    TO_PLAY,
    Commands,
)
from splendor_tui.presentation.playback import playback
from splendor_tui.presentation.replay_session import ReplaySession
from splendor_tui.presentation.result import shared_result
from splendor_tui.presentation.rulebook import turn_rulings
from splendor_tui.presentation.table_model import STONES
from splendor_tui.record import format_record, parse_record
from splendor_tui.replay import state_after
from splendor_tui.rules import constants
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE
from splendor_tui.rules.position import format_position, parse_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, view
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.keys.commands_by_screen import SLOTS, TABLE
from splendor_tui.tui.keys.keyboard_presets import key_label, keys_of
from splendor_tui.tui.look.drawn_message import draw_message
from splendor_tui.tui.look.glyphs import ASCII, UNICODE, Glyphs
from splendor_tui.tui.look.paint import plain, width
from splendor_tui.tui.screens.copied_screen import MAX_BYTES, CopiedScreen
from splendor_tui.tui.screens.help_screen import PICTURED, HelpScreen, help_page
from splendor_tui.tui.screens.log_screen import LogScreen
from splendor_tui.tui.screens.replay_screen import ReplayScreen
from splendor_tui.tui.screens.rules_screen import RulesScreen, rule_columns, rules_page
from splendor_tui.tui.screens.saved_games_screen import SavedGamesScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.words import N_, either
from splendor_tui.words.languages import languages, set_language
from tests.presentation.test_replay_session import recorded
from tests.tui.app.terminals import PROGRAM, at_the_table, terminal
from tests.tui.at_the_table import seated, sit, until
from tests.tui.opened_app import make_services, open_app, store_of
from tests.tui.screens.test_game_over_screen import finished
from tests.tui.screens.test_home_screen import begin

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


ABOUT = N_("You are at the table. Build up a choice, read in the prompt line what it would do, and confirm it.")
IN_PLAY = tuple(one for one in TABLE if one not in AFTERWARDS)
AT_END = tuple(one for one in TABLE if one not in (*TO_PLAY, *SLOTS, *CURSOR))
SCREENS: dict[str, Commands] = {"table": IN_PLAY, "final table": AT_END, "replay": IN_REPLAY, "hand-over": AT_HAND_OVER}
SMALLEST_HELP = Size(80, 22)  # the heading takes a row


@pytest.mark.parametrize("size", [SMALLEST_HELP, Size(100, 29), Size(120, 39)])
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


SMALLEST_RULES = Size(80, 23)  # the heading takes a row


def page(catalogue: Catalogue, glyphs: Glyphs = UNICODE, size: Size = SMALLEST_RULES) -> str:
    return rules_page(rule_columns(catalogue, MatchRules()), glyphs, size).plain


def rulings(catalogue: Catalogue) -> dict[str, str]:
    return {
        str(ruling.title): draw_message(ruling.text, UNICODE).plain
        for ruling in chain(*rule_columns(catalogue, MatchRules()))
    }


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [SMALLEST_RULES, Size(100, 29), Size(120, 39), Size(200, 60)])
def test_every_word_of_the_rules_fits_the_width(catalogue: Catalogue, size: Size, language: str) -> None:
    set_language(language)
    text = page(catalogue, size=size)
    assert max(map(len, text.splitlines())) <= size.width
    shown = sorted(text.split())
    for title, words in rulings(catalogue).items():
        for word in (*title.split(), *words.split()):
            shown.remove(word)  # each word of each ruling appears as often as it is used


def test_columns_are_side_by_side_only_if_each_is_wide_enough(catalogue: Catalogue) -> None:
    for size, side_by_side in ((SMALLEST_RULES, False), (Size(100, 29), True)):
        first = next(row for row in page(catalogue, size=size).splitlines() if row.strip().startswith("Turn"))
        assert ("Nobles" in first) is side_by_side


def test_rules_use_the_constants_of_the_program(catalogue: Catalogue) -> None:
    said = rulings(catalogue)
    assert f"Take {DIFFERENT_TAKEN} gems of different colours" in said["Take"]
    assert f"a pile of {PILE_FOR_TWO_ALIKE} or more" in said["Take"]
    assert f"hold at most {constants.HAND_LIMIT}" in said["Reserve"]
    assert f"more than {constants.TOKEN_LIMIT}" in said["Tokens"]
    assert f"{catalogue.nobles[0].points} points" in said["Nobles"]
    assert f"{constants.DEFAULT_TARGET} points" in said["End"]
    assert f"{constants.LAST_ROUND_AT} actions" in said["Pass"]
    assert f"{constants.GOLD_TOKENS} gold" in said["Deal"]
    assert f"{either(list(constants.GEMS_OF_EACH.values()))} gems of each colour" in said["Deal"]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_gem_sign_is_explained(catalogue: Catalogue, glyphs: Glyphs) -> None:
    names = page(catalogue, glyphs)
    for colour, stone in zip(Colour, STONES, strict=True):
        assert f"{glyphs.gem(colour)} {colour} {stone}" in names
    assert f"{glyphs.gold} gold" in names
    assert f"You also take 1{glyphs.gold}," in " ".join(draw_message(turn_rulings()[2].text, glyphs).plain.split())


async def test_f2_and_r_open_and_close_the_rules_and_escape_closes_them(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        before = pilot.app.screen
        await pilot.press("f2", "f2", "r", "r")
        assert pilot.app.screen is before
        await pilot.type("f2", RulesScreen, "2. When a player reaches", hides="PgUp")
        await pilot.press("pagedown")
        await until(pilot, lambda: "gems and gold held" in pilot.text)
        await pilot.press("end")
        await until(pilot, lambda: "4900 is the last." in pilot.words)
        assert "PgDn" not in pilot.text
        await pilot.press("escape")
        assert pilot.app.screen is before


async def test_rules_at_a_table_are_those_of_its_match(catalogue: Catalogue) -> None:
    async with seated(catalogue, target="10", open_reserves="true") as pilot:
        await pilot.type("f2", "When a player reaches 10 points")
        await pilot.press("pagedown", "pagedown")
        await until(pilot, lambda: "Cards reserved from the table stay visible." in pilot.words)


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
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:
        await pilot.type("ctrl+e", f"splendor-tui export {live.game_id} FILE")
        assert live.game_id is not None
        assert parse_record(pilot.app.clipboard.encode()) == store_of(place).export_record(live.game_id)
        await pilot.press("escape")
        pilot.table.program.matches.watch_game(live.game_id)
        await pilot.type("end ctrl+e", f"splendor-tui export {live.game_id} FILE")  # from a replay


async def test_replay_copies_its_current_position_or_its_record_once_the_game_is_over(catalogue: Catalogue) -> None:
    record, unfinished = recorded(catalogue), playback(recorded(catalogue, plies=20), catalogue)
    async with open_app(place := make_services(catalogue), ReplayScreen(ReplaySession(unfinished, place))) as pilot:
        await pilot.type("end ctrl+e", "reveals the decks")
        assert pilot.app.clipboard == ""
        await pilot.press("ctrl+y")
        assert pilot.app.clipboard == format_position(unfinished.views[-1])
        assert "decks" not in pilot.app.clipboard
        await pilot.app.push_screen(ReplayScreen(ReplaySession(playback(record, catalogue), place)))
        await pilot.press("right", "right", "right", "ctrl+y")
        copied = parse_position(pilot.app.clipboard, catalogue)
        assert isinstance(copied, State)
        assert view(copied, 0) == view(state_after(record, 3, catalogue), 0)
        await pilot.press("ctrl+y", "ctrl+e")
        assert pilot.app.clipboard == format_record(record)
        await pilot.type("ctrl+e", ReplayScreen)


async def test_result_is_copied_and_pictures_are_saved_wherever_a_finished_game_is_shown(
    place: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    live = finished(place, "A<b>&,Bo")
    assert live.game_id is not None
    result = "\n".join(map(str, shared_result(store_of(place), live.game_id, place.catalogue)))
    pictures: list[str] = []
    async with open_app(place, TableScreen(session_of(live, place))) as pilot:

        async def share(*keys: str) -> None:
            """Copy the result, and save a picture."""
            await pilot.press(*keys)
            await pilot.settle()
            pilot.app.copy_to_clipboard("")
            await pilot.press("ctrl+t")
            assert pilot.app.clipboard == result
            await pilot.type("ctrl+t", hides="This is the result")
            await pilot.press("ctrl+g")
            await until(pilot, lambda: len(pilot.app.pictures) > len(pictures))
            pictures.append(Path(pilot.app.pictures[-1]).read_text(encoding="utf-8"))

        await share()
        await share("t")
        await share("enter", "v")
        await share("escape", "p", "end")
        pilot.app.home()
        await share("g")
        pilot.shows(ReplayScreen)  # the final table, which the list does not show
    assert [Path(file).suffix for file in pilot.app.pictures] == [".svg"] * 5
    for picture in pictures:
        words = "".join(ET.fromstring(picture).itertext()).replace("\xa0", " ")  # noqa: S314 - our own
        assert "A<b>&" in words
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "").replace("https://www.textualize.io", "")


def test_saved_pictures_are_named_after_the_program_has_quit(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_text(format_record(recorded(catalogue)), encoding="utf-8")
    with terminal(["/usr/bin/env", *PROGRAM, "replay", "game.jsonl"], tmp_path) as opened:  # a process in this folder
        opened.shows("REPLAY")
        opened.type(b"\x07")  # ctrl+g
        opened.shows("Written to")
        opened.type(b"\x11")  # ctrl+q
        assert opened.ended()[0] == 0
        assert "A picture of the game is in" in opened.text()
    assert Path("splendor-game.svg").exists()


async def test_unfinished_game_is_not_shared(place: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin(place, "Ann", "Bo")
    unfinished = playback(recorded(place.catalogue, plies=20), place.catalogue)
    for screen in (sit(place, "Ann,Bo", None), ReplayScreen(ReplaySession(unfinished, place)), SavedGamesScreen()):
        async with open_app(place, screen) as pilot:
            for key in ("ctrl+t", "ctrl+g"):
                await pilot.type(key, "share the game when it is over", type(screen))
            assert (pilot.app.clipboard, pilot.app.pictures) == ("", [])
    assert not list(tmp_path.glob("*.svg"))


async def test_text_too_long_for_terminals_is_only_shown(catalogue: Catalogue) -> None:
    long = CopiedScreen("x" * (MAX_BYTES + 1), N_("This is the full record of the game."), N_("The game is over."))
    async with open_app(make_services(catalogue), long) as pilot:
        assert pilot.app.clipboard == ""
        assert "Too long for the clipboard" in pilot.text


async def test_screen_is_never_laid_out_at_an_earlier_size_of_the_window(place: Services) -> None:
    laid_out: set[Size] = set()
    async with open_app(place) as pilot:
        screen = pilot.app.screen
        screen.screen_layout_refresh_signal.subscribe(screen, lambda one: laid_out.add(one.outer_size), immediate=True)
        for size in (Size(100, 30), Size(120, 40)):
            pilot.app._size = size  # noqa: SLF001 - Textual tells the screen later
            screen.post_message(Resize(size, size))
            screen.call_later(lambda: None)  # without anything between them, Textual ignores the first
        await asyncio.sleep(0.3)
    assert laid_out == {Size(120, 40)}
