"""Sentences that are shown for a few seconds, and surely go again."""

from typing import Final

from textual.notifications import Notification

LEAST_SECONDS: Final = 0.5


class Notice(Notification):
    """A notification of which there is always some time left for its toast.

    Textual sets a timer for the time that is left when the toast is made. For less than none, that timer counts backwards for
    ever, and the whole program hangs; where the time is up before it begins to wait, it never fires, and the toast stays.
    """

    @property
    def time_left(self) -> float:
        """For how many seconds the toast is shown."""
        return max(LEAST_SECONDS, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether no toast is made any more."""
        return super().time_left <= 0
