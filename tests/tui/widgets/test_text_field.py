"""Keys that arrive together with the one that opens a screen or a text field act there instead of on the screen before."""

from textual.widgets import Input

from splendor_tui.match.services import Services
from tests.store.stored import header, ply
from tests.tui.keyboard import paste
from tests.tui.opened_app import open_app, store_of


async def test_keys_sent_together_reach_the_screen_or_field_opened_by_the_first(place: Services) -> None:
    store = store_of(place)
    store.append(store.create_game(header("Ann", "Bo"), "{}", place.today()), ply(1))
    async with open_app(place) as pilot:
        for pressed, typed, shown, text in (
            ("", "n\x1b[15~", "to reserve.", None),  # F5 starts the game
            ("", "g/", "Saved games", ""),
            ("g", "/dd", "dd", "dd"),  # pressing d twice deletes a game permanently
            ("g", "/ann\x7f\x7fZ", "aZ", "aZ"),
            ("g", "i/x\x7fd", "/d", "/d"),
            ("n down down down", "\rBo", "Bo", "Bo"),
            ("n down down down", "eZo", "eZo", "eZo"),
            ("n" + 7 * " down", "19", "19", "19"),
            ("o y", "\r\x1b[20~", "F9 (yours)", None),
        ):
            await pilot.press(*pressed.split())
            await pilot.send(typed)
            pilot.shows(shown)
            assert "does nothing here" not in pilot.words
            if text is not None:
                assert isinstance(field := pilot.app.focused, Input)
                assert field.value == text
                await pilot.press("x")
                assert field.value == f"{text}x"
            pilot.app.home()
            await pilot.pause()
    assert store.games()


async def test_text_field_takes_no_more_than_a_file_name_and_alt_moves_by_words(place: Services) -> None:
    async with open_app(place) as pilot:
        await pilot.press("n", "down", "down", "down", "e")
        assert isinstance(field := pilot.app.focused, Input)
        await pilot.send(paste("x" * 3000) + "y" * 3000)
        assert len(field.value) == 4096
        await pilot.send("\x15\x0bAnn Bo\x1bb\x1b\x7fZoe \x1bf!")  # ctrl+u and ctrl+k clear the field
        assert field.value == "Zoe Bo!"
