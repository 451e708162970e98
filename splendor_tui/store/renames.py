"""Renames of human players. Games keep the names that were played; statistics and ratings count the current names."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pydantic import ValidationError

from splendor_tui.inputs.player_names import PlayerName, name_key
from splendor_tui.inputs.strict_models import Strict
from splendor_tui.store.saved_progress import SavedProgress

SUBJECT: Final = "renames"
"""The progress subject. Its items are numbered in the order of the renames."""


class Rename(Strict):
    """A player's old and new name. If another player has the new name, the two count as one."""

    old: PlayerName
    new: PlayerName


def read_renames(states: Mapping[str, str]) -> Mapping[str, Rename]:
    """The readable renames among these progress states, by item, oldest first."""
    renames = {}
    for item, state in states.items():
        try:
            renames[item] = Rename.model_validate_json(state)
        except ValidationError:
            continue
    return renames


def current_name(name: str, renames: Iterable[Rename]) -> str:
    """The name of a human after these renames."""
    for rename in renames:
        if name_key(name) == name_key(rename.old):
            name = rename.new
    return name


class SavedRenames:
    """The renames, of which the last one can be undone. All methods raise StoreError if the disk or the file fails."""

    def __init__(self, progress: SavedProgress) -> None:
        self._progress = progress

    def load(self) -> Sequence[Rename]:
        """The renames, oldest first."""
        return [*read_renames(self._progress.load(SUBJECT)).values()]

    def add(self, rename: Rename) -> None:
        """Save another rename."""
        number = len(self._progress.load(SUBJECT)) + 1
        self._progress.save(SUBJECT, f"{number:06}", rename.model_dump_json())

    def undo(self) -> Rename | None:
        """Delete the last rename and return it. None if there is none."""
        renames = read_renames(self._progress.load(SUBJECT))
        if not renames:
            return None
        last = [*renames][-1]
        self._progress.delete(SUBJECT, last)
        return renames[last]
