"""The list of challenges, with the player's scores, and the table of a challenge."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content

from splendor_tui.inputs.player_names import InvalidNameError, name_key, player_name
from splendor_tui.presentation import commands
from splendor_tui.presentation.challenges import CHALLENGES, Scores, begin, known_names, scores_of
from splendor_tui.presentation.commands import HELP
from splendor_tui.tui.keys.commands_by_screen import CHALLENGE
from splendor_tui.tui.keys.key_hint import Hint
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, cut_name
from splendor_tui.tui.screens.activity_screen import ActivityScreen
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.pages import Panel, list_page
from splendor_tui.tui.screens.palette_screen import PaletteRow, PaletteScreen
from splendor_tui.tui.widgets.base_widgets import Text
from splendor_tui.tui.widgets.long_list import Column, LongList
from splendor_tui.words import N_

if TYPE_CHECKING:
    from splendor_tui.tui.app.app import SplendorApp

_DAY_CELLS: Final = 16


def open_challenges(program: "SplendorApp") -> None:
    """Ask who plays if several names are known, then show the challenges."""

    def show(name: str | None) -> None:
        if name is not None:
            program.push_screen(ChallengesScreen(name))

    with program.reporting():
        names = known_names(program.services)
        if len(names) > 1:
            program.push_screen(WhoPlaysScreen(names), show)
        else:
            show("".join(names))


class WhoPlaysScreen(PaletteScreen):
    """Returns one of these names or another one, or None if the player goes back."""

    def __init__(self, names: Sequence[str]) -> None:
        about = N_("Whose attempt it is. Choose a name, or type another one.")
        super().__init__(about, N_("Who plays?"), [PaletteRow(name, name) for name in names])

    def found(self, text: str) -> Sequence[PaletteRow]:
        """The names that match a text, then the text itself as a new name."""
        rows = [*super().found(text)]
        with suppress(InvalidNameError):
            name = player_name(text)
            if name_key(name) not in {name_key(row.id) for row in rows}:
                rows.append(PaletteRow(name, self.glyphs.write(N_("New player: {name}", name=name))))
        return rows


class ChallengeScreen(ActivityScreen):
    """The table of any challenge."""

    ABOUT = N_("A challenge for one player. Play as you would at the table; the task is above the prompt.")
    KEY_COMMANDS = CHALLENGE


class ChallengesScreen(BaseScreen[None]):
    """A list of the challenges."""

    ABOUT = N_(
        "Something to do alone every day. The first attempt of a day counts. You can leave it, and continue it until "
        "midnight. The scores stay on this machine."
    )
    KEY_COMMANDS = commands.IN_CHALLENGES
    CSS_PATH = "list_page.tcss"
    DEFAULT_CLASSES = "list-page"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player = name

    def compose(self) -> ComposeResult:
        """Compose the list."""
        self.list = LongList[Scores](self._row, self._columns, self._open, lambda: N_("There are no challenges."))
        panel = Panel(Text(self._about, "about"), is_empty=lambda: not self.list.items)
        yield from list_page(self, N_("Challenges"), self._beside_title, self.list, panel, self._hints)

    def on_screen_resume(self) -> None:
        """Reload the scores."""
        with self.program.reporting():
            self.list.show([scores_of(one, self.services, self._player) for one in CHALLENGES], self.list.highlighted)
        self.show()

    def _beside_title(self) -> Line:
        return ((self._player, theme.QUIET),)

    def _columns(self) -> Sequence[Column]:
        day = 2 * _DAY_CELLS if self.has_class("-wide") else _DAY_CELLS
        return (
            Column(N_("Challenge")),
            Column(N_("Today"), 11),
            Column(N_("Best"), 10),
            Column(N_("Best today"), day),
        )

    def _row(self, index: int, here: bool) -> Sequence[Line]:
        """The row of a challenge."""
        scores = self.list.items[index]
        ink = theme.TITLE if here else theme.PLAIN
        shown = ["" if one is None else str(scores.challenge.score(one)) for one in (scores.today, scores.best)]
        if scores.is_unfinished:
            shown[0] = str(N_("unfinished"))
        shown.append(self._best_of_day(scores))
        return ((str(scores.challenge.title), ink),), *(((one, theme.QUIET),) for one in shown)

    def _best_of_day(self, scores: Scores) -> str:
        """The best score of today, then its players. The scores of all rows are aligned."""
        if scores.best_of_day is None:
            return ""
        names, best = scores.best_of_day
        longest = max(len(str(one.best_of_day[1])) for one in self.list.items if one.best_of_day)
        room = self.list.widths[3] - longest - 1
        return f"{best:>{longest}} {cut_name(str(names), room, self.glyphs.ellipsis)}"

    def _about(self) -> Content:
        """Describe the highlighted challenge, and the player's scores."""
        scores = self.list.here
        if scores is None:
            return Content()
        write = self.glyphs.write
        about = f"{write(scores.challenge.about)}\n"
        return Content.assemble(about, (" ".join(map(write, scores.sentences())), theme.QUIET))

    def _hints(self) -> Sequence[Hint]:
        """The current key hints."""
        here = self.list.here
        start = self.hint(commands.START_CHALLENGE, here.start_label if here else None, primary=True)
        return start, self.hint(commands.BACK), self.hint(HELP)

    def _open(self, scores: Scores) -> None:
        """Start a challenge."""
        with self.program.reporting():
            self.app.push_screen(ChallengeScreen(begin(scores.challenge, self.services, self._player)))
