"""Plays matches until it is killed, whatever happens to the folder: `python -m tests.match.crash.keeper FOLDER SEED`.

Every line of output has a game's id, its ply, and whether everything is saved.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.store import Store, StoreError
from tests.match.tables import options, play_any, save_match

ResultT = TypeVar("ResultT")
LONGEST_PAUSE = 0.01


def main() -> None:
    """Play matches."""
    folder, catalogue, rng = Path(sys.argv[1]), load_catalogue(), Random(int(sys.argv[2]))
    store = patiently(partial(Store.open, folder))
    while True:
        agreed = options(rng.randint(2, 4), clock=(60, 300))
        game_id, table = patiently(partial(save_match, store, catalogue, agreed))
        with patiently(partial(store.claim, game_id)):
            while table.outcome is None:
                play_any(table, rng)
                print(game_id, table.ply, table.not_saved is None, flush=True)
                time.sleep(rng.uniform(0, LONGEST_PAUSE))


def patiently(work: Callable[[], ResultT]) -> ResultT:
    """Repeat a call until the store works."""
    while True:
        try:
            return work()
        except StoreError:
            time.sleep(LONGEST_PAUSE)


if __name__ == "__main__":
    main()
