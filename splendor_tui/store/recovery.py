"""Recovery of a games file that is damaged when it is opened: what is readable is saved to a new file."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

from splendor_tui.inputs.files import copy_file, make_private_file, sync_folder
from splendor_tui.store import database
from splendor_tui.store.database import FILE_NAME, with_companions
from splendor_tui.store.merging import merge_file
from splendor_tui.words import NN_, Message

Merge: TypeAlias = Callable[[sqlite3.Connection], None]
"""Adds games to a file."""

DAMAGED: Final = "damaged"
"""The kind of backup of a damaged file."""


def restore(folder: Path, source: Path, merge: Merge) -> tuple[Message, ...]:
    """Replace the folder's damaged games file by a sound one. Returns messages for the player.

    `source` is the damaged file or a copy of it. `merge` adds games, which take precedence. Each other clock falls back to
    its reading at the last ply. The damaged file stays in place until the last step, so an interrupted restore starts over.
    """
    path, backup = folder / FILE_NAME, database.next_backup(folder, DAMAGED)
    with ExitStack() as undo:
        for original, copy in zip(with_companions(path), with_companions(backup), strict=True):
            if original.exists() and not original.name.endswith("-shm"):
                undo.callback(copy.unlink, missing_ok=True)
                copy_file(original, copy)
        with new_file(folder) as target:
            merge(target)
            count, cut = merge_file(target, source)
        undo.pop_all()
    database.delete_old_backups(folder, DAMAGED)
    recovered = NN_(
        "The games file was damaged. It is saved as {file}, and {count} game was recovered.",
        "The games file was damaged. It is saved as {file}, and {count} games were recovered.",
        count,
        file=backup.name,
    )
    shortened = NN_(
        "{count} recovered game is missing its last actions.",
        "{count} recovered games are missing their last actions.",
        cut,
    )
    return (recovered, shortened) if cut else (recovered,)


@contextmanager
def new_file(folder: Path) -> Iterator[sqlite3.Connection]:
    """Yield a new games file to write to. If the block succeeds, the new file replaces the one in the folder."""
    path, rescued = folder / FILE_NAME, folder / "games.rescued.sqlite3"
    for leftover in with_companions(rescued):
        leftover.unlink(missing_ok=True)
    make_private_file(rescued)
    with closing(database.connect(rescued)) as target:
        database.migrate(target, folder)
        with target:
            target.execute("BEGIN IMMEDIATE")
            yield target
    for companion in database.COMPANIONS:  # the companions belong to the old file
        path.with_name(FILE_NAME + companion).unlink(missing_ok=True)
    rescued.replace(path)
    sync_folder(folder)
