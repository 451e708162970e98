"""One match at a table: takes intents, checks them by the rules, stores what happened, and answers with a step.

The controller is the only holder of the state. What goes out are views, steps and lines of the log, none of which tells a
seat what it may not know. It is used from one thread; only `asking.ask` runs elsewhere, and gets a view.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from splendor_tui.match.clock import Clock, Tick
from splendor_tui.match.journal import Entry, PlyEntry, RedoEntry, UndoEntry
from splendor_tui.match.log import LogKind, LogLine, log_step
from splendor_tui.match.options import HUMAN, MatchOptions
from splendor_tui.match.record import AGREEMENT_AFTER
from splendor_tui.match.steps import Step, describe_step
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.outcome import Ending, Outcome, outcome, standings
from splendor_tui.rules.state import Deal, State
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, view
from splendor_tui.words import _


class MatchError(ValueError):
    """Something that cannot be done at the table now; `str()` says what the player can do."""


class StalePlyError(MatchError):
    """An intent that was meant for an earlier position."""


class NotYourTurnError(MatchError):
    """An intent of a seat that is not to move."""


class MatchPausedError(MatchError):
    """An intent while the match stands still."""


class Journal(Protocol):
    """Where a match is written down. Each call returns when what it says is durable, or known to be waiting."""

    @property
    def problem(self) -> Exception | None:
        """Why something waits to be written; None while everything is durable."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""

    def finish(self, outcome: Outcome) -> None:
        """Write how the match ended."""

    def reopen(self) -> None:
        """Strike out how the match ended."""


@dataclass(frozen=True, slots=True)
class Move:
    """A ply in the line of play, with the reading of the clock at its end."""

    before: State
    action: Action
    after: State
    clock: tuple[int, ...] | None

    @property
    def ends_turn(self) -> bool:
        """Whether another turn begins after it."""
        return self.after.seat != self.before.seat or self.after.round != self.before.round

    @property
    def timed_out(self) -> bool:
        """Whether it is the forfeit of a seat whose turn and reserve are used up."""
        return (
            isinstance(self.action, Forfeit)
            and self.clock is not None
            and not (self.clock[0] or self.clock[1 + self.before.seat])
        )


