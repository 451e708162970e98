"""The app satisfies the protocol of its screens."""

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.app_protocol import Game
from tests.tui.opened_app import make_services


def test_app_implements_the_game_protocol(catalogue: Catalogue) -> None:
    game: Game = SplendorApp(make_services(catalogue))  # the type checker compares every method
    for name in (*Game.__annotations__, *vars(Game)):
        assert name.startswith("_") or hasattr(game, name)
