"""Grandmaster: the Guildmaster, who takes the time that there is."""

from typing import Final

from splendor_tui.bots.master import Master
from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.rules.state import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.words import N_, NP_

NAME: Final = NP_("computer player", "Grandmaster")
DESCRIPTION: Final = N_("Knows what the Guildmaster knows, and thinks ahead as long as it may.")
SECONDS: Final = 1.0
LEARNED: Final = True

_MOST_SIMULATIONS: Final = 100_000  # what memory is set aside for: about 1 kB each, 3 kB where nothing is compiled


def create() -> PolicyPlayer:
    """A player that searches until its budget ends."""
    return PolicyPlayer(Master(dict.fromkeys(range(MIN_PLAYERS, MAX_PLAYERS + 1), _MOST_SIMULATIONS)))
