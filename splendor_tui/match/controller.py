"""One match in progress: checks, applies and undoes actions, charges the clock, writes the journal, and returns the changes.

Only the controller holds the state. It returns views, steps and log lines, which do not reveal hidden cards to
the wrong seat. Use it from one thread; only `bot_answer.ask` runs in another, with a view.
"""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from typing import Final, NamedTuple

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.clock import Clock, Tick
from splendor_tui.match.log import LogLine, Step, log_agreed, log_redo, log_stand_in, log_step, log_undo, make_step
from splendor_tui.match.match_journal import Journal
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason
from splendor_tui.replay import play_ply
from splendor_tui.rules.actions import Action, Forfeit, ReserveTop
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import Ending, Outcome, agreed_outcome, outcome, outcome_of_computers
from splendor_tui.rules.state import State
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, open_view, view
from splendor_tui.rules.well_formed import well_formed
from splendor_tui.store import Help
from splendor_tui.store.journal_entries import Entry, LineOfPlay, PlyEntry, RedoEntry, StandInEntry, UndoEntry
from splendor_tui.words import N_, Message, MessageError

_REDO_ALLOWED: Final = frozenset({PauseReason.DRAWN_CARD, PauseReason.SINGLE_STEP, PauseReason.OVER})
_UNDO_ALLOWED: Final = _REDO_ALLOWED | {PauseReason.HAND_OVER, PauseReason.HIDDEN}


class MatchError(MessageError, ValueError):
    """Raised for an action that is impossible now. The message says what to do instead."""


class MatchPausedError(MatchError):
    """Raised for an action while the match is paused."""


class TimeOutError(MatchError):
    """Raised for an action after the player to move has run out of time."""


class _Move(NamedTuple):
    """A ply in the line of play: the position after it, its step, and its journal entry."""

    after: State
    step: Step
    entry: PlyEntry

    @property
    def ends_turn(self) -> bool:
        before = self.step.before
        return self.after.seat != before.seat or self.after.round != before.round


