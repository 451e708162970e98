"""The new game screen: every option, with keyboard and mouse."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from textual.events import Paste

from splendor_tui.bots.levels import DEFAULT_LEVEL, LEVELS, get_level
from splendor_tui.inputs.house_rules import HOUSE_RULES, ClockOptions, MatchRules
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.settings import load_settings
from splendor_tui.match.services import Services
from splendor_tui.presentation.commands import START
from splendor_tui.presentation.match_draft import MatchDraft
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row
from splendor_tui.words.languages import set_language
from tests.tui.keyboard import click, send
from tests.tui.opened_app import Player, make_services, open_app, screen_text

HOSTILE: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "hostile_names.json").read_text(encoding="utf-8")
)


TWO: Final = ("Player 1", "Player 2")


class Form:
    """The open screen, and its result."""

    result: MatchOptions | None = None

    def __init__(self, pilot: Player) -> None:
        self.pilot = pilot

    @property
    def options(self) -> MatchOptions:
        """The options of the match that was started."""
        assert self.result is not None
        return self.result

    @property
    def rows(self) -> ChoiceList:
        """The list of options."""
        return self.pilot.app.screen.query_one(ChoiceList)

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The names and kinds of the players in the result."""
        return [(player.name, player.kind) for player in self.options.players]

    @property
    def about(self) -> str:
        """The text in the panel about the highlighted row, in one line."""
        rows = [row.split("│")[1] for row in screen_text(self.pilot.app).splitlines() if "│" in row]
        return " ".join(" ".join(rows).split())

    async def set(self, row_id: str, *keys: str) -> None:
        """Move to a row, and press keys there."""
        self.rows.highlighted = row_id
        await self.pilot.press(*keys)

    async def paste(self, row_id: str, text: str) -> None:
        """Paste text into a row, replacing its contents."""
        await self.set(row_id, "enter")
        assert self.pilot.app.focused is not None
        self.pilot.app.focused.post_message(Paste(text))
        await self.pilot.pause()


async def open_form(pilot: Player) -> Form:
    """Open the screen in a running app."""
    form = Form(pilot)
    draft = MatchDraft.of(pilot.app.services.settings)
    pilot.app.push_screen(NewGameScreen(draft), lambda options: setattr(form, "result", options))
    await pilot.pause()
    return form


@asynccontextmanager
async def asked(place: Services, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Player, Form]]:
    """A running app with the screen."""
    async with open_app(place, size=size) as pilot:
        yield pilot, await open_form(pilot)


async def test_enter_deals_with_the_defaults_and_escape_cancels(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue)) as (pilot, first):
        await pilot.press("escape")
        assert first.result is None
        assert not isinstance(pilot.app.screen, NewGameScreen)
        form = await open_form(pilot)
        await pilot.press("enter")
        assert form.seats == [("Player 1", "human"), ("Journeyman", "journeyman")]
        assert form.options.target == 15


async def test_target_is_explained_and_the_first_row_names_all_changed_rules(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue)) as (pilot, form):
        for target, is_known in ((4, False), (5, True), (31, False), (15, True)):
            await form.set("target", *str(target), "enter")
            assert ("there is no review" in form.about) is not is_known
            assert ("Only games to 15 points are rated." in form.about) is (target != 15)
        await pilot.press("home")
        assert form.about == "Deal the cards Player 1 and Journeyman play to 15 points."
        for row_id in ("clock", "undo", "target"):
            await form.set(row_id, "right")
        await form.set("tie", "left")
        await form.paste("seed", "abc")
        await pilot.press("enter", "home")
        rules = "Clock: 30 + 120 s Undo: own action Full tie: Journeyman Seed: abc"
        assert f"play to 16 points. {rules}" in form.about


async def test_every_option_reaches_the_match_and_is_saved(catalogue: Catalogue, tmp_path: Path) -> None:
    async with asked(make_services(catalogue, tmp_path, names=TWO)) as (pilot, form):
        await form.set("players", "right", "right")
        for row_id, name in (("seat-0", "Ann"), ("seat-1", "Bo")):
            await form.paste(row_id, name)
            await pilot.press("enter")
        await form.set("seat-2", "right")
        await form.set("seat-3", "right", "left_square_bracket", "shift+up")
        await form.set("target", "2", "1", "enter")
        rules = MatchRules(target=21)
        for name in HOUSE_RULES:
            await form.set(name, "right")
            rules = rules.stepped(name, 1)
        await form.set("tie", "left")
        await form.paste("seed", "lucky 7")
        await pilot.press("enter", "f5")
        assert form.seats == [
            ("Ann", "human"),
            ("Apprentice", "apprentice"),
            ("Bo", "human"),
            ("Apprentice 2", "apprentice"),
        ]
        assert {name: getattr(form.options, name) for name in MatchRules.model_fields} == dict(rules)
        assert (form.options.tie_seat, form.options.seed) == (3, "lucky 7")
    remembered = load_settings({}, tmp_path / "config").settings
    assert remembered.names == ("Ann", "Bo")
    assert (remembered.match, remembered.goal) == (rules.model_copy(update={"series": "open"}), rules.series)
    assert (remembered.seats, remembered.tie_seat) == (("human", "apprentice", "human", "apprentice"), 4)


