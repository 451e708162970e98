"""Renames of human players. Records keep the names that were played; all else has the current names."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from pydantic import ValidationError

from splendor_tui.inputs.match_options import SeatOptions
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


def names_at_table(names: Sequence[str], humans: Collection[str], renames: Sequence[Rename]) -> Sequence[str]:
    """The names at a table after these renames of humans. Names that would then be the same stay."""
    now = {name: current_name(name, renames) if name in humans else name for name in names}
    if all(old == new for old, new in now.items()):
        return names
    for _name in names:  # a name that stays may be another's new one
        keys = Counter(map(name_key, now.values()))
        now = {old: new if keys[name_key(new)] == 1 else old for old, new in now.items()}
    return [now[name] for name in names]


def renamed_seats(seats: Sequence[SeatOptions], renames: Sequence[Rename]) -> tuple[SeatOptions, ...]:
    """The seats at a table with the names after these renames, as in `names_at_table`."""
    humans = [seat.name for seat in seats if not seat.is_bot]
    names = names_at_table([seat.name for seat in seats], humans, renames)
    return tuple(seat.model_copy(update={"name": name}) for seat, name in zip(seats, names, strict=True))


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
