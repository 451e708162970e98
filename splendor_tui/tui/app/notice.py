"""Notifications that always expire."""

from typing import Final

from textual.notifications import Notification

MIN_SECONDS: Final = 0.5
READ_SECONDS: Final = 2.0
"""The time to read a short sentence."""


class Notice(Notification):
    """A notification whose time left is always positive.

    Textual sets a timer to the time left when it creates the toast. A negative time would count down forever and hang
    the program. If the time ran out before the timer started, the toast would never disappear.
    """

    @property
    def time_left(self) -> float:
        """Seconds until the toast disappears."""
        return max(MIN_SECONDS, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether it is too late to show the toast."""
        return super().time_left <= 0

    @property
    def is_read(self) -> bool:
        """Whether the toast is no error, and was visible long enough to read it."""
        return self.severity != "error" and self.timeout - super().time_left >= READ_SECONDS
