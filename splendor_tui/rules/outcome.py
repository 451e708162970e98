"""The end of a game, and the final standings."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from splendor_tui.rules.state import LAST_ROUND_AT, Phase, State
from splendor_tui.rules.turn import seats_in_play
from splendor_tui.rules.view import View

AGREEMENT_AFTER: Final = 40
"""Ruling: the players may end a game by agreement after this many consecutive turns without a purchase or reservation."""
AGREEMENT_FROM: Final = LAST_ROUND_AT - 900
"""Ruling: from this ply on, the players may always agree. `LAST_ROUND_AT` ends the game by itself."""


class Ending(StrEnum):
    """The reason why a game is over.

    A stalemate is a full round of forced passes, or a game that has become too long. The rules never produce `AGREEMENT`:
    the players agree at the table.
    """

    TARGET = "target"
    STALEMATE = "stalemate"
    FORFEIT = "forfeit"
    AGREEMENT = "agreement"


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's ranking. `rank` starts at 1, and ties share a rank; `cards` counts purchased cards."""

    seat: int
    rank: int
    points: int
    cards: int
    forfeited: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, with the standings by rank, then by seat."""

    ending: Ending
    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first rank."""
        return tuple(standing.seat for standing in self.standings if standing.rank == 1)


def outcome(state: State | View) -> Outcome | None:
    """The outcome, or None if the rules have not ended the game."""
    if state.phase is not Phase.OVER:
        return None
    if seats_in_play(state) == 1:
        ending = Ending.FORFEIT
    elif state.final_round and is_round_complete(state):
        ending = Ending.TARGET
    else:
        ending = Ending.STALEMATE
    return Outcome(ending, standings(state))


def may_agree(state: State | View) -> bool:
    """Whether the players may end the game by agreement now."""
    return state.phase is not Phase.OVER and (state.idle_turns >= AGREEMENT_AFTER or state.ply >= AGREEMENT_FROM)


def agreed_outcome(state: State | View) -> Outcome:
    """The outcome if the players agree to end the game in this position."""
    return Outcome(Ending.AGREEMENT, standings(state))


def standings(state: State | View) -> tuple[Standing, ...]:
    """The standings of this position, by rank, then by seat.

    Rulebook: most points, then fewest purchased cards, else a shared place. House option: `tie_seat` alone wins a full tie.
    Those who forfeited share the last rank.
    """

    def merit(seat: int) -> tuple[bool, int, int]:
        player = state.players[seat]
        if player.forfeited:
            return (False, 0, 0)
        return (True, player.points, -len(player.cards))

    seats = range(len(state.players))
    ranks = {seat: 1 + sum(merit(other) > merit(seat) for other in seats) for seat in seats}
    favoured = state.options.tie_seat
    if favoured is not None and ranks[favoured] == 1:
        ranks = {seat: 2 if rank == 1 and seat != favoured else rank for seat, rank in ranks.items()}
    return tuple(
        Standing(
            seat=seat,
            rank=ranks[seat],
            points=state.players[seat].points,
            cards=len(state.players[seat].cards),
            forfeited=state.players[seat].forfeited,
        )
        for seat in sorted(seats, key=lambda seat: (ranks[seat], seat))
    )


def is_round_complete(state: State | View) -> bool:
    """Whether no seat after the current one is in play, so that the round ends with this turn."""
    return all(player.forfeited for player in state.players[state.seat + 1 :])
