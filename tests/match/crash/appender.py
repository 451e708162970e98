"""Writes games to a store until it is killed: `python -m tests.match.crash.appender FOLDER`.

Every line of output reports what is saved: a game's id and its number of entries.
"""

import sys
from pathlib import Path

from splendor_tui.store import Store
from tests.store.stored import NOON, header, ply

PLIES = 60
"""The number of plies in a game before the next game starts."""


def main() -> None:
    """Continue the last game, then play more games."""
    store = Store.open(Path(sys.argv[1]))
    going = store.latest_unfinished()
    game_id, first = (going.id, going.plies + 1) if going else (store.create_game(header(), "{}", NOON), 1)
    while True:
        with store.claim(game_id):
            for number in range(first, PLIES + 1):
                store.append(game_id, ply(number))
                sys.stdout.write(f"{game_id} {number}\n")
                sys.stdout.flush()
        game_id, first = store.create_game(header(), "{}", NOON), 1


if __name__ == "__main__":
    main()
