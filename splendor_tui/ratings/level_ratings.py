"""How strong the levels of computer players are, in points of Elo: the one table of these numbers.

Where each comes from stands in docs/ratings.md. They are differences that were measured between two players at a table; the
lowest level has 1,000 by definition.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LEVEL_RATINGS: Final[Mapping[str, float]] = MappingProxyType(
    {"apprentice": 1000.0, "journeyman": 1240.0, "merchant": 1560.0, "guildmaster": 1870.0, "grandmaster": 2010.0}
)
