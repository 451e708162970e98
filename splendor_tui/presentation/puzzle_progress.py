"""Which puzzles the player has solved."""

from pydantic import ValidationError

from splendor_tui.inputs.strict_model import Strict
from splendor_tui.store import Store, StoreError
from splendor_tui.words import N_, Message

_SUBJECT = "puzzles"


class _State(Strict):
    """How far a puzzle is, as the store keeps it."""

    solved: bool


class PuzzleProgress:
    """The puzzles that are solved, by id: also those that no file has any more. Without a store they last as long as this."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self.solved: set[str] = set()

    def load(self) -> None:
        """Read what is kept; a state that says nothing counts as none. Raises StoreError."""
        if self._store is not None:
            states = self._store.progress.load(_SUBJECT)
            self.solved |= {item for item, state in states.items() if _is_solved(state)}

    def keep_solved(self, puzzle_id: str) -> Message | None:
        """Note that a puzzle is solved; answers with a sentence where that cannot be kept."""
        self.solved.add(puzzle_id)
        if self._store is None:
            return N_("That is not kept: no place for it is known here.")
        try:
            self._store.progress.keep(_SUBJECT, puzzle_id, _State(solved=True).model_dump_json())
        except StoreError as error:
            return error.message
        return None


def _is_solved(state: str) -> bool:
    try:
        return _State.model_validate_json(state).solved
    except ValidationError:
        return False
