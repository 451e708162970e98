"""The new game screen: every option, by keyboard and mouse."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot

from splendor_tui.bots.levels import LEVELS, level_description, level_name
from splendor_tui.inputs.match_options import ClockOptions, MatchOptions, MatchRules
from splendor_tui.inputs.settings import load_settings
from splendor_tui.presentation.match_draft import MatchDraft
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row
from tests.tui.opened_app import app_of, make_services, open_app, screen_text
from tests.tui.pointing import click

HOSTILE: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "hostile_names.json").read_text(encoding="utf-8")
)


class Agreed:
    """The screen's result."""

    options: MatchOptions | None = None


TWO: Final = ("Player 1", "Player 2")


async def ask(pilot: Pilot[int]) -> Agreed:
    """Open the screen."""
    agreed = Agreed()
    draft = MatchDraft.of(app_of(pilot).services.settings)
    pilot.app.push_screen(NewGameScreen(draft), lambda options: setattr(agreed, "options", options))
    await pilot.pause()
    return agreed


def go_to(pilot: Pilot[int], row_id: str) -> None:
    pilot.app.screen.query_one(ChoiceList).highlighted = row_id


def told(pilot: Pilot[int]) -> str:
    """The panel's text about the highlighted row, in one line."""
    rows = [row for row in screen_text(pilot.app).splitlines() if "│" in row]
    return " ".join(" ".join(row.split("│")[1] for row in rows).split())


async def paste_into(pilot: Pilot[int], row_id: str, text: str) -> None:
    """Paste over the text of a row."""
    go_to(pilot, row_id)
    await pilot.press("enter")
    assert pilot.app.focused is not None
    pilot.app.focused.post_message(Paste(text))
    await pilot.pause()


async def type_into(pilot: Pilot[int], row_id: str, text: str) -> None:
    """Paste over the text of a row, and leave it there."""
    await paste_into(pilot, row_id, text)
    await pilot.press("enter")


async def test_enter_alone_deals_with_what_is_mostly_wanted(catalogue: Catalogue, tmp_path: Path) -> None:
    async with open_app(make_services(catalogue, tmp_path)) as pilot:
        agreed = await ask(pilot)
        await pilot.press("enter")
        assert agreed.options is not None
        assert [(player.name, player.kind) for player in agreed.options.players] == [
            ("Player 1", "human"),
            ("Journeyman", "journeyman"),
        ]
        assert agreed.options.target == 15


async def test_leaving_deals_nothing(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        agreed = await ask(pilot)
        await pilot.press("escape")
        assert agreed.options is None
        assert not isinstance(pilot.app.screen, NewGameScreen)


async def test_every_option_reaches_the_match_and_is_remembered(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, names=TWO)
    async with open_app(place) as pilot:
        agreed = await ask(pilot)
        go_to(pilot, "players")
        await pilot.press("right", "right")
        await type_into(pilot, "seat-0", "Ann")
        await type_into(pilot, "seat-1", "Bo")
        go_to(pilot, "seat-2")
        await pilot.press("right")
        go_to(pilot, "seat-3")
        await pilot.press("right", "left_square_bracket", "shift+up")
        go_to(pilot, "target")
        await pilot.press("2", "1", "enter", "right")
        go_to(pilot, "clock")
        await pilot.press("right")
        for row_id in ("random_first", "hand_over", "undo", "open_reserves"):
            go_to(pilot, row_id)
            await pilot.press("right")
        go_to(pilot, "tie")
        await pilot.press("left")
        await type_into(pilot, "seed", "lucky 7")
        await pilot.press("s")
        assert agreed.options is not None
        assert [(player.name, player.kind) for player in agreed.options.players] == [
            ("Ann", "human"),
            ("Apprentice 2", "apprentice"),
            ("Bo", "human"),
            ("Apprentice", "apprentice"),
        ]
        rules = MatchRules(
            target=22,
            random_first=True,
            open_reserves=True,
            hand_over="never",
            undo="own-turn",
            clock=ClockOptions(turn_seconds=30, reserve_seconds=120),
        )
        assert {name: getattr(agreed.options, name) for name in MatchRules.model_fields} == dict(rules)
        assert (agreed.options.tie_seat, agreed.options.seed) == (3, "lucky 7")
    remembered = load_settings({}, tmp_path / "config").settings
    assert (remembered.names, remembered.match) == (("Ann", "Bo"), rules)
    assert (remembered.seats, remembered.tie_seat) == (("human", "apprentice", "human", "apprentice"), 4)


async def test_the_level_that_was_chosen_last_sits_there_again(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    async with open_app(place) as pilot:
        await ask(pilot)
        go_to(pilot, "seat-1")
        await pilot.press("left", "s")
        agreed = await ask(pilot)
        await pilot.press("enter")
        assert agreed.options is not None
        assert [player.kind for player in agreed.options.players] == ["human", "apprentice"]


async def test_what_was_chosen_is_still_there_for_who_goes_back_and_comes_again(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=TWO)) as pilot:
        await pilot.press("n")
        go_to(pilot, "seat-1")
        await pilot.press("right", "escape", "n")
        assert "‹ Apprentice" in screen_text(pilot.app)


async def test_enter_steps_to_the_next_level_and_another_key_edits_the_name(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=TWO)) as pilot:
        await ask(pilot)
        go_to(pilot, "seat-1")
        await pilot.press("right", "enter")
        rows = pilot.app.screen.query_one(ChoiceList)
        assert "‹ Journeyman" in screen_text(pilot.app)
        assert not rows.typing
        assert "e name" in screen_text(pilot.app)
        await pilot.press("e", "ctrl+u", *"Nora", "enter")
        assert rows.row.label == "Nora"


