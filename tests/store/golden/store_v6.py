"""Wrote store-v6.sqlite3, a games file of format version 6: `python -m tests.store.golden.store_v6`.

The file is never written again: it stands for what players of that version have on their disks.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from splendor_tui.store import Store
from tests.store.golden import store_v5
from tests.store.stored import FILE, Calendar

GOLDEN = Path(__file__).with_name("store-v6.sqlite3")
IDS = store_v5.IDS
PROGRESS: Final = {"lesson": {"step": "7"}, "puzzles": {"win-01": '{"solved":true}', "win-02": '{"solved":false}'}}


def write_games(store: Store) -> None:
    """The games of version 5, and how far a player is with the learning game and the puzzles."""
    store_v5.write_games(store)
    for subject, states in PROGRESS.items():
        for item, state in states.items():
            store.progress.save(subject, item, state)


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