async def test_enter_edits_the_name_and_the_arrows_change_the_level_of_humans_and_computers(
    catalogue: Catalogue,
) -> None:
    async with asked(make_services(catalogue, names=TWO), (160, 50)) as (pilot, form):
        start = pilot.place_of("Start")
        await form.set("seat-1", "right", "right")
        pilot.shows("‹ Journeyman", "Enter name")
        for seat, name in (("seat-1", "Nora"), ("seat-1", "Olga"), ("seat-0", "Ann")):
            await form.set(seat, "enter")
            assert form.rows.typing
            await pilot.press("ctrl+u", *name, "enter")
            assert form.rows.row.label == name
        await form.set("seat-1", "left")
        assert (form.rows.row.label, str(form.rows.row.value)) == ("Olga", "Apprentice")
        await pilot.click_on("›", "Players")
        assert pilot.place_of("Start") == start, "rows do not move with the number of players"


async def test_letters_begin_a_name_a_seed_or_the_words_of_a_goal_and_are_keys_elsewhere(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue, names=TWO)) as (pilot, form):
        for name in ("Tom", "ester", "Ben", "kim", "3PO"):
            await form.set("seat-0", *name, "enter")
            assert form.rows.row.label == name
        pilot.shows("F5 start", "Enter name")
        await form.set("seed", *"lucky7", "enter")
        await form.set("series", *"first-1", "enter")
        assert str(form.rows.row.value) == "first to 1"
        for language, words in (("en", "Best of 9"), ("fr", "En 4 gagnantes")):
            set_language(language)
            form.rows.redraw()
            await form.set("series", *(key.replace(" ", "space") for key in words), "enter")
            assert str(form.rows.row.value).casefold() == words.casefold()
        await pilot.press("s")
        assert (form.seats[0][0], form.options.seed, form.options.series) == ("3PO", "lucky7", "first-4")


async def test_hostile_name_is_harmless_while_typed_and_an_invalid_one_shows_an_error(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue, names=TWO)) as (pilot, form):
        for row in HOSTILE["kept"][::3]:
            await form.paste("seat-1", row["text"])
            shown = pilot.text
            assert all(char.isprintable() or char == "\n" for char in shown), row["about"]
            await pilot.press("enter")
            assert form.rows.row.label == row["name"] or not row["text"].isprintable()
        await form.paste("seat-1", "Bo")
        await pilot.press("enter")
        for row in (HOSTILE["refused"][-1], {"text": "player 1", "about": "too similar"}):
            await form.paste("seat-1", row["text"])
            await pilot.press("enter")
            assert "! " in pilot.words, row["about"]
            await pilot.type("escape", " Bo ", hides="! ")
        await pilot.press("f5")
        assert form.result is not None


async def test_clock_is_typed_as_it_is_shown_and_a_long_name_can_be_shortened(catalogue: Catalogue) -> None:
    set_language("fr")
    async with asked(make_services(catalogue)) as (pilot, form):
        await form.set("clock", "enter", "enter")
        assert str(form.rows.row.value) == "sans"
        await form.paste("clock", "60+300")
        await pilot.press("enter")
        await form.paste("clock", "sans")
        await pilot.press("enter")
        assert str(form.rows.row.value) == "sans"
        await form.paste("seat-0", "Bartholomew" * 3)
        await pilot.press("enter", *["backspace"] * 22, "enter")
        assert form.rows.row.label == "Bartholomew"


async def test_numbers_and_clocks_are_typed_and_errors_can_be_corrected(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue)) as (pilot, form):
        await form.set("target", *"1295", "enter")
        assert "! " in pilot.words
        await pilot.type("1 2 enter", "12 points")  # what is typed takes the place of what was refused
        send(pilot.app, "18")
        await pilot.type("enter", "18 points")  # the digits came at once
        await form.paste("clock", "fast")
        await pilot.type("enter", "60+300")
        await pilot.press("ctrl+u", *"45", "plus", *"90", "enter")
        await form.set("seat-0", "enter")
        await pilot.send("\x15xy\x7fz\r")
        await pilot.press("f5")
        assert form.options.clock == ClockOptions(turn_seconds=45, reserve_seconds=90)
        assert form.seats[0][0] == "xz", "keys that come at once are typed in their order"


async def test_new_game_can_be_set_up_by_mouse_alone(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue, names=TWO)) as (pilot, form):
        await pilot.click_on("Players")
        await pilot.click_on("›", "Players")
        await pilot.click_on("›", " 2  Player")
        await pilot.click_on("‹", "Play to")
        for _click in range(2):
            await pilot.click_on("Player 1", " 1  Player")
        await pilot.press(*"Bo")
        await pilot.click_on("Start")
        assert form.seats[0] == ("Bo", "human")
        assert [kind for _name, kind in form.seats[1:]] == ["apprentice", "human"]
        assert form.options.target == 14


