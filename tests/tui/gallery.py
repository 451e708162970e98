"""A gallery of the screens: `python -m tests.tui.gallery --scene late --size 80x24 --look light --png late.png`.

With `--pictures` it writes the pictures anew to which the tests compare the screens; look at what has changed before you keep
them. A PNG needs rsvg-convert.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from tests.tui.ink_map import ink_map
from tests.tui.opened_app import save_png, svg
from tests.tui.scenes import PICTURED, SCENES, SIZES, Stage, on_stage

PICTURES: Final = Path(__file__).parent / "pictures"
CHANGES: Final[Mapping[str, Mapping[str, str]]] = {
    "dark": {"theme": "splendor-dark", "glyphs": "unicode"},
    "light": {"theme": "splendor-light", "glyphs": "unicode"},
    "ascii": {"theme": "splendor-dark", "glyphs": "ascii"},
}
"""Looks that a player can change to while the program runs."""

NO_COLOUR: Final = "no-colour"
"""The look that only the environment brings, before the program starts."""

LOOKS: Final = (*CHANGES, NO_COLOUR)


@contextmanager
def environment_of(look: str) -> Iterator[None]:
    """An environment with NO_COLOR in it or without, whatever the developer's own says."""
    without = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with patch.dict(os.environ, without | ({"NO_COLOR": "1"} if look == NO_COLOUR else {}), clear=True):
        yield


@asynccontextmanager
async def shown(
    catalogue: Catalogue, scene: str, size: tuple[int, int], look: str, **settings: str
) -> AsyncIterator[Stage]:
    """A scene in a look from the start."""
    with environment_of(look), tempfile.TemporaryDirectory() as folder:
        changes = {**CHANGES.get(look, {}), **settings}
        async with on_stage(catalogue, Path(folder), SCENES[scene], size, **changes) as stage:
            yield stage


async def pictures(catalogue: Catalogue, scene: str, size: tuple[int, int]) -> dict[str, str]:
    """A scene in all looks."""
    maps: dict[str, str] = {}
    async with shown(catalogue, scene, size, "dark") as stage:
        for look, changes in CHANGES.items():
            await stage.change(**changes)
            maps[look] = ink_map(stage.app)
    async with shown(catalogue, scene, size, NO_COLOUR) as stage:
        maps[NO_COLOUR] = ink_map(stage.app)
    return maps


def picture_path(scene: str, size: tuple[int, int], look: str) -> Path:
    """Where the picture of a scene is kept."""
    width, height = size
    return PICTURES / scene / f"{width}x{height}-{look}.txt"


def write_pictures(catalogue: Catalogue) -> None:
    """Write all pictures anew."""
    for scene in PICTURED:
        (PICTURES / scene).mkdir(parents=True, exist_ok=True)
        for size in SIZES:
            for look, picture in asyncio.run(pictures(catalogue, scene, size)).items():
                picture_path(scene, size, look).write_text(picture)


async def draw(catalogue: Catalogue, asked: argparse.Namespace) -> None:
    """Draw one scene."""
    width, height = map(int, asked.size.split("x"))
    settings = {"theme": asked.theme} if asked.theme else {}
    async with shown(catalogue, asked.scene, (width, height), asked.look, **settings) as stage:
        if asked.svg:
            asked.svg.write_text(svg(stage.app))
        if asked.png:
            save_png(stage.app, asked.png)


def main() -> None:
    """Write what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scene", choices=SCENES, default="early")
    parser.add_argument("--size", default="80x24", help="columns x rows")
    parser.add_argument("--look", choices=LOOKS, default="dark")
    parser.add_argument("--theme", help="the name of any other theme")
    parser.add_argument("--svg", type=Path, help="where to write a drawing")
    parser.add_argument("--png", type=Path, help="where to write a picture")
    parser.add_argument("--pictures", action="store_true", help="write the pictures of the tests anew")
    asked = parser.parse_args()
    catalogue = load_catalogue()
    if asked.svg or asked.png:
        asyncio.run(draw(catalogue, asked))
    if asked.pictures:
        write_pictures(catalogue)


if __name__ == "__main__":
    main()
