"""Plays matches through the controller until it is killed: `python -m tests.match.crash.player FOLDER SEED`.

Every line of output reports what the controller has confirmed: a game's id and its ply.
"""

import sys
import time
from pathlib import Path
from random import Random

from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.match.live_match import resume_match, start_match
from splendor_tui.store import Store
from tests.match.tables import options, play_any
from tests.store.stored import NOON


def main() -> None:
    """Continue the last match, then play more matches."""
    store, catalogue, rng = Store.open(Path(sys.argv[1])), load_catalogue(), Random(int(sys.argv[2]))
    going = store.latest_unfinished()
    while True:
        if going:
            game_id = going.id
            table = resume_match(store, catalogue, game_id, now=time.monotonic, today=lambda: NOON)
        else:
            agreed = options(rng.randint(2, 4), clock=(60, 300))
            game_id, table = start_match(store, catalogue, agreed, now=time.monotonic, today=lambda: NOON)
        going = None
        table.begin()
        with store.claim(game_id):
            while table.outcome is None:
                play_any(table, rng)
                sys.stdout.write(f"{game_id} {table.ply}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
