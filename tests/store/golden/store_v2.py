"""Wrote store-v2.sqlite3, a games file of format version 2: `python -m tests.store.golden.store_v2`.

The file is never written again: it stands for what players of that version have on their disks.
"""

import sys
import tempfile
from pathlib import Path

from splendor_tui.store import Store
from splendor_tui.store.entries import StandInEntry
from tests.store.golden import store_v1
from tests.store.stored import FILE, NOON, Calendar, append_plies, header, ply

GOLDEN = Path(__file__).with_name("store-v2.sqlite3")
IDS = (*store_v1.IDS, "ddddddd5")


def write_games(store: Store) -> None:
    """The games of version 1, and one with a note of a stand-in that stopped within a turn."""
    store_v1.write_games(store)
    timed = store.create_game(header("Ann", "merchant", kinds=("human", "merchant")), '{"target": 15}', NOON)
    append_plies(store, timed, 1, 1)
    store.append(timed, StandInEntry(ply=1, seat=1))
    store.append(timed, ply(2))
    store.save_clock(timed, (41_000, 299_999, 300_000))


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
