import pytest

from splendor_tui.bots.learned.encoding import CardSet, encode_card_set
from splendor_tui.rules.catalogue import Catalogue


@pytest.fixture(scope="session")
def box(catalogue: Catalogue) -> CardSet:
    """The encoded cards of the original game."""
    return encode_card_set(catalogue)
