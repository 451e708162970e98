"""The interface of the app that screens use."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from textual.screen import Screen

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.match.services import Services
from splendor_tui.presentation.commands import Command, Commands
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.jewels import JewelStyle
from splendor_tui.words import Message

ResultT = TypeVar("ResultT")


class Matches(Protocol):
    """Opens matches on screen, or shows why that is impossible."""

    def start(self, options: MatchOptions) -> None:
        """Start a new match and play it."""

    def play(self, live: LiveMatch) -> None:
        """Play a match."""

    def resume(self, game_id: str) -> None:
        """Resume a saved match."""

    def watch_game(self, game_id: str) -> None:
        """Replay a saved game."""

    def copy_game(self, game_id: str) -> None:
        """Copy the record of a finished game."""

    def copy_result(self, game_id: str) -> None:
        """Copy the result of a finished game."""

    def picture_game(self, game_id: str) -> None:
        """Show the final table of a finished game, and save a picture of it."""


class Program(Protocol):
    """The app as screens see it: shared services and navigation."""

    services: Services
    glyphs: Glyphs
    clicked_again: bool
    """Whether the last two inputs were clicks in one row. A double click must not answer the question that it asked."""

    @property
    def why_plain(self) -> Message | None:
        """The reason why automatic symbols are plain ones, if they are."""

    @property
    def matches(self) -> Matches:
        """Opens matches on screen."""

    @property
    def jewels(self) -> JewelStyle:
        """The style of jewels for this terminal and theme."""

    def key_of(self, commands: Commands) -> Callable[[Command], str]:
        """A function that maps command ids to key labels, for these commands and the app's."""

    def say(self, sentence: Message | str, *, wrong: bool = False) -> None:
        """Show a sentence for a few seconds."""

    def reporting(self) -> AbstractContextManager[None]:
        """Show the reason for a few seconds if a call fails."""

    def answer(self, sentence: Message | str) -> None:
        """Show the answer to a key for a few seconds. It replaces the previous answer."""

    def remove_answer(self) -> None:
        """Remove the last answer, which no longer applies."""

    def wait_for_pause(self) -> None:
        """Ignore keys until there was a pause, because another player has the keyboard now."""

    def change_settings(self, settings: Settings) -> None:
        """Apply settings immediately, and save them."""

    def push_screen(self, screen: Screen[ResultT], callback: Callable[[ResultT | None], None] | None = None) -> object:
        """Show a screen above the others. `callback` is called with its result when it closes."""

    def home(self) -> None:
        """Close every screen above the home screen."""

    def close_above(self, screen: Screen[Any]) -> None:
        """Close every screen above this one."""

    def save_picture(self, game_id: str | None) -> None:
        """Save a picture of the screen, which shows a finished game. `game_id` is its id, if it is saved."""

    def action_rules(self) -> None:
        """Open the rules."""
