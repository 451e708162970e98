"""Times of day as players say them."""

from datetime import datetime

from splendor_tui.words import _


def day(moment: datetime, today: datetime) -> str:
    """The day of a moment, in the time zone of `today`: today, yesterday, or its date."""
    local = moment.astimezone(today.tzinfo)
    match (today.date() - local.date()).days:
        case 0:
            return _("today")
        case 1:
            return _("yesterday")
        case _:
            return f"{local:%Y-%m-%d}"


def day_and_time(moment: datetime, today: datetime) -> str:
    """The day of a moment and the time of that day."""
    local = moment.astimezone(today.tzinfo)
    return _("{day} at {time}").format(day=day(moment, today), time=f"{local:%H:%M}")