async def test_the_keys_of_lists_go_to_the_first_row_and_the_last(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=TWO)) as pilot:
        await ask(pilot)
        rows = pilot.app.screen.query_one(ChoiceList)
        ways = {"end": "seed", "home": "new-game.start", "pagedown": "seed", "pageup": "new-game.start"}
        for key, row_id in ways.items():
            await pilot.press(key)
            assert rows.highlighted == row_id


async def test_those_who_played_last_sit_there_again(catalogue: Catalogue) -> None:
    rules = MatchRules(target=21)
    async with open_app(make_services(catalogue, names=("Ann", "Bo", "Cy"), match=rules)) as pilot:
        agreed = await ask(pilot)
        await pilot.press("enter")
        assert agreed.options is not None
        assert [player.name for player in agreed.options.players] == ["Ann", "Bo", "Cy"]
        assert agreed.options.target == 21


async def test_a_hostile_name_shows_as_itself_and_does_nothing(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=TWO), size=(120, 40)) as pilot:
        agreed = await ask(pilot)
        rows = pilot.app.screen.query_one(ChoiceList)
        for row in HOSTILE["kept"]:
            await paste_into(pilot, "seat-1", row["text"])
            while_typing = screen_text(pilot.app)
            await pilot.press("enter")
            shown = screen_text(pilot.app)
            assert all(char.isprintable() or char == "\n" for char in while_typing + shown), row["about"]
            assert str(rows.row.label) in shown
            if row["text"].isprintable():
                assert rows.row.label == row["name"]
        await pilot.press("s")
        assert agreed.options is not None


@pytest.mark.parametrize("row", HOSTILE["refused"][-6:], ids=lambda row: row["about"])
async def test_a_name_that_cannot_be_is_refused_with_a_sentence(catalogue: Catalogue, row: dict[str, str]) -> None:
    async with open_app(make_services(catalogue, names=TWO)) as pilot:
        await ask(pilot)
        await type_into(pilot, "seat-1", row["text"])
        shown = screen_text(pilot.app)
        assert "! A " in shown
        await pilot.press("escape")
        assert "Player 2" in screen_text(pilot.app)
        assert "! A " not in screen_text(pilot.app)


async def test_the_same_name_twice_is_refused_and_start_waits(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=TWO)) as pilot:
        agreed = await ask(pilot)
        await type_into(pilot, "seat-1", "player 1")
        assert "too similar" in " ".join(screen_text(pilot.app).replace("│", " ").split())
        await pilot.press("up")
        assert pilot.app.screen.query_one(ChoiceList).highlighted == "seat-1"
        assert agreed.options is None


