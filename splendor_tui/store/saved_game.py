"""A saved game as loaded: whole, as its summary in the games list, or only its result."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple, Self

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.inputs.house_rules import OPEN_SERIES
from splendor_tui.inputs.match_options import HUMAN, SeriesOptions
from splendor_tui.inputs.player_names import name_key
from splendor_tui.record import (
    ClockReading,
    RecordError,
    RecordHeader,
    RecordOptions,
    RecordPlayer,
    RecordResult,
    RecordStanding,
)
from splendor_tui.replay import first_state
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import DEFAULT_TARGET
from splendor_tui.rules.errors import IllegalActionError, InvalidActionError
from splendor_tui.rules.legality import check_action
from splendor_tui.rules.notation import begins_turn, parse_action
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.state import State
from splendor_tui.rules.turn import advance
from splendor_tui.store.journal_entries import Entry, PlyEntry
from splendor_tui.store.renames import Rename, current_name, names_at_table
from splendor_tui.store.stored_rows import EntryRow, GameRow, ReadJournal, checked

_MILLISECONDS: Final = 1000
_BREAK_SECONDS: Final = 600
"""A longer time between two entries is a break, such as a night."""
_EARLY_PURCHASES: Final = 3
"""Before a player has bought this many cards, a withdrawal says nothing about strength."""


class SavedGame(GameRow):
    """A saved game with its journal. `result` and `finished` are None if it is unfinished.

    `options` is the text passed to `create_game`, or empty for an imported game. `plies` are the current ones. `clock` is
    the reading after the last entry. `is_cut` means that the entries after these cannot be read.
    """

    entries: tuple[Entry, ...]
    plies: tuple[PlyEntry, ...]
    clock: ClockReading | None
    is_cut: bool


class GameSummary(NamedTuple):
    """The summary of a game in the games list, with the current names. `plies` does not count undone plies.

    `winners` (names) and `points` (by seat) are empty for an unfinished game. `helped` is true if a player had a hint,
    or undid an action that had revealed a card.
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
    out: tuple[str, ...] = ()
    """The names of the players who resigned or ran out of time."""
    late: tuple[str, ...] = ()
    """The names of those who ran out of time."""
    ending: Ending | None = None
    catalogue: str = ""
    """The digest of the card set."""
    assets: str | None = None
    """The folder of the card set, or None for the standard one and if it is unknown."""
    series: str = ""
    """The id of the first game of the series: of this one, unless it was a rematch. In a tournament, the tournament's id."""
    goal: str = OPEN_SERIES
    """The goal of the series, as in `MatchRules.series`."""
    round: int = 0
    """The round of the tournament, or 0."""
    ranks: tuple[int, ...] = ()
    """The final rank of each seat. Empty for an unfinished game."""
    humans: tuple[str, ...] = ()
    """The names of the humans."""
    target: int = DEFAULT_TARGET
    """The points to play to."""
    entrants: tuple[int, ...] = ()
    """The numbers of the players in the plan of the tournament, whatever they are called."""
    next_first: int | None = None
    """The seat that starts the rematch, unless a random one does."""

    @property
    def has_begun(self) -> bool:
        """Whether the game is worth listing. A process that is killed before the first action leaves an empty game."""
        return self.plies > 0 or self.finished is not None or self.imported

    @property
    def can_resume(self) -> bool:
        """Whether the game can be resumed. Imported games can only be replayed, because their file reveals the decks."""
        return self.has_begun and self.finished is None and not self.imported

    def renamed(self, renames: Sequence[Rename]) -> Self:
        """The summary with the names after these renames, as in `names_at_table`."""
        found = names_at_table(self.names, self.humans, renames)
        if found is self.names:
            return self
        new = dict(zip(self.names, found, strict=True))
        names, winners, out, late, humans = (
            tuple(new.get(name, name) for name in names)
            for names in (self.names, self.winners, self.out, self.late, self.humans)
        )
        return self._replace(names=names, winners=winners, out=out, late=late, humans=humans)


class Help(StrEnum):
    """Help that makes a game unrated. `EITHER` means a game of version 1.0, which saved no kind."""

    HINT = "hint"
    UNDO = "undo"
    EITHER = "either"


class Withdrawal(NamedTuple):
    """A player who resigned or ran out of time. `is_early` means that nobody had bought three cards by then."""

    seat: int
    timed_out: bool
    is_early: bool


