"""The player that goes by what was learned in self-play."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Final

from splendor_tui.bots.player import Budget
from splendor_tui.bots.policy import Policy, Progress, Ranking, TurnJudge
from splendor_tui.bots.trader import Trader
from splendor_tui.bots.weights import Weights
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import GameOptions
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message

LEARNED_TARGETS: Final = range(5, 31)
"""The targets of self-play. Beyond them the nets guess."""

# What has to do with nets is imported where it is needed: numpy takes a while, and naming a level must not.


class Master:
    """A policy that searches with the net of the package for the game's number of players; without one it is a Merchant.

    `simulations` is how far it searches at most, by the number of players.
    """

    def __init__(self, simulations: Mapping[int, int]) -> None:
        self._simulations = simulations
        self._policies: dict[tuple[GameOptions, Catalogue], Policy] = {}

    def rank(self, view: View, rng: Random, budget: Budget, progress: Progress) -> Ranking:
        """The actions by their chance to win."""
        return self._policy(view).rank(view, rng, budget, progress)

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Ranking | None:
        """The turn by its chance to win; None without a net."""
        policy = self._policy(view)
        return policy.judge(view, turn, rng, budget) if isinstance(policy, TurnJudge) else None

    def _policy(self, view: View) -> Policy:
        game = view.options, view.catalogue
        if game not in self._policies:
            self._policies[game] = self._policy_for(*game)
        return self._policies[game]

    def _policy_for(self, options: GameOptions, catalogue: Catalogue) -> Policy:
        from splendor_tui.bots.learned.learned_policy import LearnedPolicy
        from splendor_tui.bots.learned.net import NetError, load_shipped_net

        if options.target in LEARNED_TARGETS:
            with suppress(NetError):
                net = load_shipped_net(options.players, catalogue)
                return LearnedPolicy(net, catalogue, self._simulations[options.players])
        return Trader(Weights())  # `shortcoming` says so


def shortcoming(options: GameOptions, catalogue: Catalogue) -> Message | None:
    """Why a Master plays such a game as a Merchant; None when it does not."""
    from splendor_tui.bots.learned.net import NetError, load_shipped_net

    if options.target not in LEARNED_TARGETS:
        return N_(
            "The nets have learned games to {least} to {most} points only. The Merchant plays instead.",
            least=LEARNED_TARGETS[0],
            most=LEARNED_TARGETS[-1],
        )
    try:
        load_shipped_net(options.players, catalogue)
    except NetError as error:
        return N_("{fault} The Merchant plays instead.", fault=error.message)
    return None
