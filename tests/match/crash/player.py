"""Plays matches through the controller until it is killed: `python -m tests.match.crash.player FOLDER SEED`.

Every line of output reports what the controller has confirmed: a game's id and its ply.
"""

import sys
from pathlib import Path
from random import Random

from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.store import Store
from tests.match.tables import load_match, options, play_any, save_match


def main() -> None:
    """Continue the last match, then play more matches."""
    store, catalogue, rng = Store.open(Path(sys.argv[1])), load_catalogue(), Random(int(sys.argv[2]))
    going = store.latest_unfinished()
    while True:
        if going:
            game_id, table = going.id, load_match(store, catalogue, going.id)
        else:
            game_id, table = save_match(store, catalogue, options(rng.randint(2, 4), clock=(60, 300)))
        going = None
        with store.claim(game_id):
            while table.outcome is None:
                play_any(table, rng)
                sys.stdout.write(f"{game_id} {table.ply}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
