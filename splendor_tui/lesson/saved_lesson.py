"""The learner's progress: the lesson step, and the first real game after the lesson. It is saved with the games."""

import json
from typing import Final

from splendor_tui.bots.levels import LEVELS, get_level
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import HUMAN, SeatOptions, make_options
from splendor_tui.inputs.player_names import free_name
from splendor_tui.match.match_lifecycle import LiveMatch, begin
from splendor_tui.match.services import Services
from splendor_tui.presentation.match_draft import is_guest_name
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.store import Store, StoreError
from splendor_tui.words import N_

_SUBJECT: Final = "lesson"
_STEP: Final = "step"
_DONE: Final = "done"
_GAME: Final = "game"
TARGET: Final = 10
_LEVEL: Final = LEVELS[0]


class LessonProgress:
    """The progress saved in a store. Without a store, nothing is saved.

    `problem` is the reason why the last step could not be saved, if any.
    """

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self.problem = N_("No save folder: the learning game starts over next time.") if store is None else None

    @property
    def step(self) -> str | None:
        """The step at which to resume, or None."""
        match self._read(_STEP):
            case str(step) | [str(step), int(), int()]:
                return step
        return None

    @property
    def place(self) -> tuple[int, int] | None:
        """The number of the saved step and the number of steps. None if unknown."""
        match self._read(_STEP):
            case [str(), int(number), int(count)]:
                return number, count
        return None

    @property
    def done(self) -> bool:
        """Whether the lesson has ever been completed."""
        return self._read(_DONE) is True

    def is_first_game(self, game_id: str | None) -> bool:
        """Whether this is the first real game after the lesson."""
        return game_id is not None and self._read(_GAME) == game_id

    def reach(self, step: str | None, place: tuple[int, int] | None = None) -> None:
        """Save the current step and its `place` (number, number of steps). None means the start."""
        self._save(_STEP, step if step is None or place is None else (step, *place))

    def finish(self) -> None:
        """Save that the lesson is complete. Next time, it starts at the beginning."""
        self._save(_DONE, True)
        self.reach(None)

    def begin_game(self, game_id: str) -> None:
        """Save which game is the first real game."""
        self._save(_GAME, game_id)

    def _read(self, item: str) -> object:
        if self._store is None:
            return None
        try:
            found: object = json.loads(self._store.progress.load(_SUBJECT).get(item, "null"))
        except (StoreError, ValueError):  # the program reported the StoreError when it opened the games
            return None
        return found

    def _save(self, item: str, state: str | bool | tuple[str, int, int] | None) -> None:
        if self._store is None:
            return
        try:
            self._store.progress.save(_SUBJECT, item, json.dumps(state))
        except StoreError as error:
            self.problem = N_("Your progress in the learning game is not saved. {reason}", reason=error.message)
        else:
            self.problem = None


def begin_first_game(services: Services, learner: str) -> LiveMatch:
    """Deal the learner's first real game: a short one against the weakest level. It starts even if it cannot be saved.

    Unless the settings have a name already, the new game screen proposes the learner's.
    """
    settings = services.settings
    if all(map(is_guest_name, settings.names)):
        services.change_settings(settings.changed(names=(learner,)))  # best effort, as a name is easily typed again
    rival = free_name(str(get_level(_LEVEL).name), [learner])
    seats = [SeatOptions(name=learner, kind=HUMAN), SeatOptions(name=rival, kind=_LEVEL)]
    options = make_options(seats, MatchRules(target=TARGET))
    live = begin(services, options)
    if live.game_id is not None:
        LessonProgress(services.store).begin_game(live.game_id)
    return live


def session_of(live: LiveMatch, services: Services) -> MatchSession:
    """The session of a match. The first real game after the lesson has a coach."""
    if not LessonProgress(services.store).is_first_game(live.game_id):
        return MatchSession(live, services)
    from splendor_tui.lesson.first_game_coach import FirstGameSession  # most games need no coach

    return FirstGameSession(live, services)
