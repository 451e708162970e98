"""The course of a match at one keyboard: who looks at the table, who is next, and what comes between two people.

Whatever draws the table asks `proceed` after everything that has happened, and does what it answers.
"""

from collections.abc import Sequence
from enum import Enum, auto

from splendor_tui.match.controller import Controller
from splendor_tui.match.steps import Step
from splendor_tui.match.stop_reasons import PAUSES, StopReason
from splendor_tui.rules.actions import Action, ReserveTop


class Next(Enum):
    """What comes next."""

    PERSON = auto()
    """The viewer is to move."""
    COMPUTER = auto()
    """A computer player is to move."""
    HAND_OVER = auto()
    """The viewer looks at the card that they drew, until `hand_over`."""
    CURTAIN = auto()
    """The table is hidden until the next person is there, which `seat_next` says."""
    END = auto()
    """The match is over; all who played may look."""


class Flow:
    """`viewer` is the seat whose eyes look at the table; None for onlookers, who see nothing that anybody hides.

    `held` tells that computer players wait before each of their moves until they are let.
    """

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.persons = [seat for seat in range(len(controller.names)) if not controller.is_bot(seat)]
        self.viewer = self._alone
        self.held = False
        self._curtain_due = False
        """Whether the next person has to come from behind a curtain although nobody holds a hidden card any more."""

    @property
    def _alone(self) -> int | None:
        """The seat of the only person, who is the viewer from the first to the last; None where there are several, or none."""
        return self.persons[0] if len(self.persons) == 1 else None

    # --- who is next ---------------------------------------------------------------------------------------------------

    def proceed(self) -> Next:
        """What comes next; where that is another person and nothing hides, they are the viewer from now on."""
        controller = self.controller
        if controller.outcome is not None:
            self.viewer = self._alone
            return Next.END
        if self.drawn:
            return Next.HAND_OVER
        if controller.is_bot(controller.seat):
            self.hold(hold=self.held)
            return Next.COMPUTER
        controller.go_on(StopReason.HELD)
        if controller.seat == self.viewer:
            return Next.PERSON
        if self._needs_curtain():
            controller.stand_still(StopReason.CURTAIN)
            return Next.CURTAIN
        self.viewer = controller.seat
        return Next.PERSON

    def seat_next(self) -> None:
        """The person who is to move has come to the keyboard."""
        self.viewer = self.controller.seat
        self._curtain_due = False
        self.controller.go_on(StopReason.CURTAIN)

    def hand_over(self) -> None:
        """The card that the viewer drew is shown no longer."""
        self.controller.go_on(StopReason.DRAWN_CARD)

    @property
    def drawn(self) -> bool:
        """Whether a card that was drawn from a deck is shown to the viewer, its owner, before they hand over."""
        return StopReason.DRAWN_CARD in self.controller.standing_still

    @property
    def seat(self) -> int:
        """The seat that acts from the keyboard: the viewer's, without one that of the player to move."""
        return self.controller.seat if self.viewer is None else self.viewer

    @property
    def to_move(self) -> bool:
        """Whether the viewer is asked for an action now."""
        controller = self.controller
        return self.viewer == controller.seat and controller.outcome is None and not self.drawn

    @property
    def next_person(self) -> int | None:
        """The person who moves after the computers that move now; None while no computer does, or where nobody follows."""
        controller = self.controller
        if controller.outcome is not None or not controller.is_bot(controller.seat):
            return None
        seen = controller.view_for(None)
        # Rulebook: the last round is played to its end, and nobody moves once more after it.
        before = range(0 if seen.final_round else controller.seat)
        seats = (*range(controller.seat + 1, len(seen.players)), *before)
        return next((seat for seat in seats if seat in self.persons and not seen.players[seat].forfeited), None)

    @property
    def moves_next(self) -> bool:
        """Whether the viewer moves next, once computers have moved."""
        return self.viewer is not None and self.viewer == self.next_person

    @property
    def somebody_hides(self) -> bool:
        """Whether somebody at the keyboard holds a card that not all have seen."""
        players = self.controller.view_for(None).players
        return any(held.blind for seat in self.persons for held in players[seat].reserved)

    def _needs_curtain(self) -> bool:
        """Whether the person to move may only look after a curtain."""
        hand_over = self.controller.options.hand_over
        hides = self._curtain_due or hand_over == "always" or (hand_over == "hidden" and self.somebody_hides)
        return len(self.persons) > 1 and hides

    # --- watching computers --------------------------------------------------------------------------------------------

    def hold(self, *, hold: bool) -> None:
        """Let computer players wait before each move, or go on by themselves."""
        self.held = hold
        if hold and self.controller.is_bot(self.controller.seat):
            self.controller.stand_still(StopReason.HELD)
        else:
            self.controller.go_on(StopReason.HELD)

    def step(self) -> None:
        """Let the computer player that is to move do so, and the next one wait."""
        self.held = True
        self.controller.go_on(StopReason.HELD)

    @property
    def waits_for_step(self) -> bool:
        """Whether a computer player waits until it is let."""
        return StopReason.HELD in self.controller.standing_still

    def in_play(self) -> tuple[str, ...]:
        """The names of those who have not left the game, the one to move first."""
        controller = self.controller
        players = controller.view_for(None).players
        seats = sorted(range(len(players)), key=lambda seat: (seat != controller.seat, seat))
        return tuple(controller.names[seat] for seat in seats if not players[seat].forfeited)

    # --- what players do -----------------------------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """The player to move does this. Raises as `Controller.submit` does."""
        controller = self.controller
        mine = controller.seat == self.viewer
        controller.submit(controller.seat, action, controller.ply)
        if isinstance(action, ReserveTop) and mine and controller.outcome is None and self._other_person():
            controller.stand_still(StopReason.DRAWN_CARD)

    def resign(self) -> None:
        """The player to move leaves the game. Raises as `Controller.submit` does."""
        self.controller.resign(self.controller.seat, self.controller.ply)

    def agree(self) -> None:
        """All at the table end the game as it stands. Raises as `Controller.agree` does."""
        self.controller.agree(self.controller.ply)

    @property
    def undone_of_another(self) -> Sequence[Step]:
        """What `undo` would take back, if it begins with an action of another person than the viewer; else nothing."""
        if len(self.persons) < 2 or not self.controller.can_undo(self.seat):
            return ()
        steps = self.controller.steps
        last = next(place for place in reversed(range(len(steps))) if steps[place].seat in self.persons)
        return () if steps[last].seat == self.viewer else steps[last:]

    def undo(self) -> None:
        """Take back the last action of a person, and what computers did after it. Raises as `Controller.undo` does."""
        steps = self.controller.undo(self.seat)
        drawn = any(isinstance(step.action, ReserveTop) for step in steps)  # only one person may see that card again
        self._curtain_due = drawn and self._other_person() and self.controller.options.hand_over != "never"
        self.hand_over()

    @property
    def can_undo_unseen(self) -> bool:
        """Whether the curtain hides the table from whoever comes after the viewer, who may still take back what they did."""
        drawn = StopReason.CURTAIN in self.controller.standing_still
        mine = self.viewer is not None and self.controller.can_undo(self.viewer) and not self.undone_of_another
        return drawn and mine

    def undo_unseen(self) -> None:
        """Take back as `undo` does, behind the curtain: it stays, as anybody may sit there. Raises as `Controller.undo` does."""
        self.controller.undo(self.seat)
        self.viewer, self._curtain_due = None, True

    def redo(self) -> None:
        """Redo what was taken back. Raises as `Controller.redo` does."""
        self.controller.redo()

    def _other_person(self) -> bool:
        """Whether somebody else than the viewer is to move, and no computer."""
        return self.controller.seat != self.viewer and not self.controller.is_bot(self.controller.seat)

    # --- pauses and time -----------------------------------------------------------------------------------------------

    @property
    def pause(self) -> StopReason | None:
        """Why the players have to say that they are there before the match goes on; None when they need not."""
        return next((reason for reason in PAUSES if reason in self.controller.standing_still), None)

    def resume(self) -> None:
        """The players are there again."""
        self.controller.go_on(*PAUSES)

    def hidden(self, *, hidden: bool) -> None:
        """Tell whether something hides the table now."""
        if hidden:
            self.controller.stand_still(StopReason.HIDDEN)
        else:
            self.controller.go_on(StopReason.HIDDEN)
