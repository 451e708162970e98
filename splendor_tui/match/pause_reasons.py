"""The reasons for a pause. The clock runs if and only if there is none."""

from enum import Enum
from typing import Final

from splendor_tui.words import N_, Message


class PauseReason(Enum):
    """A reason for a pause. The match is paused while it has at least one reason."""

    NOT_BEGUN = "not begun"
    """The table has not been displayed yet."""
    HIDDEN = "hidden"
    """The table is hidden by another screen, or the terminal is too small."""
    HAND_OVER = "hand-over"
    """The next human is not at the keyboard yet."""
    DRAWN_CARD = "drawn card"
    """A human looks at the card drawn from a deck, before another human takes over."""
    LISTENING = "listening"
    """A human listens to the news before the turn, and starts the clock when ready."""
    SINGLE_STEP = "single step"
    """A computer waits for permission to move."""
    MENU = "menu"
    """A player opened the menu."""
    CHOSEN = "chosen"
    """A choice has closed the menu, and is about to be carried out."""
    SLEPT = "slept"
    """The machine slept."""
    SUSPENDED = "suspended"
    """The process was suspended."""
    OVER = "over"
    """The match is over."""


INTERRUPTIONS: Final = (PauseReason.SUSPENDED, PauseReason.SLEPT, PauseReason.MENU)
"""The reasons that last until the players confirm that they are back."""


def describe_interruption(reason: PauseReason, *, with_clock: bool) -> Message:
    """The reason for the interruption, as a message for the players."""
    match reason:
        case PauseReason.SLEPT:
            return N_("The computer was asleep for a while; that time is not counted.")
        case PauseReason.SUSPENDED if with_clock:
            return N_("The program was stopped for a while; that time is not counted.")
        case PauseReason.SUSPENDED:
            return N_("The program was stopped for a while.")
        case _ if with_clock:
            return N_("The table is hidden, and the clock is stopped.")
        case _:
            return N_("The table is hidden.")
