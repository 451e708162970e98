"""Dates and times as text."""

from datetime import datetime

from splendor_tui.words import N_, NP_, Message


def format_day(moment: datetime, today: datetime) -> Message:
    """Format as `today`, `yesterday` or a date, in the time zone of `today`."""
    local = moment.astimezone(today.tzinfo)
    match (today.date() - local.date()).days:
        case 0:
            return N_("today")
        case 1:
            return N_("yesterday")
        case _:
            return NP_("date", "{year}-{month}-{day}", year=f"{local:%Y}", month=f"{local:%m}", day=f"{local:%d}")


def format_day_and_time(moment: datetime, today: datetime) -> Message:
    """Format a date and time."""
    local = moment.astimezone(today.tzinfo)
    return N_("{day} at {time}", day=format_day(moment, today), time=f"{local:%H:%M}")
