"""Settings and keys: changes take effect immediately and are saved."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from rich.console import RenderableType
from textual.screen import Screen

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.settings import CHOICES, Settings, load_settings
from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.keys_screen import KeysScreen
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.screens.puzzles_screen import PuzzlesScreen
from splendor_tui.tui.screens.rules_screen import RulesScreen
from splendor_tui.tui.screens.settings_screen import SettingsScreen
from splendor_tui.tui.widgets.choice_list import ChoiceList, Row
from splendor_tui.tui.widgets.text_field import Field
from tests.tui.keyboard import drag
from tests.tui.opened_app import Player, make_services, open_app, screen_text


def go_to(pilot: Player, row_id: str) -> None:
    pilot.app.screen.query_one(ChoiceList).highlighted = row_id


async def give(pilot: Player, action_id: str, key: str) -> None:
    """Assign another key to an action."""
    go_to(pilot, action_id)
    await pilot.press("enter", key)


async def test_every_setting_takes_effect_at_once_and_is_saved(catalogue: Catalogue, tmp_path: Path) -> None:
    async with open_app(make_services(catalogue, tmp_path, animations=True), SettingsScreen()) as pilot:
        rows = pilot.app.screen.query_one(ChoiceList)
        turned = [row.id for row in rows.shown if isinstance(row, Row) and row.turns]
        for row_id in turned:
            go_to(pilot, row_id)
            await pilot.press("right")
        assert pilot.app.theme == "splendor-light"
        assert pilot.app.animation_level == "none"
        assert "all symbols" in pilot.text
        go_to(pilot, "animations")
        await pilot.pause()
        assert "Nothing is animated." in pilot.words
    remembered = load_settings({}, tmp_path / "config").settings
    found = {name: remembered.value_of(name) for name in turned}
    known = {"language": "en", "theme": "splendor-light"}
    assert found == {name: known.get(name) or CHOICES[name].next(Settings().value_of(name), 1) for name in turned}
    assert {*turned} >= {name for name in CHOICES if "." not in name}


async def test_damaged_language_is_reported_and_english_remains(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xx.mo").write_text("damaged", encoding="utf-8")
    monkeypatch.setattr("splendor_tui.words.languages.FOLDER", tmp_path)
    async with open_app(make_services(catalogue, language="en"), SettingsScreen()) as pilot:
        go_to(pilot, "language")
        await pilot.type("right", "The language file xx.mo is damaged", "Settings")


async def test_pace_can_be_typed_and_invalid_values_get_an_error(place: Services) -> None:
    async with open_app(place, SettingsScreen(), size=(120, 40)) as pilot:
        go_to(pilot, "bot_pace")
        await pilot.type("9 9 enter", "! 'Pace of play' is '99'; allowed:", hides="‹ 99")  # it is no value
        await pilot.press("ctrl+u", "0", "full_stop", "7", "enter")
        assert place.settings.bot_pace == 0.7
        await pilot.change(language="fr")
        await pilot.press("enter")
        assert pilot.app.screen.query_one(Field).value == "0,7", "in French with a decimal comma"
        await pilot.press("0", "comma", "3", "enter")
        assert place.settings.bot_pace == 0.3


async def test_arrows_stay_in_their_column(place: Services) -> None:
    async with open_app(place, SettingsScreen()) as pilot:
        app = pilot.app
        go_to(pilot, "theme")
        for theme in (min(app.available_themes, key=len), max(app.available_themes, key=len)):
            column = pilot.place_of("›", "Theme")[0]
            await pilot.change(theme=theme)
            await pilot.pause()
            assert pilot.place_of("›", "Theme")[0] == column


async def test_unsaved_setting_takes_effect_and_is_reported(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    async with open_app(place, SettingsScreen()) as pilot:
        await pilot.click_on("›", "Symbols")
        assert place.settings.glyphs == "unicode"
        assert "apply until you quit" in pilot.text


async def test_second_click_on_a_row_changes_it_but_no_drag_to_another_row(place: Services) -> None:
    async with open_app(place, SettingsScreen()) as pilot:
        shown, places = pilot.text, [pilot.place_of(words) for words in ("Language", "Symbols")]
        await pilot.send(drag(*places) + drag(*places))
        assert pilot.text == shown
        await pilot.click_on("Language")
        assert place.settings.language == "auto", "the row was already highlighted"
        await pilot.click_on("Language")
        assert place.settings.language != "auto"
        await pilot.click_on("Keys")
        row = pilot.place_of("Level III, card 2")
        await pilot.click(offset=row)
        assert "press a key" not in pilot.text
        await pilot.click(offset=row)
        assert "press a key" in pilot.text


async def test_custom_key_works_at_once_and_is_saved(place: Services, tmp_path: Path) -> None:
    async with open_app(place) as pilot:
        await pilot.press("o", "y")
        await give(pilot, "home.new", "f9")
        assert "F9  (yours)" in pilot.text
        await pilot.press("escape", "escape", "n")
        assert not isinstance(pilot.app.screen, NewGameScreen)
        await pilot.type("f9", NewGameScreen)
    assert load_settings({}, tmp_path / "config").settings.keys == {"home.new": "f9"}


async def test_long_list_of_keys_can_be_paged(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue), KeysScreen()) as pilot:
        rows = pilot.app.screen.query_one(ChoiceList)
        ids = [row.id for row in rows.shown if isinstance(row, Row)]
        places = []
        for key in ("pagedown", "pagedown", "pageup", "end", "pageup", "home"):
            await pilot.press(key)
            places.append(ids.index(rows.highlighted))
        first, second, back, end, before_end, home = places
        assert 0 < first < second < before_end < end == len(ids) - 1
        assert (back, home) == (first, 0)


async def test_escape_cancels_and_a_key_used_on_the_same_screen_is_rejected_with_its_command(place: Services) -> None:
    async with open_app(place, KeysScreen(), size=(120, 40)) as pilot:
        await pilot.type("enter", "press a key")
        assert " ".join(pilot.text.splitlines()[-1].split()) == "a free key replaces it Esc cancel"
        await pilot.type("escape", KeysScreen, hides="press a key")
        await give(pilot, "table.undo", "q")
        assert "! At the table: q is used for" in pilot.text
        await pilot.type("u", hides="press a key")
        assert place.settings.keys == {}, "its own key, after another one was refused"
        await give(pilot, "app.help", "u")
        assert "u is used for" in pilot.text
        await pilot.type("escape", KeysScreen, hides="press a key")
        assert "u is used for" not in pilot.text
        await give(pilot, "table.undo", "u")
        assert place.settings.keys == {}, "its own key is no change"
        await give(pilot, "replay.start", "q")
        assert place.settings.keys == {"replay.start": "q"}


async def test_custom_key_can_be_reset_to_the_preset(catalogue: Catalogue) -> None:
    place = make_services(catalogue, keyboard="azerty", keys={"table.card-3-1": "f9", "table.undo": "f8"})
    async with open_app(place, KeysScreen()) as pilot:
        go_to(pilot, "table.card-3-1")
        await pilot.pause()
        assert "resets it to a" in pilot.text
        await pilot.press("delete")
        assert place.settings.keys == {"table.undo": "f8"}


async def test_own_key_that_has_another_command_is_reported_at_the_start(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue, keys={"table.undo": "q"})) as pilot:
        assert "! At the table: q is used for 'level III, card 1' and" in pilot.words


async def test_keyboard_on_which_own_keys_clash_is_reported(catalogue: Catalogue) -> None:
    own = {"table.card-3-2": "w"}
    async with open_app(make_services(catalogue, keys=own), SettingsScreen(), size=(120, 40)) as pilot:
        go_to(pilot, "keyboard")
        await pilot.type("right", "w is used for 'level III, card 2' and")


@pytest.mark.drawn
async def test_first_frame_is_laid_out_for_the_window_and_not_drawn_again(
    place: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[str] = []
    display = SplendorApp._display  # noqa: SLF001 - the method that draws a frame

    def noted(app: SplendorApp, screen: Screen[object], frame: RenderableType | None) -> None:
        display(app, screen, frame)
        if frame is not None and isinstance(screen, SettingsScreen | PuzzlesScreen | RulesScreen):
            frames.append(screen_text(app))

    monkeypatch.setattr(SplendorApp, "_display", noted)
    async with open_app(place) as pilot:
        kinds: Sequence[Callable[[], Screen[None]]] = (
            SettingsScreen,
            PuzzlesScreen,
            partial(RulesScreen, MatchRules()),
        )
        for size, kind in product(((80, 24), (120, 40)), kinds):
            await pilot.resize_terminal(*size)
            frames.clear()
            await pilot.app.push_screen(kind())
            await pilot.pause()
            await pilot.finish_drawing()
            assert frames == [pilot.text], (size, kind)
            pilot.app.home()
