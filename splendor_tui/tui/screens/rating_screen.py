"""A player's rating after each game, compared with the levels."""

from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size

from splendor_tui.presentation.strength import is_sure, strength_sentence
from splendor_tui.ratings import RatedPlayer
from splendor_tui.rules.state import DEFAULT_TARGET
from splendor_tui.tui.keys.key_commands import READ
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.screens.game_screen import GameScreen
from splendor_tui.tui.screens.text_page import TextPage
from splendor_tui.tui.widgets.rating_chart import rating_chart
from splendor_tui.tui.widgets.sheet import centred, page, wrapped
from splendor_tui.words import N_, Message

_MARGIN: Final = 2
_MIN_WIDTH: Final = 40
"""Minimum width of the chart, even in a narrower window."""
_MAX_TEXT: Final = 100
"""Maximum width of a page without a chart."""


class RatingScreen(GameScreen[None]):
    """Shows a player's ratings. `person` is None before the first rated game."""

    ABOUT = N_(
        "A rating measures strength: a player 100 points ahead wins five games to three, and 400 ahead ten to one. "
        "Computer players have fixed ratings."
    )
    KEY_COMMANDS = READ

    def __init__(self, name: str, person: RatedPlayer | None) -> None:
        super().__init__()
        self._name = name
        self._person = person

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TextPage(N_("Rating of {name}", name=self._name), self._page)

    def _page(self, size: Size) -> Content:
        """Return the rating and the chart."""
        cells = max(_MIN_WIDTH, size.width - 2 * _MARGIN)
        if self._person is None:
            cells = min(cells, _MAX_TEXT)
        lines: list[Line] = [()]
        for sentence in self._description():
            lines += wrapped(self.glyphs.write(sentence), cells, theme.PLAIN)
        lines.append(())
        if self._person is not None:
            ratings = [game.rating for game in self._person.games]
            lines += rating_chart(ratings, cells, max(4, size.height - len(lines) - 1), self.glyphs)
        return page(centred(lines, cells, size.width))

    def _description(self) -> tuple[Message, ...]:
        """Describe the rating with its uncertainty, or how to get a rating, and which games count."""
        with_help = N_("Games with a hint, an undone reveal or a custom position are not rated.")
        if self._person is None:
            return (
                N_(
                    "{name} has no rating yet. Only finished games with the standard cards, to {points} points, count.",
                    name=self._name,
                    points=DEFAULT_TARGET,
                ),
                with_help,
            )
        sentences = [strength_sentence(self._person)]
        if not is_sure(self._person.rating):
            sentences.append(N_("A few more games, preferably against computers, will narrow it down."))
        if len(self._person.games) > 1:  # a line needs two points
            sentences.append(N_("The true strength lies between the dotted lines, at least nine times in ten."))
        return (*sentences, with_help)