async def test_double_click_edits_a_name_also_while_another_one_is_edited(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue, names=TWO)) as (pilot, form):
        await pilot.click_on("Player 1", " 1  Player")
        assert form.about == "Player 1 A human at this keyboard. Press Enter or click again to change the name."
        for number, name in enumerate(("Ann", "Bo"), start=1):
            await pilot.send(click(*pilot.place_of("Player", f" {number}  Player"), times=2))
            assert form.rows.typing
            await pilot.press(*name)
        await pilot.click_on("Start")
        assert [name for name, _kind in form.seats] == ["Ann", "Bo"]


async def test_four_players_fit_uncut_at_80x24(catalogue: Catalogue) -> None:
    long_names = {"unicode": ("ABCDEFGHIJKLMNOPQRST", "漢字漢字漢字漢字漢字漢字"), "ascii": ("A" * 20, "B" * 20)}
    async with open_app(make_services(catalogue)) as pilot:
        for glyphs, names in long_names.items():
            await pilot.change(glyphs=glyphs, names=(*names, "Cy", "Dee"))
            form = await open_form(pilot)
            for row in [row for row in form.rows.shown if isinstance(row, Row)]:
                await form.set(row.id)
                await pilot.pause()
                assert glyphs == "unicode" or pilot.text.isascii()
                assert pilot.app.glyphs.ellipsis not in pilot.text
                pilot.shows(*names, "Cy", "Dee", "Start", "Seed", "help")
            pilot.app.home()


async def test_french_keyboard_needs_no_shift_for_numbers_and_seats(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue, keyboard="azerty", names=("Ann", "Bo"))) as (pilot, form):
        for keys, target in (("é&", "21"), ("éà", "20")):
            await form.set("target", *keys, "enter")
            assert f"{target} points" in pilot.words
        await form.set("seat-1")
        await pilot.pause()
        for words, key, place in (("( ) seat", "(", "seat-0"), (") seat", ")", "seat-1")):
            await pilot.click_on(words)
            assert (form.rows.highlighted, form.rows.row.label) == (place, "Bo")
            await pilot.press(")" if key == "(" else "(")
            await pilot.press(key)
            assert (form.rows.highlighted, form.rows.row.label) == (place, "Bo")
        await pilot.press(*"é&", "enter")
        assert form.rows.row.label == "é&"


async def test_goal_is_taken_as_typed_on_a_french_keyboard_in_english_or_french(catalogue: Catalogue) -> None:
    async with asked(make_services(catalogue, keyboard="azerty", names=TWO)) as (_pilot, form):
        await form.set("series", *"best-9", "enter")
        assert str(form.rows.row.value) == "best of 9"
        await form.set("series", "enter", "enter")
        assert str(form.rows.row.value) == "best of 9", "the old text is kept"
        set_language("fr")
        form.rows.redraw()
        for goal, value in (("premier-4", "en 4 gagnantes"), ("meilleur-7", "au meilleur des 7")):
            await form.set("series", *goal, "enter")
            assert str(form.rows.row.value) == value
        await form.set("series", *"pre", "enter")
        assert "comme premier-3 ou meilleur-5" in form.rows.problem


async def test_computer_with_a_typed_name_says_that_it_is_none_of_the_humans(catalogue: Catalogue) -> None:
    warning = "Max is a computer player here. The arrows choose a human instead."
    async with asked(make_services(catalogue, names=("Zoé",))) as (_pilot, form):
        await form.set("seat-1")
        assert "computer player here" not in form.about
        await form.set("seat-1", "enter", *"Max", "enter")
        assert warning in form.about
        await form.set("seat-1", *["left"] * (1 + LEVELS.index(DEFAULT_LEVEL)))
        assert (form.rows.row.label, str(form.rows.row.value)) == ("Max", "human")
        assert warning not in form.about


async def test_each_level_describes_its_play_and_thinking_time(catalogue: Catalogue) -> None:
    times = ["Answers immediately."] * 3 + ["Thinks for up to 0.2 s per move.", "Thinks for up to 7.5 s per move; "]
    async with asked(make_services(catalogue, names=TWO, thinking_seconds=7.5)) as (pilot, form):
        for level, time in zip(LEVELS, times, strict=True):
            await form.set("seat-1", "right")
            assert f"‹ {get_level(level).name}" in pilot.words
            assert str(get_level(level).description) in form.about
            assert time in form.about


async def test_rules_last_chosen_in_the_form_are_named_as_such_until_they_change(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    place = make_services(catalogue, tmp_path, names=("Ann", "Bo"), match=MatchRules(target=21, undo="off"))
    again = "The rules are as last chosen here."
    async with asked(place) as (pilot, form):
        assert again not in form.about, "no game has been played"
        await pilot.press("enter")
        assert form.options.undo == "off"
    async with asked(place) as (pilot, form):
        assert f"{again} Undo: off" in form.about
        await form.set("target", "right")
        await form.set(START.id)
        await pilot.pause()
        assert again not in form.about
        assert "Undo: off" in form.about
