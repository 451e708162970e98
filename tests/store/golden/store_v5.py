"""Wrote store-v5.sqlite3, a games file of format version 5: `python -m tests.store.golden.store_v5`.

The file is never written again: it stands for what players of that version have on their disks.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from splendor_tui.store import Store
from tests.store.golden import store_v4
from tests.store.stored import FILE, Calendar

GOLDEN = Path(__file__).with_name("store-v5.sqlite3")
IDS = store_v4.IDS
REVIEW: Final = {1: '{"played":0.5}', 2: '{"played":0.25}'}


def write_games(store: Store) -> None:
    """The games of version 4, one of them with a review."""
    store_v4.write_games(store)
    for ply, text in REVIEW.items():
        store.reviews.save(IDS[0], ply, text)


def main() -> int:
    """Write the file, unless it is there."""
    if GOLDEN.exists():
        return 1
    with tempfile.TemporaryDirectory() as name:
        with Store.open(Path(name), now=Calendar(), make_id=iter(IDS).__next__) as store:
            write_games(store)
        GOLDEN.write_bytes((Path(name) / FILE).read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
