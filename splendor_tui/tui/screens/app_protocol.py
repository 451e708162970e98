"""What a screen may ask of the app that shows it."""

from collections.abc import Callable
from typing import Any, Protocol

from textual.screen import Screen

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.services import Services
from splendor_tui.tui.keys.key_commands import KeyCommands
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.jewel_paint import JewelStyle
from splendor_tui.words import Message


class Game(Protocol):
    """The app as its screens know it: what they share, and the ways between them."""

    services: Services
    glyphs: Glyphs

    @property
    def jewels(self) -> JewelStyle:
        """How jewels are painted on this terminal in the theme in force."""

    def key_of(self, commands: KeyCommands) -> Callable[[str], str]:
        """How the keys of these commands, and of those that can be done everywhere, are written on the screen, by their ids."""

    def say(self, sentence: Message | str, *, wrong: bool = False) -> None:
        """Show a sentence for a few seconds."""

    def change_settings(self, settings: Settings) -> None:
        """Put settings in force at once, and remember them."""

    def start(self, options: MatchOptions) -> None:
        """Deal a new match and play it."""

    def go_on(self, game_id: str) -> None:
        """Continue a stored game, or say why that is not possible."""

    def watch_game(self, game_id: str) -> None:
        """Show a stored game on the table, or say why that is not possible."""

    def copy_game(self, game_id: str) -> None:
        """Copy the record of a stored game that is over, or say why that is not possible."""

    def push_screen(self, screen: Screen[None]) -> object:
        """Show a screen above the others."""

    def home(self) -> None:
        """Close everything above the home screen."""

    def close_above(self, screen: Screen[Any]) -> None:
        """Close everything that is above a screen."""

    def action_rules(self) -> None:
        """Show the rules."""
