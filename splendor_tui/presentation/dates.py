"""Times of day as players say them."""

from datetime import datetime

from splendor_tui.words import N_, NP_, Message


def day(moment: datetime, today: datetime) -> Message:
    """The day of a moment, in the time zone of `today`: today, yesterday, or its date."""
    local = moment.astimezone(today.tzinfo)
    match (today.date() - local.date()).days:
        case 0:
            return N_("today")
        case 1:
            return N_("yesterday")
        case _:
            return NP_("date", "{year}-{month}-{day}", year=f"{local:%Y}", month=f"{local:%m}", day=f"{local:%d}")


def day_and_time(moment: datetime, today: datetime) -> Message:
    """The day of a moment and the time of that day."""
    local = moment.astimezone(today.tzinfo)
    return N_("{day} at {time}", day=day(moment, today), time=f"{local:%H:%M}")
