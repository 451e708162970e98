"""What a player makes of its actions before it is put into words, and the computer player that this makes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Report, unheard
from splendor_tui.bots.reasons import reason
from splendor_tui.rules.actions import Action
from splendor_tui.rules.view import View

ADVISED: Final = 3  # choices in an advice


class Ranked(NamedTuple):
    """An action, and the chance to win with it for the seat to move; None where nobody has worked that out."""

    action: Action
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """At least one action, the best first; `chances` and `nodes` as in `Advice`."""

    actions: Sequence[Ranked]
    chances: Sequence[float] = ()
    nodes: int = 0


Progress: TypeAlias = Callable[[Ranking], None]


class Policy(Protocol):
    """Ranks legal actions of the seat to move. What `Bot.choose` says of views, chance and budgets holds here as well."""

    def rank(self, view: View, rng: Random, budget: Budget, progress: Progress) -> Ranking:
        """All actions that were looked at. A policy that thinks long also tells `progress` on the way."""


@runtime_checkable
class TurnJudge(Protocol):
    """A policy that can look at one turn alone."""

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Ranking | None:
        """The first action of the turn with the chances that the whole turn leaves; None where it cannot be judged.

        A first action alone stands for the best turn that begins with it. The turn must be legal.
        """


class PolicyPlayer:
    """A computer player that does what its policy ranks first."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """The first action."""
        return self.policy.rank(view, rng, budget, lambda _ranking: None).actions[0].action

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = unheard) -> Advice:
        """The first few actions, each with what speaks for it."""
        ranking = self.policy.rank(view, rng, budget, lambda ranking: report(_in_words(view, ranking)))
        return _in_words(view, ranking)

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:
        """Every seat's chance to win after this turn, or the best one that begins so; empty where the policy cannot say."""
        ranking = self.policy.judge(view, turn, rng, budget) if isinstance(self.policy, TurnJudge) else None
        return ranking.chances if ranking else ()


def _in_words(view: View, ranking: Ranking) -> Advice:
    choices = [AdvisedAction(action, chance, reason(view, action)) for action, chance in ranking.actions[:ADVISED]]
    return Advice(choices, ranking.chances, ranking.nodes)
