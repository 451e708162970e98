"""What all screens of the game have in common."""

from typing import ClassVar, TypeVar, cast

from textual.await_complete import AwaitComplete
from textual.screen import Screen

from splendor_tui.match.services import Services
from splendor_tui.tui.keys.key_commands import Actions
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.screens.game import Game

ResultT = TypeVar("ResultT")


class GameScreen(Screen[ResultT]):
    """A screen that says of itself what can be done on it.

    A subclass writes `ACTIONS = …` and `BINDINGS = bindings(ACTIONS)`. `ABOUT` tells in a sentence or two where one is; the
    help begins with it. `SECRET` screens stand between two players: no palette comes over them. A match that is beneath a screen
    stands still with its clock, unless `STOPS_CLOCK` is false because one may look there while one thinks.
    """

    ACTIONS: ClassVar[Actions] = ()
    ABOUT: ClassVar[str] = ""
    SECRET: ClassVar[bool] = False
    STOPS_CLOCK: ClassVar[bool] = True

    @property
    def game(self) -> Game:
        """The app, as what screens know of it."""
        return cast("Game", self.app)

    @property
    def house(self) -> Services:
        """What is played with."""
        return self.game.house

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with now."""
        return self.game.glyphs

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key that comes before the screen stands, or when another one covers it already, does nothing here."""
        return self.is_mounted and self.is_active and super().check_action(action, parameters)

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Leave this screen, unless another one covers it already: that one would be closed in its place."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def reason_to_stay(self) -> str:
        """A sentence when something would be lost if the program ended now; else empty."""
        return ""

    def settings_changed(self) -> None:
        """Called on every screen that is open when a setting has changed."""
