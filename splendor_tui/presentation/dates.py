"""Dates and times as text."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from splendor_tui.words import N_, NP_, Message

_MORNING: Final = 5
"""An evening ends at this hour."""


def local_time(moment: datetime) -> datetime:
    """The moment in the time zone of this machine. Unchanged if that zone or the result is impossible."""
    with suppress(ValueError, OverflowError, OSError):  # such as TZ=UTC+99, or the last hours of the year 9999
        return moment.astimezone()
    return moment


def evening_start(moment: datetime) -> datetime:
    """When the evening with this moment began: at five in the morning."""
    local = local_time(moment)
    morning = local.replace(hour=_MORNING, minute=0, second=0, microsecond=0)
    return morning if morning <= local else morning - timedelta(days=1)


def format_day(moment: datetime, today: datetime) -> Message:
    """Format as `today`, `yesterday` or a date."""
    local = local_time(moment)
    match (local_time(today).date() - local.date()).days:
        case 0:
            return N_("today")
        case 1:
            return N_("yesterday")
        case _:
            return format_date(moment)


def format_date(moment: datetime) -> Message:
    """Format as a date."""
    local = local_time(moment)
    return NP_("date", "{year}-{month}-{day}", year=f"{local:%Y}", month=f"{local:%m}", day=f"{local:%d}")


def format_day_and_time(moment: datetime, today: datetime) -> Message:
    """Format a date and time."""
    local = local_time(moment)
    return N_("{day} at {time}", day=format_day(moment, today), time=f"{local:%H:%M}")
