"""Saved matches: resumed, recorded, and saved again after a failure or a crash."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.controller import MatchError
from splendor_tui.match.log import LogKind, logged_plies, make_step
from splendor_tui.match.match_journal import Journal
from splendor_tui.match.match_lifecycle import begin, deal_match, resume
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.match.services import Services
from splendor_tui.presentation.playback import playback
from splendor_tui.presentation.review_report import note
from splendor_tui.record import format_record, header_of, parse_record, result_of
from splendor_tui.replay import begin_from, final_state, first_state
from splendor_tui.review.game_review import open_review
from splendor_tui.rules.actions import Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.outcome import Ending, Outcome, standings
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import Phase, State
from splendor_tui.store import Help, Store, StoreError, StoreFault
from splendor_tui.store.journal_entries import Entry, UndoEntry
from splendor_tui.words.languages import set_language
from tests.match.other_processes import Other, play, think
from tests.match.tables import NAMES, Time, act, load_match, options, play_any, play_idly, play_out, save_match
from tests.rules.card_sets import card_set
from tests.rules.random_play import Setting, plies, start
from tests.store.stored import FILE, NOON
from tests.tui.opened_app import make_services


def test_seed_determines_the_deal(catalogue: Catalogue) -> None:
    names = [digest(deal_match(catalogue, options(seed=seed))[1]) for seed in ("7", "7", None, None)]
    assert names[0] == names[1]
    assert len(set(names)) == 3


def test_game_with_promo_nobles_is_saved_resumed_recorded_and_reviewed(catalogue: Catalogue, store: Store) -> None:
    seeds = (str(number) for number in count())
    deals = (deal_match(catalogue, options(4, promo_nobles=True, target=5, seed=seed)) for seed in seeds)
    agreed, start = next(deal for deal in deals if {*catalogue.promos} <= {*deal[1].nobles})
    game_id, table = save_match(store, catalogue, agreed, start)
    play_any(table, Random(1))
    table = load_match(store, catalogue, game_id)
    assert table.options.promo_nobles
    play_out(table, Random(1))
    record = parse_record(format_record(store.export_record(game_id)).encode())
    assert {*catalogue.promos} <= {*first_state(record.header, catalogue).nobles}
    assert digest(final_state(record, catalogue)) == record.plies[-1].digest
    review = open_review(record, catalogue, {}, 10)
    assert review.missing
    assert "know the nobles" in str(note(review))


def test_random_first_player_keeps_the_order_of_seats(catalogue: Catalogue) -> None:
    seen = set()
    for seed in range(30):
        agreed, _deal = deal_match(catalogue, options(3, random_first=True, seed=str(seed)))
        seen.add(tuple(player.name for player in agreed.players))
    assert seen == {NAMES[first:3] + NAMES[:first] for first in range(3)}


def test_game_with_another_card_set_or_other_options_is_not_resumed(catalogue: Catalogue, store: Store) -> None:
    game_id, _table = save_match(store, catalogue)
    with pytest.raises(MatchError, match=f"with `splendor-tui resume {game_id}`, without --assets"):
        load_match(store, card_set(), game_id)
    for others in (options(3), options(target=21), options(tie_seat=1)):
        game_id = store.create_game(header_of(*deal_match(catalogue, options())), others.to_json(), NOON)
        with pytest.raises(MatchError, match="do not match its start"):
            load_match(store, catalogue, game_id)


def test_computers_are_named_in_the_current_language_during_a_match_and_once_it_is_resumed(place: Services) -> None:
    with begin(place, make_options(parse_players("Ann,=merchant"))) as live:
        live.controller.begin()
        play_idly(live.controller, Random(1), 2)
        assert live.game_id is not None
        set_language("fr")
        assert live.controller.names == ("Ann", "Marchand")
        assert {str(line.message).split()[0] for line in live.controller.log} == {"Ann", "Marchand"}
    with resume(place, live.game_id) as live:
        assert live.controller.names == ("Ann", "Marchand")
        assert set(live.bots) == {1}
        assert place.store is not None
        assert [player.name for player in place.store.load(live.game_id or "").header.players] == ["Ann", "Merchant"]
        assert place.store.games()[0].names == ("Ann", "Marchand")


def disk_full(*_arguments: object) -> None:
    raise StoreError(StoreFault.DISK_FULL)


@pytest.mark.parametrize("clock", [None, (60, 300)])
@pytest.mark.parametrize("paused", [False, True])
def test_unsaved_play_and_result_are_saved_within_a_second_once_the_store_works_again(
    catalogue: Catalogue, store: Store, monkeypatch: pytest.MonkeyPatch, clock: tuple[int, int] | None, paused: bool
) -> None:
    now, rng = Time(), Random(1)
    game_id, table = save_match(store, catalogue, options(clock=clock), now=now)
    with monkeypatch.context() as fault:
        fault.setattr(Store, "append", disk_full)
        for _ply in range(3):
            play_any(table, rng)
        if paused:
            table.pause(PauseReason.MENU)
        for now.seconds in (1, 2):
            table.tick()
        assert str(table.not_saved).startswith("The disk is full")
        assert store.load(game_id).entries == ()
    now.seconds = 3
    table.tick()
    assert table.not_saved is None
    assert len(store.load(game_id).entries) == 3
    table.resume(PauseReason.MENU)
    with monkeypatch.context() as fault:
        fault.setattr(Store, "append", disk_full)
        act(table, Forfeit())
    assert table.not_saved is not None
    table.tick()
    assert table.not_saved is None
    assert store.load(game_id).result is not None


def test_resumed_match_still_shows_replaced_answers(catalogue: Catalogue, store: Store) -> None:
    game_id, table = save_match(store, catalogue, options(2, bots=(0,)))
    for stand_in in (True, False, True):
        table.submit(table.seat, table.legal_actions(table.seat)[0], table.ply, stand_in=stand_in)
    table.undo(1)
    again = load_match(store, catalogue, game_id)
    assert again.log == table.log
    assert [line.ply for line in again.log if line.kind is LogKind.STAND_IN] == [0, 2]
    assert again.can_redo()
    assert len(store.export_record(game_id).plies) == 1
    assert "stand-in" not in format_record(store.export_record(game_id))


def test_game_that_ended_before_a_crash_gets_its_result(
    catalogue: Catalogue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, table = save_match(store, catalogue)
    with monkeypatch.context() as crash:
        crash.setattr(Store, "finish", lambda *_arguments: None)
        table.submit(0, Forfeit(), 0)
    assert store.load(game_id).result is None
    load_match(store, catalogue, game_id)
    result = store.load(game_id).result
    assert result is not None
    assert result.ending == "forfeit"


@pytest.mark.parametrize("ending", Ending)
def test_finished_game_with_an_unreadable_end_keeps_its_result_and_is_not_resumed(
    catalogue: Catalogue, store: Store, ending: Ending
) -> None:
    game_id, table = save_match(store, catalogue)
    play_idly(table, Random(3), 2)
    ended = Outcome(ending, standings(table.view_for(None)))
    store.finish(game_id, result_of(ended), NOON)
    with closing(sqlite3.connect(store.folder / FILE)) as connection, connection:
        connection.execute("UPDATE entries SET body = 'no JSON' WHERE number = 5")
    with pytest.raises(MatchError, match=f"only 4 actions can be read; watch them with `replay {game_id}`"):
        load_match(store, catalogue, game_id)
    assert store.load(game_id).result == result_of(ended)
    assert list(map(str, store.notices)) == [f"Game {game_id} can only be read up to action 4."]


def test_undo_that_was_saved_before_a_crash_reopens_the_game(
    catalogue: Catalogue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, table = save_match(store, catalogue)
    table.submit(0, Forfeit(), 0)
    with monkeypatch.context() as crash:
        crash.setattr(Store, "reopen", lambda *_arguments: None)
        table.undo(0)
    assert store.load(game_id).result is not None
    assert load_match(store, catalogue, game_id).outcome is None
    assert store.load(game_id).result is None


def test_game_ended_by_agreement_is_still_over_when_reopened(catalogue: Catalogue, store: Store) -> None:
    game_id, table = save_match(store, catalogue)
    play_idly(table, Random(3), 40)
    table.agree(table.ply)
    again = load_match(store, catalogue, game_id)
    assert again.outcome == table.outcome
    assert [line.kind for line in again.log] == [line.kind for line in table.log]
    again.undo(0)
    assert (again.outcome, again.ply) == (None, table.ply)
    assert load_match(store, catalogue, game_id).outcome is None
    again.redo()
    assert load_match(store, catalogue, game_id).outcome == again.outcome == table.outcome


@pytest.fixture
def place(catalogue: Catalogue, store: Store) -> Services:
    services = make_services(catalogue)
    services.store = store
    return services


def test_unplayed_match_is_not_saved(place: Services, store: Store) -> None:
    with begin(place, options()) as live:
        assert live.is_unplayed
        assert [game.id for game in store.games()] == [live.game_id]
    assert store.games() == ()
    with begin(place, options()) as played:
        played.controller.begin()
        played.controller.submit(0, ReserveTop(1), 0)
    assert played.game_id is not None
    with resume(place, played.game_id):
        pass
    assert [(game.id, game.plies) for game in store.games()] == [(played.game_id, 1)]


def test_time_away_from_the_table_counts_for_nobody(place: Services, tmp_path: Path) -> None:
    passed = timedelta()
    place.today = lambda: NOON + passed
    with Store.open(tmp_path / "away", now=place.today) as store:
        place.store = store
        with begin(place, make_options(parse_players("Ann,Bo"))) as live:
            live.controller.begin()
            passed += timedelta(minutes=2)
            play_any(live.controller, Random(1))
        game_id = live.game_id or ""
        passed += timedelta(minutes=9)
        with resume(place, game_id) as live:
            live.controller.begin()
            passed += timedelta(minutes=3)
            play_any(live.controller, Random(1))
        assert store.time_used(game_id) == [2 * 60, 3 * 60]
        for damaged in ("[", "[7]", "7", '["yesterday"]'):
            store.progress.save("returns", game_id, damaged)
            assert sum(store.time_used(game_id)) == 2 * 60, "twelve minutes are a break"


def test_unreadable_game_is_not_deleted_when_the_player_leaves_at_once(place: Services, store: Store) -> None:
    game_id, table = save_match(store, place.catalogue)
    table.submit(0, ReserveTop(1), 0)
    with closing(sqlite3.connect(store.folder / FILE)) as connection, connection:
        connection.execute("UPDATE entries SET body = 'no JSON' WHERE number = 1")
    for _time in range(2):
        with resume(place, game_id) as again:
            assert again.controller.log == ()
            assert not again.is_unplayed


def test_undo_of_a_revealed_card_is_noted_with_the_game(catalogue: Catalogue, store: Store) -> None:
    game_id, table = save_match(store, catalogue)
    table.submit(0, parse_action("take W U G", catalogue), 0)
    table.undo(0)
    assert not store.games()[0].helped
    table.submit(0, ReserveTop(1), 0)
    table.undo(0)
    assert store.games()[0].helped
    play_out(table, Random(1))
    assert store.results()[0].help is Help.UNDO
    table.note_help(Help.HINT)
    assert store.results()[0].help is Help.HINT
    store.progress.save("helped", game_id, "true")
    assert store.results()[0].help is Help.EITHER, "a game of version 1.0"


# --- matches that start from a position -------------------------------------------------------------------------------


@cache
def reached(catalogue: Catalogue, phase: Phase, *, seat: int = 1) -> State:
    """A position of a three-player game with this seat to move in this phase, after formatting and parsing."""
    for number in range(1, 600, 3):
        setting = Setting.number(number, catalogue)
        if setting.catalogue is not catalogue:
            continue
        for ply in plies(setting, start(setting)):
            if ply.after.phase is phase and ply.after.seat == seat and ply.after.round > 3:
                return begin_from(format_position(ply.after), catalogue)
    raise AssertionError(f"no such position: {phase}")


@pytest.mark.parametrize("phase", [None, Phase.MAIN, Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE])
def test_match_from_a_deal_or_position_is_undone_resumed_and_recorded(
    catalogue: Catalogue, store: Store, phase: Phase | None
) -> None:
    rng, position = Random(1), reached(catalogue, phase) if phase else None
    rules: dict[str, Any] = (
        {"target": position.options.target, "tie_seat": position.options.tie_seat} if position else {}
    )
    game_id, table = save_match(store, catalogue, options(3, clock=(60, 300), **rules), position)
    first = table.view_for(None)
    assert table.clock is not None
    assert table.clock.seat == first.seat == (1 if position else 0)
    for _ply in range(3):
        play_any(table, rng)
    while table.can_undo(table.seat):
        table.undo(table.seat)
    assert (table.ply, table.view_for(None)) == (0, first)
    assert table.clock.seat == first.seat
    table.redo()
    play_any(table, rng)
    table.undo(table.seat)
    again = load_match(store, catalogue, game_id)
    assert [again.view_for(seat) for seat in range(3)] == [table.view_for(seat) for seat in range(3)]
    assert (again.log, again.names) == (table.log, table.names)
    assert again.can_redo()
    play_out(again, rng)
    assert store.load(game_id).result is not None
    if position:
        record = parse_record(format_record(store.export_record(game_id)).encode())
        assert (record.header.version, record.header.deal) == (2, None)
        assert (record.plies[0].ply, record.plies[0].seat) == (1, 1)
        assert digest(final_state(record, catalogue)) == record.plies[-1].digest
        assert [make_step(*ply) for ply, _lines in logged_plies(record, catalogue)] == list(again.steps)
        assert playback(record, catalogue).views[0].round == position.round
        assert store.export_record(store.import_record(record, NOON)) == record


def test_untouched_position_is_saved_as_its_deal(catalogue: Catalogue, store: Store) -> None:
    dealt, _table = save_match(store, catalogue, options(seed="1"))
    header = store.load(dealt).header
    begun = begin_from(format_position(first_state(header, catalogue)), catalogue)
    game_id, _again = save_match(store, catalogue, options(), begun)
    assert store.load(game_id).header == header


# --- failures ----------------------------------------------------------------------------------------------------------


class Disk(Store):
    """A store that fails on request, as with a full disk or a lost file."""

    def __init__(self) -> None:
        self.fault: StoreFault | None = None
        self.written: list[object] = []
        self.attempts = 0

    def check(self) -> None:
        if self.fault:
            raise StoreError(self.fault)

    def append(self, game_id: str, entry: Entry) -> None:  # noqa: ARG002 - the signature of the store
        self._write(entry)

    def save_clock(self, game_id: str, reading: Sequence[int]) -> None:  # noqa: ARG002 - the signature of the store
        self._write(reading)

    def _write(self, written: object) -> None:
        self.attempts += 1
        self.check()
        self.written.append(written)


def journal_and_disk() -> tuple[Journal, Disk]:
    disk = Disk()
    return Journal(disk, "aaaaaaaa", lambda: NOON), disk


def undone_to(ply: int) -> UndoEntry:
    return UndoEntry(to_ply=ply)


def test_unsaved_entries_are_written_once_in_order_before_newer_ones() -> None:
    journal, disk = journal_and_disk()
    disk.fault = StoreFault.DISK_FULL
    for ply in (1, 2):
        journal.append(undone_to(ply))
    journal.retry()
    assert str(journal.problem).startswith("The disk is full")
    disk.fault = None
    journal.append(undone_to(3))
    for _twice in range(2):
        assert disk.written == [undone_to(1), undone_to(2), undone_to(3)]
        assert journal.problem is None
        journal.retry()


def test_only_the_newest_clock_reading_waits() -> None:
    journal, disk = journal_and_disk()
    disk.fault = StoreFault.DISK_FULL
    journal.append(undone_to(1))
    for second in range(100):
        journal.save_clock([second])
    assert disk.attempts == 101, "a write that cannot be done yet keeps those behind it from being tried"
    disk.fault = None
    journal.retry()
    journal.retry()
    assert disk.written == [undone_to(1), [99]]
    assert journal.problem is None
    disk.fault = StoreFault.DISK_FULL
    journal.save_clock([7])
    assert journal.problem is not None
    journal.append(undone_to(2))
    disk.fault = None
    journal.retry()
    assert disk.written[2:] == [undone_to(2)], "the reading was obsolete"


def test_retry_detects_and_clears_a_lost_file() -> None:
    journal, disk = journal_and_disk()
    journal.append(undone_to(1))
    disk.fault = StoreFault.FILE_LOST
    journal.retry()
    assert journal.problem is not None
    disk.fault = None
    journal.retry()
    assert journal.problem is None


# --- crashes -----------------------------------------------------------------------------------------------------------


CRASHES = 20
CRASHES_OF_A_SOAK = 1000


@pytest.mark.parametrize("crashes", [CRASHES, pytest.param(CRASHES_OF_A_SOAK, marks=pytest.mark.soak)])
def test_every_confirmed_ply_survives_a_kill_at_any_instant(catalogue: Catalogue, tmp_path: Path, crashes: int) -> None:
    rng = Random(crashes)
    confirmed: dict[str, int] = {}
    for crash in range(crashes):
        with Other(play, tmp_path, 1000 * crashes + crash) as player:
            sleep(rng.uniform(0, 0.3))
        with Store.open(tmp_path) as store:
            assert store.notices == ()
            last = dict(player.said)
            confirmed |= last
            for game_id, ply in last.items():
                record = store.export_record(game_id)
                assert len(record.plies) >= ply
                final_state(record, catalogue)  # raises an error at a ply that is illegal or has a wrong digest
            going = store.latest_unfinished()
            if going:
                assert load_match(store, catalogue, going.id).ply == going.plies
    assert sum(confirmed.values()) > crashes


@pytest.mark.parametrize("crashes", [6, pytest.param(CRASHES_OF_A_SOAK, marks=pytest.mark.soak)])
def test_clock_is_at_most_a_second_off_after_a_kill(catalogue: Catalogue, tmp_path: Path, crashes: int) -> None:
    rng, within_a_turn = Random(crashes), 0
    for _crash in range(crashes):
        with Other(think, tmp_path) as thinker:
            sleep(rng.uniform(0, 0.1))
        game_id, ply, shown = thinker.said[-1]
        with Store.open(tmp_path) as store:
            table = load_match(store, catalogue, game_id)
            assert table.clock is not None
            if table.ply == ply:
                lost = sum(shown) - sum(table.clock.snapshot())
                assert 0 <= lost <= 1000  # the process may have died before reporting its last second
                within_a_turn += table.clock.turn_left < 60
    assert within_a_turn, "otherwise the test has shown nothing"
