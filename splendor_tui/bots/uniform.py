"""The player without a thought: what everything else is measured against."""

from random import Random

from splendor_tui.bots.player import Budget
from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View


class Uniform:
    """Chooses each of the legal actions equally often."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:  # noqa: ARG002 - it never takes long
        """One legal action, drawn by lot."""
        return rng.choice(legal_actions(view))
