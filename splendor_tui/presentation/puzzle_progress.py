"""Which puzzles the player has solved, and of which the solution was shown before."""

from enum import Enum, auto

from pydantic import ValidationError

from splendor_tui.inputs.problems import Strict
from splendor_tui.store import Store, StoreError
from splendor_tui.words import N_, Message

_SUBJECT = "puzzles"


class Solved(Enum):
    """How far a puzzle is."""

    NOT = auto()
    ALONE = auto()
    AFTER_SOLUTION = auto()
    """Solved when its solution had been shown."""


class _State(Strict):
    """A puzzle as the store keeps it; `shown` tells that its solution was shown before it was solved."""

    solved: bool
    shown: bool = False


class PuzzleProgress:
    """What is known of the puzzles, also of those that no file has any more. Without a store it lasts as long as this."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._states: dict[str, _State] = {}

    def load(self) -> None:
        """Read what is kept; a state that says nothing counts as none. Raises StoreError."""
        if self._store is not None:
            for item, text in self._store.progress.load(_SUBJECT).items():
                try:
                    self._states[item] = _State.model_validate_json(text)
                except ValidationError:
                    continue

    def state_of(self, puzzle_id: str) -> Solved:
        """How far this puzzle is."""
        state = self._states.get(puzzle_id)
        if state is None or not state.solved:
            return Solved.NOT
        return Solved.AFTER_SOLUTION if state.shown else Solved.ALONE

    def was_shown(self, puzzle_id: str) -> bool:
        """Whether the solution was shown before the puzzle was solved."""
        return puzzle_id in self._states and self._states[puzzle_id].shown

    def keep_solved(self, puzzle_id: str) -> Message | None:
        """Note that a puzzle is solved; answers with a sentence where that cannot be kept."""
        return self._keep(puzzle_id, _State(solved=True, shown=self.was_shown(puzzle_id)))

    def keep_shown(self, puzzle_id: str) -> Message | None:
        """Note that the solution is shown, which says nothing of a puzzle that is solved; answers as `keep_solved` does."""
        if self.state_of(puzzle_id) is not Solved.NOT:
            return None
        return self._keep(puzzle_id, _State(solved=False, shown=True))

    def _keep(self, puzzle_id: str, state: _State) -> Message | None:
        if self._states.get(puzzle_id) == state:
            return None
        self._states[puzzle_id] = state
        if self._store is None:
            return N_("Your result is not saved: there is no known place to save it.")
        try:
            self._store.progress.save(_SUBJECT, puzzle_id, state.model_dump_json())
        except StoreError as error:
            return error.message
        return None
