"""What one applied action changed, as everybody at the table may see it, and the moves of a match."""

from dataclasses import dataclass

from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.digest import digest
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, view
from splendor_tui.store.journal import PlyEntry


@dataclass(frozen=True, slots=True)
class Step:
    """One applied action with the onlooker's view before and after it: nothing in it is secret from anybody."""

    action: Action
    before: View
    after: View

    @property
    def ply(self) -> int:
        """The number of actions applied so far, this one included."""
        return self.after.ply

    @property
    def seat(self) -> int:
        """The seat that acted."""
        return self.before.seat

    @property
    def nobles(self) -> tuple[Noble, ...]:
        """The nobles that visited the seat, at most one."""
        return self.after.players[self.seat].nobles[len(self.before.players[self.seat].nobles) :]

    @property
    def reveals(self) -> bool:
        """Whether a card was drawn from a deck, so that somebody has seen what taking the action back cannot hide."""
        return self.before.deck_counts != self.after.deck_counts


def describe_step(before: State, action: Action, after: State) -> Step:
    """The step that led from one state to the next."""
    return Step(action, view(before, None), view(after, None))


@dataclass(frozen=True, slots=True)
class Move:
    """A ply in the line of play: the position after it, what it changed, and the reading of the clock at its end.

    `timed_out` tells that the clock made the seat leave the game.
    """

    after: State
    step: Step
    clock: tuple[int, ...] | None
    timed_out: bool

    @property
    def ends_turn(self) -> bool:
        """Whether another turn begins after it."""
        before = self.step.before
        return self.after.seat != before.seat or self.after.round != before.round

    def entry(self) -> PlyEntry:
        """The move as the journal has it."""
        return PlyEntry(
            ply=self.step.ply,
            seat=self.step.seat,
            action=format_action(self.step.action),
            digest=digest(self.after),
            clock=self.clock,
            timed_out=self.timed_out,
        )
