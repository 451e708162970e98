"""What a computer player is: something that chooses an action from what its seat may know."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol, runtime_checkable

from splendor_tui.rules.actions import Action
from splendor_tui.rules.view import View
from splendor_tui.words import Message


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a choice may take.

    `seconds` is what the bot may plan with. `cancelled` turns true when that time is up, or when nobody wants the answer any
    more; a bot polls it at least every 50 ms, and then answers at once with the best that it knows.
    """

    seconds: float
    cancelled: Callable[[], bool]


class Bot(Protocol):
    """A computer player. It keeps nothing between two choices, so that undo and a resumed game do not confuse it."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """One of `legal_actions(view)`, where `view` is that of the seat to move and the game is not over.

        All chance comes from `rng`: the same view and the same state of `rng` give the same answer, as long as the budget is
        not cut short. A bot that wants the hidden cards makes worlds with `determinize(view, rng)`.
        """


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, and why."""

    action: Action
    message: Message


@runtime_checkable
class Advisor(Bot, Protocol):
    """A computer player that can say why."""

    def advise(self, view: View, rng: Random, budget: Budget) -> Advice:
        """What `choose` would answer, with the reason."""
