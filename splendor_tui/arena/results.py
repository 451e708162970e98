"""What came of a fixture: everything that the tallies and a later run need, and nothing that is hidden."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field

from splendor_tui.inputs.problems import Strict
from splendor_tui.match.asking import Fault
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.state import MAX_PLAYERS, MIN_PLAYERS

Count: TypeAlias = Annotated[int, Field(ge=0)]
Seconds: TypeAlias = Annotated[float, Field(ge=0)]


class SeatResult(Strict):
    """One seat at the end of a game. `share` is that of the win: 1 alone, 0.5 with another seat, 0 for who lost.

    `moves` are the answers that it gave, in `turns` turns; `seconds` is what they took together, `longest` the longest of them.
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
        """The share of the win that the seats of this entrant have together."""
        return sum(seat.share for seat in self.seats if seat.entrant == entrant)


class FixtureResult(Strict):
    """The games of a fixture, which is named by its deal and its line-up."""

    deal: Count
    lineup: tuple[Count, ...]
    games: Annotated[tuple[GameResult, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]

    def share_of(self, entrant: int) -> float:
        """The mean share of the win that this entrant had in the games."""
        return sum(game.share_of(entrant) for game in self.games) / len(self.games)
