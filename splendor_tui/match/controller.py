"""One match at a table: takes intents, checks them by the rules, stores what happened, and answers with a step.

The controller is the only holder of the state. What goes out are views, steps and lines of the log, none of which tells a
seat what it may not know. It is used from one thread; only `asking.ask` runs elsewhere, and gets a view.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.clock import Clock, Tick
from splendor_tui.match.line_of_play import LineOfPlay, Move
from splendor_tui.match.log import LogKind, LogLine, log_step
from splendor_tui.match.refusals import MatchError, MatchPausedError, NotYourTurnError, StalePlyError
from splendor_tui.match.steps import Step, describe_step
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.outcome import AGREEMENT_AFTER, Ending, Outcome, outcome, standings
from splendor_tui.rules.state import Deal, State
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, view
from splendor_tui.store.journal import Entry, PlyEntry, RedoEntry, StandInEntry, UndoEntry
from splendor_tui.words import _

__all__ = ["Controller", "Journal", "MatchError", "MatchPausedError", "NotYourTurnError", "StalePlyError"]


class Journal(Protocol):
    """Where a match is written down. Each call returns when what it says is durable, or known to be waiting."""

    @property
    def problem(self) -> Exception | None:
        """Why something waits to be written; None while everything is durable."""

    def append(self, entry: Entry) -> None:
        """Write an entry."""

    def keep_clock(self, reading: Sequence[int]) -> None:
        """Write the reading of the clock after the last entry, in place of the one before."""

    def finish(self, outcome: Outcome) -> None:
        """Write how the match ended."""

    def reopen(self) -> None:
        """Strike out how the match ended."""

    def retry(self) -> None:
        """Try to write what waits; with nothing waiting, do nothing."""


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
        self._line = LineOfPlay(State(catalogue, options.game_options(), deal), options)
        self._log: list[LogLine] = []
        self._agreed: set[int] = set()
        self._ended_by_agreement = False

    # --- what the table may know ---------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The number of actions applied so far; every intent must name it."""
        return self._line.state.ply

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        return self._line.state.seat

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or by agreement; None while it goes on."""
        if self._ended_by_agreement:
            return Outcome(Ending.AGREEMENT, standings(self._line.state))
        return outcome(self._line.state)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """All lines so far; they hold nothing that is hidden from any seat."""
        return tuple(self._log)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in force from the deal on, as an onlooker saw them."""
        return self._line.steps

    @property
    def not_saved(self) -> Exception | None:
        """Why the match is not wholly saved at the moment, as a sentence in `str()`; None when it is."""
        return self._journal.problem

    def is_bot(self, seat: int) -> bool:
        """Whether a computer plays this seat."""
        return self.options.players[seat].is_bot

    def view_for(self, seat: int | None) -> View:
        """What a seat may know; None is an onlooker."""
        return view(self._line.state, seat)

    def legal_actions(self, seat: int) -> Sequence[Action]:
        """What this seat can do now; nothing when it is not to move."""
        return legal_actions(self._line.state) if seat == self.seat and self.outcome is None else ()

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
        """Note in journal and log that a computer player gave no legal answer, so that its action was drawn by lot."""
        self._journal.append(StandInEntry(ply=self.ply, seat=seat))
        self._tell_stand_in(seat)

    def _tell_stand_in(self, seat: int) -> None:
        self._log.append(LogLine(self.ply, seat, LogKind.STAND_IN))

    def _check_intent(self, ply: int) -> None:
        if ply != self.ply:
            raise StalePlyError(_("The table has changed since; look again before you choose."))
        if self._ended_by_agreement:
            raise MatchError(_("The players have ended this game by agreement; start a new one."))
        if self.paused:
            raise MatchPausedError(_("The match is paused; resume it first."))

    def _play(self, action: Action) -> Step:
        before, after = self._line.state, apply_action(self._line.state, action)
        if self.clock:
            self.clock.tick()
        reading = self.clock.snapshot() if self.clock else None
        move = Move(after, describe_step(before, action, after), reading)
        self._journal.append(
            PlyEntry(ply=after.ply, seat=before.seat, action=format_action(action), digest=digest(after), clock=reading)
        )
        self._agreed.clear()
        if self.clock and move.ends_turn:
            self.clock.start_turn(after.seat)
        self._line.play(move)
        self._tell(move)
        self._finish()
        return move.step

    def _tell(self, move: Move) -> None:
        self._log += log_step(move.step, timed_out=move.timed_out)

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
        target = self._line.undo_target(seat)
        self._journal.append(UndoEntry(to_ply=target))
        if self.outcome is not None:
            self._journal.reopen()
        return self._take_back(target)

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would take something back for this seat."""
        try:
            self._line.undo_target(seat)
        except MatchError:
            return False
        return True

    def redo(self) -> tuple[Step, ...]:
        """Play again what was taken back last, up to where a person decides; the same cards come. Answers with the steps.

        Raises MatchError when there is nothing to play again.
        """
        if self._ended_by_agreement:
            raise MatchError(_("The players have ended this game by agreement; take that back first."))
        target = self._line.redo_target()
        self._journal.append(RedoEntry(to_ply=target))
        steps = self._play_again(target)
        self._finish()
        return steps

    def can_redo(self) -> bool:
        """Whether `redo` would play something again."""
        return self._line.undone > 0 and not self._ended_by_agreement

    def _take_back(self, target: int) -> tuple[Step, ...]:
        steps = self._line.take_back(target)
        self._ended_by_agreement = False
        self._agreed.clear()
        self._set_clock_back()
        revealed = any(step.reveals for step in steps)
        kind = LogKind.TAKEN_BACK_REVEALED if revealed else LogKind.TAKEN_BACK
        self._log.append(LogLine(target, None, kind, {"count": len(steps)}))
        return steps

    def _play_again(self, target: int) -> tuple[Step, ...]:
        self._log.append(LogLine(self.ply, None, LogKind.PLAYED_AGAIN, {"count": target - self.ply}))
        moves = self._line.play_again(target)
        for move in moves:
            self._tell(move)
        self._set_clock_back()
        return tuple(move.step for move in moves)

    def _set_clock_back(self) -> None:
        """Give the seat to move the time that it had at this point of the game."""
        if self.clock is None:
            return
        last = self._line.last
        if last is None:
            self.clock.reset()
            return
        if last.clock is not None:
            self.clock.restore(last.clock, last.step.seat)
        if last.ends_turn:
            self.clock.start_turn(self.seat)

    # --- ending, pausing, and the passage of time ----------------------------------------------------------------------

    @property
    def agreement_offered(self) -> bool:
        """Whether so many turns have passed in which nobody bought or reserved that the players may agree to end the game."""
        return self.outcome is None and self._line.state.idle_turns >= AGREEMENT_AFTER

    def agree(self, seat: int, ply: int) -> bool:
        """A person at this seat agrees to end the game; tells whether now all persons in play have, and so it is over.

        Raises MatchError when ending by agreement is not on offer, or as `submit` does for a stale or paused match.
        """
        self._check_intent(ply)
        if not self.agreement_offered:
            message = _("The game can be ended by agreement after {number} turns without a purchase or a reservation.")
            raise MatchError(message.format(number=AGREEMENT_AFTER))
        self._agreed.add(seat)
        persons = {
            i for i, player in enumerate(self._line.state.players) if not player.forfeited and not self.is_bot(i)
        }
        if not persons <= self._agreed:
            return False
        self.end_by_agreement()
        self._finish()
        return True

    def end_by_agreement(self) -> None:
        """The match is over because all have agreed; it is not written down again, as when a stored match comes back."""
        self._ended_by_agreement = True
        self._log.append(LogLine(self.ply, None, LogKind.AGREED))

    def pause(self) -> None:
        """Stand still: no action is accepted and no time is charged."""
        self.paused = True
        if self.clock and self.clock.running:
            self.clock.pause()
            self._journal.keep_clock(self.clock.snapshot())

    def resume(self) -> None:
        """Go on; the clock of the seat to move runs unless the match is over."""
        self.paused = False
        if self.clock and self.outcome is None:
            self.clock.resume()

    def tick(self) -> Step | None:
        """Let the clock charge what has passed since it was last asked, and keep its reading; try to save what waits.

        Call it about once a second, in a match without a clock too. A seat whose time is used up forfeits, and that step is the
        answer. After a sleep of the machine the match is paused.
        """
        found = self.clock.tick() if self.clock else Tick.STANDING
        if found is Tick.FLAGGED:
            return self._play(Forfeit())
        if found is Tick.SLEPT:
            self.paused = True
        if self.clock and found is Tick.RUNNING:
            self._journal.keep_clock(self.clock.snapshot())
        else:
            self._journal.retry()
        return None

    # --- coming back ---------------------------------------------------------------------------------------------------

    def replay(self, entries: Iterable[Entry], clock: Sequence[int] | None = None) -> None:
        """Bring a new controller to where a journal ends, without writing anything.

        `clock` is the reading that was kept after the last entry, if there is one. Raises ValueError (an illegal action, or a
        digest that does not fit) at the first entry that the rules do not confirm; the controller then stands before it.
        """
        for entry in entries:
            match entry:
                case PlyEntry():
                    self._replay_ply(entry)
                case UndoEntry():
                    if not 0 <= entry.to_ply < self.ply:
                        raise ValueError(f"Ply {entry.to_ply} cannot be gone back to from ply {self.ply}.")
                    self._take_back(entry.to_ply)
                case RedoEntry():
                    if not self.ply < entry.to_ply <= self.ply + self._line.undone:
                        raise ValueError(f"Ply {entry.to_ply} cannot be played again from ply {self.ply}.")
                    self._play_again(entry.to_ply)
                case StandInEntry():
                    if entry.ply != self.ply or entry.seat >= len(self.names):
                        raise ValueError(f"The note after ply {entry.ply} does not fit ply {self.ply}.")
                    self._tell_stand_in(entry.seat)
        self._set_clock_back()
        if self.clock and clock is not None:
            self.clock.restore(clock, self.seat)

    def _replay_ply(self, entry: PlyEntry) -> None:
        before = self._line.state
        action = parse_action(entry.action, self.catalogue)
        after = apply_action(before, action)
        if (entry.ply, entry.seat, entry.digest) != (after.ply, before.seat, digest(after)):
            raise ValueError(f"Ply {entry.ply} of the journal does not follow from the plies before it.")
        move = Move(after, describe_step(before, action, after), entry.clock)
        self._line.play(move)
        self._tell(move)
