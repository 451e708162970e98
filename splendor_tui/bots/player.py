"""The interfaces of computer players, which choose an action based on what is visible to their seat."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, Protocol, TypeAlias

from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View

_MAX_CORES: Final = 4
_MAX_CHOICES: Final = 3
"""The maximum number of choices that a policy advises."""


def cores_to_search() -> int:
    """The number of cores for a search, at most _MAX_CORES. If there are more than two, one is reserved for the UI."""
    cores = os.cpu_count() or 1
    return min(_MAX_CORES, cores if cores <= 2 else cores - 1)


class Budget(NamedTuple):
    """The limits for choosing one action.

    `seconds` is the planned time. `cancelled` becomes true when the time is up or the request is stale. A bot polls it at
    least every 50 ms, and then returns its best answer immediately. With `nodes`, a search ends after that many simulations
    instead of by the clock, so that a seed gives the same answer on every machine. `cores` limits the threads.
    """

    seconds: float
    cancelled: Callable[[], bool]
    nodes: int | None = None
    cores: int = 1


# --- players -----------------------------------------------------------------------------------------------------------


class Bot(Protocol):
    """A computer player. Its answers do not depend on earlier ones, so a match can be undone and resumed."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """Choose one of `legal_actions(view)`. The view must be that of the seat to move.

        All randomness comes from `rng`: the same view and `rng` give the same answer unless the budget ends the search.
        To guess hidden cards, use `determinize(view, rng)`.
        """


class AdvisedAction(NamedTuple):
    """An action and the chance of winning with it (None if unknown). `reasons.reason` gives its reason."""

    action: Action
    chance: float | None = None


class Advice(NamedTuple):
    """One or more choices, best first.

    `chances` are each seat's chance of winning, or empty if unknown. `nodes` is the number of simulations run.
    """

    choices: Sequence[AdvisedAction]
    chances: Sequence[float] = ()
    nodes: int = 0

    @property
    def best(self) -> AdvisedAction:
        """The first choice."""
        return self.choices[0]


Report: TypeAlias = Callable[[Advice], None]
"""A callback for interim advice. It runs in the thread of the computer player."""


def ignore_report(_report: object) -> None:
    """A no-op callback."""


class Advisor(Bot, Protocol):
    """A computer player that gives its best choices."""

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:
        """The best choices, starting with the one that `choose` would return. Slow players report interim advice."""


class TurnAdvisor(Advisor, Protocol):
    """An advisor that can evaluate a given turn."""

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:
        """Every seat's chance of winning after this turn, or after the best turn that begins with it. Empty if unknown."""


class Uniform:
    """The baseline, which chooses each legal action with the same probability."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:  # noqa: ARG002 - always fast
        """A random legal action."""
        return rng.choice(legal_actions(view))


# --- policies ----------------------------------------------------------------------------------------------------------


class Policy(ABC):
    """A computer player that ranks the actions of the seat to move, and plays the first."""

    @abstractmethod
    def rank(self, view: View, rng: Random, budget: Budget, report: Report) -> Advice:
        """The actions considered, best first. The rules for `Bot.choose` apply. Slow policies report interim advice."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """The first of the actions that `rank` returns."""
        return self.rank(view, rng, budget, ignore_report).best.action

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:
        """The first _MAX_CHOICES of the actions that `rank` returns."""
        return _shorten(self.rank(view, rng, budget, lambda advice: report(_shorten(advice))))

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:  # noqa: ARG002
        """Every seat's chance of winning after this turn, or after the best turn that begins with it. Empty if unknown."""
        return ()

    def ponder(self, view: View, rng: Random, cancelled: Callable[[], bool]) -> None:  # noqa: B027
        """Search ahead for its next choice, from its own view while another seat is to move.

        Returns soon after `cancelled()`, or when the search is complete. Fast policies do nothing.
        """


def _shorten(advice: Advice) -> Advice:
    return advice._replace(choices=advice.choices[:_MAX_CHOICES])
