"""The numbers of the rules."""

from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
DEFAULT_TARGET: Final = 15
MAX_TARGET: Final = 50
COLUMNS: Final = 4
TOKEN_LIMIT: Final = 10
HAND_LIMIT: Final = 3
GOLD_TOKENS: Final = 5
GEMS_OF_EACH: Final = {2: 4, 3: 5, 4: 7}
LAST_ROUND_AT: Final = 4_900
"""Ruling: the round that reaches this ply is the last, so players cannot take and return tokens forever."""
