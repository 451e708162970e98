"""What the store tells of a game."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Self

from splendor_tui.record import RecordHeader, RecordOptions, RecordPlayer, RecordResult
from splendor_tui.store.journal import Entry
from splendor_tui.store.rows import GameRow


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it was stored: what it was made with, all that happened, and how it ended (None while it goes on).

    `options` is the text that `create_game` was given; empty for an imported game, whose header says what is known. `clock`
    is a reading of the clock after the last entry, None when none was taken.
    """

    id: str
    header: RecordHeader
    options: str
    imported: bool
    started: datetime
    result: RecordResult | None
    finished: datetime | None
    entries: tuple[Entry, ...]
    clock: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A line in the list of games. `plies` are those in force; `winners` are names, `points` those of all players in their order.

    There are neither while the game goes on. `helped` says that somebody had a hint or undid a revealed card.
    """

    id: str
    names: tuple[str, ...]
    started: datetime
    last_played: datetime
    plies: int
    finished: datetime | None
    winners: tuple[str, ...]
    points: tuple[int, ...]
    imported: bool
    helped: bool = False

    @property
    def has_begun(self) -> bool:
        """Whether something was played in it; one that was dealt is left in the store when the program is killed just then."""
        return self.plies > 0 or self.finished is not None or self.imported

    @property
    def can_go_on(self) -> bool:
        """Whether its players can go on with it. Imported games are only to be watched: their file tells the decks too."""
        return self.has_begun and self.finished is None and not self.imported


class SavedResult(NamedTuple):
    """Who played a game that is over, with which rules and cards, how it ended, and when; not how the decks lay.

    `dealt` tells whether it began with a deal, `catalogue` is the digest of the cards. `helped` says that somebody had a hint or
    undid a revealed card.
    """

    players: tuple[RecordPlayer, ...]
    options: RecordOptions
    catalogue: str
    dealt: bool
    result: RecordResult
    finished: datetime
    helped: bool = False

    @classmethod
    def of(cls, header: RecordHeader, result: RecordResult, finished: datetime, *, helped: bool = False) -> Self:
        """The result of the game with this header, of which the decks are most."""
        dealt = header.deal is not None
        return cls(header.players, header.options, header.catalogue, dealt, result, finished, helped)


def summary_of(game: GameRow, plies: int, last_played: datetime, *, helped: bool) -> GameSummary:
    """The line in the list for this row."""
    names = tuple(player.name for player in game.header.players)
    standings = game.result.standings if game.result else ()
    return GameSummary(
        id=game.id,
        names=names,
        started=game.started,
        last_played=last_played,
        plies=plies,
        finished=game.finished,
        points=tuple(standing.points for standing in sorted(standings, key=lambda standing: standing.seat)),
        winners=tuple(names[standing.seat] for standing in standings if standing.rank == 1),
        imported=game.imported,
        helped=helped,
    )
