"""The pictures of the README, drawn by the program: `python -m tests.tui.documented_pictures [NAME …]`."""

import argparse
import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.actions import Buy
from splendor_tui.rules.catalogue import Catalogue
from tests.tui.at_the_table import sit, until
from tests.tui.fingers import keys_of
from tests.tui.gallery import environment_of, shown
from tests.tui.opened_app import make_services, open_app, svg
from tests.tui.slim_drawing import Frame, slim

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
UNHURRIED: Final = Budget(600.0, lambda: False)
DEMO: Final = "demo"
DEMO_SIZE: Final = (120, 40)
DEMO_TURNS: Final = 9
WATCHED: Final = 2
"""Turns of the demo that are shown key by key, and so is the first purchase; of the others, only what they lead to."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene as a document shows it."""

    scene: str
    size: tuple[int, int]
    look: str = "dark"


PICTURES: Final = {
    "table-compact": Picture("late", (80, 24)),
    "table-wide": Picture("last-round", (120, 40)),
    "table-grand": Picture("last-round", (200, 60)),
    "table-light": Picture("late", (120, 40), "light"),
    "hint": Picture("hint", (120, 40)),
    "hand-over": Picture("hand-over", (120, 40)),
    "review": Picture("review", (120, 40)),
    "puzzle": Picture("puzzle", (120, 40)),
}


async def demo(catalogue: Catalogue) -> str:
    """Somebody plays against a Merchant: the keys of the first turns one by one, then a turn at a time."""
    frames: list[Frame] = []
    adviser, rng = create_bot("merchant"), Random(1)
    with environment_of("dark"), TemporaryDirectory() as folder:
        place = make_services(catalogue, Path(folder), bot_pace=0)
        screen = sit(place, "Ann,=merchant")
        async with open_app(place, screen, DEMO_SIZE) as pilot:
            frames.append(Frame(svg(screen.app), 1.5))
            is_first_purchase = True
            for turn in range(DEMO_TURNS):
                await until(pilot, lambda: screen.flow.to_move)
                view = screen.session.view
                action = adviser.choose(view, rng, UNHURRIED)
                is_watched = turn < WATCHED or (is_first_purchase and isinstance(action, Buy))
                is_first_purchase &= not isinstance(action, Buy)
                for key in keys_of(view, action):
                    if is_watched:
                        await pilot.pause()
                        frames.append(Frame(svg(screen.app), 0.7))
                    await pilot.press(key)
                await until(pilot, lambda: screen.flow.to_move)
                frames.append(Frame(svg(screen.app), 1.2))
    return slim(list(without_repeats(frames)))


def without_repeats(frames: Iterable[Frame]) -> Iterator[Frame]:
    """The frames, each other than the one before it."""
    before = ""
    for frame in frames:
        if frame.drawing != before:
            yield frame
        before = frame.drawing


async def picture(catalogue: Catalogue, wanted: Picture) -> str:
    """One scene as a drawing."""
    async with shown(catalogue, wanted.scene, wanted.size, wanted.look) as stage:
        return slim([Frame(svg(stage.app))])


def main() -> None:
    """Draw what is asked for; all of it, where nothing is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join([*PICTURES, DEMO])}")
    asked = parser.parse_args().names or [*PICTURES, DEMO]
    if unknown := {*asked} - {*PICTURES, DEMO}:
        parser.error(f"no picture is called {', '.join(sorted(unknown))}; there are {', '.join([*PICTURES, DEMO])}")
    catalogue = load_catalogue()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in asked:
        drawing = asyncio.run(demo(catalogue) if name == DEMO else picture(catalogue, PICTURES[name]))
        (FOLDER / f"{name}.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
