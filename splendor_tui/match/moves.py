"""The moves of a match: what the line of play is made of."""

from dataclasses import dataclass

from splendor_tui.match.steps import Step
from splendor_tui.rules.digest import digest
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.state import State
from splendor_tui.store.journal import PlyEntry


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
