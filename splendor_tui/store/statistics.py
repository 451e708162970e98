"""Player statistics, computed from finished games."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from splendor_tui.inputs.match_options import ENGINE, HUMAN
from splendor_tui.inputs.player_names import name_key
from splendor_tui.record import RecordPlayer, RecordStanding
from splendor_tui.rules.notation import begins_turn
from splendor_tui.rules.outcome import Ending
from splendor_tui.store.journal_entries import PlyEntry
from splendor_tui.store.saved_game import SavedResult

_Key: TypeAlias = tuple[str, str]
_HALF: Final = 0.5


class OpponentStatistics(NamedTuple):
    """The number of games and wins of a player against one opponent. `ahead` counts each of the `level` places as half."""

    name: str
    kind: str
    games: int
    wins: int
    ahead: float
    level: int = 0


class Averages(NamedTuple):
    """A player's averages per game."""

    points: float
    cards: float
    turns: float


class PlayerStatistics(NamedTuple):
    """The statistics of a player's finished games. `kind` is `human`, `engine`, or a level.

    All players of a level count as one player, whose `name` is empty. `wins` are first places, and `shared` is the number
    of those that were shared. `averages` are those of the `played_out` games, which the player played to the end, None if
    there are none.
    `best` is the highest number of points in one game. `opponents` are sorted by number of games.
    """

    name: str
    kind: str
    games: int
    wins: int
    shared: int
    played_out: int
    averages: Averages | None
    best: int
    opponents: tuple[OpponentStatistics, ...]


class _Appearance(NamedTuple):
    """One player in one game."""

    player: RecordPlayer
    standing: RecordStanding
    turns: int
    shared: bool
    is_complete: bool
    others: Mapping[_Key, float]
    """The opponents, each with 1 if the player finished ahead, and a half for an equal place."""


def statistics_of(games: Iterable[tuple[SavedResult, Sequence[PlyEntry]]]) -> tuple[PlayerStatistics, ...]:
    """The statistics of all players in these games with their plies: humans, engines, then levels, each sorted by wins.

    Two names that look the same belong to one player if the kind is the same. The latest spelling is used. If a human had
    two seats, because players were merged, the game counts once, with the better place.
    """
    appearances: defaultdict[_Key, list[_Appearance]] = defaultdict(list)
    for game, plies in games:
        winners = sum(standing.rank == 1 for standing in game.result.standings)
        standings = game.standings_by_player
        for standing in standings:
            player = game.players[standing.seat]
            turns = sum(ply.seat == standing.seat and begins_turn(ply.action) for ply in plies)
            others = {
                key: (1 + (other.rank > standing.rank) - (other.rank < standing.rank)) / 2
                for other in standings
                if (key := _key(game.players[other.seat])) != _key(player)
            }
            is_complete = game.result.ending in (Ending.TARGET, Ending.STALEMATE) and not standing.forfeited
            appearances[_key(player)].append(_Appearance(player, standing, turns, winners > 1, is_complete, others))
    shown = {key: _named(of_player[-1].player) for key, of_player in appearances.items()}
    statistics = [_summary(of_player, shown) for of_player in appearances.values()]
    return tuple(sorted(statistics, key=_place))


def _place(player: PlayerStatistics) -> tuple[object, ...]:
    kinds = (HUMAN, ENGINE)
    group = kinds.index(player.kind) if player.kind in kinds else len(kinds)
    return (group, -player.wins, player.games, player.name)


def _named(player: RecordPlayer) -> str:
    """The player's name. Empty for a built-in computer player, which is identified by its level."""
    return player.name if player.kind in (HUMAN, ENGINE) else ""


def _key(player: RecordPlayer) -> _Key:
    return (name_key(_named(player)), player.kind)


def _summary(appearances: Sequence[_Appearance], shown: Mapping[_Key, str]) -> PlayerStatistics:
    player = appearances[-1].player
    won = [appearance for appearance in appearances if appearance.standing.rank == 1]
    complete = [appearance for appearance in appearances if appearance.is_complete]
    return PlayerStatistics(
        name=_named(player),
        kind=player.kind,
        games=len(appearances),
        wins=len(won),
        shared=sum(appearance.shared for appearance in won),
        played_out=len(complete),
        averages=_averages(complete),
        best=max(appearance.standing.points for appearance in appearances),
        opponents=tuple(_opponents(appearances, won, shown)),
    )


def _averages(complete: Sequence[_Appearance]) -> Averages | None:
    """The averages of these games."""
    if not complete:
        return None
    return Averages(
        points=fmean(appearance.standing.points for appearance in complete),
        cards=fmean(appearance.standing.cards for appearance in complete),
        turns=fmean(appearance.turns for appearance in complete),
    )


def _opponents(
    appearances: Sequence[_Appearance], won: Iterable[_Appearance], shown: Mapping[_Key, str]
) -> Iterator[OpponentStatistics]:
    """The opponents, most games first."""
    games = Counter(other for appearance in appearances for other in appearance.others)
    wins = Counter(other for appearance in won for other in appearance.others)
    ahead: defaultdict[_Key, float] = defaultdict(float)
    level = Counter[_Key]()
    for appearance in appearances:
        for other, score in appearance.others.items():
            ahead[other] += score
            level[other] += score == _HALF
    for other, met in sorted(games.items(), key=lambda item: (-item[1], item[0])):
        yield OpponentStatistics(shown[other], other[1], met, wins[other], ahead[other], level[other])
