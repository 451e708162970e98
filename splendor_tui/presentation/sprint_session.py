"""A challenge: reach 15 points in as few turns as possible, without a rival."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Self

from splendor_tui.match.background import cancelled_on_exit, in_background
from splendor_tui.match.services import Services
from splendor_tui.presentation.activity import Effect, Show
from splendor_tui.presentation.challenge_session import GameSession
from splendor_tui.presentation.dates import local_time
from splendor_tui.presentation.table_model import Changes, TableModel
from splendor_tui.puzzles.sprint import BEAM, begin_sprint, fewest_turns
from splendor_tui.rules.actions import Action
from splendor_tui.rules.state import Phase, State
from splendor_tui.words import N_, NN_, Message


def describe_turns(number: int) -> Message:
    """The number of turns, which is the score."""
    return NN_("{count} turn", "{count} turns", number)


class SprintSession(GameSession):
    """A game alone. At the end, a search that keeps `beam` positions shows what was possible."""

    waiting = N_("A search is looking for fewer turns…")

    def __init__(self, start: State, beam: int = BEAM) -> None:
        super().__init__()
        self._start = start
        self.deal(start)
        self._beam = beam
        self._best: int | None = None

    @classmethod
    def of_today(cls, services: Services) -> Self:
        """The deal of this day, the same for everyone."""
        return cls(begin_sprint(services.catalogue, f"sprint {local_time(services.today()).date()}"))

    @property
    def names(self) -> tuple[str, ...]:
        """The player's name, and none for the empty seat."""
        return self.player, ""

    def model(self) -> TableModel:
        """The table without marks, because no rival changes it."""
        return replace(super().model(), changes=Changes.between(self.view, self.view))

    @property
    def banner(self) -> Message:
        """The number of the turn."""
        return N_("SPRINT: turn {number}", number=self._state.round)

    @property
    def task(self) -> Message:
        """What to do."""
        return N_("Reach {target} points in as few turns as possible.", target=self._state.options.target)

    @property
    def standing(self) -> Message:
        """The number of the turn."""
        return N_("This is turn {number}.", number=self._state.round)

    @property
    def over(self) -> bool:
        """Whether the race is over."""
        return self._state.phase is Phase.OVER

    @property
    def score(self) -> int | None:
        """The turns needed, or None if the target has not been reached."""
        reached = self._state.players[0].points >= self._state.options.target
        return self._state.round if self.over and reached else None

    @property
    def report(self) -> Sequence[Message]:
        """The score and the best known one, at the end."""
        if not self.over or self.is_thinking:
            return ()
        if self.score is None:
            return [N_("No action is left, so this attempt does not count.")]
        sentences = [N_("Done in {turns}.", turns=describe_turns(self.score))]
        if self._best is not None:
            found = describe_turns(self._best)
            beaten = self.score < self._best
            sentences += [
                N_("This beats the search, which needs {turns}.", turns=found)
                if beaten
                else N_("The best known score is {turns}.", turns=found),
                N_("The search knows the order of the decks, and may have missed a faster way."),
            ]
        return sentences

    def play(self, action: Action) -> Effect:
        """Play an action. Raises IllegalActionError."""
        problem = self.apply(action)
        if self.score is None:
            return Show(problem)
        return self._think(partial(self._compare, problem), self.waiting)

    async def _compare(self, problem: Message | None) -> Effect:
        """Find the best known score. `problem` explains why this score is not saved."""
        with cancelled_on_exit() as cancelled:
            self._best = await in_background(partial(fewest_turns, self._start, cancelled.is_set, self._beam))
        return Show(problem)
