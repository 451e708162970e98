"""The family table: who finished ahead of whom, the longest run, the closest game and the pace; for three periods."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise, permutations
from typing import Final, NamedTuple

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.inputs.match_options import ENGINE, HUMAN
from splendor_tui.inputs.player_names import name_key
from splendor_tui.presentation.dates import evening_start, format_day, local_time
from splendor_tui.presentation.table_model import kind_name
from splendor_tui.record import RecordPlayer
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import SavedResult, Store
from splendor_tui.words import N_, NN_, NP_, Message, enumerated, enumerated_numbers, listed, scored

_HALF: Final = 0.5
_SHOWN: Final = 4
"""The number of people in a chart, and of those whose wins are named."""
_MAX_IN_RUN: Final = 3
"""More people with equally long runs are only counted."""
_IN_GRID: Final = 14
"""The number of people in a cross table, which 100 columns have room for."""
_PERIODS: Final[Mapping[str, Message]] = {
    "evening": N_("This evening"),
    "month": N_("This month"),
    "ever": NP_("period", "Ever"),
}
_SHARED_PERIODS: Final[Mapping[tuple[str, str], Message]] = {
    ("evening", "month"): N_("This evening and this month"),
    ("evening", "ever"): N_("This evening and ever"),
    ("month", "ever"): N_("This month and ever"),
}


class Duel(NamedTuple):
    """The games of two players, the share in which the first finished ahead, and the number of equal places.

    An equal place counts half.
    """

    games: int
    share: float
    level: int = 0

    @property
    def percent(self) -> Message:
        """The share in percent."""
        return N_("{percent}%", percent=f"{100 * self.share:.0f}")

    @property
    def whole(self) -> Message:
        """The share with the number of games."""
        return N_("{share} of {games}", share=self.percent, games=self.games)


class FamilyTable(NamedTuple):
    """The results of a period.

    `people` are sorted by games. `won` has the games that each has won, most first; a shared win counts half.
    `shared` is the number of shared wins. `duels` is by two names and the number of players at the table, 0 for any. `run`
    has the longest run of wins and its names; a shared win ends it. `closest` is the game with the least distance between
    the first two, of those that did not end early. `pace` has the points per turn by name in games played to the end, for
    the period "ever" only. `has_early_end` means that some game was not. `wins` has the wins of the first four after each
    game, a shared one as half. `nobles` has the visits of each noble, most first.
    """

    title: Message
    games: int
    people: Sequence[str]
    won: Mapping[str, float]
    shared: int
    duels: Mapping[tuple[str, str, int], Duel]
    run: tuple[int, Sequence[str]]
    closest: SavedResult | None
    pace: Mapping[str, float]
    has_early_end: bool
    wins: Mapping[int, Sequence[float]]
    nobles: Mapping[Noble, int]

    def grid(self, width: Callable[[str], int], cells: int, players: int = 0) -> Iterator[str]:
        """The cross table as rows of text: each row's shares against the numbered columns. `width` counts cells.

        It has the people with the most games, of those who have met at tables of this size. The shares have the numbers of
        games if the rows then fit in these cells.
        """
        met = {name for name, _other, size in self.duels if size == players}
        everyone = [name for name in self.people if name in met]
        people = everyone[:_IN_GRID]
        widest = max(map(width, people), default=0)
        duels = [[self.duels.get((name, other, players)) for other in people] for name in people]
        shares = [[str(one.whole) if one else "·" for one in row] for row in duels]
        column = 2 + max((len(share) for row in shares for share in row), default=0)
        if widest + 3 + column * len(people) > cells:
            shares = [[str(one.percent) if one else "·" for one in row] for row in duels]
            column = 6
        yield " " * (widest + 3) + "".join(f"{number:>{column}}" for number in range(1, len(people) + 1))
        for number, (name, row) in enumerate(zip(people, shares, strict=True), start=1):
            yield f"{number:>2} {name}{' ' * (widest - width(name))}" + "".join(f"{share:>{column}}" for share in row)
        if others := len(everyone) - len(people):
            yield str(NN_("and {count} more", "and {count} more", others))

    def describe_wins(self) -> Message:
        """Describe who has won how many games, with the sum of the others."""
        named: list[tuple[str | Message, float]] = [*self.won.items()]
        if len(others := [*self.won.values()][_SHOWN:]) > 1:
            named[_SHOWN:] = [(NN_("{count} other", "{count} others", len(others)), sum(others))]
        if self.shared:
            return NN_(
                "Wins in {count} game, a shared one as half: {list}.",
                "Wins in {count} games, a shared one as half: {list}.",
                self.games,
                list=scored(named),
            )
        return NN_("Wins in {count} game: {list}.", "Wins in {count} games: {list}.", self.games, list=scored(named))

    @property
    def sizes(self) -> Sequence[int]:
        """0 for all games, then each number of players if it differs."""
        numbers = sorted({players for _one, _other, players in self.duels})
        return numbers if len(numbers) > 2 else numbers[:1]

    def grids(self, width: Callable[[str], int], cells: int) -> Iterator[str | Message]:
        """The cross table of all games, then of each number of players. Each fits in these cells, if it can."""
        for players in self.sizes:
            if players:
                yield _at_tables(players)
            yield from self.grid(width, cells, players)

    def describe_duels(self) -> Iterator[Message]:
        """Describe every duel in sentences, first of all games, then by the number of players."""
        for players in self.sizes:
            if players:
                yield _at_tables(players)
            for name in self.people:
                against = [
                    NN_(
                        "{share} of {count} game with {other}",
                        "{share} of {count} games with {other}",
                        duel.games,
                        share=duel.percent,
                        other=other,
                    )
                    for other in self.people
                    if (duel := self.duels.get((name, other, players)))
                ]
                if against:
                    yield N_("{name}'s share: {list}.", name=name, list=enumerated(against))

    def sentences(self, today: datetime) -> Iterator[Message]:
        """Explain the shares if places were equal, and describe the longest run, the closest game, the pace and the nobles."""
        if any(duel.level for duel in self.duels.values()):
            yield N_("An equal place counts half.")
        length, winners = self.run
        if length > 1:
            others = NN_("{count} other", "{count} others", len(winners) - _MAX_IN_RUN)
            named = [*winners[:_MAX_IN_RUN], *([others] if len(winners) > _MAX_IN_RUN else [])]
            yield N_("Longest run of wins: {names}, {count}.", names=listed(named), count=length)
        if self.closest is not None:
            names = names_in_this_language(self.closest.players)
            standings = sorted(self.closest.result.standings, key=lambda one: one.rank)
            scores = [
                NN_("{name} {count} point", "{name} {count} points", one.points, name=names[one.seat])
                for one in standings
            ]
            yield N_(
                "Closest game played to the end: {scores}, {day}.",
                scores=enumerated(scores),
                day=format_day(self.closest.finished, today),
            )
        if self.pace:
            most = [*self.pace.items()][:_IN_GRID]
            each = [Message("{name} {pace:.2f}", {"name": name, "pace": pace}) for name, pace in most]
            told = N_("Points per turn: {list}.")
            if self.has_early_end:
                told = N_("Points per turn in games played to the end: {list}.")
            yield told.filled_in(list=enumerated_numbers(each, [pace for _name, pace in most]))
        if self.nobles:
            visits = [
                Message("{noble} {count}", {"noble": noble, "count": count}) for noble, count in self.nobles.items()
            ]
            yield N_("Visits of nobles: {list}.", list=enumerated(visits))

    def trend(self) -> Iterator[Message]:
        """Describe the wins over time, in place of a chart."""
        middle = self.games // 2
        if middle > 1:
            first, both = self.wins[middle], self.wins[self.games]
            second = [after - before for before, after in zip(first, both, strict=True)]
            told = N_("Wins in the first {count} games: {first}; in the others: {second}.")
            if self.shared:
                told = N_("Wins in the first {count} games, a shared one as half: {first}; in the others: {second}.")
            in_first, in_others = (scored([*zip(self.people, row, strict=False)]) for row in (first, second))
            yield told.filled_in(count=middle, first=in_first, second=in_others)

    def facts(self) -> Mapping[str, object]:
        """The table as a JSON object."""
        return {
            "games": self.games,
            "people": self.people,
            "won": self.won,
            "shared_wins": self.shared,
            "duels": [
                {"name": name, "other": other, "players": players or None, **duel._asdict()}
                for (name, other, players), duel in self.duels.items()
            ],
            "longest_run": {"names": self.run[1], "wins": self.run[0]},
            "closest": self.closest
            and {
                "finished": self.closest.finished.isoformat(),
                "points": {self.closest.players[one.seat].name: one.points for one in self.closest.result.standings},
            },
            "points_per_turn": self.pace,
            "nobles": {noble.id: visits for noble, visits in self.nobles.items()},
            "wins": {
                name: [row[place] for row in self.wins.values()] for place, name in enumerate(self.people[:_SHOWN])
            },
        }


def family_tables(
    store: Store, today: datetime, catalogue: Catalogue, *, with_imported: bool = False
) -> Mapping[str, FamilyTable]:
    """The tables of this evening, this month and ever, without empty ones. Slow with many games. Raises StoreError."""
    results = store.results(with_imported=with_imported, with_nobles=catalogue)
    month = local_time(today).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    since = {"evening": evening_start(today), "month": month, "ever": None}
    pace = {
        player.name or str(kind_name(player.kind)): player.averages.points / player.averages.turns
        for player in store.statistics(with_imported=with_imported)
        if player.averages and player.averages.turns
    }
    tables = {}
    for period, title in _PERIODS.items():
        start = since[period]
        played = [game for game in results if start is None or game.finished >= start]
        if played:
            tables[period] = _table(title, played, pace if period == "ever" else {})
    return tables


def differing_tables(tables: Mapping[str, FamilyTable]) -> Sequence[FamilyTable]:
    """The tables worth showing. Periods with the same games, as on the first evening, share one and are both named."""
    shown: list[FamilyTable] = []
    first = ""
    for period, table in tables.items():
        if shown and shown[-1].games == table.games:
            shown[-1] = table._replace(title=_SHARED_PERIODS[first, period])
        else:
            shown.append(table)
            first = period
    return shown


def _table(title: Message, games: Sequence[SavedResult], pace: Mapping[str, float]) -> FamilyTable:
    shown: dict[object, str] = {}
    met: Counter[object] = Counter()
    ahead: defaultdict[tuple[object, object, int], list[float]] = defaultdict(list)
    runs: Counter[object] = Counter()
    longest: Counter[object] = Counter()
    winners: list[set[object]] = []
    for game in games:
        seats = {_key(game.players[standing.seat]): standing for standing in game.standings_by_player}
        shown |= {_key(player): _shown(player) for player in game.players}
        met.update([*seats])
        for (one, mine), (other, theirs) in permutations(seats.items(), 2):
            score = float(mine.rank < theirs.rank) + _HALF * (mine.rank == theirs.rank)
            for players in (0, len(game.players)):
                ahead[one, other, players].append(score)
        first = {key for key, standing in seats.items() if standing.rank == 1}
        for key in seats:
            runs[key] = runs[key] + 1 if first == {key} else 0
            longest[key] = max(longest[key], runs[key])
        winners.append(first)
    people = [key for key, _games in met.most_common()]
    total: Counter[object] = Counter()
    wins: dict[int, Sequence[float]] = {0: [0] * min(_SHOWN, len(people))}
    for number, won in enumerate(winners):
        total.update(dict.fromkeys(won, _HALF if len(won) > 1 else 1))
        wins[number + 1] = tuple(total[key] for key in people[:_SHOWN])
    most = max(longest.values())
    return FamilyTable(
        title=title,
        games=len(games),
        people=[shown[key] for key in people],
        won={shown[key]: total[key] for key in sorted(people, key=lambda key: -total[key])},
        shared=sum(len(won) > 1 for won in winners),
        duels={
            (shown[one], shown[other], players): Duel(len(scores), sum(scores) / len(scores), scores.count(_HALF))
            for (one, other, players), scores in ahead.items()
        },
        run=(most, [shown[key] for key in people if longest[key] == most]),
        closest=min((game for game in reversed(games) if _is_played_out(game)), key=_distance, default=None),
        pace={shown[key]: pace[shown[key]] for key in people if shown[key] in pace},
        has_early_end=not all(map(_is_played_out, games)),
        wins=wins,
        nobles=dict(Counter(noble for game in games for noble in game.nobles).most_common()),
    )


def _at_tables(players: int) -> Message:
    return NN_("Tables of {count} player:", "Tables of {count} players:", players)


def _key(player: RecordPlayer) -> object:
    return (name_key(player.name), player.kind) if player.kind in (HUMAN, ENGINE) else player.kind


def _shown(player: RecordPlayer) -> str:
    return player.name if player.kind in (HUMAN, ENGINE) else str(kind_name(player.kind))


def _is_played_out(game: SavedResult) -> bool:
    """Whether a game had its natural end, with all its players."""
    is_early = game.result.ending in (Ending.AGREEMENT, Ending.FORFEIT)
    return not is_early and not any(one.forfeited for one in game.result.standings)


def _distance(game: SavedResult) -> tuple[int, int]:
    """The distance between the first two players: points, then cards."""
    standings = sorted(game.result.standings, key=lambda one: one.rank)
    first, second = next(pairwise(standings))
    return first.points - second.points, abs(first.cards - second.cards)
