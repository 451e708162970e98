"""Plays on a disk that becomes full and is then cleared: `python -m tests.store.filler FOLDER`.

It mounts a small disk in memory at FOLDER. Run it under `unshare --mount`, so that other processes do not see the disk.
"""

import subprocess
import sys
from pathlib import Path

from splendor_tui.store import StoreError, StoreFault
from tests.store.stored import create, entries_of, open_store, ply

DISK = "size=400k"
ROUNDS = 20


def main() -> None:
    """Fill the disk, check that an entry is refused, free space, and save the entry."""
    folder = Path(sys.argv[1])
    subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "tmpfs", folder], check=True)  # noqa: S607 - it stands in different places
    ballast = folder / "ballast"
    number = 0
    with open_store(folder) as store:
        game_id = create(store)
        for _round in range(ROUNDS):
            fill(ballast)
            try:
                while True:
                    store.append(game_id, ply(number + 1))
                    number += 1
            except StoreError as error:
                if error.fault is not StoreFault.DISK_FULL:
                    raise
            ballast.unlink()
            store.append(game_id, ply(number + 1))
            number += 1
    with open_store(folder) as store:
        if entries_of(store, game_id) != tuple(ply(each) for each in range(1, number + 1)) or store.notices:
            sys.exit("an entry is missing")
    print(f"{number} entries")


def fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            return


if __name__ == "__main__":
    main()
