from collections.abc import Callable
from random import Random

import pytest

from splendor_tui.inputs.house_rules import ClockOptions
from splendor_tui.match.clock import SLEEP_GAP, Clock, Tick
from splendor_tui.match.controller import Controller, MatchError, MatchPausedError, TimeOutError
from splendor_tui.match.log import LogKind
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason
from splendor_tui.rules.actions import Forfeit, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from splendor_tui.rules.state import Phase
from splendor_tui.store import Store
from splendor_tui.store.journal_entries import PlyEntry
from tests.match.tables import Notebook, Time, act, load_match, options, play_any, save_match, sit_down

TAKE, OTHER_TAKE = Take(pack((1, 1, 1, 0, 0))), Take(pack((0, 0, 1, 1, 1)))
CLOCK = (60, 300)


def reading(table: Controller) -> tuple[int, ...]:
    assert table.clock is not None
    return table.clock.snapshot()


def think(table: Controller, now: Time, seconds: int) -> None:
    for _second in range(seconds):
        now.seconds += 1
        table.tick()


def test_long_gap_is_a_sleep_and_not_charged() -> None:
    for gap, found, left in ((SLEEP_GAP, Tick.RUNNING, 0), (SLEEP_GAP + 0.01, Tick.SLEPT, 5000)):
        now = Time()
        timer = Clock(ClockOptions(turn_seconds=5, reserve_seconds=10), 2, now)
        timer.resume()
        now.seconds = gap
        assert timer.tick() is found
        assert timer.running is (found is Tick.RUNNING)
        assert timer.snapshot() == (left, 10_000, 10_000)


def test_seat_out_of_time_forfeits_and_the_log_says_why(catalogue: Catalogue) -> None:
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
    with pytest.raises(MatchError, match="3 seats"):
        again.replay([], (1, 2, 3, 4))
    table.undo(0)
    assert shown(table) == (0, 5000, 0, 1000), "there is time for another action"


@pytest.mark.parametrize(
    "intent",
    [
        lambda table: table.submit(1, TAKE, 1),
        lambda table: table.submit(1, Forfeit(), 1),
        lambda table: table.submit(0, TAKE, 0),
        lambda table: table.undo(1),
        lambda table: table.redo(),
        lambda table: table.agree(table.ply),
    ],
    ids=["act", "resign", "stale", "undo", "redo", "agree"],
)
@pytest.mark.parametrize("players", [2, 3])
def test_any_request_just_after_the_flag_is_a_timeout(
    catalogue: Catalogue, players: int, intent: Callable[[Controller], object]
) -> None:
    now, journal = Time(), Notebook()
    table = sit_down(catalogue, options(players, clock=(5, 0)), now=now, journal=journal)
    table.submit(0, TAKE, 0)
    now.seconds = 3
    table.tick()
    now.seconds = 5.001
    with pytest.raises(TimeOutError, match="Too late: Bo has run out of time"):
        intent(table)
    assert [step.seat for step in table.steps] == [0, 1]
    assert [line.kind for line in table.log[:2]] == [LogKind.TOOK, LogKind.TIME_OUT]
    entry = journal.entries[-1]
    assert isinstance(entry, PlyEntry)
    assert (entry.action, entry.timed_out, entry.clock) == ("forfeit", True, (0, 0, 0, 0)[: players + 1])
    assert (table.outcome is None) is (players > 2)


@pytest.mark.parametrize("found_by", ["clock", "action", "hiding"])
def test_sleep_pauses_the_match_and_is_not_charged(catalogue: Catalogue, found_by: str) -> None:
    now = Time()
    table = sit_down(catalogue, options(clock=CLOCK), now=now)
    now.seconds = 3600
    match found_by:
        case "clock":
            assert table.tick() is None
        case "action":
            with pytest.raises(MatchPausedError):
                table.submit(0, TAKE, 0)
        case _:
            table.pause(PauseReason.HIDDEN)
            table.resume(PauseReason.HIDDEN)
    assert table.pauses == {PauseReason.SLEPT}
    assert reading(table) == (60_000, 300_000, 300_000)
    table.resume(PauseReason.SLEPT)
    table.submit(0, TAKE, 0)


def test_resignation_without_turn_time_left_is_no_timeout(catalogue: Catalogue) -> None:
    now, journal = Time(), Notebook()
    table = sit_down(catalogue, options(clock=(5, 10)), now=now, journal=journal)
    now.seconds = 3
    table.tick()
    now.seconds = 5.5
    table.submit(0, Forfeit(), 0)
    assert reading(table)[0] == 0
    assert table.log[0].kind is LogKind.RESIGNED
    again = sit_down(catalogue, options(clock=(5, 10)))
    again.replay(journal.entries)
    assert again.log == table.log


