"""Wrote store-v1.sqlite3, a games file of format version 1: `python -m tests.store.golden.store_v1`.

The file is never written again: it stands for what players of that version have on their disks.
"""

import sys
import tempfile
from datetime import timedelta
from pathlib import Path

from splendor_tui.record import Record
from splendor_tui.store import Store
from splendor_tui.store.entries import RedoEntry, UndoEntry
from tests.store.stored import FILE, NOON, Calendar, append_plies, header, ply, result

GOLDEN = Path(__file__).with_name("store-v1.sqlite3")
IDS = ("aaaaaaa2", "bbbbbbb3", "ccccccc4")


def write_games(store: Store) -> None:
    """A game in progress with taking back, a finished one, and an imported one."""
    going = store.create_game(header("Ann", "Zoë"), '{"target": 15}', NOON)
    append_plies(store, going, 1, 5)
    for entry in (UndoEntry(to_ply=2), RedoEntry(to_ply=4), UndoEntry(to_ply=3), ply(4, action="buy 1-07 W1 *1")):
        store.append(going, entry)
    over = store.create_game(header("Ann", "merchant", "Bo", kinds=("human", "merchant", "human")), "{}", NOON)
    append_plies(store, over, 1, 7)
    store.finish(over, result(15, 3, 15), NOON + timedelta(hours=1))
    plies = tuple(ply(number).as_record() for number in range(1, 4))
    store.import_record(Record(header("Cy", "Di"), plies, result(4, 15)), NOON + timedelta(days=1))


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
