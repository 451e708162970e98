"""Names with markup, terminal escapes or deceptive widths are displayed as plain names in all places."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from unicodedata import category

import pytest
from rich.cells import cell_len, set_cell_size
from textual.strip import Strip

from splendor_tui.inputs.player_names import check_distinct, name_key
from splendor_tui.rules.catalogue import Catalogue
from tests.match.tables import NAMES
from tests.tui.ink_map import described
from tests.tui.opened_app import Player
from tests.tui.scenes import SCENES, SIZES, STAGED, on_stage, strips

KEPT = [case["name"] for case in json.loads((Path(__file__).parents[1] / "hostile_names.json").read_text())["kept"]]
HOSTILE = [name for name in KEPT if not name.isascii() or not name.isalnum()]
WORSE = [
    "[bold red]x[/]",
    "[@click=app.bell]q",
    "[/]",
    "[link=file:x]y[/]",
    "\\[",
    "$primary {name} %s",
    "W" * 20,
    "漢" * 12,
    "שלום עולם",
    "é\u0302\u0303" * 8,
]
AT_THE_TABLE = ("early", "last-round", "drawn", "hand-over", "game-over", "log", "inspect", "pause", "toasts")
ELSEWHERE = ("home", "new-game", "games", "statistics", "rating", "replay", "review")
WIDE = ("early", "game-over", "review")
"""Scenes that draw names differently in a wide window."""
WITH_ALL_NAMES = (("new-game", SIZES[0]), ("early", SIZES[0]))
"""Scenes that are checked with every allowed name. Each of the others is checked with a few of the worst."""
MIN_SHOWN = 5
"""The minimum number of cells of a name that are displayed if it is cut."""

MAX_SHOWN = {"rating": 1, "replay": 2, "statistics": 2, "toasts": 2}
"""Scenes that show fewer than four players."""


def tables(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The names in groups of four distinguishable ones."""
    distinct = list({name_key(name): name for name in names}.values())
    for start in range(0, len(distinct), 4):
        group = (*distinct[start : start + 4], *NAMES)[:4]
        check_distinct(group)
        yield group


def actions_and_inks(rows: Iterable[Strip]) -> set[str]:
    """All click actions and styles on the screen."""
    pieces = list(chain.from_iterable(rows))
    clicks = (piece.style.meta.get("@click") for piece in pieces if piece.style)
    return {*map(described, pieces), *map(str, clicks)}


def check_rows(rows: Sequence[Strip], width: int, names: Sequence[str], where: str) -> None:
    """Check that every row is exactly as wide as the screen without terminal escapes, and that the names are recognisable."""
    for row in rows:
        assert row.cell_length == cell_len(row.text) == width, (where, row.text)
        escapes = [character for character in row.text if category(character) in {"Cc", "Cf", "Cs", "Co"}]
        assert not escapes, (where, row.text)
    text = "\n".join(row.text for row in rows)
    for name in names:
        assert set_cell_size(name, min(MIN_SHOWN, cell_len(name))).rstrip() in text, (where, name)


def seen_in(scene: str, names: Sequence[str], pilot: Player) -> Sequence[str]:
    """The players whose names the scene must show."""
    if scene == "hand-over":
        return [names[pilot.controller.seat]]
    return names[: MAX_SHOWN.get(scene, 4)]


WITH_NAMES = [
    (scene, size) for scene, size in STAGED if scene in AT_THE_TABLE + ELSEWHERE and (size == SIZES[0] or scene in WIDE)
]


@pytest.mark.parametrize("place", range(len(WITH_NAMES)), ids=lambda place: str(WITH_NAMES[place]))
async def test_hostile_names_are_shown_literally_on_every_screen(catalogue: Catalogue, place: int) -> None:
    """Check that the names are displayed unchanged, and that nothing else differs."""
    scene, size = WITH_NAMES[place]
    worse = [*tables(WORSE)]
    seatings = tables([*WORSE, *HOSTILE]) if (scene, size) in WITH_ALL_NAMES else [worse[place % len(worse)]]

    async with on_stage(catalogue, SCENES[scene], size) as pilot:
        plain = actions_and_inks(strips(pilot.app))
    for seated in seatings:
        async with on_stage(catalogue, SCENES[scene], size, seated) as pilot:
            rows = strips(pilot.app)
            check_rows(rows, size[0], seen_in(scene, seated, pilot), f"{scene} {seated}")
            assert actions_and_inks(rows) <= plain
