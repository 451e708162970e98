import sqlite3
from contextlib import closing
from datetime import timedelta
from itertools import chain, repeat
from pathlib import Path
from threading import Thread

import pytest

from splendor_tui.record import Record, RecordPly
from splendor_tui.store import NoSuchGameError, Store, StoreError, StoreFault
from splendor_tui.store.entries import Entry, PlyEntry, RedoEntry, UndoEntry
from tests.store.stored import FILE, NOON, append_plies, create, entries_of, header, open_store, ply, refused, result


def test_saved_game_is_read_back(tmp_path: Path) -> None:
    entries: list[Entry] = [ply(1), ply(2), UndoEntry(to_ply=1), RedoEntry(to_ply=2), ply(3)]
    with open_store(tmp_path) as store:
        game_id = store.create_game(header("Ann", "Bo", "Čeněk"), '{"target": 15}', NOON)
        for entry in entries:
            store.append(game_id, entry)
        store.finish(game_id, result(15, 9, 3), NOON + timedelta(hours=1))
    with open_store(tmp_path) as store:
        game = store.load(game_id)
        assert game.id == game_id
        assert game.header == header("Ann", "Bo", "Čeněk")
        assert game.options == '{"target": 15}'
        assert game.entries == tuple(entries)
        assert game.result == result(15, 9, 3)
        assert (game.started, game.finished) == (NOON, NOON + timedelta(hours=1))
        assert not game.imported
        assert store.notices == ()


def test_reopened_game_continues_where_it_stopped(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 3)
    with open_store(tmp_path) as store:
        append_plies(store, game_id, 4, 6)
        assert entries_of(store, game_id) == tuple(ply(number) for number in range(1, 7))


def test_ids_are_random_and_unique(tmp_path: Path) -> None:
    ids = chain(repeat("aaaaaaaa", 3), repeat("bbbbbbbb"))
    with Store.open(tmp_path, make_id=ids.__next__) as store:
        assert [create(store), create(store)] == ["aaaaaaaa", "bbbbbbbb"]
    with open_store(tmp_path / "other") as store:
        assert len({create(store) for _ in range(20)}) == 20


def test_last_played_game_is_listed_first(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        first, second = create(store, 2, "Ann", "Bo"), create(store, 4, "Cy", "Di", "Ed")
        store.append(second, UndoEntry(to_ply=3))
        store.append(first, ply(3))
        listed = store.games()
        assert [game.id for game in listed] == [first, second]
        assert [game.plies for game in listed] == [3, 3]
        assert [game.names for game in listed] == [("Ann", "Bo"), ("Cy", "Di", "Ed")]
        assert listed[0].started == NOON
        assert listed[0].last_played == NOON + timedelta(minutes=7)
        assert [game.winners for game in listed] == [(), ()]


def test_finished_game_has_winners_until_it_is_reopened(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 2, "Ann", "Bo", "Cy")
        store.finish(game_id, result(15, 3, 15), NOON)
        assert store.games()[0].winners == ("Ann", "Cy")
        assert store.games()[0].finished == NOON
        store.reopen(game_id)
        assert store.games()[0].winners == ()
        assert store.load(game_id).result is None


def test_latest_unfinished_game_is_neither_over_nor_imported(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        assert store.latest_unfinished() is None
        older, newer, over = create(store, 1), create(store, 1), create(store, 1)
        store.finish(over, result(15, 3), NOON)
        store.import_record(Record(header(), (), None), NOON + timedelta(days=1))
        going = store.latest_unfinished()
        assert going is not None
        assert going.id == newer
        store.delete(newer)
        going = store.latest_unfinished()
        assert going is not None
        assert going.id == older


def test_deleted_game_is_gone_with_its_entries(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id, other = create(store, 3), create(store, 2)
        store.delete(game_id)
        assert [game.id for game in store.games()] == [other]
        with pytest.raises(NoSuchGameError):
            store.load(game_id)
        with pytest.raises(NoSuchGameError):
            store.append(game_id, ply(4))
        assert list(tmp_path.glob(f"{game_id}*")) == []
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute("SELECT DISTINCT game FROM entries").fetchall() == [(other,)]


def test_game_deleted_by_another_process_cannot_continue(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, open_store(tmp_path) as other:
        game_id = create(store, 3)
        other.delete(game_id)
        with pytest.raises(NoSuchGameError):
            store.append(game_id, ply(4))


@pytest.mark.parametrize(
    "game_id", ["aaaaaaaa", "", "../../etc", "AAAAAAAA", "aaaaaaa\n", "\x1b]52;c;AA\a", "a" * 9999]
)
def test_unknown_id_is_an_error_without_escapes(tmp_path: Path, game_id: str) -> None:
    with open_store(tmp_path) as store:
        for ask in (store.load, store.delete, store.reopen, store.claim, store.export_record):
            with pytest.raises(NoSuchGameError) as refusal:
                ask(game_id)
            assert str(refusal.value).isprintable()
            assert len(str(refusal.value)) < 200


def test_outdated_writer_gets_an_error(tmp_path: Path) -> None:
    with open_store(tmp_path) as one, open_store(tmp_path) as other:
        game_id = create(one, 1)
        append_plies(other, game_id, 2, 3)
        with refused(StoreFault.CHANGED_ELSEWHERE):
            one.append(game_id, ply(2, action="pass"))
        assert entries_of(one, game_id) == (ply(1), ply(2), ply(3))
        one.append(game_id, ply(4))


def test_entry_of_an_earlier_attempt_is_not_saved_twice(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, open_store(tmp_path) as earlier_attempt:
        game_id = create(store, 1)
        earlier_attempt.append(game_id, ply(2))
        append_plies(store, game_id, 2, 3)
        assert entries_of(store, game_id) == (ply(1), ply(2), ply(3))


def test_imported_record_is_exported_unchanged(tmp_path: Path) -> None:
    plies = tuple(ply(number).as_record() for number in range(1, 8))
    for record in (Record(header(), plies, result(15, 8)), Record(header(), plies, None), Record(header(), (), None)):
        with open_store(tmp_path) as store:
            game_id = store.import_record(record, NOON)
            listed = store.games()[0]
            assert listed.imported
            assert listed.plies == len(record.plies)
            assert (listed.finished is None) == (record.result is None)
            assert store.export_record(game_id) == record
            store.delete(game_id)


def test_exported_record_has_only_the_current_plies(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game_id = create(store, 3)
        store.append(game_id, UndoEntry(to_ply=1))
        store.append(game_id, ply(2, action="pass"))
        record = store.export_record(game_id)
        assert [entry.action for entry in record.plies] == ["take W U G", "pass"]
        assert {type(entry) for entry in record.plies} == {RecordPly}
        assert not any(isinstance(entry, PlyEntry) for entry in record.plies)


def test_store_is_used_only_in_its_own_thread(tmp_path: Path) -> None:
    caught: list[Exception] = []

    def trespass() -> None:
        try:
            store.games()
        except Exception as error:  # noqa: BLE001 - checked below
            caught.append(error)

    with open_store(tmp_path) as store:
        thread = Thread(target=trespass)
        thread.start()
        thread.join()
    assert "thread" in str(caught[0])
    assert not isinstance(caught[0], StoreError)


def test_time_without_a_zone_is_an_error(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, pytest.raises(ValueError, match="time zone"):
        store.create_game(header(), "{}", NOON.replace(tzinfo=None))
