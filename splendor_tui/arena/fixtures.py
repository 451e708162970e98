"""Fixtures and their results. A fixture is one deal for a line-up, played once from each seat to cancel luck."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from splendor_tui.inputs.problems import Strict
from splendor_tui.match.asking import Fault
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.state import MAX_PLAYERS, MIN_PLAYERS

Count: TypeAlias = Annotated[int, Field(ge=0)]
Seconds: TypeAlias = Annotated[float, Field(ge=0)]
Lineup: TypeAlias = tuple[int, ...]
"""The entrants at a table by number, in the seats of the first game."""


class Fixture(NamedTuple):
    """A deal, counted from 1, for a line-up."""

    deal: int
    lineup: Lineup

    def seatings(self) -> Iterator[Lineup]:
        """The entrants by seat for each game, rotated by one seat each time."""
        for moved in range(len(self.lineup)):
            yield self.lineup[-moved:] + self.lineup[:-moved]


def lineups(entrants: int, players: int) -> tuple[Lineup, ...]:
    """The line-ups in which this many entrants meet at tables of `players`.

    If there are too few for a table, one of them fills it: with two entrants and four seats, one of the first meets three of
    the second. If there are too many, every combination plays.
    """
    if entrants <= players:
        filled = (entrants - 1,) * (players - entrants)
        return ((*range(entrants), *filled),)
    return tuple(combinations(range(entrants), players))


def fixtures(lineups: Sequence[Lineup], games: int) -> Iterator[Fixture]:
    """At least this many games per line-up, in whole deals; the line-ups alternate."""
    deals = {lineup: -(-games // len(lineup)) for lineup in lineups}
    for deal in range(1, max(deals.values()) + 1):
        yield from (Fixture(deal, lineup) for lineup in lineups if deal <= deals[lineup])


class SeatResult(Strict):
    """One seat at the end of a game. `share` is its share of the win: 1 alone, 0.5 with another seat, 0 for a loss.

    It made `moves` moves in `turns` turns. `seconds` is the total time of the moves, `longest` the time of the slowest.
    """

    entrant: Count
    share: Annotated[float, Field(ge=0, le=1)]
    points: Count
    turns: Count
    moves: Count
    seconds: Seconds
    longest: Seconds
    faults: Mapping[Fault, Count]


class GameResult(Strict):
    """A game, seat by seat."""

    ending: Ending
    seats: Annotated[tuple[SeatResult, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]

    def share_of(self, entrant: int) -> float:
        """The entrant's share of the win, over all its seats."""
        return sum(seat.share for seat in self.seats if seat.entrant == entrant)


class FixtureResult(Strict):
    """The games of a fixture, identified by deal and line-up."""

    deal: Count
    lineup: tuple[Count, ...]
    games: Annotated[tuple[GameResult, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]

    def share_of(self, entrant: int) -> float:
        """The entrant's mean share of the win."""
        return sum(game.share_of(entrant) for game in self.games) / len(self.games)
