from collections.abc import Callable

import pytest

from splendor_tui.inputs.match_options import ClockOptions
from splendor_tui.match.clock import SLEEP_GAP, Clock, Tick
from splendor_tui.match.controller import Controller, MatchError, MatchPausedError, PauseReason, TimeOutError
from splendor_tui.match.log import LogKind
from splendor_tui.rules.actions import Forfeit, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from splendor_tui.store.journal import PlyEntry
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


def test_a_sleep_of_the_machine_is_charged_to_no_one() -> None:
    now = Time()
    running = clock(now)
    running.resume()
    now.seconds = 5.1
    assert running.tick() is Tick.SLEPT
    assert not running.running
    assert running.snapshot() == (5000, 10000, 10000)


def test_a_gap_is_a_sleep_only_when_it_is_longer_than_the_longest_that_play_has() -> None:
    for gap, found in ((SLEEP_GAP, Tick.RUNNING), (SLEEP_GAP + 0.01, Tick.SLEPT)):
        now = Time()
        timer = clock(now)
        timer.start_turn(0)
        timer.resume()
        now.seconds = gap
        assert timer.tick() is found


def test_a_reading_of_another_number_of_seats_is_refused(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(clock=(5, 1)))
    with pytest.raises(MatchError, match="3 seats"):
        table.replay([], (1, 2, 3, 4))


def test_a_seat_out_of_time_forfeits_and_the_log_says_why(catalogue: Catalogue) -> None:
    now, journal = Time(), Notebook()
    table = sit_down(catalogue, options(clock=(5, 1)), now=now, journal=journal)
    now.seconds = 4
    assert table.tick() is None
    now.seconds = 6
    step = table.tick()
    assert step.action == Forfeit()
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
    assert table.pauses == {PauseReason.SLEPT}
    table.resume(PauseReason.SLEPT)
    assert table.clock.snapshot()[0] == 60_000


def test_undo_gives_back_the_time(catalogue: Catalogue) -> None:
    now = Time()
    table = sit_down(catalogue, options(clock=(5, 10)), now=now)
    for now.seconds in (4, 8):
        table.tick()
    table.submit(0, TAKE, 0)
    assert table.clock.snapshot() == (5000, 7000, 10000)
    now.seconds = 10
    table.undo(0)
    assert table.clock.snapshot() == (5000, 10000, 10000)
    table.redo()
    assert table.clock.snapshot() == (5000, 7000, 10000)


@pytest.mark.parametrize("players", [2, 3])
def test_an_action_that_comes_a_moment_after_the_flag_does_not_count(catalogue: Catalogue, players: int) -> None:
    now, journal = Time(), Notebook()
    table = sit_down(catalogue, options(players, clock=(5, 0)), now=now, journal=journal)
    now.seconds = 3
    table.tick()
    now.seconds = 5.001
    with pytest.raises(TimeOutError, match="Too late: Ann has run out of time") as late:
        table.submit(0, TAKE, 0)
    assert late.value.step.action == Forfeit()
    assert [type(step.action) for step in table.steps] == [Forfeit]
    assert table.log[0].kind is LogKind.TIME_OUT
    [entry] = journal.entries
    assert isinstance(entry, PlyEntry)
    assert (entry.action, entry.timed_out, entry.clock) == ("forfeit", True, (0,) * (players + 1))
    assert (table.outcome is None) is (players > 2)


def test_an_action_that_comes_a_moment_before_the_flag_counts(catalogue: Catalogue) -> None:
    now = Time()
    table = sit_down(catalogue, options(clock=(5, 0)), now=now)
    now.seconds = 4.999
    assert table.submit(0, TAKE, 0).action == TAKE


@pytest.mark.parametrize(
    "intent",
    [
        lambda table: table.undo(1),
        lambda table: table.redo(),
        lambda table: table.agree(table.ply),
        lambda table: table.submit(1, Forfeit(), 1),
        lambda table: table.submit(0, TAKE, 0),
    ],
    ids=["undo", "redo", "agree", "resign", "stale"],
)
def test_whatever_is_asked_after_the_flag_has_fallen_the_fall_is_what_happened(
    catalogue: Catalogue, intent: Callable[[Controller], object]
) -> None:
    now = Time()
    table = sit_down(catalogue, options(3, clock=(5, 0)), now=now)
    table.submit(0, TAKE, 0)
    now.seconds = 3
    table.tick()
    now.seconds = 5.5
    with pytest.raises(TimeOutError):
        intent(table)
    assert [step.seat for step in table.steps] == [0, 1]
    assert [line.kind for line in table.log] == [LogKind.TOOK, LogKind.TIME_OUT]


def test_an_action_after_a_sleep_is_not_taken_for_one_of_someone_awake(catalogue: Catalogue) -> None:
    now = Time()
    table = sit_down(catalogue, options(clock=(60, 300)), now=now)
    now.seconds = 3600
    with pytest.raises(MatchPausedError):
        table.submit(0, TAKE, 0)
    assert table.pauses == {PauseReason.SLEPT}
    assert table.clock.snapshot() == (60_000, 300_000, 300_000)
    table.resume(PauseReason.SLEPT)
    table.submit(0, TAKE, 0)


def test_a_sleep_is_found_too_by_what_hides_the_table(catalogue: Catalogue) -> None:
    now = Time()
    table = sit_down(catalogue, options(clock=(60, 300)), now=now)
    now.seconds = 3600
    table.pause(PauseReason.HIDDEN)
    table.resume(PauseReason.HIDDEN)
    assert table.pauses == {PauseReason.SLEPT}
    assert table.clock.snapshot() == (60_000, 300_000, 300_000)


def test_leaving_by_ones_own_will_with_the_turn_used_up_is_no_time_out(catalogue: Catalogue) -> None:
    now, journal = Time(), Notebook()
    table = sit_down(catalogue, options(clock=(5, 10)), now=now, journal=journal)
    now.seconds = 3
    table.tick()
    now.seconds = 5.5
    table.submit(0, Forfeit(), 0)
    assert table.clock.snapshot()[0] == 0
    assert table.log[0].kind is LogKind.RESIGNED
    again = sit_down(catalogue, options(clock=(5, 10)))
    again.replay(journal.entries)
    assert again.log == table.log


def test_the_clock_runs_exactly_while_there_is_no_reason_to_pause(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(clock=(60, 300)))
    clock = table.clock
    assert clock.running
    for reason in PauseReason:
        table.pause(reason)
        table.pause(PauseReason.HIDDEN)
        table.resume(reason)
        assert clock.running is (reason is PauseReason.HIDDEN)
        table.resume(PauseReason.HIDDEN)
        assert clock.running
        table.resume(reason)
        assert clock.running
