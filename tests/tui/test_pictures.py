"""Every screen looks as last approved, in each character and colour, look and size.

After an intended change, `python -m tests.tui.gallery --pictures` rewrites the pictures.
"""

import pytest

from splendor_tui.rules.catalogue import Catalogue
from tests.tui.gallery import PICTURES, looks_of, picture_path, pictures, saved_pictures


@pytest.mark.parametrize(("scene", "size"), saved_pictures(), ids=str)
async def test_screen_matches_its_saved_picture(catalogue: Catalogue, scene: str, size: tuple[int, int]) -> None:
    drawn = await pictures(catalogue, scene, size)
    assert set(drawn) == set(looks_of(scene, size))
    for look, picture in drawn.items():
        assert picture == picture_path(scene, size, look).read_text(), f"{scene} {size} {look}"


def test_every_picture_is_compared() -> None:
    compared = {picture_path(scene, size, look) for scene, size in saved_pictures() for look in looks_of(scene, size)}
    assert {path for path in PICTURES.rglob("*") if path.is_file()} == compared
