"""Keys that arrive together with the one that opens a text field become its text instead of commands."""

from pathlib import Path

from textual.widgets import Input

from splendor_tui.rules.catalogue import Catalogue
from tests.store.stored import header, ply
from tests.tui.keyboard import send
from tests.tui.opened_app import app_of, make_services, open_app, store_of


async def test_keys_sent_together_go_into_the_field_opened_by_the_first(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path, names=("Ann", "Bo"))
    store = store_of(place)
    store.append(store.create_game(header("Ann", "Bo"), "{}", place.today()), ply(1))
    async with open_app(place) as pilot:
        for keys, typed, text in (
            (["g"], "/dd", "dd"),  # pressing d twice deletes a game permanently
            (["g"], "/ann\x7f\x7fZ", "aZ"),
            (["g"], "i/x\x7fd", "/d"),
            (["n", *["down"] * 3], "\rBo", "Bo"),
            (["n", *["down"] * 7], "19", "19"),
        ):
            await pilot.press(*keys)
            send(pilot.app, typed)
            await pilot.pause()
            field = pilot.app.focused
            assert isinstance(field, Input)
            assert field.value == text
            await pilot.press("x")
            assert field.value == f"{text}x"
            app_of(pilot).home()
            await pilot.pause()
    assert len(store.games()) == 1
