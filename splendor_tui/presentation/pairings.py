"""Who meets whom in a tournament, and who starts: an exact search, which is fast for eight players.

A table lists its players in seat order, so the first one starts. A table of one player is a bye.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, count
from math import comb
from typing import Final, TypeAlias

Table: TypeAlias = tuple[int, ...]
Tables: TypeAlias = tuple[Table, ...]

_WHOLE: Final = 12
"""A start, in units that divide it by two, three and four."""
_MAX_SEARCHED: Final = 2_000
"""The rounds that are tried before the search allows one more meeting of two players."""
_MAX_SPREAD: Final = 2
"""The most meetings of two players, minus the fewest."""


class History:
    """What pairings balance: meetings, small tables and starts.

    `lead` has each player's starts, minus their share of the starts at their tables.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.meetings: Counter[Table] = Counter()
        self.small: Counter[int] = Counter()
        self.lead: Counter[int] = Counter()
        self._late: Counter[int] = Counter()

    def add(self, table: Table) -> None:
        """Count a table."""
        self.meetings.update(_pairs(table))
        if len(table) < self.most:
            self.small.update(table)
        if len(table) > 1:
            for place, player in enumerate(table):
                self.lead[player] += _WHOLE * (place == 0) - _WHOLE // len(table)
                self._late[player] += place

    def seated(self, table: Table) -> Table:
        """The players of a table in seat order. Those who started least and sat latest come first."""
        return tuple(sorted(table, key=lambda player: (self.lead[player], -self._late[player], player)))

    def unfair_starts(self, table: Table) -> int:
        """The players whose starts would then differ from their share by more than one."""
        changes = (_WHOLE * (place == 0) - _WHOLE // len(table) for place in range(len(table)))
        return sum(abs(self.lead[player] + by) > _WHOLE for player, by in zip(self.seated(table), changes, strict=True))


def table_sizes(players: int, most: int) -> Sequence[int]:
    """The sizes of the tables of a round, as equal as possible. If one player is left over, it is a bye."""
    if players % most == 1:
        return (most,) * (players // most) + (1,)
    tables = -(-players // most)
    size, larger = divmod(players, max(1, tables))
    return (size + 1,) * larger + (size,) * (tables - larger)


def full_rounds(players: int, most: int) -> int:
    """The fewest rounds in which everybody can meet everybody equally often, with equal byes."""
    sizes = table_sizes(players, most)
    met, byes = sum(comb(size, 2) for size in sizes), sizes.count(1)
    return next(n for n in count(1) if n * met % comb(players, 2) == 0 and n * byes % players == 0)


@cache
def round_robin(players: int, most: int, rounds: int) -> Sequence[Tables]:
    """The tables of all rounds: meetings and byes are as equal as possible in each cycle of `full_rounds`."""
    cycle = full_rounds(players, most)
    if rounds > cycle:
        return (*round_robin(players, most, cycle), *round_robin(players, most, rounds - cycle))
    divisions = [*_divisions(tuple(range(players)), table_sizes(players, most))]
    met = sum(comb(size, 2) for size in table_sizes(players, most))
    least = -(-rounds * met // comb(players, 2))
    return next(found for more in count() if (found := _schedule(divisions, rounds, least + more)))


def _schedule(divisions: Sequence[Tables], rounds: int, most_meetings: int) -> Sequence[Tables]:
    """A division for each round, in which nobody meets anybody too often, or has a second bye. Empty if none is found."""
    pairs = dict.fromkeys((pair for tables in divisions for table in tables for pair in _pairs(table)), 0)
    byes: Counter[int] = Counter()
    found: list[Tables] = []
    searched = count()

    def cost(tables: Tables) -> int:
        return sum(pairs[pair] ** 2 for table in tables for pair in _pairs(table))

    def is_possible(tables: Tables) -> bool:
        met = all(pairs[pair] < most_meetings for table in tables for pair in _pairs(table))
        return met and not any(byes[table[0]] for table in tables if len(table) == 1)

    def change(tables: Tables, by: int) -> None:
        for table in tables:
            for pair in _pairs(table):
                pairs[pair] += by
            if len(table) == 1:
                byes[table[0]] += by

    def search() -> bool:
        if len(found) == rounds:
            return most_meetings - min(pairs.values()) <= _MAX_SPREAD
        for tables in sorted(filter(is_possible, divisions), key=cost):
            if next(searched) > _MAX_SEARCHED:
                return False
            found.append(tables)
            change(tables, 1)
            if search():
                return True
            change(found.pop(), -1)
        return False

    return tuple(found) if search() else ()


def swiss_round(points: Mapping[int, float], history: History) -> Tables:
    """The tables of the next round for the players with these points.

    In this order of importance: nobody has a second bye, nobody meets twice, the last gets the bye, starts are fair, and
    players with equal points meet.
    """
    ranked = tuple(sorted(points, key=lambda player: (-points[player], player)))

    def penalty(tables: Tables) -> tuple[float, ...]:
        small = [table for table in tables if len(table) < history.most]
        pairs = [pair for table in tables for pair in _pairs(table)]
        return (
            sum(history.small[player] for table in small for player in table),
            sum(history.meetings[pair] for pair in pairs),
            sum(points[table[0]] for table in small if len(table) == 1),
            sum(history.unfair_starts(table) for table in tables if len(table) > 1),
            sum((points[one] - points[other]) ** 2 for one, other in pairs),
        )

    return min(_divisions(ranked, table_sizes(len(ranked), history.most)), key=penalty)


def _pairs(table: Table) -> Iterable[Table]:
    return combinations(sorted(table), 2)


def _divisions(players: Table, sizes: Sequence[int]) -> Iterator[Tables]:
    """All divisions of the players among tables of these sizes."""
    if not players:
        yield ()
        return
    first, *others = players
    for size in sorted(set(sizes), reverse=True):
        left = [*sizes]
        left.remove(size)
        for chosen in combinations(others, size - 1):
            rest = tuple(player for player in others if player not in chosen)
            yield from ((((first, *chosen)), *more) for more in _divisions(rest, left))