class Controller:
    """A match in progress.

    Starts in the state `start` (ply 0 of a saved game), and is paused until `begin`. `now` is a monotonic time in seconds.
    Every request first charges the clock, and is refused after time has run out.
    """

    def __init__(self, options: MatchOptions, start: State, *, journal: Journal, now: Callable[[], float]) -> None:
        self.catalogue = start.catalogue
        self.options = options
        self._logged_names = names_in_this_language(options.players)
        self.clock = Clock(options.clock, len(options.players), now, first=start.seat) if options.clock else None
        self._humans = [seat for seat, player in enumerate(options.players) if not player.is_bot]
        self._journal = journal
        self._start = start
        self._line = LineOfPlay[_Move]()
        self._log: list[LogLine] = []
        self._ended_by_agreement = False
        self._undone_agreement: int | None = None
        """The ply at which an undone agreement can be redone."""
        self._last_help: Help | None = None
        self._pauses = {PauseReason.NOT_BEGUN}

    # --- visible to the table ------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The number of actions applied so far. Each submitted action must specify it."""
        return self._state.ply

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self._state.seat

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, by the rules or by agreement; None while the match is in progress."""
        if self._ended_by_agreement:
            return agreed_outcome(self._state)
        return outcome(self._state) if self._human_plays else outcome_of_computers(self._state)

    @property
    def is_agreed(self) -> bool:
        """Whether humans have agreed to end the match."""
        return self._ended_by_agreement and self._human_plays

    @property
    def _human_plays(self) -> bool:
        """Whether a human is in play. Humans may play on; computers end a game that makes no progress."""
        return any(not self._state.players[seat].forfeited for seat in self._humans)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names. Those of the levels are in the current language."""
        return names_in_this_language(self.options.players)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The full log. It does not contain hidden cards."""
        if (names := self.names) == self._logged_names:
            return tuple(self._log)
        renamed = dict(zip(self._logged_names, names, strict=True))
        return tuple(line.renamed(renamed) for line in self._log)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that are not undone, as seen by an observer."""
        return tuple(move.step for move in self._line.played)

    @property
    def not_saved(self) -> Exception | None:
        """The error that keeps part of the match from being saved; `str()` gives its message. None if all of it is saved."""
        return self._journal.problem

    def save(self) -> None:
        """Try to save pending entries. If there are none, check that the games file is intact."""
        self._journal.retry()

    def is_bot(self, seat: int) -> bool:
        """Whether a computer plays this seat."""
        return self.options.players[seat].is_bot

    @property
    def bot_to_move(self) -> bool:
        """Whether a computer plays the seat to move."""
        return self.is_bot(self.seat)

    def names_in_play(self) -> tuple[str, ...]:
        """The names of the players who have not forfeited, starting with the seat to move."""
        players = self._state.players
        seats = sorted(range(len(players)), key=lambda seat: (seat != self.seat, seat))
        return tuple(self.names[seat] for seat in seats if not players[seat].forfeited)

    def view_for(self, seat: int | None) -> View:
        """The view of a seat, or an observer's for None.

        If only computers play, an observer sees everything except the decks.

        >>> table.view_for(0).viewer
        0
        """
        return view(self._state, seat) if seat is not None or self._humans else open_view(self._state)

    def legal_actions(self, seat: int) -> Sequence[Action]:
        """The legal actions of this seat. Empty if it is not this seat's turn. Documented in docs/python.md."""
        return legal_actions(self._state) if seat == self.seat and self.outcome is None else ()

    @property
    def _state(self) -> State:
        last = self._line.last
        return last.after if last else self._start

    # --- pauses and time -----------------------------------------------------------------------------------------------

    @property
    def pauses(self) -> AbstractSet[PauseReason]:
        """The reasons for the pause. Empty while the match runs."""
        return self._pauses

    @property
    def interruption(self) -> PauseReason | None:
        """The pause reason that the players must clear with `resume(*INTERRUPTIONS)`, or None."""
        return next((reason for reason in INTERRUPTIONS if reason in self._pauses), None)

    def pause(self, reason: PauseReason) -> None:
        """Pause for this reason: no actions are accepted, and no time is charged."""
        if self.clock and self.clock.running:
            if self.clock.pause() is Tick.SLEPT:
                self._pauses.add(PauseReason.SLEPT)
            self._save_clock()
        self._pauses.add(reason)

    def resume(self, *reasons: PauseReason) -> None:
        """Clear these pause reasons. If none remains, start the clock."""
        self._pauses.difference_update(reasons)
        if self.clock and not self._pauses and not self.clock.running:
            self.clock.resume()

    def begin(self) -> None:
        """Start a new match, or continue a saved one."""
        self.resume(PauseReason.NOT_BEGUN)

    def tick(self) -> Step | None:
        """Charge the time since the last call, save the clock, and try to save pending entries.

        Call it about once a second, even if the match has no clock. Returns the forfeit of a seat that has run out of time.
        Pauses the match if the machine was asleep.
        """
        forfeit = self._charge()
        if forfeit is None and self.clock and self.clock.running:
            self._save_clock()
        else:
            self._journal.retry()
        return forfeit

    def _save_clock(self) -> None:
        if reading := self._reading:
            self._journal.save_clock(reading)

    @property
    def _reading(self) -> tuple[int, ...] | None:
        return self.clock.snapshot() if self.clock else None

    def _charge(self) -> Step | None:
        """Charge the clock. Returns the forfeit of a seat that has run out of time, or None."""
        match self.clock.tick() if self.clock else Tick.STANDING:
            case Tick.FLAGGED:
                return self._move_to(apply_action(self._state, Forfeit()), Forfeit(), timed_out=True)
            case Tick.SLEPT:
                self.pause(PauseReason.SLEPT)
        return None

    def _admit(self, ply: int | None = None, *, despite: AbstractSet[PauseReason] = frozenset()) -> None:
        """Charge the clock, and check that a request for the position after this ply is possible now.

        Raises TimeOutError, MatchPausedError for any pause reason except OVER and those in `despite`, or MatchError for an
        outdated ply or, if `ply` is given, after an agreement.
        """
        name = self.names[self.seat]
        if self._charge() is not None:
            raise TimeOutError(N_("Too late: {name} has run out of time.", name=name))
        if self._pauses - despite - {PauseReason.OVER}:
            raise MatchPausedError(N_("The game is paused; resume it first."))
        if ply not in (None, self.ply):
            raise MatchError(N_("The table has changed; look again before you choose."))
        if ply is not None and self._ended_by_agreement:
            raise MatchError(N_("The players have ended this game by agreement; start a new one."))

    # --- playing -------------------------------------------------------------------------------------------------------

    def submit(
        self, seat: int, action: Action, ply: int, *, stand_in: bool = False, reason: Message | None = None
    ) -> Step:
        """Check an action, apply it and save it.

        A `stand_in` is a random action that replaces a computer's answer. The journal and the log both record this;
        only the log gives the `reason`, if known. If a human ends the turn by drawing a card, and another human is
        still in play, the match is paused for DRAWN_CARD.

        Raises MatchError for an outdated ply or another player's turn, MatchPausedError, IllegalActionError, or
        NotAnActionError for a malformed action; the match does not change. Raises TimeOutError if the seat to move has run
        out of time and forfeited.

        >>> step = table.submit(1, table.legal_actions(1)[0], table.ply)
        >>> step.seat, table.seat, str(table.log[-1].message)
        (1, 0, 'Bo took W1 U1 G1.')
        """
        self._admit(ply)
        if self.outcome is None and seat != self.seat:
            raise MatchError(N_("It is {name}'s turn.", name=self.names[self.seat]))
        after = apply_action(self._state, well_formed(action, self.catalogue))
        if stand_in:
            self._journal.append(StandInEntry(ply=ply, seat=seat))
            self._log.append(log_stand_in(self._state, self._logged_names[seat], reason))
        step = self._move_to(after, action)
        others = (other for other, player in enumerate(after.players) if other != seat and not player.forfeited)
        is_handed_on = after.seat != seat and not self.is_bot(seat) and not all(map(self.is_bot, others))
        if isinstance(action, ReserveTop) and is_handed_on and self.outcome is None:
            self.pause(PauseReason.DRAWN_CARD)
        return step

    def note_help(self, kind: Help) -> None:
        """Record that a player had a hint, or undid an action that had revealed a card. Such a game is not rated."""
        if kind is not self._last_help:
            self._last_help = kind
            self._journal.note_help(kind)

    def _move_to(self, after: State, action: Action, *, timed_out: bool = False) -> Step:
        """Save the action that leads to this state, and make the state current."""
        step = make_step(self._state, action, after)
        entry = PlyEntry.of(step.seat, action, after, clock=self._reading, timed_out=timed_out)
        self._journal.append(entry)
        self._play(_Move(after, step, entry))
        self._finish()
        return step

    def _play(self, move: _Move) -> None:
        if self.clock:
            self.clock.leave(self._state.round)
            if move.ends_turn:
                self.clock.start_turn(move.after.seat)
        self._line.play(move)
        self._undone_agreement = None
        self._log += self._lines_about(move)

    def _finish(self) -> None:
        ended = self.outcome
        if ended is not None:
            if ended.ending is Ending.AGREEMENT:
                self.end_by_agreement()
            self.pause(PauseReason.OVER)
            self._journal.finish(ended)

    # --- undo ----------------------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> tuple[Step, ...]:
        """Undo the last human action and everything after it. Returns the undone steps, latest first.

        After an agreed end, only undo the agreement. Raises MatchError with the reason if `seat` may not undo anything.
        """
        self._admit(despite=_UNDO_ALLOWED)
        if self._agreement_can_be_undone:
            self._undone_agreement = self.ply
            self._journal.reopen()
            return self._reopen(())
        target = self._undo_target(seat)
        if any(move.step.reveals for move in self._line.played[target:]):
            self.note_help(Help.UNDO)
        self._journal.append(UndoEntry(to_ply=target, clock=self._reading))
        if self.outcome is not None:
            self._journal.reopen()
        steps = self._undo_to(target)
        self._save_clock()
        return steps

    def steps_to_undo(self, seat: int) -> tuple[Step, ...]:
        """The steps that `undo` would undo, earliest first. Empty if this seat may not undo any."""
        if self.is_agreed:
            return ()
        try:
            target = self._undo_target(seat)
        except MatchError:
            return ()
        return tuple(move.step for move in self._line.played[target:])

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` is possible for this seat."""
        return self.why_not_undo(seat) is None

    def why_not_undo(self, seat: int) -> Message | None:
        """Why `undo` is impossible for this seat. None if it is possible."""
        if not self._agreement_can_be_undone:
            try:
                self._undo_target(seat)
            except MatchError as error:
                return error.message
        return None

    @property
    def _agreement_can_be_undone(self) -> bool:
        return self.is_agreed and self.options.undo != "off"

    def _undo_target(self, seat: int) -> int:
        """The number of moves that remain after an undo by this seat. Raises MatchError if `undo` is impossible."""
        if self.options.undo == "off":
            raise MatchError(N_("This game is played without undo."))
        played = self._line.played
        target = max((place for place, move in enumerate(played) if not self.is_bot(move.step.seat)), default=None)
        if target is None:
            raise MatchError(N_("There is nothing to undo."))
        if self.options.undo == "own-turn" and (target != len(played) - 1 or played[target].step.seat != seat):
            raise MatchError(N_("You can only undo your own action, before anyone else acts."))
        return target

    def redo(self) -> tuple[Step, ...]:
        """Redo the last undone actions, up to the next human decision, and return their steps. The same cards are drawn.

        Raises MatchError if there is nothing to redo.
        """
        self._admit(despite=_REDO_ALLOWED)
        if self._ended_by_agreement:
            raise MatchError(N_("The players have ended this game by agreement; undo that first."))
        if self.ply == self._undone_agreement:
            self.end_by_agreement()
            self._finish()
            return ()
        if not self._line.undone:
            raise MatchError(N_("There is nothing to redo."))
        following = takewhile(lambda move: self.is_bot(move.step.seat), self._line.undone[-2::-1])
        target = len(self._line.played) + 1 + len(list(following))
        self._journal.append(RedoEntry(to_ply=target, clock=self._reading))
        steps = self._redo_to(target)
        self._save_clock()
        self._finish()
        return steps

    def can_redo(self) -> bool:
        """Whether `redo` is possible."""
        return (bool(self._line.undone) or self.ply == self._undone_agreement) and not self._ended_by_agreement

    def _undo_to(self, target: int) -> tuple[Step, ...]:
        before = self._state
        steps = tuple(move.step for move in self._line.undo_to(target))
        if self.clock:
            self.clock.go_back(self._state.round, self.seat, left=before.round)
        return self._reopen(steps)

    def _reopen(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Continue after an undo of these steps, and of an agreement, if any."""
        self._ended_by_agreement = False
        self._log.append(log_undo(self._state, steps, self._logged_names))
        self.resume(PauseReason.OVER, PauseReason.DRAWN_CARD)
        return steps

    def _redo_to(self, target: int) -> tuple[Step, ...]:
        before = self._state
        moves = self._line.redo_to(target)
        if self.clock:
            self.clock.go_back(self._state.round, self.seat, left=before.round)
        self._log.append(log_redo(before, len(moves)))
        for move in moves:
            self._log += self._lines_about(move)
        return tuple(move.step for move in moves)

    def _lines_about(self, move: _Move) -> list[LogLine]:
        earlier = (one.step for one in reversed(self._line.played) if one.step.ply < move.step.ply)
        return log_step(move.step, self._logged_names, timed_out=move.entry.timed_out, earlier=earlier)

    # --- ending by agreement -------------------------------------------------------------------------------------------

    def agree(self, ply: int) -> None:
        """End the game by agreement of all players, in the position after this ply, regardless of the turn.

        The caller asks all humans who are still in play. Raises MatchError, MatchPausedError or TimeOutError.
        """
        self._admit(ply, despite=_UNDO_ALLOWED)
        if self.outcome is not None:
            raise MatchError(N_("The game is already over."))
        self.end_by_agreement()
        self._finish()

    def end_by_agreement(self) -> None:
        """Mark the match as ended by agreement, without writing to the journal. Idempotent."""
        if self._ended_by_agreement:
            return
        self._ended_by_agreement = True
        self._pauses.discard(PauseReason.HAND_OVER)
        self._pauses.add(PauseReason.OVER)
        self._log.append(log_agreed(self._state, [step.before for step in self.steps]))

    # --- resuming from a journal ---------------------------------------------------------------------------------------

    def replay(self, entries: Iterable[Entry], clock: Sequence[int] | None = None) -> None:
        """Apply the entries of a journal to a new controller, without writing anything.

        `clock` is the reading saved after the last entry, if any. Raises RecordError (for an illegal action or a wrong
        digest), MatchError or JournalError at the first impossible entry, after applying those before it.
        """
        for entry in entries:
            match entry:
                case PlyEntry():
                    played = play_ply(self._state, entry)
                    self._restore_clock(entry.clock)
                    self._play(_Move(played.after, make_step(*played), entry))
                case UndoEntry():
                    self._restore_clock(entry.clock)
                    self._undo_to(entry.to_ply)
                case RedoEntry():
                    self._restore_clock(entry.clock)
                    self._redo_to(entry.to_ply)
                case StandInEntry():
                    if entry.ply != self.ply or entry.seat >= len(self.options.players):
                        raise MatchError(
                            N_("The note after action {ply} does not match action {at}.", ply=entry.ply, at=self.ply)
                        )
                    self._log.append(log_stand_in(self._state, self._logged_names[entry.seat]))
        self._restore_clock(clock)
        if (ended := self.outcome) is not None:
            if ended.ending is Ending.AGREEMENT:
                self.end_by_agreement()
            self._pauses.add(PauseReason.OVER)

    def _restore_clock(self, reading: Sequence[int] | None) -> None:
        if self.clock is None or reading is None:
            return
        if len(reading) != 1 + len(self.options.players):
            raise MatchError(
                N_(
                    "The clock reading is for {found} seats, but there are {players} players.",
                    found=len(reading) - 1,
                    players=len(self.options.players),
                )
            )
        self.clock.restore(reading)
