"""The annotated picture: its signs are those of the table, and nothing of it is cut."""

import pytest
from textual.geometry import Size

from splendor_tui.inputs.settings import Settings
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.keys.keymap import slot_labels
from splendor_tui.tui.keys.table_commands import TABLE
from splendor_tui.tui.look.glyphs import TIERS
from splendor_tui.tui.look.jewel_paint import JewelStyle
from splendor_tui.tui.look.paint import plain
from splendor_tui.tui.widgets.annotated_table import BOX, CARD, LARGE, LARGE_BOX, annotated_table
from splendor_tui.tui.widgets.card_grid import LARGE_CARD

LEAST = 78


def rows(catalogue: Catalogue, tier: str = "unicode", cells: int = LEAST, height: int = 24) -> list[str]:
    labels, jewels = slot_labels(Settings(), TABLE), JewelStyle("ascii" if tier == "ascii" else "many")
    return plain(tuple(annotated_table(catalogue, labels, TIERS[tier], jewels, Size(cells, height)))).splitlines()


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("room", [(LEAST, 24), LARGE])
def test_every_sign_that_is_explained_stands_in_the_picture(
    catalogue: Catalogue, tier: str, room: tuple[int, int]
) -> None:
    shown = rows(catalogue, tier, *room)
    for width, height in (LARGE_CARD, LARGE_BOX) if room == LARGE else (CARD, BOX):
        part = shown[: shown.index("")]
        picture, notes = "".join(row[:width] for row in part[:height]), [row[width + 2 :] for row in part]
        for note in notes:
            assert all(sign in picture for sign in note.split("  ")[0].split()), note
        shown = shown[len(part) + 1 :]
    assert tier == "unicode" or "".join(rows(catalogue, tier)).isascii()


def test_all_of_it_is_in_view_at_once_on_the_smallest_screen(catalogue: Catalogue) -> None:
    shown = rows(catalogue)
    assert len(shown) <= 23
    assert max(map(len, shown)) <= LEAST


@pytest.mark.parametrize(
    "words", ["short", "can", "new", "thick frame", "away", "underlined", "4−1", "→  ", "◆U blue", "■K black", "★"]
)
def test_what_newcomers_had_to_guess_is_explained(catalogue: Catalogue, words: str) -> None:
    assert words in "\n".join(rows(catalogue))


def test_every_row_of_a_players_box_is_explained(catalogue: Catalogue) -> None:
    shown = rows(catalogue)
    width, height = BOX
    top = next(at for at, row in enumerate(shown) if "Ann" in row)
    labels = [row[1:5].strip() for row in shown[top + 2 : top + height - 1]]
    explained = {row[width + 2 :].split("  ")[0] for row in shown[top:]}
    assert labels == ["card", "gem", "sum", "♔", "res", "pts"]
    assert explained >= {*labels}


def test_it_can_be_drawn_however_little_room_there_is(catalogue: Catalogue) -> None:
    for cells in range(LEAST):
        rows(catalogue, cells=cells)
