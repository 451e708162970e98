"""The goal of a puzzle."""

from dataclasses import dataclass
from enum import StrEnum

from splendor_tui.rules.cards import Noble
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.state import MAIN, OVER, State


class Kind(StrEnum):
    """The kinds of goals. A goal must be reached whatever the order of the decks and the rivals' actions."""

    WIN = "win"
    """Be the only winner of a game that ends no later than the round of the goal's last turn."""
    STOP = "stop"
    """Prevent every rival from reaching the target until the solver's next turn."""
    NOBLE = "noble"
    """Get a visit from this noble."""
    POINTS = "points"
    """Reach this many points. The others do not play."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A task for `seat`, to be completed in this many of its own turns, including the current one."""

    kind: Kind
    seat: int
    turns: int
    noble: Noble | None = None
    points: int = 0

    def verdict(self, state: State, turns: int) -> bool | None:
        """True if the goal is reached, False if it can no longer be reached, and None while this is undecided.

        The seat can still start `turns` more turns.
        """
        player = state.players[self.seat]
        over = state.phase is OVER
        # In any other phase, the last turn may still be in progress.
        out_of_turns = not turns and (over or state.phase is MAIN)
        if self.kind is Kind.WIN:
            if over:
                return [one.seat for one in standings(state) if one.rank == 1] == [self.seat]
            # Without a turn left, the seat can win only if somebody has reached the target.
            return False if out_of_turns and not state.final_round else None
        if self.kind is Kind.STOP:
            target = state.options.target
            if any(rival.points >= target for seat, rival in enumerate(state.players) if seat != self.seat):
                return False
            return True if over or (out_of_turns and state.seat == self.seat) else None
        reached = self.noble in player.nobles if self.kind is Kind.NOBLE else player.points >= self.points
        if reached:
            return True
        missed = over or out_of_turns or (self.kind is Kind.NOBLE and self.noble not in state.nobles)
        return False if missed else None
