"""The window may have any size, whatever is on the screen."""

from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from splendor_tui.rules.catalogue import Catalogue
from tests.tui.scenes import SCENES, on_stage

WIDTHS: Final = (1, 2, 3, 5, 8, 12)
HEIGHTS: Final = (1, 2, 5)


@pytest.mark.parametrize("scene", SCENES)
async def test_every_screen_lives_in_every_small_window(catalogue: Catalogue, tmp_path: Path, scene: str) -> None:
    small = chain(((width, 24) for width in WIDTHS), ((80, height) for height in HEIGHTS))
    async with on_stage(catalogue, tmp_path, SCENES[scene]) as stage:
        for width, height in small:
            await stage.pilot.resize_terminal(width, height)  # drawing faults are raised when the stage closes
        await stage.pilot.resize_terminal(80, 24)
        assert stage.app.is_running
