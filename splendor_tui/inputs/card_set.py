"""Loads the card set from its two files.

Parsing and checking the standard set takes 6 % of a start, so a copy of its checked content is packaged.
"""

import hashlib
import json
from pathlib import Path
from typing import Final

from splendor_tui.inputs.files import FileError, read_regular_file
from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.gems import Colour

CARDS_FILE: Final = "cards.yaml"
NOBLES_FILE: Final = "nobles.yaml"
_MAX_BYTES: Final = 64 * 1024
CHECKED: Final = Path(__file__).with_name("checked_cards.json")
"""The checked content of the standard set, and the digest of its files. `make cards` writes it."""


def load_catalogue(folder: Path | None = None) -> Catalogue:
    """Load the card set in a folder, by default the packaged one. Raises AssetError.

    >>> len(load_catalogue().cards)
    90
    """
    folder = folder or assets_folder()
    checked = json.loads(CHECKED.read_bytes())
    if files_digest(folder) == checked["files"]:
        cards = [CardFacts(level, Colour(bonus), points, cost) for level, bonus, points, cost in checked["cards"]]
        return Catalogue(cards, *([NobleFacts(*noble) for noble in checked[kind]] for kind in ("nobles", "promos")))
    return read_card_set(folder)


def read_card_set(folder: Path) -> Catalogue:
    """Parse and check the card set in a folder. Raises AssetError."""
    from splendor_tui.inputs.card_set_check import read_catalogue

    return read_catalogue(folder / CARDS_FILE, folder / NOBLES_FILE)


def assets_folder() -> Path:
    """The folder of the packaged assets, in an installed package or at the top of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "assets"
    return installed if installed.is_dir() else package.parent / "assets"


def files_digest(folder: Path) -> str | None:
    """The digest of the two files, or None if one of them cannot be read."""
    try:
        contents = [read_regular_file(folder / name, _MAX_BYTES) for name in (CARDS_FILE, NOBLES_FILE)]
    except FileError:
        return None
    return hashlib.sha256(b"\0".join(contents)).hexdigest()
