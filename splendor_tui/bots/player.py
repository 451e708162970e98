"""What a computer player is: something that chooses an action from what its seat may know."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.view import View

Detail: TypeAlias = Card | Noble | Tokens | int


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
    """An action and why, as a sentence in two parts, for a translator: a template and the details that it names."""

    action: Action
    template: str
    details: Mapping[str, Detail] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The reason in English; cards and nobles are named as in notation."""
        return self.template.format_map({key: _words(value) for key, value in self.details.items()})


@runtime_checkable
class Advisor(Bot, Protocol):
    """A computer player that can say why."""

    def advise(self, view: View, rng: Random, budget: Budget) -> Advice:
        """What `choose` would answer, with the reason."""


def _words(value: Detail) -> str:
    match value:
        case Card():
            return f"the {value.bonus} card {value.id}"
        case Noble():
            return value.name
        case _:
            return str(value)
