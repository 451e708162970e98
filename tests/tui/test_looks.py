"""The looks of the screens: selected later or from the start, with ASCII only, without colour, and with few colours."""

from typing import Final

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from tests.tui.gallery import CHANGES, NO_COLOUR, picture_path, shown
from tests.tui.ink_map import ink_map
from tests.tui.look.test_contrast import rows_on_top, seen_colours, words
from tests.tui.scenes import SCENES, SIZES, STAGED, strips

NEVER_CHANGED = ("hand-over", "palette")
NO_SETTINGS_ABOVE = (*NEVER_CHANGED, "log")
"""Scenes during which only the theme can change, because no settings can be opened above them."""

CHANGED_TO: Final = {
    scene: "light" if scene in NO_SETTINGS_ABOVE else ("light", "ascii")[number % 2]
    for number, scene in enumerate(SCENES)
    if scene not in NEVER_CHANGED
}
"""The look to which each scene is changed."""
SAME_WIDGETS: Final = frozenset(
    {"learning-a-card", "learning-nobles", "puzzle-lost", "solution", "little-time", "return", "even-match"}
    | {"thinking-of-a-hint", "no-review"}
)
"""Scenes with the widgets of others."""
SMALL: Final = ((1, 24), (8, 24), (80, 5))
"""Windows in which almost nothing fits."""


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene not in SAME_WIDGETS])
async def test_changed_looks_equal_those_of_a_fresh_start_and_small_windows_do_no_harm(
    catalogue: Catalogue, scene: str
) -> None:
    look = CHANGED_TO.get(scene, "dark")
    dark = await dark_from_the_start(catalogue, scene) if look != "dark" else ""
    async with shown(catalogue, scene, SIZES[0], look) as pilot:
        from_the_start = ink_map(pilot.app)
        if scene not in NO_SETTINGS_ABOVE:
            await pilot.change(**CHANGES["ascii"])
            assert not strange_characters(pilot.app)
            await pilot.change(**CHANGES[look])
            assert ink_map(pilot.app) == from_the_start
        if look != "dark":
            await pilot.change(**CHANGES["dark"])
            assert ink_map(pilot.app) == dark != from_the_start
        for size in (*SMALL, SIZES[0]):
            await pilot.resize_terminal(*size)  # drawing faults are raised when the pilot closes
        if (scene, SIZES[-1]) in STAGED:
            await pilot.change(**CHANGES["ascii"])
            await pilot.resize_terminal(*SIZES[-1])
            assert not strange_characters(pilot.app)
        assert pilot.app.is_running


async def dark_from_the_start(catalogue: Catalogue, scene: str) -> str:
    """The saved picture of a scene, or if it has none, that of a new screen."""
    if (saved := picture_path(scene, SIZES[0], "dark")).exists():
        return saved.read_text()
    async with shown(catalogue, scene, SIZES[0], "dark") as pilot:
        return ink_map(pilot.app)


@pytest.mark.parametrize("scene", NO_SETTINGS_ABOVE)
async def test_screen_without_settings_is_ascii_from_the_start(catalogue: Catalogue, scene: str) -> None:
    async with shown(catalogue, scene, SIZES[0], "ascii") as pilot:
        assert not strange_characters(pilot.app)


def strange_characters(app: SplendorApp) -> set[str]:
    """The non-ASCII characters on the screen."""
    return {character for row in strips(app) for character in row.text if not character.isascii()}


@pytest.mark.parametrize("scene", ["review", "palette", "toasts"])
async def test_colourless_look_uses_only_greys(catalogue: Catalogue, scene: str) -> None:
    async with shown(catalogue, scene, (80, 24), NO_COLOUR) as pilot:
        for piece in words(rows_on_top(pilot.app)):
            for colour in seen_colours(piece):
                assert colour.r == colour.g == colour.b, piece


async def test_highlights_without_colour_are_as_bright_as_text(catalogue: Catalogue) -> None:
    async with shown(catalogue, "game-over", (80, 24), NO_COLOUR) as pilot:
        pieces = {piece.text.strip(): seen_colours(piece)[0].brightness for piece in words(rows_on_top(pilot.app))}
        assert pieces["Dee"] >= pieces["Ann"], "the winner's name, and that of another"
