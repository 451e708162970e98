"""Dates and times as text."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from splendor_tui.presentation.dates import format_day_and_time

MOMENT = datetime(2026, 5, 1, 23, 30, tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The time zone of this machine."""
    with monkeypatch.context() as environment:
        environment.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a system whose time zone can be changed")
@pytest.mark.parametrize(
    ("zone", "moment", "shown"),
    [
        ("UTC", MOMENT, "today at 23:30"),
        ("PDT+7", MOMENT, "today at 16:30"),
        ("CEST-2", MOMENT, "today at 01:30"),
        ("CEST-2", MOMENT.replace(hour=9), "yesterday at 11:30"),
        ("UTC+99", MOMENT, "today at 23:30"),
        ("CEST-2", LAST, "9999-12-31 at 23:59"),
    ],
    indirect=["zone"],
)
@pytest.mark.usefixtures("zone")
def test_times_are_those_of_this_machine_unless_that_is_impossible(moment: datetime, shown: str) -> None:
    assert str(format_day_and_time(moment, MOMENT)) == shown
