"""Guildmaster: an expert, who looks a little ahead."""

from typing import Final

from splendor_tui.bots.master import Master
from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.words import N_, NP_

NAME: Final = NP_("computer player", "Guildmaster")
DESCRIPTION: Final = N_("Has learned from many thousands of games what a position is worth, and looks a little ahead.")
SECONDS: Final = 0.2
LEARNED: Final = True

# By the number of players: enough to be an expert, few enough that the step up from the Merchant can be climbed.
_SIMULATIONS: Final = {2: 30, 3: 40, 4: 30}


def create() -> PolicyPlayer:
    """A player with a search that is over before `SECONDS` on most machines, so that it is as strong on all of them."""
    return PolicyPlayer(Master(_SIMULATIONS))
