"""Saved games: sort orders, searchable text, and winners, points and days in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, Final

from splendor_tui.presentation.dates import format_day, format_day_and_time, local_time
from splendor_tui.store import GameSummary
from splendor_tui.words import N_, NN_, Message, listed
from splendor_tui.words.spelling import simplify

SORT_ORDERS: Final[Mapping[str, tuple[Message, Callable[[GameSummary], Any] | None]]] = {
    "last-played": (N_("by last played"), None),
    "players": (N_("by players"), lambda game: tuple(map(simplify, game.names))),
    "actions": (N_("by actions"), lambda game: -game.plies),
    "outcome": (N_("by outcome"), lambda game: (game.finished is not None, *map(simplify, game.winners))),
}
"""The sort orders: a name and a sort key. None keeps the order of the database."""


@dataclass(slots=True)
class GamesView:
    """The state of the list: the sort order, the search text, the open series, and the id of the highlighted game.

    `seen` was the first game of the list: the last one played. A game played after it becomes the highlighted one.
    """

    order: str = "last-played"
    is_reversed: bool = False
    query: str = ""
    series: str = ""
    game_id: str = ""
    seen: GameSummary | None = None

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
        """Highlight the first game if it is new. `games` start with the most recently played."""
        first = games[0] if games else None
        if first and first != self.seen and (self.seen is None or self.seen.id in {game.id for game in games}):
            self.game_id = first.id
        self.seen = first

    def arranged(self, games: Sequence[GameSummary], texts: Mapping[str, str]) -> Sequence[GameSummary]:
        """Search and sort the games of the open series, or one game of each series.

        `texts` are the `searched_texts`, needed only if there is a search text.
        """
        words = simplify(self.query).split()
        found = [game for game in games if all(word in texts[game.id] for word in words)]
        if self.series:
            found = [game for game in found if game.series == self.series]
        else:
            latest: dict[str, GameSummary] = {}
            for game in found:
                latest.setdefault(game.series or game.id, game)
            found = [*latest.values()]
        _name, key = SORT_ORDERS[self.order]
        arranged = found if key is None else sorted(found, key=key)
        return arranged[::-1] if self.is_reversed else arranged


def _winners(game: GameSummary) -> Message:
    """Name the winners, if any."""
    if game.finished is None:
        return N_("Nobody has won yet")
    return NN_("{winners} won", "{winners} won", len(game.winners), winners=listed(game.winners))


def next_step(game: GameSummary, key: str, digest: str) -> Message:
    """Describe what `key` does with this game: resume or replay it. `digest` is that of the current card set."""
    if game.catalogue != digest:
        command = "resume" if game.can_resume else "replay"
        return N_(
            "This game has other cards: quit, and open it with `splendor-tui {command} {game}`.",
            command=command,
            game=game.id,
        )
    if game.can_resume:
        return N_("Unfinished: {key} resumes it.", key=key)
    return N_("{winners}. Watch it from the deal with {key}.", winners=_winners(game), key=key)


def searched_texts(games: Sequence[GameSummary], today: datetime) -> Mapping[str, str]:
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


def names_with_points(names: Sequence[str], points: Sequence[Message | float]) -> Sequence[str]:
    """The players' names, with their final points if any, or the reason why they have none."""
    return [f"{name} ({final})" for name, final in zip(names, points, strict=True)] if points else names


def day_played(game: GameSummary, today: datetime) -> str:
    """Format when a game was last played, or imported."""
    if game.imported:
        return str(N_("imported {day}", day=format_day(game.last_played, today)))
    return str(format_day_and_time(game.last_played, today))


def outcome(game: GameSummary) -> str:
    """Describe the outcome of a game."""
    return str(N_("unfinished") if game.finished is None else _winners(game))
