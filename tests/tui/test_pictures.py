"""Every screen looks as last approved, in each character and colour, look and size.

After an intended change, `python -m tests.tui.gallery --pictures` rewrites the pictures.
"""

import pytest

from splendor_tui.rules.catalogue import Catalogue
from tests.tui.gallery import PICTURES, picture_path, pictures, saved_pictures
from tests.tui.scenes import PICTURED, STUDIES


@pytest.mark.parametrize("scene", [*PICTURED, *STUDIES])
async def test_scene_matches_its_saved_pictures(catalogue: Catalogue, scene: str) -> None:
    for path, picture in (await pictures(catalogue, scene)).items():
        assert picture == path.read_text(), path


def test_every_picture_is_compared() -> None:
    compared = {
        picture_path(scene, size, look) for scene in (*PICTURED, *STUDIES) for size, look in saved_pictures(scene)
    }
    assert {path for path in PICTURES.rglob("*") if path.is_file()} == compared
