"""The list of saved games: its columns and rows."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from rich.cells import cell_len

from splendor_tui.inputs.house_rules import OPEN_SERIES
from splendor_tui.presentation.listed_games import GamesView, has_one_row
from splendor_tui.presentation.saved_games import day_played, outcome
from splendor_tui.presentation.series import Series, is_unfinished, kind_of, outcomes_of
from splendor_tui.presentation.tournaments import Tournament
from splendor_tui.store import GameSummary
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.paint import Line, side_by_side
from splendor_tui.tui.widgets.long_list import Column, LongList
from splendor_tui.words import N_, Message


class SavedGamesList(LongList[GameSummary]):
    """A row for each saved game. `shown` holds the sort order; `chosen` and `nothing` are as in `LongList`.

    A game that cannot be resumed with the card set with this `digest` is marked.
    """

    def __init__(
        self,
        shown: GamesView,
        today: Callable[[], datetime],
        digest: str,
        chosen: Callable[[GameSummary], object],
        nothing: Callable[[], Message],
    ) -> None:
        super().__init__(self._cells, self._fitted_columns, chosen, nothing)
        self._shown = shown
        self._today = today
        self._digest = digest
        self._counts_actions = True
        """Whether there is a column of actions."""

    def series_of(self, game: GameSummary) -> Series | Tournament | None:
        """The series or tournament that the row of this game stands for. None for a row of one game."""
        series = self.series_with(game)
        return series if series and has_one_row(series) else None

    def series_with(self, game: GameSummary) -> Series | Tournament | None:
        """The series or tournament of this game, if it is worth naming in its row."""
        return None if self._shown.series else self._shown.listed.series.get(game.series)

    def _fitted_columns(self) -> Sequence[Column]:
        """The columns. A click on a heading sorts by it.

        Days and outcomes are as wide as the longest, outcomes up to a limit; the players get the rest. If that would cut
        players, there is no column of actions unless it sorts the list. What the players leave goes to the outcomes. The
        widths stay the same during a search.
        """
        longest = self._shown.listed
        most = 24 if self.screen.has_class("-wide") else 16
        by_order = {
            "players": Column(N_("Players (points)")),
            "last-played": Column(N_("Last played"), max(1, longest.day)),
            "actions": Column(N_("Actions"), 7, right=True),
            "outcome": Column(N_("Outcome"), max(1, min(longest.outcome, most))),
        }
        columns = [
            column._replace(action=f"screen.sort('{order}')", sorted_by=order == self._shown.order)
            for order, column in by_order.items()
        ]
        fits = longest.players <= self.widths_of(columns)[0]
        self._counts_actions = fits or self._shown.order == "actions"
        if not self._counts_actions:
            del columns[2]
        spare = max(0, self.widths_of(columns)[0] - longest.players)
        columns[-1] = columns[-1]._replace(cells=max(1, min(longest.outcome, most + spare)))
        return columns

    def _cells(self, index: int, here: bool) -> Sequence[Line]:
        """The row of a game."""
        game, ink = self.items[index], theme.TITLE if here else theme.PLAIN
        series = self.series_of(game)
        day: Line = ((day_played(game, self._today()), theme.QUIET),)
        played, part_of = str(game.plies), self.series_with(game)
        ending = str(kind_of(part_of)) if part_of else outcome(game, self._digest)
        if series:
            is_named = self._counts_actions and isinstance(series, Series)
            played = str(N_("series")) if is_named else ""
            endings = [*map(str, outcomes_of(series))][is_named and series.goal == OPEN_SERIES :]
            ending = next((one for one in endings if cell_len(one) <= self.widths[-1]), endings[-1])
        actions: Line = ((played, theme.QUIET),)
        is_open = is_unfinished(series) if series else game.finished is None
        ended: Line = ((ending, theme.CAN if is_open else ink),)
        if series:
            wins = [Message("{won:g}", {"won": won}) for won in series.wins]
            named = self._players(series.names, wins, "{} {}")
        else:
            named = self._players(game.names, game.points)
        players: Line = ((named, ink),)
        return (players, day, actions, ended) if self._counts_actions else (players, day, ended)

    def _players(self, names: Sequence[str], numbers: Sequence[Message | int], form: str = "{} ({})") -> str:
        """The players with their points, or the wins in a series. Long names are cut; numbers are whole or left out."""
        room, ellipsis = self.widths[0], self.glyphs.ellipsis
        for points in (numbers, ()):
            row = side_by_side(names, partial(self._listed, points=points, form=form), room, ellipsis, least=2)
            if cell_len(row) <= room:
                break
        return row

    def _listed(self, names: Sequence[str], points: Sequence[Message | int], form: str) -> str:
        texts = [form.format(*each) for each in zip(names, points, strict=True)] if points else names
        return self.glyphs.write(" · ").join(texts)