class Controller:
    """A match in progress. `now` is a monotonic time in seconds.

    A clock stands still until `resume` is called for the first time, so that nobody is charged for the start of the program.
    """

    def __init__(
        self, catalogue: Catalogue, options: MatchOptions, deal: Deal, *, journal: Journal, now: Callable[[], float]
    ) -> None:
        self.catalogue = catalogue
        self.options = options
        self.names = tuple(player.name for player in options.players)
        self.clock = Clock(options.clock, len(self.names), now) if options.clock else None
        self.paused = False
        self._journal = journal
        self._state = State(catalogue, options.game_options(), deal)
        self._played: list[Move] = []
        self._undone: list[Move] = []
        self._log: list[LogLine] = []
        self._agreed: set[int] = set()
        self._ended_by_agreement = False

    # --- what the table may know ---------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The number of actions applied so far; every intent must name it."""
        return self._state.ply

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        return self._state.seat

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or by agreement; None while it goes on."""
        if self._ended_by_agreement:
            return Outcome(Ending.AGREEMENT, standings(self._state))
        return outcome(self._state)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """All lines so far; they hold nothing that is hidden from any seat."""
        return tuple(self._log)

    @property
    def not_saved(self) -> Exception | None:
        """Why the match is not wholly saved at the moment, as a sentence in `str()`; None when it is."""
        return self._journal.problem

    def is_bot(self, seat: int) -> bool:
        """Whether a computer plays this seat."""
        return self.options.players[seat].kind != HUMAN

    def view_for(self, seat: int | None) -> View:
        """What a seat may know; None is an onlooker."""
        return view(self._state, seat)

    def legal_actions(self, seat: int) -> Sequence[Action]:
        """What this seat can do now; nothing when it is not to move."""
        return legal_actions(self._state) if seat == self.seat and self.outcome is None else ()

    # --- playing -------------------------------------------------------------------------------------------------------

    def submit(self, seat: int, action: Action, ply: int) -> Step:
        """Check an action, apply it, write it down, and answer with what it changed.

        Raises StalePlyError, NotYourTurnError, MatchPausedError or IllegalActionError, and then nothing has changed.
        """
        self._check_intent(ply)
        if self.outcome is None and seat != self.seat:
            raise NotYourTurnError(_("It is the turn of {name}.").format(name=self.names[self.seat]))
        return self._play(action)

    def resign(self, seat: int, ply: int) -> Step:
        """The seat to move leaves the game. Raises as `submit` does."""
        return self.submit(seat, Forfeit(), ply)

    def note_stand_in(self, seat: int) -> None:
        """Tell in the log that a computer player gave no legal answer, so that its action was drawn by lot."""
        self._log.append(LogLine(self.ply, seat, LogKind.STAND_IN))

    def _check_intent(self, ply: int) -> None:
        if ply != self.ply:
            raise StalePlyError(_("The table has changed since; look again before you choose."))
        if self._ended_by_agreement:
            raise MatchError(_("The players have ended this game by agreement; start a new one."))
        if self.paused:
            raise MatchPausedError(_("The match is paused; resume it first."))

    def _play(self, action: Action) -> Step:
        before, after = self._state, apply_action(self._state, action)
        if self.clock:
            self.clock.tick()
        reading = self.clock.snapshot() if self.clock else None
        move = Move(before, action, after, reading)
        self._journal.append(
            PlyEntry(ply=after.ply, seat=before.seat, action=format_action(action), digest=digest(after), clock=reading)
        )
        self._undone.clear()
        self._agreed.clear()
        if self.clock and move.ends_turn:
            self.clock.start_turn(after.seat)
        step = self._go_on(move)
        self._finish()
        return step

    def _go_on(self, move: Move) -> Step:
        self._played.append(move)
        self._state = move.after
        step = describe_step(move.before, move.action, move.after)
        self._log += log_step(step, timed_out=move.timed_out)
        return step

    def _finish(self) -> None:
        ended = self.outcome
        if ended is not None:
            if self.clock:
                self.clock.pause()
            self._journal.finish(ended)

    # --- taking back ---------------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> tuple[Step, ...]:
        """Take back everything from the last action of a person on; answers with the steps taken back, last one first.

        The policy of the match says whether `seat` may. Raises MatchError with the reason when nothing may be taken back.
        """
        target = self._undo_target(seat)
        self._journal.append(UndoEntry(to_ply=target))
        if self.outcome is not None:
            self._journal.reopen()
        return self._take_back(target)

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would take something back for this seat."""
        try:
            self._undo_target(seat)
        except MatchError:
            return False
        return True

    def redo(self) -> tuple[Step, ...]:
        """Play again what was taken back last, up to where a person decides; the same cards come. Answers with the steps.

        Raises MatchError when there is nothing to play again.
        """
        if not self._undone:
            raise MatchError(_("There is nothing to play again."))
        target = len(self._played) + 1
        for move in reversed(self._undone[:-1]):
            if not self.is_bot(move.before.seat):
                break
            target += 1
        self._journal.append(RedoEntry(to_ply=target))
        steps = self._play_again(target)
        self._finish()
        return steps

    def can_redo(self) -> bool:
        """Whether `redo` would play something again."""
        return bool(self._undone)

    def _undo_target(self, seat: int) -> int:
        """The number of plies that stay."""
        if self.options.undo == "off":
            raise MatchError(_("This match is played without taking back."))
        target = next((i for i in reversed(range(len(self._played))) if not self._was_bot(i)), None)
        if target is None:
            raise MatchError(_("There is nothing to take back."))
        if self.options.undo == "own-turn" and (
            target != len(self._played) - 1 or self._played[target].before.seat != seat
        ):
            raise MatchError(_("You may take back only your own action, before anybody else has acted."))
        return target

    def _was_bot(self, index: int) -> bool:
        return self.is_bot(self._played[index].before.seat)

    def _take_back(self, target: int) -> tuple[Step, ...]:
        taken = self._played[target:][::-1]
        del self._played[target:]
        steps = tuple(describe_step(move.before, move.action, move.after) for move in taken)
        self._undone += taken
        self._state = taken[-1].before
        self._ended_by_agreement = False
        self._agreed.clear()
        self._set_clock_back()
        revealed = any(step.reveals for step in steps)
        kind = LogKind.TAKEN_BACK_REVEALED if revealed else LogKind.TAKEN_BACK
        self._log.append(LogLine(target, None, kind, {"count": len(taken)}))
        return steps

    def _play_again(self, target: int) -> tuple[Step, ...]:
        again = target - len(self._played)
        self._log.append(LogLine(len(self._played), None, LogKind.PLAYED_AGAIN, {"count": again}))
        steps = tuple(self._go_on(self._undone.pop()) for _again in range(again))
        self._set_clock_back()
        return steps

    def _set_clock_back(self) -> None:
        """Give the seat to move the time that it had at this point of the game."""
        if self.clock is None:
            return
        if not self._played:
            self.clock.reset()
            return
        last = self._played[-1]
        if last.clock is not None:
            self.clock.restore(last.clock)
        if last.ends_turn:
            self.clock.start_turn(self.seat)

    # --- ending, pausing, and the passage of time ----------------------------------------------------------------------

    @property
    def agreement_offered(self) -> bool:
        """Whether so many turns have passed in which nobody bought or reserved that the players may agree to end the game."""
        return self.outcome is None and self._state.idle_turns >= AGREEMENT_AFTER

    def agree(self, seat: int, ply: int) -> bool:
        """A person at this seat agrees to end the game; tells whether now all persons in play have, and so it is over.

        Raises MatchError when ending by agreement is not on offer, or as `submit` does for a stale or paused match.
        """
        self._check_intent(ply)
        if not self.agreement_offered:
            message = _("The game can be ended by agreement after {number} turns without a purchase or a reservation.")
            raise MatchError(message.format(number=AGREEMENT_AFTER))
        self._agreed.add(seat)
        persons = {i for i, player in enumerate(self._state.players) if not player.forfeited and not self.is_bot(i)}
        if not persons <= self._agreed:
            return False
        self._ended_by_agreement = True
        self._log.append(LogLine(self.ply, None, LogKind.AGREED))
        self._finish()
        return True

    def pause(self) -> None:
        """Stand still: no action is accepted and no time is charged."""
        self.paused = True
        if self.clock:
            self.clock.pause()

    def resume(self) -> None:
        """Go on; the clock of the seat to move runs unless the match is over."""
        self.paused = False
        if self.clock and self.outcome is None:
            self.clock.resume()

    def tick(self) -> Step | None:
        """Let the clock charge what has passed since it was last asked; call it about once a second.

        A seat whose time is used up forfeits, and that step is the answer. After a sleep of the machine the match is paused.
        """
        if self.clock is None:
            return None
        match self.clock.tick():
            case Tick.FLAGGED:
                return self._play(Forfeit())
            case Tick.SLEPT:
                self.paused = True
        return None

    # --- coming back ---------------------------------------------------------------------------------------------------

    def replay(self, entries: Iterable[Entry]) -> None:
        """Bring a new controller to where a journal ends, without writing anything.

        Raises ValueError (an illegal action, or a digest that does not fit) at the first entry that the rules do not confirm;
        the controller then stands before it.
        """
        for entry in entries:
            match entry:
                case PlyEntry():
                    self._replay_ply(entry)
                case UndoEntry():
                    if not 0 <= entry.to_ply < len(self._played):
                        raise ValueError(f"Ply {entry.to_ply} cannot be gone back to from ply {len(self._played)}.")
                    self._take_back(entry.to_ply)
                case RedoEntry():
                    if not len(self._played) < entry.to_ply <= len(self._played) + len(self._undone):
                        raise ValueError(f"Ply {entry.to_ply} cannot be played again from ply {len(self._played)}.")
                    self._play_again(entry.to_ply)
        self._set_clock_back()

    def _replay_ply(self, entry: PlyEntry) -> None:
        before = self._state
        after = apply_action(before, parse_action(entry.action, self.catalogue))
        if (entry.ply, entry.seat, entry.digest) != (after.ply, before.seat, digest(after)):
            raise ValueError(f"Ply {entry.ply} of the journal does not follow from the plies before it.")
        self._undone.clear()
        self._go_on(Move(before, parse_action(entry.action, self.catalogue), after, entry.clock))
