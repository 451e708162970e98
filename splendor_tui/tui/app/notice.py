"""Notifications that always disappear again."""

from typing import Final

from textual.notifications import Notification

MIN_SECONDS: Final = 0.5


class Notice(Notification):
    """A notification with a positive time left.

    Textual sets a timer for the time left when it creates the toast. A negative time counts down forever and hangs the
    program; a time that ends before the timer starts never fires, so the toast stays.
    """

    @property
    def time_left(self) -> float:
        """Seconds until the toast disappears."""
        return max(MIN_SECONDS, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether it is too late to show a toast."""
        return super().time_left <= 0
