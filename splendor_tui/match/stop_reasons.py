"""Why a match stands still. It goes on, and its clock runs, exactly while there is no reason left."""

from enum import Enum
from typing import Final

from splendor_tui.words import N_, Message


class StopReason(Enum):
    """A reason for a match to stand still. Whoever gave it takes it away again."""

    NOT_BEGUN = "not begun"
    """The program has not shown it yet."""
    HIDDEN = "hidden"
    """Something hides the table: another screen, or a terminal that is too small."""
    CURTAIN = "curtain"
    """The next person is not at the keyboard yet."""
    DRAWN_CARD = "drawn card"
    """A card that was drawn from a deck is shown to its owner, before handing over."""
    HELD = "held"
    """A computer player is to move, and waits until somebody lets it."""
    PAUSED = "paused"
    """A player has asked for it."""
    SLEPT = "slept"
    """The machine slept."""
    STOPPED = "stopped"
    """The process was stopped."""
    OVER = "over"
    """The match is over."""


PAUSES: Final = (StopReason.STOPPED, StopReason.SLEPT, StopReason.PAUSED)
"""Those that stand until the players say that they are there."""

BETWEEN_ACTIONS: Final = frozenset({StopReason.DRAWN_CARD, StopReason.HELD, StopReason.OVER})
"""Those in which the players look at the table: something can be taken back or redone, but nothing be played."""

BEFORE_THE_CURTAIN: Final = frozenset({StopReason.CURTAIN, StopReason.HIDDEN})
"""Those in which the table is hidden from the next person: the one before may still take back."""


def why_paused(reason: StopReason) -> Message:
    """What one of the pauses says to the players."""
    match reason:
        case StopReason.SLEPT:
            return N_("The machine slept for a while; that time is not counted.")
        case StopReason.STOPPED:
            return N_("The program was stopped for a while; that time is not counted.")
        case _:
            return N_("The table is hidden, and no clock runs.")
