"""What a computer player is: something that chooses an action from what its seat may know."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, TypeAlias, runtime_checkable

from splendor_tui.rules.actions import Action
from splendor_tui.rules.view import View
from splendor_tui.words import Message

MAX_CORES: Final = 4


def cores_to_search() -> int:
    """How many cores a search may use here. With more than two, one is left to the screen."""
    cores = os.cpu_count() or 1
    return min(MAX_CORES, cores if cores <= 2 else cores - 1)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a choice may take.

    `seconds` is what the bot may plan with. `cancelled` turns true when that time is up, or when nobody wants the answer any
    more; a bot polls it at least every 50 ms, and then answers at once with the best that it knows. With `nodes` a search ends
    after so many simulations instead, whatever the clock says, so that the same seed gives the same answer on any machine.
    A search by the clock may use so many `cores`.
    """

    seconds: float
    cancelled: Callable[[], bool]
    nodes: int | None = None
    cores: int = 1


class Bot(Protocol):
    """A computer player. It keeps nothing between two choices, so that undo and a resumed game do not confuse it."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """One of `legal_actions(view)`, where `view` is that of the seat to move and the game is not over.

        All chance comes from `rng`: the same view and the same state of `rng` give the same answer, as long as the budget is
        not cut short. A bot that wants the hidden cards makes worlds with `determinize(view, rng)`.
        """


@dataclass(frozen=True, slots=True)
class AdvisedAction:
    """One action: the chance to win with it for the seat to move, None where nobody has worked it out, and what speaks for it."""

    action: Action
    chance: float | None
    message: Message


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player considers: at least one choice, the best first, and at most a few.

    `chances` is the chance to win of every seat, empty where unknown; `nodes` is how many simulations were spent on it.
    """

    choices: Sequence[AdvisedAction]
    chances: Sequence[float] = ()
    nodes: int = 0

    @property
    def best(self) -> AdvisedAction:
        """What the player would do."""
        return self.choices[0]


Report: TypeAlias = Callable[[Advice], None]
"""Takes what a player considers while it still thinks; it is called in the thread that thinks."""


def unheard(_advice: Advice) -> None:
    """A report that nobody listens to."""


@runtime_checkable
class Advisor(Bot, Protocol):
    """A computer player that can say what it considers, and why."""

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = unheard) -> Advice:
        """Several choices; the best one is what `choose` would answer. A player that thinks long reports on the way."""


class TurnAdvisor(Advisor, Protocol):
    """An adviser that can look at one turn alone."""

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:
        """Every seat's chance to win after this turn, or the best one that begins so; empty where it cannot say."""
