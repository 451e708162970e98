"""Why a finished game ended, and the final standings. `turn` decides when a game is over."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import islice
from typing import Final, NamedTuple

from splendor_tui.rules.constants import LAST_ROUND_AT
from splendor_tui.rules.state import Phase, Player, State
from splendor_tui.rules.turn import is_round_complete, seats_in_play
from splendor_tui.rules.view import PlayerView, View

MAX_IDLE_TURNS: Final = 40
"""Ruling: a game makes no progress after this many consecutive turns without a purchase or reservation."""
_TURNS_OF_A_DEADLOCK: Final = 12
"""Ruling: a game may be deadlocked after this many turns of each player without a purchase or reservation."""
LONG_GAME_FROM: Final = LAST_ROUND_AT - 900
"""Ruling: from this ply on, a game makes no progress; the round that reaches `LAST_ROUND_AT` is the last."""


class Ending(StrEnum):
    """The reason why a game is over.

    A stalemate is a full round of forced passes, or a game that has become too long. The players may agree at any time;
    `outcome` never returns `AGREEMENT`, only `agreed_outcome` does.
    """

    TARGET = "target"
    STALEMATE = "stalemate"
    FORFEIT = "forfeit"
    AGREEMENT = "agreement"


class Standing(NamedTuple):
    """One seat's ranking. `rank` starts at 1, and ties share a rank; `cards` counts bought cards."""

    seat: int
    rank: int
    points: int
    cards: int
    forfeited: bool


class Outcome(NamedTuple):
    """The end of a game, with the standings by rank, then by seat."""

    ending: Ending
    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first rank."""
        return tuple(standing.seat for standing in self.standings if standing.rank == 1)


def outcome(state: State | View) -> Outcome | None:
    """The outcome, or None if the rules have not ended the game.

    >>> outcome(state) is None
    True
    """
    if state.phase is not Phase.OVER:
        return None
    if seats_in_play(state) == 1:
        ending = Ending.FORFEIT
    elif state.final_round and is_round_complete(state):
        ending = Ending.TARGET
    else:
        ending = Ending.STALEMATE
    return Outcome(ending, standings(state))


def rounds_played(acted_in: Sequence[State | View]) -> int:
    """The number of rounds in which somebody acted. Takes the positions before the actions of a game, in order."""
    return acted_in[-1].round if acted_in else 0


def makes_no_progress(state: State | View) -> bool:
    """Whether the players should consider ending the game by agreement."""
    return state.phase is not Phase.OVER and (state.idle_turns >= MAX_IDLE_TURNS or state.ply >= LONG_GAME_FROM)


def is_deadlock(newest_first: Iterable[State | View]) -> bool:
    """Whether each player has had twelve turns since the last purchase or reservation, and a position has repeated since.

    The positions are those in which a turn begins. Between two purchases or reservations, only tokens and nobles change.
    """
    positions = iter(newest_first)
    last = next(positions, None)
    if last is None or last.idle_turns < _TURNS_OF_A_DEADLOCK * seats_in_play(last):
        return False
    idle = [last, *islice(positions, last.idle_turns)]
    seen = {(one.seat, *((player.gems, player.gold, player.points) for player in one.players)) for one in idle}
    return len(seen) < len(idle)


def outcome_of_computers(state: State | View) -> Outcome | None:
    """The outcome if only computers play, who end a game that makes no progress, after a turn. None if it goes on."""
    return agreed_outcome(state) if state.phase is Phase.MAIN and makes_no_progress(state) else outcome(state)


def agreed_outcome(state: State | View) -> Outcome:
    """The outcome if the players agree to end the game in this position.

    >>> agreed_outcome(state).winners
    (0, 1)
    """
    return Outcome(Ending.AGREEMENT, standings(state))


def standings(state: State | View) -> tuple[Standing, ...]:
    """The standings of this position, by rank, then by seat.

    Rulebook: most points, then fewest bought cards, else a shared rank. House rule: `tie_seat` wins a full tie outright.
    Those who forfeited share the last rank.
    """
    players: Sequence[Player | PlayerView] = state.players
    merits = [(0, 0, 0) if one.forfeited else (1, one.points, -len(one.cards)) for one in players]
    ranks = [1 + sum(other > merit for other in merits) for merit in merits]
    favoured = state.options.tie_seat
    if favoured is not None and ranks[favoured] == 1:
        ranks = [2 if rank == 1 and seat != favoured else rank for seat, rank in enumerate(ranks)]
    by_seat = (
        Standing(seat=seat, rank=ranks[seat], points=one.points, cards=len(one.cards), forfeited=one.forfeited)
        for seat, one in enumerate(players)
    )
    return tuple(sorted(by_seat, key=lambda standing: standing.rank))
