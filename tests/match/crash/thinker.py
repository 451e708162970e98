"""Thinks in a match with a clock until it is killed: `python -m tests.match.crash.thinker FOLDER`.

The simulated clock advances by seconds, as fast as they can be saved. Every line of output reports what is saved: a game's
id, its ply, and the clock.
"""

import sys
from pathlib import Path
from random import Random

from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.store import Store
from tests.match.tables import Time, options, play_any, save_match

THOUGHT = 40
"""The thinking time before each action, in seconds."""


def main() -> None:
    """Think and act repeatedly."""
    now, rng = Time(), Random(1)
    game_id, table = save_match(Store.open(Path(sys.argv[1])), load_catalogue(), options(clock=(60, 300)), now=now)
    while table.outcome is None and table.clock:
        for _second in range(THOUGHT):
            now.seconds += 1
            table.tick()
            print(game_id, table.ply, *table.clock.snapshot(), flush=True)
        play_any(table, rng)


if __name__ == "__main__":
    main()
