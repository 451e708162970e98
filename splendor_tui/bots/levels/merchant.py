"""Merchant: plans for one or two cards at a time, counts nobles, and keeps an eye on what the others can buy."""

from typing import Final

from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.bots.trader import Trader
from splendor_tui.bots.weights import Weights
from splendor_tui.words import N_, NP_

NAME: Final = NP_("computer player", "Merchant")
DESCRIPTION: Final = N_("Plans for one or two cards, counts the nobles, and takes away what the others need.")
SECONDS: Final = 1.0
LEARNED: Final = False


def create() -> PolicyPlayer:
    """A player that makes no mistakes, with the weights that play best."""
    return PolicyPlayer(Trader(Weights()))
