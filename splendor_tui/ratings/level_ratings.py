"""How strong the levels of computer players are, in points of Elo: the one table of these numbers.

They are those of the ladder for two players in docs/computer-players.md, rounded, and moved so that the lowest level has 1,000.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LEVEL_RATINGS: Final[Mapping[str, float]] = MappingProxyType(
    {"apprentice": 1000.0, "journeyman": 1330.0, "merchant": 1550.0, "guildmaster": 1800.0, "grandmaster": 1995.0}
)
