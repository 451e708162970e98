"""The looks of the screens: selected later or from the start, with ASCII only, without colour, and with few colours."""

from typing import Final

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from tests.tui.gallery import CHANGES, NO_COLOUR, shown
from tests.tui.ink_map import ink_map
from tests.tui.look.test_contrast import rows_on_top, seen_colours, words
from tests.tui.scenes import SCENES, SIZES, STAGED, strips

NEVER_CHANGED = {"hand-over", "palette"}
NO_SETTINGS_ABOVE = NEVER_CHANGED | {"log"}
"""Scenes during which only the theme can change, because no settings can be opened above them."""

CHANGED_TO: Final = {
    scene: "light" if scene in NO_SETTINGS_ABOVE else ("light", "ascii")[number % 2]
    for number, scene in enumerate(SCENES)
    if scene not in NEVER_CHANGED
}
"""The look to which each scene is changed."""
SMALL: Final = ((1, 24), (3, 24), (8, 24), (80, 1), (80, 5))
"""Windows in which almost nothing fits."""


@pytest.mark.parametrize("scene", SCENES)
async def test_looks_are_the_same_from_the_start_or_changed_and_small_windows_do_no_harm(
    catalogue: Catalogue, scene: str
) -> None:
    look = CHANGED_TO.get(scene)
    async with shown(catalogue, scene, SIZES[0], look or "ascii") as stage:
        from_the_start = ink_map(stage.app)
        if scene not in NO_SETTINGS_ABOVE:
            await stage.change(**CHANGES["ascii"])
        if scene != "log":
            for size in [size for one, size in STAGED if one == scene]:
                await stage.pilot.resize_terminal(*size)
                assert not strange_characters(stage.app), size
    async with shown(catalogue, scene, SIZES[0], "dark") as stage:
        if look:
            before = ink_map(stage.app)
            await stage.change(**CHANGES[look])
            assert ink_map(stage.app) == from_the_start != before
            await stage.change(**CHANGES["dark"])
            assert ink_map(stage.app) == before
        for size in (*SMALL, SIZES[0]):
            await stage.pilot.resize_terminal(*size)  # drawing faults are raised when the stage closes
        assert stage.app.is_running


async def test_log_in_ascii_look_shows_only_ascii(catalogue: Catalogue) -> None:
    async with shown(catalogue, "log", SIZES[0], "ascii") as stage:
        assert not strange_characters(stage.app)


def strange_characters(app: SplendorApp) -> set[str]:
    """The non-ASCII characters on the screen."""
    return {character for row in strips(app) for character in row.text if not character.isascii()}


@pytest.mark.parametrize("scene", ["review", "palette", "toasts"])
async def test_colourless_look_uses_only_greys(catalogue: Catalogue, scene: str) -> None:
    async with shown(catalogue, scene, (80, 24), NO_COLOUR) as stage:
        for piece in words(rows_on_top(stage.app)):
            for colour in seen_colours(piece):
                assert colour.r == colour.g == colour.b, piece


async def test_highlights_without_colour_are_as_bright_as_text(catalogue: Catalogue) -> None:
    async with shown(catalogue, "game-over", (80, 24), NO_COLOUR) as stage:
        pieces = {piece.text.strip(): seen_colours(piece)[0].brightness for piece in words(rows_on_top(stage.app))}
        assert pieces["Dee"] >= pieces["Ann"], "the winner's name, and that of another"
