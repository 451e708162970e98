"""The annotated picture of the table uses the table's own symbols, and nothing is cut."""

import re

import pytest
from textual.geometry import Size

from splendor_tui.inputs.settings import Settings
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.keys.commands_by_screen import TABLE
from splendor_tui.tui.keys.keyboard_presets import slot_labels
from splendor_tui.tui.look.glyphs import TIERS
from splendor_tui.tui.look.jewels import JewelStyle
from splendor_tui.tui.look.paint import plain
from splendor_tui.tui.widgets.card_faces import GRAND_CARD, LARGE_CARD, SMALL_CARD, gem_names
from splendor_tui.tui.widgets.table_guide import BOX, ROOMY_BOX, STACKED_BOX, TableSizes, annotated_table

MIN_COLUMNS = 78
SMALLEST = Size(80, 24)


def rows(
    catalogue: Catalogue, tier: str = "unicode", cells: int = MIN_COLUMNS, window: Size = SMALLEST, players: int = 2
) -> list[str]:
    glyphs, room, sizes = TIERS[tier], Size(cells, window.height - 1), TableSizes.in_window(window, "auto", players)
    labels, jewels = slot_labels(Settings(), TABLE), JewelStyle("ascii" if tier == "ascii" else "many")
    picture = annotated_table(catalogue, labels, glyphs, jewels, room, sizes)
    return plain((*picture, *gem_names(glyphs, cells))).splitlines()


@pytest.mark.parametrize(
    ("window", "sizes"),
    [
        ((80, 24), (SMALL_CARD, BOX)),
        ((100, 24), (SMALL_CARD, ROOMY_BOX)),
        ((100, 30), (SMALL_CARD, STACKED_BOX)),
        ((120, 40), (LARGE_CARD, STACKED_BOX)),
        ((200, 60), (GRAND_CARD, STACKED_BOX)),
    ],
)
def test_example_rows_match_the_table_at_the_window_size(
    window: tuple[int, int], sizes: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    assert TableSizes.in_window(Size(*window), "auto")[:2] == sizes


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("window", [SMALLEST, Size(97, 30), Size(100, 24), Size(120, 40), Size(160, 50)])
def test_every_explained_sign_appears_in_the_picture(
    catalogue: Catalogue, tier: str, window: Size, players: int
) -> None:
    shown = rows(catalogue, tier, window.width - 2, window, players)
    for width, height in TableSizes.in_window(window, "auto", players)[:2]:
        part = shown[: shown.index("")]
        picture, notes = "".join(row[:width] for row in part[:height]), [row[width + 2 :] for row in part]
        for note in notes:
            assert all(sign in picture for sign in note.split("  ")[0].split()), note
        shown = shown[len(part) + 1 :]
    assert tier == "unicode" or "".join(rows(catalogue, tier)).isascii()


@pytest.mark.parametrize("window", [Size(120, 40), Size(160, 50), Size(200, 60)])
def test_large_window_shows_nobles_and_bank_as_on_the_table(catalogue: Catalogue, window: Size) -> None:
    shown = "\n".join(rows(catalogue, cells=114, window=window))
    assert re.search(r"│ .*Isabella|│ .*Mary Stuart|│ .*Henry", shown)
    assert re.search(r"│ ◇ ?(◇ ?){3} *4? │|│ ◇ diamond +4 │", shown)
    assert len(shown.splitlines()[0]) <= 114


@pytest.mark.parametrize(
    ("box", "cells", "window", "last"),
    [(BOX, MIN_COLUMNS, SMALLEST, "points"), (STACKED_BOX, 118, Size(160, 50), "cards")],
)
def test_every_row_of_a_players_box_is_explained(
    catalogue: Catalogue, box: tuple[int, int], cells: int, window: Size, last: str
) -> None:
    shown = rows(catalogue, cells=cells, window=window)
    width, height = box
    top = next(at for at, row in enumerate(shown) if "Ann" in row)
    labels = {word for row in shown[top + 2 : top + height - 1] for word in row[1:10].split()[:1]}
    explained = {row[width + 2 :].split("  ")[0] for row in shown[top:]} | {"reserve"}  # covered by a card
    assert labels == {"bonuses", "gems", "total", "nobles", "reserve", last}
    assert explained >= labels
