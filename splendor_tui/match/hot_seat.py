"""Hot-seat play: the viewer at the keyboard, the next player, and the hand-over screen between two humans.

Call `proceed` after every change, and act on its result.
"""

from collections.abc import Sequence
from enum import Enum, auto

from splendor_tui.match.controller import Controller
from splendor_tui.match.log import Step
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.rules.actions import ReserveTop


class Next(Enum):
    """What the table must do next."""

    HUMAN = auto()
    """The viewer is to move."""
    COMPUTER = auto()
    """A computer is to move."""
    DRAWN_CARD = auto()
    """The viewer looks at a drawn card, until `hide_drawn_card`."""
    HAND_OVER = auto()
    """The table is hidden until the next human confirms with `seat_next_player`."""
    END = auto()
    """The match is over, and the table is visible to all players."""


class HotSeat:
    """The players at one keyboard. `viewer` is the seat at the keyboard, or None for observers.

    If `single_step` is true, a computer waits before each move for `step`.
    """

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.humans = [seat for seat in range(len(controller.names)) if not controller.is_bot(seat)]
        self.viewer = self._only_human
        self.single_step = False
        self._must_hand_over = False
        """Whether the next human needs a hand-over screen even though nobody holds a hidden card."""
        self._begun_at = controller.ply

    @property
    def _only_human(self) -> int | None:
        """The seat of the only human, who is always the viewer. None if there are several humans, or none."""
        return self.humans[0] if len(self.humans) == 1 else None

    # --- the next player -----------------------------------------------------------------------------------------------

    def proceed(self) -> Next:
        """Determine the next step. If no hand-over screen is needed, the next human becomes the viewer."""
        controller = self.controller
        if controller.outcome is not None:
            self.viewer = self._only_human
            return Next.END
        if self.shows_drawn_card:
            return Next.DRAWN_CARD
        if controller.bot_to_move:
            self.set_single_step(on=self.single_step)
            return Next.COMPUTER
        controller.resume(PauseReason.SINGLE_STEP)
        if controller.seat == self.viewer:
            return Next.HUMAN
        if self._needs_hand_over():
            controller.pause(PauseReason.HAND_OVER)
            return Next.HAND_OVER
        self.viewer = controller.seat
        return Next.HUMAN

    def seat_next_player(self) -> None:
        """End the hand-over screen. The human whose turn it is becomes the viewer."""
        self.viewer = self.controller.seat
        self._must_hand_over = False
        self.controller.resume(PauseReason.HAND_OVER)

    def hide_drawn_card(self) -> None:
        """End the pause in which the viewer sees the drawn card."""
        self.controller.resume(PauseReason.DRAWN_CARD)

    @property
    def shows_drawn_card(self) -> bool:
        """Whether the viewer is looking at a drawn card, before another human takes over."""
        return PauseReason.DRAWN_CARD in self.controller.pauses

    @property
    def seat(self) -> int:
        """The seat that acts from the keyboard: the viewer, or the seat to move if there is no viewer."""
        return self.controller.seat if self.viewer is None else self.viewer

    @property
    def to_move(self) -> bool:
        """Whether the viewer is to move."""
        return self.viewer == self.controller.seat and self.controller.outcome is None

    @property
    def next_human(self) -> int | None:
        """The human who moves after the current computers. None if no computer is to move, or if no human follows."""
        controller = self.controller
        if controller.outcome is not None or not controller.bot_to_move:
            return None
        seen = controller.view_for(None)
        # Rulebook: the game ends after the last seat of the last round.
        before = range(0 if seen.final_round else controller.seat)
        seats = (*range(controller.seat + 1, len(seen.players)), *before)
        return next((seat for seat in seats if seat in self.humans and not seen.players[seat].forfeited), None)

    @property
    def moves_next(self) -> bool:
        """Whether the viewer moves next, after one or more computers."""
        return self.viewer is not None and self.viewer == self.next_human

    @property
    def agreeing(self) -> Sequence[str]:
        """The names of the humans who are still in play. All of them must agree to end the game early."""
        controller = self.controller
        seen = controller.view_for(None)
        return [controller.names[seat] for seat in self.humans if not seen.players[seat].forfeited]

    @property
    def has_computers(self) -> bool:
        """Whether a computer is still in play."""
        players = self.controller.view_for(None).players
        return any(self.controller.is_bot(seat) and not player.forfeited for seat, player in enumerate(players))

    @property
    def has_hidden_card(self) -> bool:
        """Whether a human in play holds a card that other players have not seen."""
        players = [player for seat, player in enumerate(self.controller.view_for(None).players) if seat in self.humans]
        return any(held.blind for player in players if not player.forfeited for held in player.reserved)

    def _needs_hand_over(self) -> bool:
        """Whether the table must be hidden before another human looks. A lone human is always the viewer."""
        option = self.controller.options.hand_over
        return self._must_hand_over or option == "always" or (option == "hidden" and self.has_hidden_card)

    # --- watching computers --------------------------------------------------------------------------------------------

    def set_single_step(self, *, on: bool) -> None:
        """Make computers wait for `step` before each move, or let them move freely."""
        self.single_step = on
        if on and self.controller.bot_to_move:
            self.controller.pause(PauseReason.SINGLE_STEP)
        else:
            self.controller.resume(PauseReason.SINGLE_STEP)

    def step(self) -> None:
        """Let the computer whose turn it is play once. The next computer waits."""
        self.single_step = True
        self.controller.resume(PauseReason.SINGLE_STEP)

    @property
    def waits_for_step(self) -> bool:
        """Whether a computer waits for `step`."""
        return PauseReason.SINGLE_STEP in self.controller.pauses

    # --- undo ----------------------------------------------------------------------------------------------------------

    @property
    def others_steps_to_undo(self) -> Sequence[Step]:
        """The steps that `undo` would undo, if the first is an action of another human. Otherwise empty."""
        steps = self.controller.steps_to_undo(self._undoing_seat)
        return steps if steps and steps[0].seat != self.viewer else ()

    def undo(self) -> None:
        """Undo the last human action and the computers' replies. Raises MatchError if this is not allowed."""
        steps = self.controller.undo(self.seat)
        # An undone drawn card stays visible only to its owner.
        draws = any(isinstance(step.action, ReserveTop) for step in steps)
        changes_hands = self.controller.seat != self.viewer and not self.controller.bot_to_move
        self._must_hand_over = draws and changes_hands and self.controller.options.hand_over != "never"

    @property
    def can_undo_unseen(self) -> bool:
        """Whether anyone may undo while the hand-over screen is up."""
        return PauseReason.HAND_OVER in self.controller.pauses and bool(
            self.controller.steps_to_undo(self._undoing_seat)
        )

    @property
    def _undoing_seat(self) -> int:
        """The seat that undoes. When a resumed match is handed over, this is the last human who acted."""
        is_handed_over = self.viewer is None and PauseReason.HAND_OVER in self.controller.pauses
        seats = [step.seat for step in self.controller.steps if step.seat in self.humans]
        return seats[-1] if is_handed_over and self.controller.ply == self._begun_at and seats else self.seat

    def undo_unseen(self) -> None:
        """Undo, but keep the hand-over screen, because anyone may be at the keyboard. Raises MatchError if not allowed."""
        self.controller.undo(self._undoing_seat)
        self.viewer, self._must_hand_over = None, True
