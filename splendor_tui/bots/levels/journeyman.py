"""Journeyman: works for one card at a time."""

from typing import Final

from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.bots.trader import Trader
from splendor_tui.bots.weights import Weights
from splendor_tui.words import N_, NP_

NAME: Final = NP_("computer player", "Journeyman")
DESCRIPTION: Final = N_("Works for one card at a time, and sees nobles and rivals only when it is almost too late.")
SECONDS: Final = 1.0
LEARNED: Final = False

_WEIGHTS: Final = Weights(choices=0, nearness=0.0, race=1.0, denial=0.0, menace=0.0)


def create() -> PolicyPlayer:
    """A casual player: the Merchant without its second card and most of its foresight, now and then a little careless."""
    return PolicyPlayer(Trader(_WEIGHTS, overlooks=0.05, slip=0.25))
