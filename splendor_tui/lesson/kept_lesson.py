"""How far the learner is, kept beside the games."""

import json
from typing import Final

from splendor_tui.store import Store, StoreError
from splendor_tui.words import N_, Message

_SUBJECT: Final = "lesson"
_STEP: Final = "step"
_DONE: Final = "done"
_GAME: Final = "game"


class KeptLesson:
    """What is known of the learner in a store; without one nothing is, and nothing is kept.

    `problem` says why the last step could not be kept.
    """

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self.problem: Message | None = None
        if store is None:
            self.problem = N_("No place to keep games is known here, so the learning game begins anew next time.")

    @property
    def step(self) -> str | None:
        """The step at which the learner left; None where there is none to go on with."""
        match self._read(_STEP):
            case str(step) | [str(step), int(), int()]:
                return step
            case _:
                return None

    @property
    def place(self) -> tuple[int, int] | None:
        """The number of that step, and of how many; None where that is not known."""
        match self._read(_STEP):
            case [str(), int(number), int(count)]:
                return number, count
            case _:
                return None

    @property
    def done(self) -> bool:
        """Whether the lesson was played to its end once."""
        return self._read(_DONE) is True

    def is_first_game(self, game_id: str | None) -> bool:
        """Whether this is the game that followed the lesson."""
        return game_id is not None and self._read(_GAME) == game_id

    def reach(self, step: str | None, place: tuple[int, int] | None = None) -> None:
        """The learner is at this step, the `place` of which is its number and of how many; None is the beginning."""
        self._keep(_STEP, step if step is None or place is None else (step, *place))

    def finish(self) -> None:
        """The lesson has been played to its end; the next one begins at the beginning."""
        self._keep(_DONE, True)
        self.reach(None)

    def begin_game(self, game_id: str) -> None:
        """The learner plays this game now."""
        self._keep(_GAME, game_id)

    def _read(self, item: str) -> object:
        if self._store is None:
            return None
        try:
            found: object = json.loads(self._store.progress.load(_SUBJECT).get(item, "null"))
        except (StoreError, ValueError):  # whoever opens the games is told of the first, and the second says nothing
            return None
        return found

    def _keep(self, item: str, state: str | bool | tuple[str, int, int] | None) -> None:
        if self._store is None:
            return
        try:
            self._store.progress.keep(_SUBJECT, item, json.dumps(state))
        except StoreError as error:
            self.problem = N_("How far you are in the learning game is not kept. {reason}", reason=error.message)
        else:
            self.problem = None
