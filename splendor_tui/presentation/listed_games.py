"""The list of saved games: its sort orders and its searchable text, prepared once, because there may be thousands of games."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, Final, NamedTuple, Self

from splendor_tui.inputs.house_rules import OPEN_SERIES
from splendor_tui.presentation.dates import format_day, local_time
from splendor_tui.presentation.saved_games import day_played, names_with_points, outcome
from splendor_tui.presentation.series import Series, outcomes_of, series_of
from splendor_tui.presentation.tournaments import Tournament, TournamentPlan
from splendor_tui.store import GameSummary
from splendor_tui.words import N_, Message
from splendor_tui.words.spelling import simplify

SORT_ORDERS: Final[Mapping[str, tuple[Message, Callable[[GameSummary], Any] | None]]] = {
    "last-played": (N_("by last played"), None),
    "players": (N_("by players"), lambda game: tuple(map(simplify, game.names))),
    "actions": (N_("by actions"), lambda game: -game.plies),
    "outcome": (N_("by outcome"), lambda game: (game.finished is not None, *map(simplify, game.winners))),
}
"""The sort orders: a name and a sort key. None keeps the order of the database."""


class ListedGames(NamedTuple):
    """The games of a list, most recently played first.

    `series` has the series of more than one game or with a goal, and the tournaments, by id. `texts` are searched, and
    `ranks` has the places of all games in each sort order, both by game id. `players`, `day` and `outcome` are the widths of
    the longest texts of the columns.
    """

    games: Sequence[GameSummary] = ()
    series: Mapping[str, Series | Tournament | None] = {}
    texts: Mapping[str, str] = {}
    ranks: Mapping[str, Mapping[str, int]] = {}
    players: int = 0
    day: int = 0
    outcome: int = 0

    @classmethod
    def of(
        cls,
        games: Sequence[GameSummary],
        plans: Mapping[str, TournamentPlan],
        today: datetime,
        digest: str,
        width: Callable[[str], int],
    ) -> Self:
        """Prepare the games. Slow with many games: call it in a thread. `width` counts cells. `digest` is as in `outcome`."""
        by_series: defaultdict[str, list[GameSummary]] = defaultdict(list)
        for game in games:
            by_series[game.series].append(game)
        days = {(local_time(game.last_played).date(), game.imported): game for game in games}
        outcomes = {(game.can_resume and game.catalogue, game.finished and game.winners): game for game in games}
        found = {
            series: series_of(played, plans)
            for series, played in by_series.items()
            if _is_part(played[0]) or len(played) > 1
        }
        return cls(
            games,
            found,
            _searched_texts(games, today),
            {
                order: {game.id: rank for rank, game in enumerate(sorted(games, key=key))}
                for order, (_name, key) in SORT_ORDERS.items()
                if key is not None
            },
            max(
                (
                    *(width(" · ".join(names_with_points(game.names, game.points))) for game in games),
                    *(
                        width(
                            " · ".join(f"{name} {won:g}" for name, won in zip(series.names, series.wins, strict=True))
                        )
                        for series in found.values()
                        if series and has_one_row(series)
                    ),
                ),
                default=0,
            ),
            max((width(day_played(game, today)) for game in days.values()), default=0),
            max(
                (
                    *(width(outcome(game, digest)) for game in outcomes.values()),
                    *(width(str(outcomes_of(series)[0])) for series in found.values() if series),
                ),
                default=0,
            ),
        )

    def without(self, game: GameSummary) -> Self:
        """The list without this game."""
        return self._replace(games=[one for one in self.games if one is not game])


_NO_GAMES: Final = ListedGames()


@dataclass(slots=True)
class GamesView:
    """The state of the list: the sort order, the search text, the open series, and the id of the highlighted game.

    `seen` was the first game of the list: the last one played. A game played after it becomes the highlighted one, unless
    the player has `asked_for` one. `listed` are the games as they were read last, from `source`.
    """

    order: str = "last-played"
    is_reversed: bool = False
    query: str = ""
    series: str = ""
    game_id: str = ""
    asked_for: str = ""
    seen: GameSummary | None = None
    listed: ListedGames = _NO_GAMES
    source: object = None

    def sort(self, order: str) -> None:
        """Sort in this order. The current one is reversed."""
        self.is_reversed = order == self.order and not self.is_reversed
        self.order = order

    @property
    def order_name(self) -> Message:
        """The name of the sort order."""
        name, _key = SORT_ORDERS[self.order]
        return N_("{order}, reversed", order=name) if self.is_reversed else name

    def highlight_new(self, games: Sequence[GameSummary]) -> None:
        """Highlight the game asked for, or else the first one if it is new. `games` start with the most recently played."""
        first = games[0] if games else None
        if self.asked_for:
            self.game_id, self.asked_for = self.asked_for, ""
        elif first and first != self.seen and (self.seen is None or self.seen.id in {game.id for game in games}):
            self.game_id = first.id
        self.seen = first

    def arranged(self) -> Sequence[GameSummary]:
        """Search and sort the games of the open series, or one game of each series."""
        found = self.listed.games
        for word in simplify(self.query).split():
            found = [game for game in found if word in self.listed.texts[game.id]]
        if self.series:
            found = [game for game in found if game.series == self.series]
        else:
            latest = {game.series: game for game in reversed(found)}
            found = [game for game in found if latest[game.series] is game]
        ranks = self.listed.ranks.get(self.order)
        arranged = sorted(found, key=lambda game: ranks[game.id]) if ranks else found
        return arranged[::-1] if self.is_reversed else arranged


def has_one_row(series: Series | Tournament) -> bool:
    """Whether the games of a series have one row. The first game has its own until it is over."""
    return len(series.games) > 1 or bool(series.finished)


def _is_part(game: GameSummary) -> bool:
    """Whether a game that may be the only one belongs to a series with a goal, or to a tournament."""
    return game.goal != OPEN_SERIES or bool(game.round)


def _searched_texts(games: Sequence[GameSummary], today: datetime) -> Mapping[str, str]:
    """Map game ids to searchable text: names, day, time, outcome and id.

    Days and outcomes recur, so each is formatted once.
    """
    plain = cache(simplify)
    days: dict[date, str] = {}
    outcomes: dict[tuple[str, ...] | None, str] = {}
    texts = {}
    for game in games:
        when = local_time(game.last_played)
        if (day := when.date()) not in days:
            days[day] = simplify(str(format_day(game.last_played, today)))
        ended = None if game.finished is None else game.winners
        if ended not in outcomes:
            outcomes[ended] = simplify(outcome(game))
        texts[game.id] = " ".join(
            (*map(plain, game.names), days[day], f"{when:%Y-%m-%d %H:%M}", outcomes[ended], game.id)
        )
    return texts
