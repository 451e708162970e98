"""The line of play: the moves in force, and those taken back, which can be played again.

Taking back goes to the last action of a person, if the policy of the match lets that seat; playing again goes on to where a
person decides.
"""

from dataclasses import dataclass

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.refusals import MatchError
from splendor_tui.match.steps import Step
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.state import State
from splendor_tui.words import _


@dataclass(frozen=True, slots=True)
class Move:
    """A ply in the line of play: the position after it, what it changed, and the reading of the clock at its end."""

    after: State
    step: Step
    clock: tuple[int, ...] | None

    @property
    def ends_turn(self) -> bool:
        """Whether another turn begins after it."""
        before = self.step.before
        return self.after.seat != before.seat or self.after.round != before.round

    @property
    def timed_out(self) -> bool:
        """Whether it is the forfeit of a seat whose turn and reserve are used up."""
        return (
            isinstance(self.step.action, Forfeit)
            and self.clock is not None
            and not (self.clock[0] or self.clock[1 + self.step.seat])
        )


class LineOfPlay:
    """What has been played from a start on."""

    def __init__(self, start: State, options: MatchOptions) -> None:
        self._start = start
        self._options = options
        self._played: list[Move] = []
        self._undone: list[Move] = []
        """The move that is played again first stands last."""

    @property
    def state(self) -> State:
        """The position that it has led to."""
        return self._played[-1].after if self._played else self._start

    @property
    def last(self) -> Move | None:
        """The newest move in force; None at the start."""
        return self._played[-1] if self._played else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the moves in force changed, the oldest first."""
        return tuple(move.step for move in self._played)

    @property
    def undone(self) -> int:
        """How many moves can be played again."""
        return len(self._undone)

    def play(self, move: Move) -> None:
        """Go on with a new move; what was taken back is dropped."""
        self._played.append(move)
        self._undone.clear()

    def undo_target(self, seat: int) -> int:
        """How many moves stay when this seat takes back. Raises MatchError with the reason when it may not."""
        policy = self._options.undo
        if policy == "off":
            raise MatchError(_("This match is played without taking back."))
        target = next(
            (place for place in reversed(range(len(self._played))) if self._is_persons(self._played[place])), None
        )
        if target is None:
            raise MatchError(_("There is nothing to take back."))
        if policy == "own-turn" and (target != len(self._played) - 1 or self._played[target].step.seat != seat):
            raise MatchError(_("You may take back only your own action, before anybody else has acted."))
        return target

    def redo_target(self) -> int:
        """How many moves are in force when one is played again. Raises MatchError when there is nothing to play again."""
        if not self._undone:
            raise MatchError(_("There is nothing to play again."))
        target = len(self._played) + 1
        for move in reversed(self._undone[:-1]):
            if self._is_persons(move):
                break
            target += 1
        return target

    def take_back(self, target: int) -> tuple[Step, ...]:
        """Leave so many moves in force; answers with the steps taken back, the last one first."""
        taken = self._played[target:][::-1]
        del self._played[target:]
        self._undone += taken
        return tuple(move.step for move in taken)

    def play_again(self, target: int) -> tuple[Move, ...]:
        """Play again until so many moves are in force; answers with those played again."""
        again = [self._undone.pop() for _move in range(target - len(self._played))]
        self._played += again
        return tuple(again)

    def _is_persons(self, move: Move) -> bool:
        return not self._options.players[move.step.seat].is_bot
