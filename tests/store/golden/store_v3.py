"""Wrote store-v3.sqlite3, a games file of format version 3: `python -m tests.store.golden.store_v3`.

The file is never written again: it stands for what players of that version have on their disks.
"""

import sys
import tempfile
from pathlib import Path

from splendor_tui.store import Store
from tests.store.golden import store_v2
from tests.store.stored import FILE, NOON, Calendar, append_plies, header, ply

GOLDEN = Path(__file__).with_name("store-v3.sqlite3")
IDS = (*store_v2.IDS, "eeeeeee6")


def write_games(store: Store) -> None:
    """The games of version 2, and one of three players of whom the clock made one leave."""
    store_v2.write_games(store)
    timed = store.create_game(header("Ann", "Bo", "Cy"), '{"target": 15}', NOON)
    append_plies(store, timed, 1, 1)
    store.append(timed, ply(2, action="forfeit").model_copy(update={"clock": (0, 300_000, 0), "timed_out": True}))


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
