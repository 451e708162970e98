"""Who meets whom: which entrants sit at a table, on which deal, and in which seats.

A fixture is one deal, played once from every seat, so that neither the luck of the deal nor that of the seat counts.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

Lineup: TypeAlias = tuple[int, ...]
"""The entrants at a table, by their number, in the seats of the first game."""


class Fixture(NamedTuple):
    """A deal, counted from 1, for the entrants of a line-up."""

    deal: int
    lineup: Lineup

    def seatings(self) -> Iterator[Lineup]:
        """The entrants by seat, game by game: all move on by one seat."""
        for moved in range(len(self.lineup)):
            yield self.lineup[-moved:] + self.lineup[:-moved]


def lineups(entrants: int, players: int) -> tuple[Lineup, ...]:
    """The line-ups in which so many entrants meet at tables of `players`.

    Where they are too few for a table, the last one fills the seats that are left: of two at a table of four, one of the first
    among three of the second. Where they are too many, each that can be chosen from them plays.
    """
    if entrants <= players:
        filled = (entrants - 1,) * (players - entrants)
        return ((*range(entrants), *filled),)
    return tuple(combinations(range(entrants), players))


def fixtures(lineups: Sequence[Lineup], games: int) -> Iterator[Fixture]:
    """For each line-up at least so many games, as whole deals; the line-ups take turns, so that all come on alike."""
    deals = {lineup: -(-games // len(lineup)) for lineup in lineups}
    for deal in range(1, max(deals.values()) + 1):
        yield from (Fixture(deal, lineup) for lineup in lineups if deal <= deals[lineup])
