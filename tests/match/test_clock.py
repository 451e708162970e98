import pytest

from splendor_tui.inputs.match_options import ClockOptions
from splendor_tui.match.clock import Clock, Tick
from splendor_tui.match.standstill import Standstill
from splendor_tui.rules.actions import Forfeit, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from tests.match.tables import Notebook, Time, options, sit_down

TAKE = Take(pack((1, 1, 1, 0, 0)))


def clock(now: Time) -> Clock:
    return Clock(ClockOptions(turn_seconds=5, reserve_seconds=10), 2, now)


def test_the_turn_runs_first_and_then_the_reserve() -> None:
    now = Time()
    running = clock(now)
    running.resume()
    now.seconds = 3
    assert running.tick() is Tick.RUNNING
    assert running.snapshot() == (2000, 10000, 10000)
    now.seconds = 7
    assert running.tick() is Tick.RUNNING
    assert running.snapshot() == (0, 8000, 10000)
    running.start_turn(1)
    now.seconds = 9
    running.tick()
    assert running.snapshot() == (3000, 8000, 10000)


def test_a_seat_is_flagged_only_when_turn_and_reserve_are_used_up() -> None:
    now = Time()
    running = clock(now)
    running.resume()
    found = []
    for now.seconds in (4, 8, 12, 14.9, 15):
        found.append(running.tick())
    assert found == [Tick.RUNNING] * 4 + [Tick.FLAGGED]


def test_a_standing_clock_charges_nothing() -> None:
    now = Time()
    standing = clock(now)
    now.seconds = 4
    assert standing.tick() is Tick.STANDING
    standing.resume()
    now.seconds = 5
    standing.pause()
    now.seconds = 9
    assert standing.tick() is Tick.STANDING
    assert standing.snapshot() == (4000, 10000, 10000)


def test_a_sleep_of_the_machine_is_charged_to_nobody() -> None:
    now = Time()
    running = clock(now)
    running.resume()
    now.seconds = 5.1
    assert running.tick() is Tick.SLEPT
    assert not running.running
    assert running.snapshot() == (5000, 10000, 10000)


def test_a_reading_of_another_number_of_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="3 seats"):
        clock(Time()).restore((1, 2, 3, 4), 0)


def test_a_seat_out_of_time_forfeits_and_the_log_says_why(catalogue: Catalogue) -> None:
    now, journal = Time(), Notebook()
    table = sit_down(catalogue, options(clock=(5, 1)), now=now, journal=journal)
    now.seconds = 4
    assert table.tick() is None
    now.seconds = 6
    step = table.tick()
    assert step is not None
    assert step.action == Forfeit()
    assert table.outcome is not None
    assert table.outcome.winners == (1,)
    assert table.log[0].kind == "time-out"
    again = sit_down(catalogue, options(clock=(5, 1)))
    again.replay(journal.entries)
    assert again.log == table.log


def test_a_sleep_pauses_the_match(catalogue: Catalogue) -> None:
    now = Time()
    table = sit_down(catalogue, options(clock=(60, 300)), now=now)
    now.seconds = 30
    assert table.tick() is None
    assert table.standing_still == {Standstill.SLEPT}
    table.go_on(Standstill.SLEPT)
    assert table.clock is not None
    assert table.clock.snapshot()[0] == 60_000


def test_taking_back_gives_back_the_time(catalogue: Catalogue) -> None:
    now = Time()
    table = sit_down(catalogue, options(clock=(5, 10)), now=now)
    assert table.clock is not None
    for now.seconds in (4, 8):
        table.tick()
    table.submit(0, TAKE, 0)
    assert table.clock.snapshot() == (5000, 7000, 10000)
    now.seconds = 10
    table.undo(0)
    assert table.clock.snapshot() == (5000, 10000, 10000)
    table.redo()
    assert table.clock.snapshot() == (5000, 7000, 10000)
