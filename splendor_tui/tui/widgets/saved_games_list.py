"""The list of saved games: its columns and rows."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from rich.cells import cell_len

from splendor_tui.presentation.dates import local_time
from splendor_tui.presentation.saved_games import GamesView, day_played, names_with_points, outcome
from splendor_tui.presentation.series import Series, games_in, series_of
from splendor_tui.presentation.tournaments import Tournament, TournamentPlan
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
        self._all: Sequence[GameSummary] = ()
        self._by_series: Mapping[str, Series | Tournament | None] = {}
        self._longest_players = 0
        """The cells of the longest row of players."""
        self._counts_actions = True
        """Whether there is a column of actions."""

    def fit_to(self, games: Sequence[GameSummary], plans: Mapping[str, TournamentPlan]) -> None:
        """Make the columns wide enough for these games. They keep their widths during a search."""
        self._all = games
        by_series: defaultdict[str, list[GameSummary]] = defaultdict(list)
        for game in games:
            by_series[game.series].append(game)
        self._by_series = {series: series_of(played, plans) for series, played in by_series.items() if len(played) > 1}
        self._longest_players = max((cell_len(self._listed(game.names, game.points)) for game in games), default=0)

    def series_of(self, game: GameSummary) -> Series | Tournament | None:
        """The series or tournament that the row of this game stands for. None for a row of one game."""
        return None if self._shown.series else self._by_series.get(game.series)

    def _fitted_columns(self) -> Sequence[Column]:
        """The columns. A click on a heading sorts by it.

        Days and outcomes are as wide as the longest, outcomes up to a limit; the players get the rest. If that would cut
        players, there is no column of actions unless it sorts the list. What the players leave goes to the outcomes.
        """
        today = self._today()
        days = {(local_time(game.last_played).date(), game.imported): game for game in self._all}
        outcomes = {(self._needs_other_cards(game), game.finished and game.winners): game for game in self._all}
        longest_day = max((cell_len(day_played(game, today)) for game in days.values()), default=0)
        longest_outcome = max((cell_len(self._outcome(game)) for game in outcomes.values()), default=0)
        most = 24 if self.screen.has_class("-wide") else 16
        by_order = {
            "players": Column(N_("Players")),
            "last-played": Column(N_("Last played"), max(1, longest_day)),
            "actions": Column(N_("Actions"), 7, right=True),
            "outcome": Column(N_("Outcome"), max(1, min(longest_outcome, most))),
        }
        columns = [
            column._replace(action=f"screen.sort('{order}')", sorted_by=order == self._shown.order)
            for order, column in by_order.items()
        ]
        fits = self._longest_players <= self.widths_of(columns)[0]
        self._counts_actions = fits or self._shown.order == "actions"
        if not self._counts_actions:
            del columns[2]
        spare = max(0, self.widths_of(columns)[0] - self._longest_players)
        columns[-1] = columns[-1]._replace(cells=max(1, min(longest_outcome, most + spare)))
        return columns

    def _cells(self, index: int, here: bool) -> Sequence[Line]:
        """The row of a game."""
        game, ink = self.items[index], theme.TITLE if here else theme.PLAIN
        series = self.series_of(game)
        day: Line = ((day_played(game, self._today()), theme.QUIET),)
        actions: Line = (("" if series else str(game.plies), theme.QUIET),)
        outcome = str(games_in(series)) if series else self._outcome(game)
        ended: Line = ((outcome, theme.CAN if game.finished is None else ink),)
        players: Line = (
            (self._players(series.names, series.wins) if series else self._players(game.names, game.points), ink),
        )
        return (players, day, actions, ended) if self._counts_actions else (players, day, ended)

    def _needs_other_cards(self, game: GameSummary) -> bool:
        return game.can_resume and game.catalogue != self._digest

    def _outcome(self, game: GameSummary) -> str:
        return str(N_("other cards")) if self._needs_other_cards(game) else outcome(game)

    def _players(self, names: Sequence[str], numbers: Sequence[float]) -> str:
        """The players with their points, or the wins in a series. Long names are cut; numbers are whole or left out."""
        room, ellipsis = self.widths[0], self.glyphs.ellipsis
        for points in (numbers, ()):
            row = side_by_side(names, partial(self._listed, points=points), room, ellipsis, least=2)
            if cell_len(row) <= room:
                break
        return row

    def _listed(self, names: Sequence[str], points: Sequence[float]) -> str:
        return self.glyphs.write(" · ").join(names_with_points(names, points))
