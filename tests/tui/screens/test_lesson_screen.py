"""The learning game at the table, with keyboard and mouse."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.lesson.first_game_coach import FirstGameSession
from splendor_tui.lesson.lesson_file import LessonStep, load_lesson
from splendor_tui.lesson.lesson_session import LessonSession
from splendor_tui.lesson.saved_lesson import LessonProgress, session_of
from splendor_tui.match.match_lifecycle import begin
from splendor_tui.match.services import Services
from splendor_tui.presentation import commands
from splendor_tui.presentation.table_model import PileSlot, ReservedSlot, slot_of
from splendor_tui.rules.cards import Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.tui.keys.keyboard_presets import key_label
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from splendor_tui.tui.screens.lesson_screen import LessonScreen
from splendor_tui.tui.screens.name_screen import NameScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.hint_panel import HintPanel
from splendor_tui.tui.widgets.player_tableau import PlayerTableau
from splendor_tui.tui.widgets.side_panes import LogPane
from splendor_tui.words.languages import set_language
from tests.tui.at_the_table import until
from tests.tui.fingers import click_slot
from tests.tui.opened_app import Player, make_services, open_app

STEPS = load_lesson(load_catalogue())


def at(pilot: Player) -> LessonScreen:
    return pilot.screen(LessonScreen)


def has_coach(pilot: Player) -> bool:
    return (
        isinstance(screen := pilot.app.screen, TableScreen)
        and screen.is_complete
        and isinstance(screen.session, FirstGameSession)
    )


@asynccontextmanager
async def learning(
    catalogue: Catalogue, folder: Path | None, step: str | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Player]:
    """The learning game at this step."""
    place = make_services(catalogue, folder, bot_pace=0.0, names=("Ann",))
    if step is not None:
        LessonProgress(place.store).reach(step)
    async with open_app(place, size=size) as pilot:
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        yield pilot


def keys_to_press(screen: LessonScreen) -> list[str]:
    """The keys that the panel mentions."""
    hint = screen.model().hint
    assert hint is not None
    return list(map(str, hint.suggestions[0].keys))


def arrived(lesson: LessonSession, number: int) -> bool:
    return lesson.number == number and not lesson.rival_moves


def is_in_sight(screen: LessonScreen, step: LessonStep) -> bool:
    """Whether everything that the step mentions is outside the panel, or a reserved card that the panel shows in a row."""
    panel, places = screen.query_one(HintPanel), screen.board.places()
    covered = [slot for slot in step.lit(screen.session.view) if places[slot].overlaps(panel.region)]
    return all(isinstance(slot, ReservedSlot) for slot in covered) and (not covered or ">7<" in panel.render().plain)


@pytest.mark.parametrize(("size", "language"), [((80, 23), "fr"), ((120, 40), "en")])
async def test_lesson_is_playable_with_the_keyboard_and_leads_to_a_real_game(
    catalogue: Catalogue, tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    set_language(language)
    async with learning(catalogue, tmp_path, size=size) as pilot:
        lesson = at(pilot).session
        tops: dict[int, list[str]] = {}
        for number, step in enumerate(STEPS, start=1):
            await until(pilot, partial(arrived, lesson, number))
            screen = at(pilot)
            assert f"{number}/{len(STEPS)}" in pilot.text
            await until(pilot, partial(is_in_sight, at(pilot), step))
            if not any(isinstance(slot, ReservedSlot) for slot in step.lit(lesson.view)):
                tops.setdefault(screen.query_one(HintPanel).region.y, []).append(step.id)
            chosen = screen.session.selection is not None
            assert chosen is (commands.CLEAR in {offer.command for offer in screen.model().offers})
            assert chosen or screen.session.message or not screen.model().prompt, (
                "nothing contradicts what is to be done"
            )
            assert not isinstance(step.look, Card) or screen.board.cursor == slot_of(lesson.view, step.look)
            named = {str(key_label(key)): key for key in ("enter", "space")} | {"*": "6"}
            await pilot.press(*(named.get(key, key) for key in keys_to_press(screen)))
            if isinstance(pilot.app.screen, InspectScreen):
                await pilot.press("escape")
        assert len(tops) == 1, f"the panel jumps: {tops}"
        await until(pilot, lambda: isinstance(pilot.app.screen, NameScreen))
        await pilot.press(*"Bo", "enter")
        await until(pilot, lambda: has_coach(pilot))
        game = pilot.screen(TableScreen)
        assert game.session.hot_seat.controller.options.target == 10
        assert game.session.hot_seat.controller.names[0] == "Bo", "another person than in the last match"
        assert game.game_id is not None
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: game.session.hot_seat.to_move and game.session.hot_seat.controller.ply > 0)
        assert game.model().hint is not None
        await pilot.press("backspace")
        assert game.model().hint is None, "the comment can be closed"
        game.leave()
        await pilot.pause()
        pilot.app.matches.resume(game.game_id)
        await until(pilot, lambda: has_coach(pilot))


async def test_first_steps_are_playable_by_mouse_alone(catalogue: Catalogue, tmp_path: Path) -> None:
    async with learning(catalogue, tmp_path) as pilot:
        lesson = at(pilot).session
        for _read in range(2):
            await pilot.click(offset=(3, 23))  # the first offer of the last row
        await click_slot(pilot, slot_of(lesson.view, catalogue.cards_by_id["1-34"]))
        assert lesson.step.id == "price"
        panel, rows = at(pilot).query_one(HintPanel).region, pilot.text.splitlines()
        last = max(y for y in range(panel.y, panel.bottom) if rows[y][panel.x : panel.right].strip())
        await pilot.click(offset=(panel.x + 4, last))
        assert lesson.step.id == "letters"
        await pilot.press("enter")
        for colour in (Colour.WHITE, Colour.BLUE, Colour.RED):
            await click_slot(pilot, PileSlot(colour))
        await pilot.click(offset=(3, 23))
        await until(pilot, lambda: lesson.step.id == "two")


async def test_learner_must_inspect_the_rival_with_the_current_key(catalogue: Catalogue, tmp_path: Path) -> None:
    async with learning(catalogue, tmp_path, "rival") as pilot:
        assert "i shows" in pilot.text
        await pilot.change(keys={"table.inspect": "f9"})
        await pilot.pause()
        assert "F9 shows" in pilot.text
        await pilot.type("1 q", "First see what Nora can buy: press F9.")
        assert at(pilot).session.step.id == "rival"
        await pilot.press("f9")
        await until(pilot, lambda: "[2 Nora]" in pilot.text)
        assert re.search(r"can buy +(\w +)?■ 3p", pilot.text)
        await pilot.press("escape")
        assert at(pilot).session.step.id == "reserve"


async def test_show_me_leaves_one_key_and_slots_are_lit_until_picked(catalogue: Catalogue, tmp_path: Path) -> None:
    async with learning(catalogue, tmp_path, "three") as pilot:
        titles = {str(command.title) for command in pilot.app.commands_here()}
        assert titles >= {"Show me", "Step back", "Leave"}
        assert not {"Hint", "Undo", "Redo", "Menu"} & titles
        for rival_moves in (True, False):
            at(pilot).session.rival_moves = rival_moves
            at(pilot).show()
            await pilot.pause()
            assert ("n show me" in pilot.text) is not rival_moves
        assert keys_to_press(at(pilot)) == ["1", "2", "4", "Enter"]
        await pilot.press("n")
        assert keys_to_press(at(pilot)) == ["Enter"]
        assert "Bksp clear" in pilot.text.splitlines()[-1]
        await pilot.type("n", "This is chosen already. Enter confirms it.")
        await pilot.type("backspace", "n show me", hides="Bksp clear")
        for key, left in (("1", (Colour.BLUE, Colour.RED)), ("4", (Colour.BLUE,)), ("2", ())):
            await pilot.press(key)
            assert at(pilot).model().lit == {PileSlot(colour) for colour in left}


async def test_reply_to_a_wrong_action_goes_with_the_next_choice(catalogue: Catalogue, tmp_path: Path) -> None:
    async with learning(catalogue, tmp_path, "visit") as pilot:
        for key in ("c", "n"):
            await pilot.press("1", "2", "3", "enter")
            assert at(pilot).session.reply is not None
            await pilot.type(key, "one blue card is missing")
            assert at(pilot).session.reply is None


async def test_choosing_a_reserved_card_moves_nothing(catalogue: Catalogue, tmp_path: Path) -> None:
    async with learning(catalogue, tmp_path, "gold") as pilot:
        boxes = [box.region for box in pilot.app.screen.query(PlayerTableau)]
        assert len({box.size for box in boxes}) == 1
        await pilot.press("7")
        await pilot.pause()
        assert [box.region for box in pilot.app.screen.query(PlayerTableau)] == boxes


async def test_lesson_can_step_back_and_be_resumed_as_its_farewell_says(catalogue: Catalogue, tmp_path: Path) -> None:
    async with learning(catalogue, tmp_path, "dear") as pilot:
        await pilot.press("u")
        assert at(pilot).session.step.id == "later"
        await pilot.press("u")
        assert at(pilot).session.step.id == "why"
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await until(pilot, lambda: f"You are at step 13 of {len(STEPS)}." in pilot.text)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        assert at(pilot).session.step.id == "why"
        await pilot.press("ctrl+q")
        assert str(pilot.app.farewell) == "Next time, the learning game continues from here."


async def test_coach_comment_does_not_cover_the_last_moves(place: Services) -> None:
    live = begin(place, make_options(parse_players("Ann,=apprentice"), seed="first game"))
    LessonProgress(place.store).begin_game(str(live.game_id))
    game = TableScreen(session_of(live, place))
    async with open_app(place, game) as pilot:
        await pilot.change(bot_pace=0.0)
        for colours in ("123", "345", "125"):
            await until(pilot, lambda: pilot.app.screen is game and game.session.hot_seat.to_move)
            await pilot.press(*colours, "enter")
        await until(pilot, lambda: game.session.hot_seat.to_move and game.query_one(HintPanel).display)
        await pilot.pause()
        assert not game.query_one(HintPanel).region.overlaps(game.query_one(LogPane).region)


async def test_unsaved_lesson_warns_and_a_reading_step_rejects_choices(catalogue: Catalogue) -> None:
    async with learning(catalogue, None) as pilot:
        screen = at(pilot)
        assert "No save folder" in pilot.text
        for key in ("1", "q", "space", "g", "n"):
            await pilot.press("f12", key)
            assert screen.session.selection is None
            assert "There is nothing to choose yet: press Enter to continue." in pilot.text
        await pilot.press("enter", "enter")
        assert isinstance(screen.session.step.look, Card)
        for key in ("1", "x", "space", "p"):
            await pilot.type(key, "First look at ■.")
            assert screen.session.selection is None
        await pilot.type("z", hides="reserve it")  # the card was only to be looked at
        assert screen.session.step.id == "price"
        assert "a new card is revealed" not in pilot.text
        await pilot.type("space space", "There is nothing to choose yet: press Enter to continue.")
        assert screen.session.reply is None
        await pilot.press("z", "escape")
        assert screen.session.step.id == "price"
        await pilot.press("ctrl+q")
        assert str(pilot.app.farewell) == "No save folder: the learning game starts over next time."