@pytest.mark.parametrize("reason", PauseReason)
def test_clock_runs_only_without_a_reason_to_pause(catalogue: Catalogue, reason: PauseReason) -> None:
    table = sit_down(catalogue, options(clock=CLOCK))
    assert (clock := table.clock)
    assert clock.running
    table.pause(reason)
    assert table.interruption is (reason if reason in INTERRUPTIONS else None)
    table.pause(PauseReason.HIDDEN)
    table.resume(reason)
    assert table.interruption is None
    assert clock.running is (reason is PauseReason.HIDDEN)
    table.resume(PauseReason.HIDDEN)
    assert clock.running


def test_pause_saves_the_clock_once_and_charges_nothing(catalogue: Catalogue) -> None:
    now, journal = Time(), Notebook()
    table = sit_down(catalogue, options(clock=CLOCK), now=now, journal=journal)
    now.seconds = 2.5
    for _time in range(3):
        table.pause(PauseReason.MENU)
        now.seconds += 2
        table.tick()
    assert journal.clocks == [(57_500, 300_000, 300_000)]
    assert reading(table) == (57_500, 300_000, 300_000)


def test_clock_is_always_that_of_the_seat_to_move(catalogue: Catalogue) -> None:
    journal, rng = Notebook(), Random(2)
    table, again = (sit_down(catalogue, options(clock=CLOCK), journal=each) for each in (journal, None))
    phases, replayed = set(), 0
    while table.outcome is None and table.ply < 100:
        takes = [action for action in table.legal_actions(table.seat) if isinstance(action, Take)]
        if takes:
            act(table, rng.choice(takes))
        else:
            play_any(table, rng)
        if rng.random() < 0.3:
            table.undo(table.seat)
        again.replay(journal.entries[replayed:])
        replayed = len(journal.entries)
        assert shown(again) == shown(table)
        assert shown(table)[0] == table.seat
        phases.add((table.view_for(None).phase, table.seat))
    assert {(Phase.RETURN_GEMS, 0), (Phase.RETURN_GEMS, 1)} <= phases


# --- the clock is restored after a crash: for the store, an abandoned table is one -----------------------------------


def shown(table: Controller) -> tuple[int, ...]:
    """The seat whose clock runs, and the reading of the clock."""
    assert table.clock is not None
    return (table.clock.seat, *reading(table))


def save_clocked(store: Store, catalogue: Catalogue) -> tuple[str, Controller, Time]:
    """A saved match with a clock, its id, and its time."""
    now = Time()
    return *save_match(store, catalogue, options(clock=CLOCK), now=now), now


def test_resumed_turn_has_its_remaining_time(catalogue: Catalogue, store: Store) -> None:
    game_id, table, now = save_clocked(store, catalogue)
    think(table, now, 70)
    assert shown(load_match(store, catalogue, game_id)) == (0, 0, 290_000, 300_000)
    table.submit(0, TAKE, 0)
    assert shown(load_match(store, catalogue, game_id)) == (1, 60_000, 290_000, 300_000)
    think(table, now, 15)
    assert shown(load_match(store, catalogue, game_id)) == (1, 45_000, 290_000, 300_000)
    assert len(store.load(game_id).entries) == 1


def test_undo_and_redo_give_no_time_back_not_even_after_a_resume(catalogue: Catalogue, store: Store) -> None:
    game_id, table, now = save_clocked(store, catalogue)
    think(table, now, 70)
    table.submit(0, TAKE, 0)
    think(table, now, 20)
    table.undo(1)
    assert shown(load_match(store, catalogue, game_id)) == shown(table) == (0, 0, 290_000, 300_000)
    table.redo()
    assert shown(load_match(store, catalogue, game_id)) == shown(table) == (1, 40_000, 290_000, 300_000)
    table.undo(1)
    think(table, now, 5)
    again = load_match(store, catalogue, game_id)
    again.redo()
    assert shown(again) == (1, 40_000, 285_000, 300_000), "an undone turn has its remaining time"
    again.undo(1)
    assert shown(load_match(store, catalogue, game_id)) == shown(again) == (0, 0, 285_000, 300_000)
    again.submit(0, OTHER_TAKE, 0)
    assert shown(load_match(store, catalogue, game_id)) == shown(again) == (1, 60_000, 285_000, 300_000)


def test_resumed_seat_without_time_forfeits(catalogue: Catalogue, store: Store) -> None:
    game_id, table, now = save_clocked(store, catalogue)
    think(table, now, 359)
    now.seconds += 1
    table.pause(PauseReason.MENU)
    again = load_match(store, catalogue, game_id)
    assert again.tick() is not None
    assert again.outcome is not None
    assert again.outcome.winners == (1,)