class SavedResult(NamedTuple):
    """The result of a finished game, without its decks and moves.

    `dealt` is true if the game began with a deal. `catalogue` is the hash of the card set. `help` is the last help that a
    player had. `withdrawals` are in the order of play. `nobles` visited somebody; they are counted only on request.
    """

    players: tuple[RecordPlayer, ...]
    options: RecordOptions
    catalogue: str
    dealt: bool
    result: RecordResult
    finished: datetime
    help: Help | None = None
    withdrawals: tuple[Withdrawal, ...] = ()
    started: datetime | None = None
    nobles: tuple[Noble, ...] = ()

    @classmethod
    def of(cls, header: RecordHeader, result: RecordResult, finished: datetime, kind: Help | None = None) -> Self:
        """Create the result of the game with this header."""
        dealt = header.deal is not None
        return cls(header.players, header.options, header.catalogue, dealt, result, finished, kind)

    @property
    def standings_by_player(self) -> Sequence[RecordStanding]:
        """The standings, with the best one only of a human who has several seats because players were merged."""
        best: dict[object, RecordStanding] = {}
        for standing in self.result.standings:
            player = self.players[standing.seat]
            key = name_key(player.name) if player.kind == HUMAN else standing.seat
            if key not in best or standing.rank < best[key].rank:
                best[key] = standing
        return [*best.values()]

    def renamed(self, renames: Sequence[Rename]) -> Self:
        """The result with the names of humans after these renames."""
        players = (
            player.model_copy(update={"name": current_name(player.name, renames)}) if player.kind == HUMAN else player
            for player in self.players
        )
        return self._replace(players=tuple(players)) if renames else self


def withdrawals_in(plies: Iterable[PlyEntry]) -> Iterator[Withdrawal]:
    """The players who resigned or ran out of time during these plies."""
    purchases: Counter[int] = Counter()
    for ply in plies:
        if ply.action == "forfeit":
            most = max(purchases.values(), default=0)
            yield Withdrawal(ply.seat, ply.timed_out or ply.out_of_time, most < _EARLY_PURCHASES)
        purchases[ply.seat] += ply.action.startswith("buy ")


def time_used(game: GameRow, journal: ReadJournal, returns: Sequence[datetime] = ()) -> Sequence[float]:
    """Each seat's time in seconds: from the clock of the match, or else from the times of the entries, without breaks.

    A break ends when the players return, or is longer than a turn. `returns` are in the order of play.
    """
    used = [0.0] * len(game.header.players)
    clock, played = SeriesOptions.from_json(game.options).clock, journal.line.played
    if clock is not None and played and all(ply.clock for ply in played):
        following = (*(begins_turn(ply.action) for ply in played[1:]), True)
        for ply, is_last_of_turn in zip(played, following, strict=True):
            turn_left, *banks = (left / _MILLISECONDS for left in ply.clock or ())
            used[ply.seat] += is_last_of_turn * (clock.turn_seconds - turn_left)
        return [seconds + clock.reserve_seconds - bank for seconds, bank in zip(used, banks, strict=True)]
    before = game.started
    for row in filter(None, (checked(EntryRow, cells) for cells in journal.stored)):
        back = max((time for time in returns if before < time <= row.stored), default=before)
        passed, before = (row.stored - back).total_seconds(), row.stored
        if isinstance(row.body, PlyEntry) and 0 <= passed <= _BREAK_SECONDS:
            used[row.body.seat] += passed
    return used


def position_after(header: RecordHeader, plies: Iterable[PlyEntry], catalogue: Catalogue) -> State | None:
    """The state after these plies. None for other cards, or for plies that violate the rules."""
    with suppress(RecordError, InvalidActionError, IllegalActionError):
        state = first_state(header, catalogue)
        for ply in plies:  # `replay` would take three times as long, because it compares digests
            action = parse_action(ply.action, catalogue)
            check_action(state, action)
            advance(state, action)
        return state
    return None


def visiting_nobles(header: RecordHeader, plies: Iterable[PlyEntry], catalogue: Catalogue) -> tuple[Noble, ...]:
    """The nobles that visited a player during these plies, if `position_after` knows them."""
    state = position_after(header, plies, catalogue)
    return tuple(noble for player in state.players for noble in player.nobles) if state else ()


def summary_of(game: GameRow, plies: int, last_played: datetime, withdrawals: Iterable[Withdrawal] = ()) -> GameSummary:
    """Create the summary of a game, without help and assets."""
    names, place = names_in_this_language(game.header.players), SeriesOptions.from_json(game.options)
    standings = game.result.standings if game.result else ()
    by_seat = sorted(standings, key=lambda standing: standing.seat)
    reasons = {one.seat: one.timed_out for one in withdrawals}
    out = {*reasons, *(standing.seat for standing in standings if standing.forfeited)}
    return GameSummary(
        id=game.id,
        names=names,
        started=game.started,
        last_played=last_played,
        plies=plies,
        finished=game.finished,
        points=tuple(standing.points for standing in by_seat),
        winners=tuple(names[standing.seat] for standing in standings if standing.rank == 1),
        imported=game.imported,
        out=tuple(names[seat] for seat in sorted(out)),
        late=tuple(names[seat] for seat, timed_out in sorted(reasons.items()) if timed_out),
        ending=game.result.ending if game.result else None,
        catalogue=game.header.catalogue,
        series=place.first_game or game.id,
        goal=place.series,
        round=place.round,
        ranks=tuple(standing.rank for standing in by_seat),
        humans=tuple(player.name for player in game.header.players if player.kind == HUMAN),
        target=game.header.options.target,
        entrants=place.entrants,
        next_first=None if place.random_first else place.next_first % len(names),
    )
