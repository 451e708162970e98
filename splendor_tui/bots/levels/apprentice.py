"""Apprentice: somebody in the first week."""

from typing import Final

from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.bots.trader import Trader
from splendor_tui.bots.weights import Weights
from splendor_tui.words import N_, NP_

NAME: Final = NP_("computer player", "Apprentice")
DESCRIPTION: Final = N_("Buys what is cheap and near, misses many cards, and ignores nobles and rivals.")
SECONDS: Final = 1.0
LEARNED: Final = False

_WEIGHTS: Final = Weights(choices=0, patience=0.5, nobles=0.0, race=1.0, denial=0.0, menace=0.0, watchful=False)


def create() -> PolicyPlayer:
    """A player in a hurry that looks at its own cards only, and not even at all of them."""
    return PolicyPlayer(Trader(_WEIGHTS, overlooks=0.3, slip=0.5))