async def test_what_is_typed_after_a_refusal_takes_the_place_of_what_was_refused(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        agreed = await ask(pilot)
        await type_into(pilot, "target", "1295")
        assert "! " in screen_text(pilot.app)
        await pilot.press("1", "2", "enter", "s")
        assert agreed.options is not None
        assert agreed.options.target == 12


async def test_a_clock_can_be_typed_freely_or_is_explained(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        agreed = await ask(pilot)
        await type_into(pilot, "clock", "fast")
        assert "60+300" in screen_text(pilot.app)
        await pilot.press("ctrl+u", *"45", "plus", *"90", "enter", "s")
        assert agreed.options is not None
        assert agreed.options.clock == ClockOptions(turn_seconds=45, reserve_seconds=90)


async def test_the_mouse_alone_makes_a_game(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=TWO)) as pilot:
        agreed = await ask(pilot)
        await click(pilot, "Players")
        await click(pilot, "›", "Players")
        await click(pilot, "›", " 2  Player")
        await click(pilot, "‹", "Play to")
        await click(pilot, "Start")
        assert agreed.options is not None
        assert [player.kind for player in agreed.options.players] == ["human", "apprentice", "human"]
        assert agreed.options.target == 14


async def test_after_a_second_click_on_a_name_another_takes_its_place(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=TWO)) as pilot:
        agreed = await ask(pilot)
        await click(pilot, "Player 2", " 2  Player")
        await click(pilot, "Player 2", " 2  Player")
        await pilot.press(*"Bo")
        await click(pilot, "Start")
        assert agreed.options is not None
        assert agreed.options.players[1].name == "Bo"


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_nothing_is_cut_with_four_players_at_80x24(catalogue: Catalogue, glyphs: str) -> None:
    names = ("ABCDEFGHIJKLMNOPQRST", "漢字漢字漢字漢字漢字漢字", "Cy", "Dee")
    place = make_services(
        catalogue, names=names if glyphs == "unicode" else ("A" * 20, "B" * 20, "Cy", "Dee"), glyphs=glyphs
    )
    async with open_app(place) as pilot:
        await ask(pilot)
        rows = pilot.app.screen.query_one(ChoiceList)
        for row in [row for row in rows.shown if isinstance(row, Row)]:
            rows.highlighted = row.id
            await pilot.pause()
            shown = screen_text(pilot.app)
            assert glyphs == "unicode" or shown.isascii()
            assert app_of(pilot).glyphs.ellipsis not in shown
            for line in (*place.settings.names, "Start", "Seed", "help"):
                assert line in shown


async def test_on_a_french_keyboard_a_number_and_a_seat_need_no_shift(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, keyboard="azerty", names=("Ann", "Bo"))) as pilot:
        await ask(pilot)
        for keys, target in (("é&", "21"), ("éà", "20")):
            go_to(pilot, "target")
            await pilot.press(*keys, "enter")
            assert f"{target} points" in screen_text(pilot.app)
        go_to(pilot, "seat-1")
        await pilot.pause()
        assert "( and ) move the seat." in told(pilot)
        rows = pilot.app.screen.query_one(ChoiceList)
        for key, place in (("(", "seat-0"), (")", "seat-1")):
            await pilot.press(key)
            assert (rows.highlighted, rows.row.label) == (place, "Bo")
        await pilot.press("e", *"é&", "enter")
        assert rows.row.label == "é&"


async def test_each_level_says_how_it_plays_and_how_long_it_thinks(catalogue: Catalogue) -> None:
    times = ["Answers at once."] * 3 + [
        "Thinks for up to 0.2 s per move.",
        "Thinks for up to 7.5 s per move; you can change this in the settings.",
    ]
    async with open_app(make_services(catalogue, names=TWO, thinking_seconds=7.5)) as pilot:
        await ask(pilot)
        go_to(pilot, "seat-1")
        for level, time in zip(LEVELS, times, strict=True):
            await pilot.press("right")
            assert f"‹ {level_name(level)}" in screen_text(pilot.app)
            assert str(level_description(level)) in told(pilot)
            assert time in told(pilot)


async def at_once(pilot: Pilot[int], *keys: str) -> None:
    """Press keys so fast that all arrive before the first is handled."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await pilot.pause()


async def test_keys_that_come_at_once_are_typed_in_their_order(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=("Ann", "Bo"))) as pilot:
        await ask(pilot)
        go_to(pilot, "seat-1")
        await pilot.press("enter")
        await at_once(pilot, "ctrl+u", "x", "y", "backspace", "z", "enter")
        assert "xz" in screen_text(pilot.app)


async def test_a_number_of_two_digits_may_be_typed_at_once(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        await ask(pilot)
        go_to(pilot, "target")
        await at_once(pilot, "1", "8")
        await pilot.press("enter")
        assert "18 points" in screen_text(pilot.app)


async def test_in_a_tall_window_the_rows_stand_in_the_middle(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, names=TWO), size=(200, 60)) as pilot:
        await ask(pilot)
        rows = [number for number, row in enumerate(screen_text(pilot.app).splitlines()) if row.strip()]
        above, below = rows[0], rows[-1] - rows[-2]  # the last one has the key hints
        assert abs(above - below) <= 3
