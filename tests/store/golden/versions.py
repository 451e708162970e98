"""The contents of store-v1.sqlite3 and the others: a games file of each released format version.

Each version adds to the contents of the previous one. The files are never rewritten, because they represent the data of
players with these versions. `python -m tests.store.golden.versions` writes the file of the newest version, unless it
exists.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final

from splendor_tui.record import Record, RecordHeader
from splendor_tui.store import Store
from splendor_tui.store.journal_entries import RedoEntry, StandInEntry, UndoEntry
from tests.store.stored import FILE, NOON, Calendar, append_plies, header, ply, result

IDS: Final = ("aaaaaaa2", "bbbbbbb3", "ccccccc4", "ddddddd5", "eeeeeee6", "fffffff7", "ggggggg2")
POSITION: Final = (
    "seat 1 main round 9 / grid 1-01 1-02 1-03 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 3-04 / "
    "nobles charles-v henry-viii isabella-of-castile / W2 / *1 / decks 1-05 2-05 3-05"
)
REVIEW: Final = {1: '{"played":0.5}', 2: '{"played":0.25}'}
PROGRESS: Final = {"lesson": {"step": "7"}, "puzzles": {"win-01": '{"solved":true}', "win-02": '{"solved":false}'}}


def golden(version: int) -> Path:
    """The path of the file of a version. Versions start at 1."""
    return Path(__file__).with_name(f"store-v{version}.sqlite3")


def _write_v1(store: Store) -> None:
    """A game in progress with undone moves, a finished one, and an imported one."""
    going = store.create_game(header("Ann", "Zoë"), '{"target": 15}', NOON)
    append_plies(store, going, 1, 5)
    for entry in (UndoEntry(to_ply=2), RedoEntry(to_ply=4), UndoEntry(to_ply=3), ply(4, action="buy 1-07 W1 *1")):
        store.append(going, entry)
    over = store.create_game(header("Ann", "merchant", "Bo", kinds=("human", "merchant", "human")), "{}", NOON)
    append_plies(store, over, 1, 7)
    store.finish(over, result(15, 3, 15), NOON + timedelta(hours=1))
    plies = tuple(ply(number).as_record() for number in range(1, 4))
    store.import_record(Record(header("Cy", "Di"), plies, result(4, 15)), NOON + timedelta(days=1))


def _write_v2(store: Store) -> None:
    """A game with a stand-in whose clock was saved within a turn."""
    timed = store.create_game(header("Ann", "merchant", kinds=("human", "merchant")), '{"target": 15}', NOON)
    append_plies(store, timed, 1, 1)
    store.append(timed, StandInEntry(ply=1, seat=1))
    store.append(timed, ply(2))
    store.save_clock(timed, (41_000, 299_999, 300_000))


def _write_v3(store: Store) -> None:
    """A game of three players, one of whom ran out of time."""
    timed = store.create_game(header("Ann", "Bo", "Cy"), '{"target": 15}', NOON)
    append_plies(store, timed, 1, 1)
    store.append(timed, ply(2, action="forfeit").model_copy(update={"clock": (0, 300_000, 0), "timed_out": True}))


def _write_v4(store: Store) -> None:
    """A game that starts from a position."""
    dealt = header().model_dump(exclude={"deal", "version"})
    begun = RecordHeader.model_validate(dealt | {"version": 2, "position": POSITION})
    game_id = store.create_game(begun, '{"target": 15}', NOON)
    store.append(game_id, ply(1).model_copy(update={"seat": 1}))


def _write_v5(store: Store) -> None:
    """A review of the first game."""
    for number, text in REVIEW.items():
        store.reviews.save(IDS[0], number, text)


def _write_v6(store: Store) -> None:
    """The player's progress in the learning game and the puzzles."""
    for subject, states in PROGRESS.items():
        for item, state in states.items():
            store.progress.save(subject, item, state)


def _write_v7(store: Store) -> None:
    """A game with a clock and an undone move that was redone."""
    timed = store.create_game(header("Ann", "Bo"), '{"target": 15}', NOON)
    append_plies(store, timed, 1, 2)
    store.append(timed, UndoEntry(to_ply=1, clock=(41_000, 300_000, 299_999)))
    store.append(timed, RedoEntry(to_ply=2, clock=(42_000, 300_000, 299_999)))


def _write_v8(store: Store) -> None:
    """The first game again, which was played last according to the counter, but not according to the times."""
    store.append(IDS[0], ply(5))


_ADDED: Final[Sequence[Callable[[Store], None]]] = (
    _write_v1,
    _write_v2,
    _write_v3,
    _write_v4,
    _write_v5,
    _write_v6,
    _write_v7,
    _write_v8,
)
VERSIONS: Final = range(1, 1 + len(_ADDED))


def written(folder: Path, version: int) -> Store:
    """Create a store in this folder with the contents of a version."""
    store = Store.open(folder, now=Calendar(), make_id=iter(IDS).__next__)
    for write in _ADDED[:version]:
        write(store)
    return store


def main() -> int:
    """Write the newest file unless it exists."""
    newest = golden(VERSIONS[-1])
    if newest.exists():
        return 1
    with tempfile.TemporaryDirectory() as name:
        written(Path(name), VERSIONS[-1]).close()
        newest.write_bytes((Path(name) / FILE).read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
