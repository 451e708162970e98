"""A game that several tests of records share."""

import pytest

from splendor_tui.record import Record
from splendor_tui.rules.catalogue import Catalogue
from tests.record.recorded import Table


@pytest.fixture(scope="module")
def played(catalogue: Catalogue) -> Record:
    """A finished two-player game."""
    table = Table(catalogue)
    table.play_at_random(1)
    return table.record()
