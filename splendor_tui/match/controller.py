"""One match at a table: takes intents, checks them by the rules, stores what happened, and answers with a step.

The controller is the only holder of the state. What goes out are views, steps and lines of the log, none of which tells a
seat what it may not know. It is used from one thread; only `asking.ask` runs elsewhere, and gets a view.
"""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.clock import Clock, Tick
from splendor_tui.match.log import LogLine, log_agreed, log_played_again, log_stand_in, log_step, log_taken_back
from splendor_tui.match.match_journal import Journal
from splendor_tui.match.refusals import (
    MatchError,
    MatchPausedError,
    NoAgreementYetError,
    NotYourTurnError,
    StalePlyError,
    TimeOutError,
)
from splendor_tui.match.steps import Move, Step, describe_step
from splendor_tui.match.stop_reasons import BEFORE_THE_CURTAIN, BETWEEN_ACTIONS, StopReason
from splendor_tui.record import play_ply
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import Outcome, agreed_outcome, may_agree, outcome
from splendor_tui.rules.state import State
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, open_view, view
from splendor_tui.rules.well_formed import well_formed
from splendor_tui.store.journal import Entry, LineOfPlay, PlyEntry, RedoEntry, StandInEntry, UndoEntry
from splendor_tui.words import N_, Message


class Controller:
    """A match in progress that began with the state `start`, at ply 0 if it is stored. `now` is a monotonic time in seconds.

    It stands still until `begin`, and whenever there is a reason for it; its clock runs exactly while there is none. Before any
    intent is looked at, the clock is charged: what comes after the time is used up does not count.
    """

    def __init__(self, options: MatchOptions, start: State, *, journal: Journal, now: Callable[[], float]) -> None:
        self.catalogue = start.catalogue
        self.options = options
        self.names = tuple(player.name for player in options.players)
        self.clock = Clock(options.clock, len(self.names), now, first=start.seat) if options.clock else None
        self._hides = not all(player.is_bot for player in options.players)
        self._journal = journal
        self._start = start
        self._line = LineOfPlay[Move]()
        self._log: list[LogLine] = []
        self._ended_by_agreement = False
        self._helped = False
        self._standing = {StopReason.NOT_BEGUN}

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
        return agreed_outcome(self._state) if self._ended_by_agreement else outcome(self._state)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """All lines so far; they hold nothing that is hidden from any seat."""
        return tuple(self._log)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in force from the deal on, as an onlooker saw them."""
        return tuple(move.step for move in self._line.played)

    @property
    def not_saved(self) -> Exception | None:
        """Why the match is not wholly saved at the moment, as a sentence in `str()`; None when it is."""
        return self._journal.problem

    def save(self) -> None:
        """Try to save what waits, and see whether all that was saved is still there."""
        self._journal.retry()

    def is_bot(self, seat: int) -> bool:
        """Whether a computer plays this seat."""
        return self.options.players[seat].is_bot

    def view_for(self, seat: int | None) -> View:
        """What a seat may know; None is an onlooker, from whom computer players who are alone hide nothing but the decks."""
        return view(self._state, seat) if seat is not None or self._hides else open_view(self._state)

    def legal_actions(self, seat: int) -> Sequence[Action]:
        """What this seat can do now; nothing when it is not to move."""
        return legal_actions(self._state) if seat == self.seat and self.outcome is None else ()

    @property
    def _state(self) -> State:
        last = self._line.last
        return last.after if last else self._start

    # --- standing still ------------------------------------------------------------------------------------------------

    @property
    def standing_still(self) -> AbstractSet[StopReason]:
        """Why nothing can be played now; empty while the match goes on."""
        return self._standing

    def stand_still(self, reason: StopReason) -> None:
        """Let there be a reason to stand still: no action is accepted and no time is charged."""
        if self.clock and self.clock.running:
            if self.clock.pause() is Tick.SLEPT:
                self._standing.add(StopReason.SLEPT)
            self._journal.keep_clock(self.clock.snapshot())
        self._standing.add(reason)

    def go_on(self, *reasons: StopReason) -> None:
        """These are no reasons any more; where none is left, the clock of the seat to move runs from now on."""
        self._standing.difference_update(reasons)
        if self.clock and not self._standing and not self.clock.running:
            self.clock.resume()

    def begin(self) -> None:
        """Let the match begin, or go on where it comes back from a store."""
        self.go_on(StopReason.NOT_BEGUN)

    def tick(self) -> Step | None:
        """Let the clock charge what has passed since it was last asked, and keep its reading; try to save what waits.

        Call it about once a second, in a match without a clock too. A seat whose time is used up forfeits, and that step is the
        answer. After a sleep of the machine the match stands still.
        """
        fall = self._charge()
        if fall is None and self.clock and self.clock.running:
            self._journal.keep_clock(self.clock.snapshot())
        else:
            self._journal.retry()
        return fall

    def _charge(self) -> Step | None:
        """Charge the time that has passed; answers with the forfeit of a seat whose time is used up."""
        match self.clock.tick() if self.clock else Tick.STANDING:
            case Tick.FLAGGED:
                return self._move_to(apply_action(self._state, Forfeit()), Forfeit(), timed_out=True)
            case Tick.SLEPT:
                self.stand_still(StopReason.SLEPT)
        return None

    def _admit(self, *, besides: AbstractSet[StopReason] = frozenset()) -> None:
        """Charge the time, then refuse an intent if it came too late or the match stands still, for `besides` excepted."""
        name = self.names[self.seat]
        fall = self._charge()
        if fall is not None:
            raise TimeOutError(name, fall)
        if self._standing - besides - {StopReason.OVER}:
            raise MatchPausedError(N_("The game is paused; resume it first."))

    def _admit_at(self, ply: int) -> None:
        """The same for an intent that is meant for the position after this ply."""
        self._admit()
        if ply != self.ply:
            raise StalePlyError(N_("The table has changed since; look again before you choose."))
        if self._ended_by_agreement:
            raise MatchError(N_("The players have ended this game by agreement; start a new one."))

    # --- playing -------------------------------------------------------------------------------------------------------

    def submit(
        self, seat: int, action: Action, ply: int, *, stand_in: bool = False, reason: Message | None = None
    ) -> Step:
        """Check an action, apply it, write it down, and answer with what it changed.

        `stand_in` tells that it was drawn by lot, as a computer player gave no legal answer: journal and log note that, and
        the log the reason as far as it is known.

        Raises StalePlyError, NotYourTurnError, MatchPausedError, IllegalActionError, or NotAnActionError for what a program made
        up, and then nothing has changed; or TimeOutError when the seat to move has run out of time, and has left the game.
        """
        self._admit_at(ply)
        if self.outcome is None and seat != self.seat:
            raise NotYourTurnError(N_("It is the turn of {name}.", name=self.names[self.seat]))
        after = apply_action(self._state, well_formed(action, self.catalogue))
        if stand_in:
            self._journal.append(StandInEntry(ply=ply, seat=seat))
            self._log.append(log_stand_in(self._state, self.names[seat], reason))
        return self._move_to(after, action)

    def resign(self, seat: int, ply: int) -> Step:
        """The seat to move leaves the game. Raises as `submit` does."""
        return self.submit(seat, Forfeit(), ply)

    def _move_to(self, after: State, action: Action, *, timed_out: bool = False) -> Step:
        """Write an action down that leads to this state, and answer with what it changed."""
        reading = self.clock.snapshot() if self.clock else None
        move = Move(after, describe_step(self._state, action, after), reading, timed_out)
        self._journal.append(move.entry())
        if self.clock and move.ends_turn:
            self.clock.start_turn(after.seat)
        self._line.play(move)
        self._tell(move)
        self._finish()
        return move.step

    def _tell(self, move: Move) -> None:
        self._log += log_step(move.step, self.names, timed_out=move.timed_out)

    def _finish(self) -> None:
        ended = self.outcome
        if ended is not None:
            self.stand_still(StopReason.OVER)
            self._journal.finish(ended)

    # --- taking back ---------------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> tuple[Step, ...]:
        """Take back everything from the last action of a person on; answers with the steps taken back, last one first.

        The policy of the match says whether `seat` may. Raises MatchError with the reason when nothing may be taken back.
        """
        self._admit(besides=BETWEEN_ACTIONS | BEFORE_THE_CURTAIN)
        target = self._undo_target(seat)
        if any(move.step.reveals for move in self._line.played[target:]):
            self.note_help()
        self._journal.append(UndoEntry(to_ply=target))
        if self.outcome is not None:
            self._journal.reopen()
        return self._take_back(target)

    def note_help(self) -> None:
        """Note that somebody had a hint or has seen what is undone: such a game is not rated."""
        if not self._helped:
            self._helped = True
            self._journal.note_help()

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would take something back for this seat."""
        try:
            self._undo_target(seat)
        except MatchError:
            return False
        return True

    def _undo_target(self, seat: int) -> int:
        """How many moves stay when this seat takes back: it goes to the last action of a person, if the policy lets it.

        Raises MatchError with the reason when the seat may not.
        """
        if self.options.undo == "off":
            raise MatchError(N_("This game is played without undo."))
        played = self._line.played
        target = next(
            (place for place in reversed(range(len(played))) if not self.is_bot(played[place].step.seat)), None
        )
        if target is None:
            raise MatchError(N_("There is nothing to undo."))
        if self.options.undo == "own-turn" and (target != len(played) - 1 or played[target].step.seat != seat):
            raise MatchError(N_("You may take back only your own action, before anybody else has acted."))
        return target

    def redo(self) -> tuple[Step, ...]:
        """Play again what was taken back last, up to where a person decides; the same cards come. Answers with the steps.

        Raises MatchError when there is nothing to play again.
        """
        self._admit(besides=BETWEEN_ACTIONS)
        if self._ended_by_agreement:
            raise MatchError(N_("The players have ended this game by agreement; take that back first."))
        if not self._line.undone:
            raise MatchError(N_("There is nothing to redo."))
        following = takewhile(lambda move: self.is_bot(move.step.seat), self._line.undone[-2::-1])
        target = len(self._line.played) + 1 + len(list(following))
        self._journal.append(RedoEntry(to_ply=target))
        steps = self._play_again(target)
        self._finish()
        return steps

    def can_redo(self) -> bool:
        """Whether `redo` would play something again."""
        return bool(self._line.undone) and not self._ended_by_agreement

    def _take_back(self, target: int) -> tuple[Step, ...]:
        steps = tuple(move.step for move in self._line.take_back(target))
        self._ended_by_agreement = False
        self._set_clock_back()
        self._log.append(log_taken_back(self._state, steps, self.names))
        self.go_on(StopReason.OVER)
        return steps

    def _play_again(self, target: int) -> tuple[Step, ...]:
        before = self._state
        moves = self._line.play_again(target)
        self._log.append(log_played_again(before, len(moves)))
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

    # --- ending by agreement -------------------------------------------------------------------------------------------

    @property
    def agreement_offered(self) -> bool:
        """Whether the players may agree to end the game."""
        return self.outcome is None and may_agree(self._state)

    def agree(self, ply: int) -> None:
        """All at the table agree, in the position after this ply, to end the game; so it is over.

        Raises NoAgreementYetError when that is not on offer, or as `submit` does when too late, stale or standing still.
        """
        self._admit_at(ply)
        if not self.agreement_offered:
            raise NoAgreementYetError
        self.end_by_agreement()
        self._finish()

    def end_by_agreement(self) -> None:
        """The match is over because all have agreed; it is not written down again, as when a stored match comes back."""
        self._ended_by_agreement = True
        self._standing.add(StopReason.OVER)
        self._log.append(log_agreed(self._state))

    # --- coming back ---------------------------------------------------------------------------------------------------

    def replay(self, entries: Iterable[Entry], clock: Sequence[int] | None = None) -> None:
        """Bring a new controller to where a journal ends, without writing anything.

        `clock` is the reading that was kept after the last entry, if there is one. Raises RecordError (an illegal action, or a
        digest that does not fit) or MatchError at the first entry that cannot be; the controller then stands before it.
        """
        for entry in entries:
            match entry:
                case PlyEntry():
                    before = self._state
                    action, after = play_ply(before, entry)
                    move = Move(after, describe_step(before, action, after), entry.clock, entry.timed_out)
                    self._line.play(move)
                    self._tell(move)
                case UndoEntry():
                    self._take_back(entry.to_ply)
                case RedoEntry():
                    self._play_again(entry.to_ply)
                case StandInEntry():
                    if entry.ply != self.ply or entry.seat >= len(self.names):
                        raise MatchError(
                            N_("The note after action {ply} does not fit action {at}.", ply=entry.ply, at=self.ply)
                        )
                    self._log.append(log_stand_in(self._state, self.names[entry.seat]))
        self._set_clock_back()
        if self.clock and clock is not None:
            self.clock.restore(clock, self.seat)
        if self.outcome is not None:
            self._standing.add(StopReason.OVER)
