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
async def test_changed_look_equals_that_of_a_fresh_start_and_small_windows_do_no_harm(
    catalogue: Catalogue, scene: str
) -> None:
    if look := CHANGED_TO.get(scene):
        async with shown(catalogue, scene, (80, 24), look) as stage:
            from_the_start = ink_map(stage.app)
            assert look != "ascii" or not strange_characters(stage.app)
    async with shown(catalogue, scene, (80, 24), "dark") as stage:
        if look:
            before = ink_map(stage.app)
            await stage.change(**CHANGES[look])
            assert ink_map(stage.app) == from_the_start != before
            await stage.change(**CHANGES["dark"])
            assert ink_map(stage.app) == before
        for width, height in SMALL:
            await stage.pilot.resize_terminal(width, height)  # drawing faults are raised when the stage closes
        await stage.pilot.resize_terminal(80, 24)
        assert stage.app.is_running


def strange_characters(app: SplendorApp) -> set[str]:
    """The non-ASCII characters on the screen."""
    return {character for row in strips(app) for character in row.text if not character.isascii()}


@pytest.mark.parametrize(
    ("scene", "size"), [one for one in STAGED if one[1] != SIZES[0] or CHANGED_TO.get(one[0]) != "ascii"], ids=str
)
async def test_ascii_look_shows_only_ascii(catalogue: Catalogue, scene: str, size: tuple[int, int]) -> None:
    async with shown(catalogue, scene, size, "ascii") as stage:
        assert not strange_characters(stage.app)


@pytest.mark.parametrize("scene", ["early", "review", "palette", "toasts"])
async def test_colourless_look_uses_only_greys(catalogue: Catalogue, scene: str) -> None:
    async with shown(catalogue, scene, (80, 24), NO_COLOUR) as stage:
        for piece in words(rows_on_top(stage.app)):
            for colour in seen_colours(piece):
                assert colour.r == colour.g == colour.b, piece


async def test_highlights_without_colour_are_as_bright_as_text(catalogue: Catalogue) -> None:
    async with shown(catalogue, "game-over", (80, 24), NO_COLOUR) as stage:
        pieces = {piece.text.strip(): seen_colours(piece)[0].brightness for piece in words(rows_on_top(stage.app))}
        assert pieces["Dee"] >= pieces["Ann"], "the winner's name, and that of another"
