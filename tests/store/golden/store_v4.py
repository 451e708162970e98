"""Wrote store-v4.sqlite3, a games file of format version 4: `python -m tests.store.golden.store_v4`.

The file is never written again: it stands for what players of that version have on their disks.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from splendor_tui.record import RecordHeader
from splendor_tui.store import Store
from tests.store.golden import store_v3
from tests.store.stored import FILE, NOON, Calendar, header, ply

GOLDEN = Path(__file__).with_name("store-v4.sqlite3")
IDS = (*store_v3.IDS, "fffffff7")
POSITION: Final = (
    "seat 1 main round 9 / grid 1-01 1-02 1-03 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 3-04 / "
    "nobles charles-v henry-viii isabella-of-castile / W2 / *1 / decks 1-05 2-05 3-05"
)


def write_games(store: Store) -> None:
    """The games of version 3, and one that began with a position."""
    store_v3.write_games(store)
    dealt = header().model_dump(exclude={"deal", "version"})
    begun = RecordHeader.model_validate(dealt | {"version": 2, "position": POSITION})
    game_id = store.create_game(begun, '{"target": 15}', NOON)
    store.append(game_id, ply(1).model_copy(update={"seat": 1}))


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
