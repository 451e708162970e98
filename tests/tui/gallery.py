"""Draws the screens: `python -m tests.tui.gallery --scene late --size 80x24 --look light --png late.png`.

`--pictures` rewrites the pictures with which the tests compare the screens. Check the differences before you commit
them. A PNG needs rsvg-convert.
"""

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from tests.tui.ink_map import ink_map
from tests.tui.opened_app import Player, save_png, svg
from tests.tui.scenes import GRAND_SCENES, GRAND_SIZES, LOWEST, PICTURED, SCENES, SIZES, STUDIES, on_stage

PICTURES: Final = Path(__file__).parent / "pictures"
CHANGES: Final[Mapping[str, Mapping[str, str]]] = {
    "dark": {"theme": "splendor-dark", "glyphs": "unicode"},
    "light": {"theme": "splendor-light", "glyphs": "unicode"},
    "ascii": {"theme": "splendor-dark", "glyphs": "ascii"},
}
"""Looks that a player can select while the program runs."""

FULL: Final[Mapping[str, str]] = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
NO_COLOUR: Final = "no-colour"
MANY: Final = "256-colours"
SIXTEEN: Final = "16-colours"
TERMINALS: Final[Mapping[str, Mapping[str, str]]] = {
    NO_COLOUR: {**FULL, "NO_COLOR": "1"},
    MANY: {"TERM": "xterm-256color"},
    SIXTEEN: {"TERM": "xterm-16color"},
}
"""Looks that only the environment selects, before the program starts."""

LOOKS: Final = (*CHANGES, *TERMINALS)
_TERMINAL_VARIABLES: Final = frozenset({"NO_COLOR", "COLORTERM", "TERM", "TEXTUAL_COLOR_SYSTEM"})


@contextmanager
def environment_of(look: str) -> Iterator[None]:
    """Set the environment variables of the look, independent of the developer's environment."""
    others = {name: value for name, value in os.environ.items() if name not in _TERMINAL_VARIABLES}
    with patch.dict(os.environ, {**others, **TERMINALS.get(look, FULL)}, clear=True):
        yield


@asynccontextmanager
async def shown(
    catalogue: Catalogue, scene: str, size: tuple[int, int], look: str, **settings: str
) -> AsyncIterator[Player]:
    """Open a scene in a look that applies from the start."""
    with environment_of(look):
        async with on_stage(catalogue, SCENES[scene], size, **CHANGES.get(look, {}), **settings) as pilot:
            yield pilot


def saved_pictures(scene: str) -> list[tuple[tuple[int, int], str]]:
    """The sizes and looks of the saved pictures of a scene. Only the table looks different in a large window."""
    grand = [size for one, size in zip(GRAND_SCENES, GRAND_SIZES, strict=True) if one == scene]
    low = [LOWEST] if scene == "early" else []
    return [(size, look) for size in (SIZES[0], *low, SIZES[-1], *grand) for look in looks_of(scene, size)]


def looks_of(scene: str, size: tuple[int, int]) -> tuple[str, ...]:
    """The looks with saved pictures of a scene at this size: all at the smallest size, and two at larger ones."""
    if scene in STUDIES or size in (LOWEST, *GRAND_SIZES):
        return ("dark",)
    if size != SIZES[0]:
        return ("dark", "light")
    return LOOKS if scene == "early" else ("dark", "ascii", NO_COLOUR)


async def pictures(catalogue: Catalogue, scene: str) -> dict[Path, str]:
    """Draw a scene in all sizes and looks with saved pictures."""
    maps: dict[Path, str] = {}
    async with shown(catalogue, scene, SIZES[0], "dark") as pilot:
        for size, look in saved_pictures(scene):
            if look in CHANGES:
                await pilot.resize_terminal(*size)
                await pilot.change(**CHANGES[look])
                maps[picture_path(scene, size, look)] = ink_map(pilot.app)
    for size, look in saved_pictures(scene):
        if look in TERMINALS:
            async with shown(catalogue, scene, size, look) as pilot:
                maps[picture_path(scene, size, look)] = ink_map(pilot.app)
    return maps


def picture_path(scene: str, size: tuple[int, int], look: str) -> Path:
    """The path of a scene's picture."""
    width, height = size
    return PICTURES / scene / f"{width}x{height}-{look}.txt"


def write_pictures(catalogue: Catalogue) -> None:
    """Rewrite all pictures."""
    for scene in (*PICTURED, *STUDIES):
        (PICTURES / scene).mkdir(parents=True, exist_ok=True)
        for path, picture in asyncio.run(pictures(catalogue, scene)).items():
            path.write_text(picture)


async def draw(catalogue: Catalogue, asked: argparse.Namespace) -> None:
    """Draw the scene selected on the command line."""
    width, height = map(int, asked.size.split("x"))
    settings = {"theme": asked.theme} if asked.theme else {}
    async with shown(catalogue, asked.scene, (width, height), asked.look, **settings) as pilot:
        if asked.svg:
            asked.svg.write_text(svg(pilot.app))
        if asked.png:
            save_png(pilot.app, asked.png)


def main() -> None:
    """Draw the scenes selected on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scene", choices=SCENES, default="early")
    parser.add_argument("--size", default="80x24", help="columns x rows")
    parser.add_argument("--look", choices=LOOKS, default="dark")
    parser.add_argument("--theme", help="the name of any other theme")
    parser.add_argument("--svg", type=Path, help="where to write a drawing")
    parser.add_argument("--png", type=Path, help="where to write a picture")
    parser.add_argument("--pictures", action="store_true", help="rewrite the pictures of the tests")
    asked = parser.parse_args()
    catalogue = load_catalogue()
    if asked.svg or asked.png:
        asyncio.run(draw(catalogue, asked))
    if asked.pictures:
        write_pictures(catalogue)


if __name__ == "__main__":
    main()
