"""The nobles that the nets have been trained with. Other nobles are read as combinations of these."""

from collections.abc import Iterable, Sequence
from typing import Final

from splendor_tui.rules.cards import Noble
from splendor_tui.rules.catalogue import Catalogue, digest_of
from splendor_tui.rules.gems import pack

KNOWN_NOBLES: Final = tuple(
    Noble.of(noble_id, noble_id, 3, pack(cost))
    for noble_id, cost in (
        ("henry-viii", (0, 0, 0, 4, 4)),
        ("mary-stuart", (0, 0, 4, 4, 0)),
        ("suleiman-the-magnificent", (0, 4, 4, 0, 0)),
        ("isabella-of-castile", (4, 0, 0, 0, 4)),
        ("machiavelli", (4, 4, 0, 0, 0)),
        ("francis-i-of-france", (0, 0, 3, 3, 3)),
        ("catherine-de-medici", (0, 3, 3, 3, 0)),
        ("charles-v", (3, 0, 0, 3, 3)),
        ("elisabeth-of-austria", (3, 3, 0, 0, 3)),
        ("anne-of-brittany", (3, 3, 3, 0, 0)),
    )
)
"""In the order of their rows in the nets. Their names are their ids."""


KNOWN_SET: Final = "8b9c485d4f1ee7c9"
"""The digest of the cards and nobles that the nets know."""


def knows_cards(catalogue: Catalogue) -> bool:
    """Whether the nets know the cards of this catalogue, whatever its nobles."""
    return digest_of(catalogue.cards, KNOWN_NOBLES) == KNOWN_SET


def unknown_nobles(nobles: Iterable[Noble]) -> Sequence[Noble]:
    """Those of these nobles that the nets do not know. Neither their names nor their ids matter."""
    known = {(noble.cost, noble.points) for noble in KNOWN_NOBLES}
    return [noble for noble in nobles if (noble.cost, noble.points) not in known]
