from pathlib import Path

import pytest

from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The cards and nobles of the printed game."""
    return load_catalogue(Path(__file__).parents[1] / "assets")
