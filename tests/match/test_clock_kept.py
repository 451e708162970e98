"""The clock is restored after a crash: for the store, an abandoned table is one."""

from pathlib import Path
from random import Random

import pytest

from splendor_tui.match.controller import Controller, PauseReason
from splendor_tui.match.live_match import resume_match, start_match
from splendor_tui.rules.actions import Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from splendor_tui.rules.state import Phase
from splendor_tui.store import Store, StoreError, StoreFault
from tests.match.tables import Notebook, Time, act, options, play_any, sit_down
from tests.store.stored import NOON, open_store

TAKE, OTHER_TAKE = Take(pack((1, 1, 1, 0, 0))), Take(pack((0, 0, 1, 1, 1)))
CLOCK = (60, 300)


class PlayerSession:
    """A timed match between two humans, and what another process would find of it."""

    def __init__(self, catalogue: Catalogue, store: Store) -> None:
        self.now = Time()
        self._catalogue = catalogue
        self._store = store
        self.game_id, self.table = start_match(store, catalogue, options(clock=CLOCK), now=self.now, today=lambda: NOON)
        self.table.begin()

    def think(self, seconds: int) -> None:
        for _second in range(seconds):
            self.now.seconds += 1
            self.table.tick()

    def found(self) -> Controller:
        return resume_match(self._store, self._catalogue, self.game_id, now=Time(), today=lambda: NOON)


def shown(table: Controller) -> tuple[int, ...]:
    """Whose clock it is, and its reading."""
    return (table.clock.seat, *table.clock.snapshot())


def test_a_turn_continues_with_the_time_that_was_left_of_it(catalogue: Catalogue, tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        session = PlayerSession(catalogue, store)
        session.think(70)
        assert shown(session.found()) == (0, 0, 290_000, 300_000)
        session.table.submit(0, TAKE, 0)
        assert shown(session.found()) == (1, 60_000, 290_000, 300_000)
        session.think(15)
        assert shown(session.found()) == (1, 45_000, 290_000, 300_000)
        assert len(store.load(session.game_id).entries) == 1


def test_a_pause_keeps_the_reading_once(catalogue: Catalogue) -> None:
    now, journal = Time(), Notebook()
    table = sit_down(catalogue, options(clock=CLOCK), now=now, journal=journal)
    now.seconds = 2.5
    for _time in range(3):
        table.pause(PauseReason.MENU)
        table.tick()
    assert journal.clocks == [(57_500, 300_000, 300_000)]


def test_a_match_without_a_clock_keeps_no_reading(catalogue: Catalogue) -> None:
    journal = Notebook()
    table = sit_down(catalogue, journal=journal)
    assert table.tick() is None
    table.pause(PauseReason.MENU)
    assert journal.clocks == []


def test_a_reading_is_not_taken_for_that_of_another_position(catalogue: Catalogue, tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        session = PlayerSession(catalogue, store)
        table = session.table
        table.submit(0, TAKE, 0)
        session.think(20)
        table.undo(1)
        assert shown(session.found()) == shown(table) == (0, 60_000, 300_000, 300_000)
        table.redo()
        assert shown(session.found()) == shown(table) == (1, 60_000, 300_000, 300_000)
        session.think(20)
        table.undo(1)
        table.submit(0, OTHER_TAKE, 0)
        assert table.ply == 1
        assert shown(session.found()) == shown(table) == (1, 60_000, 300_000, 300_000)


def test_the_clock_is_always_that_of_the_seat_to_move(catalogue: Catalogue) -> None:
    journal, rng = Notebook(), Random(2)
    table = sit_down(catalogue, options(clock=CLOCK), journal=journal)
    phases = set()
    while table.outcome is None and table.ply < 100:
        takes = [action for action in table.legal_actions(table.seat) if isinstance(action, Take)]
        if takes:
            act(table, rng.choice(takes))
        else:
            play_any(table, rng)
        if rng.random() < 0.3:
            table.undo(table.seat)
        again = sit_down(catalogue, options(clock=CLOCK))
        again.replay(journal.entries)
        assert shown(again) == shown(table)
        assert shown(table)[0] == table.seat
        phases.add((table.view_for(None).phase, table.seat))
    assert {(Phase.RETURN_GEMS, 0), (Phase.RETURN_GEMS, 1)} <= phases


def test_a_seat_whose_time_was_used_up_forfeits_when_the_match_is_resumed(catalogue: Catalogue, tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        session = PlayerSession(catalogue, store)
        session.think(359)
        session.now.seconds += 1
        session.table.pause(PauseReason.MENU)
        again = session.found()
        again.begin()
        assert again.tick() is not None
        assert again.outcome.winners == (1,)


def test_readings_that_cannot_be_kept_end_nothing_and_the_last_one_is_kept_at_last(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[object] = []

    def disk_full(_store: Store, _game: str, reading: object) -> None:
        attempts.append(reading)
        raise StoreError(StoreFault.DISK_FULL)

    with open_store(tmp_path) as store:
        session = PlayerSession(catalogue, store)
        with monkeypatch.context() as fault:
            fault.setattr(Store, "save_clock", disk_full)
            session.think(9)
            assert session.table.not_saved is not None
            assert len(attempts) == len(set(attempts)) == 9
        session.think(1)
        assert session.table.not_saved is None
        assert shown(session.found()) == (0, 50_000, 300_000, 300_000)
