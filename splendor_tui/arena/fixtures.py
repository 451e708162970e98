"""Fixtures and their results. A fixture is one deal for a line-up. It is played once from each seat, to cancel out luck."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from splendor_tui.inputs.strict_models import Strict
from splendor_tui.match.bot_answer import Fault
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.rules.outcome import Ending

Count: TypeAlias = Annotated[int, Field(ge=0)]
Seconds: TypeAlias = Annotated[float, Field(ge=0)]
Lineup: TypeAlias = tuple[int, ...]
"""The numbers of the entrants at a table, by seat in the first game."""


class Fixture(NamedTuple):
    """One deal for a line-up. Deals are numbered from 1."""

    deal: int
    lineup: Lineup

    def seatings(self) -> Iterator[Lineup]:
        """The entrants by seat for each game. Each seating rotates the previous one by one seat."""
        for moved in range(len(self.lineup)):
            yield self.lineup[-moved:] + self.lineup[:-moved]


def lineups(entrants: int, players: int) -> tuple[Lineup, ...]:
    """The line-ups for this many entrants at tables with `players` seats.

    If there are too few entrants to fill a table, the last one takes all the remaining seats: with two entrants and four
    seats, one copy of the first meets three copies of the second. If there are too many, every combination plays.
    """
    if entrants <= players:
        filled = (entrants - 1,) * (players - entrants)
        return ((*range(entrants), *filled),)
    return tuple(combinations(range(entrants), players))


def fixtures(lineups: Sequence[Lineup], games: int) -> Iterator[Fixture]:
    """Fixtures with at least this many games per line-up. The line-ups alternate."""
    deals = {lineup: -(-games // len(lineup)) for lineup in lineups}
    for deal in range(1, max(deals.values()) + 1):
        yield from (Fixture(deal, lineup) for lineup in lineups if deal <= deals[lineup])


class SeatResult(Strict):
    """The result of one seat. `share` is its share of the win: 1 alone, 0.5 if tied with another seat, 0 for a loss.

    `seconds` is the total time of its `moves`, and `longest` the time of the slowest. A turn has one or more moves.
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
    """The result of one game, by seat."""

    ending: Ending
    seats: Annotated[tuple[SeatResult, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]

    def share_of(self, entrant: int) -> float:
        """The entrant's share of the win, over all its seats."""
        return sum(seat.share for seat in self.seats if seat.entrant == entrant)


class FixtureResult(Strict):
    """The games of one fixture, which is identified by deal and line-up."""

    deal: Count
    lineup: tuple[Count, ...]
    games: Annotated[tuple[GameResult, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]

    def share_of(self, entrant: int) -> float:
        """The entrant's mean share of the win."""
        return sum(game.share_of(entrant) for game in self.games) / len(self.games)
