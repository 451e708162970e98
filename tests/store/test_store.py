"""A store: what is saved is read back, also by other threads and after other processes have played."""

import json
import sqlite3
import stat
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from datetime import timedelta
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from splendor_tui.inputs.files import FileError
from splendor_tui.record import Record, RecordPly, format_record
from splendor_tui.store import Help, NoSuchGameError, Store, StoreError, StoreFault
from splendor_tui.store.import_export import record_text, save_game, write_game
from splendor_tui.store.journal_entries import Entry, JournalError, RedoEntry, StandInEntry, UndoEntry
from splendor_tui.store.locks import opening_lock
from splendor_tui.store.stored_rows import ProgressRow
from splendor_tui.words.languages import set_language
from tests.store.mishaps import delete
from tests.store.stored import (
    FILE,
    NOON,
    append_plies,
    create,
    entries_of,
    header,
    largest_file,
    line_of,
    open_store,
    plies,
    ply,
    refused,
    result,
    tamper,
    umask,
)


def test_saved_game_is_read_back(folder: Path) -> None:
    entries: list[Entry] = [ply(1), ply(2), UndoEntry(to_ply=1), RedoEntry(to_ply=2), ply(3)]
    with open_store(folder) as store:
        game_id = store.create_game(header("Ann", "Bo", "Čeněk"), '{"target": 15}', NOON)
        for entry in entries:
            store.append(game_id, entry)
        store.finish(game_id, result(15, 9, 3), NOON + timedelta(hours=1))
    with open_store(folder) as store:
        game = store.load(game_id)
        assert (game.id, game.header) == (game_id, header("Ann", "Bo", "Čeněk"))
        assert game.options == '{"target": 15}'
        assert game.entries == tuple(entries)
        assert game.result == result(15, 9, 3)
        assert (game.started, game.finished) == (NOON, NOON + timedelta(hours=1))
        assert not game.imported
        assert store.notices == ()


def test_ids_are_random_and_unique(store: Store, folder: Path) -> None:
    assert len({create(store) for _ in range(20)}) == 20
    ids = chain(repeat("aaaaaaaa", 3), repeat("bbbbbbbb"))
    with Store.open(folder / "other", make_id=ids.__next__) as other:
        assert [create(other), create(other)] == ["aaaaaaaa", "bbbbbbbb"]


def test_last_played_game_is_listed_first(store: Store) -> None:
    first, second = create(store, 2, "Ann", "Bo"), create(store, 4, "Cy", "Di", "Ed")
    store.append(second, UndoEntry(to_ply=3))
    store.append(first, ply(3))
    listed = store.games()
    assert [game.id for game in listed] == [first, second]
    assert [game.plies for game in listed] == [3, 3]
    assert [game.names for game in listed] == [("Ann", "Bo"), ("Cy", "Di", "Ed")]
    assert (listed[0].started, listed[0].last_played) == (NOON, NOON + timedelta(minutes=7))


def test_order_of_play_counts_even_if_the_clock_was_set_back(folder: Path) -> None:
    days = iter(NOON + timedelta(days=day) for day in (9, 9, 1, 1, 1, 2))
    with Store.open(folder, now=days.__next__) as store:
        ahead, later, last = create(store, 2, "Ann", "Bo"), create(store, 2, "Cy", "Di"), create(store, 1, "Ed", "Flo")
        assert [game.id for game in store.games()] == [last, later, ahead]
        assert store.latest_unfinished() == store.games()[0]
        store.append(later, ply(3))
        assert [game.id for game in store.games()] == [later, last, ahead]
        for days_later, game_id in ((5, last), (4, ahead), (3, later)):
            store.finish(game_id, result(15, 3), NOON + timedelta(days=days_later))
        assert [one.players[0].name for one in store.results()] == ["Ed", "Ann", "Cy"]
    content = bytearray((folder / FILE).read_bytes())
    content[39] ^= 1  # the number of free pages
    (folder / FILE).write_bytes(content)
    with open_store(folder) as store:
        assert len(store.notices) == 1
        assert [game.id for game in store.games()] == [later, ahead, last], "also after a recovery"


def test_summary_follows_every_change_of_its_game_and_the_language(store: Store) -> None:
    first, second = (
        create(store, 2),
        store.create_game(header("Ann", "Merchant", kinds=("human", "merchant")), "{}", NOON),
    )
    store.append(second, ply(1))
    assert [game.id for game in store.latest_games(1)] == [second]
    state = store.state
    assert [game.names for game in store.games()] == [("Ann", "Merchant"), ("Ann", "Bo")]
    assert store.state == state
    store.note_help(first, Help.HINT)
    store.append(first, ply(3, action="forfeit"))
    assert store.state != state
    assert [(game.plies, game.out, game.helped) for game in store.latest_games(1)] == [(3, ("Ann",), True)]
    store.finish(second, result(15, 3), NOON)
    assert [game.winners for game in store.latest_games(5, only_finished=True)] == [("Ann",)]
    set_language("fr")
    assert store.latest_games(1)[0].names == ("Ann", "Marchand")


def test_summary_says_who_ran_out_of_time_also_after_the_end(store: Store) -> None:
    game = create(store, 2)
    store.append(game, ply(3, action="forfeit").model_copy(update={"timed_out": True}))
    assert [(one.out, one.late) for one in store.games()] == [(("Ann",), ("Ann",))]
    ended = result(3, 15)
    loser, winner = sorted(ended.standings, key=lambda standing: standing.seat)
    late = ended.model_copy(update={"standings": (winner, loser.model_copy(update={"forfeited": True}))})
    store.finish(game, late, NOON)
    assert [(one.out, one.late) for one in store.games()] == [(("Ann",), ("Ann",))]


def test_two_programs_never_save_progress_with_the_same_revision(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(folder) as other, ThreadPoolExecutor() as threads:
        copy, saved = ProgressRow.model_copy, list[Future[None]]()

        def interrupted(row: ProgressRow, **changes: Any) -> ProgressRow:
            if not saved:
                saved.append(threads.submit(other.progress.save, "lesson", "step", "2"))
                wait(saved, 0.3)
            return copy(row, **changes)

        monkeypatch.setattr(ProgressRow, "model_copy", interrupted)
        store.progress.save("lesson", "done", "false")
        saved[0].result()
    with closing(sqlite3.connect(folder / FILE)) as connection:
        assert connection.execute("SELECT item, revision FROM progress").fetchall() == [("done", 1), ("step", 2)]


def test_finished_game_has_winners_until_it_is_reopened(store: Store) -> None:
    game_id = create(store, 2, "Ann", "Bo", "Cy")
    store.finish(game_id, result(15, 3, 15), NOON)
    assert store.games()[0].winners == ("Ann", "Cy")
    assert store.games()[0].finished == NOON
    store.reopen(game_id)
    assert store.games()[0].winners == ()
    assert store.load(game_id).result is None


def test_latest_unfinished_game_is_neither_over_nor_imported(store: Store) -> None:
    assert store.latest_unfinished() is None
    older, newer, over = create(store, 1), create(store, 1), create(store, 1)
    store.finish(over, result(15, 3), NOON)
    store.import_record(Record(header(), (), None), NOON + timedelta(days=1))
    for expected in (newer, older):
        going = store.latest_unfinished()
        assert going is not None
        assert going.id == expected
        store.delete(expected)


def test_deleted_game_is_gone_with_its_entries(store: Store, folder: Path) -> None:
    game_id, elsewhere, other = create(store, 3), create(store, 3), create(store, 2)
    store.delete(game_id)
    with open_store(folder) as another_process:
        another_process.delete(elsewhere)
    assert [game.id for game in store.games()] == [other]
    with pytest.raises(NoSuchGameError):
        store.load(game_id)
    for gone in (game_id, elsewhere):
        with pytest.raises(NoSuchGameError):
            store.append(gone, ply(4))
    assert list(folder.glob(f"{game_id}*")) == []
    with closing(sqlite3.connect(folder / FILE)) as connection:
        assert connection.execute("SELECT DISTINCT game FROM entries").fetchall() == [(other,)]


@pytest.mark.parametrize("game_id", ["aaaaaaaa", "", "../../etc", "aaaaaaa\n", "\x1b]52;c;AA\a", "a" * 9999])
def test_unknown_id_is_an_error_without_escapes(store: Store, game_id: str) -> None:
    for ask in (store.load, store.delete, store.reopen, store.claim, store.export_record):
        with pytest.raises(NoSuchGameError) as refusal:
            ask(game_id)
        assert str(refusal.value).isprintable()
        assert len(str(refusal.value)) < 200


def test_outdated_writer_gets_an_error_unless_its_entry_was_saved_before(store: Store, folder: Path) -> None:
    game_id = create(store, 1)
    with open_store(folder) as other:
        append_plies(other, game_id, 2, 3)
    with refused(StoreFault.CHANGED_ELSEWHERE):
        store.append(game_id, ply(2, action="pass"))
    assert entries_of(store, game_id) == plies(3)
    with open_store(folder) as earlier_attempt:
        earlier_attempt.append(game_id, ply(4))
    append_plies(store, game_id, 4, 5)
    assert entries_of(store, game_id) == plies(5), "the same entry is not saved twice"


def test_imported_record_is_exported_unchanged(store: Store) -> None:
    played = tuple(entry.as_record() for entry in plies(7))
    for record in (Record(header(), played, result(15, 8)), Record(header(), played, None), Record(header(), (), None)):
        game_id = store.import_record(record, NOON)
        [listed] = store.games()
        assert listed.imported
        assert listed.plies == len(record.plies)
        assert (listed.finished is None) == (record.result is None)
        assert store.export_record(game_id) == record
        assert record_text(store, game_id) == format_record(record), "an imported game contains no secrets"
        store.delete(game_id)


def test_exported_record_has_only_the_current_plies(store: Store) -> None:
    game_id = create(store, 3)
    store.append(game_id, UndoEntry(to_ply=1))
    store.append(game_id, ply(2, action="pass"))
    record = store.export_record(game_id)
    assert [entry.action for entry in record.plies] == ["take W U G", "pass"]
    assert {type(entry) for entry in record.plies} == {RecordPly}


# --- journal entries ---------------------------------------------------------------------------------------------------


def test_undo_removes_plies_and_redo_restores_them() -> None:
    played = plies(3)
    assert line_of(played) == played
    assert line_of([*played, UndoEntry(to_ply=1)]) == plies(1)
    assert line_of([*played, UndoEntry(to_ply=0), RedoEntry(to_ply=2)]) == plies(2)
    assert line_of([*played, UndoEntry(to_ply=2), UndoEntry(to_ply=0), RedoEntry(to_ply=3)]) == played


def test_new_ply_after_an_undo_discards_the_redo() -> None:
    other = ply(2, action="pass")
    entries: list[Entry] = [ply(1), ply(2), ply(3), UndoEntry(to_ply=1), other]
    assert line_of(entries) == (ply(1), other)
    with pytest.raises(JournalError):
        line_of([*entries, RedoEntry(to_ply=3)])


def test_notes_do_not_affect_the_line() -> None:
    entries: list[Entry] = [ply(1), StandInEntry(ply=1, seat=1), ply(2), UndoEntry(to_ply=1)]
    assert line_of(entries) == (ply(1),)
    assert line_of([*entries, StandInEntry(ply=1, seat=0), RedoEntry(to_ply=2)]) == plies(2)


# --- import and export -------------------------------------------------------------------------------------------------


def test_record_of_a_saved_game_finds_it(store: Store) -> None:
    longer, ended = create(store, 3), create(store, 2)
    store.finish(ended, result(15, 3), NOON)
    assert save_game(store, store.export_record(ended), NOON) == ended
    assert save_game(store, store.export_record(longer), NOON) == longer
    other = save_game(store, store.export_record(longer)._replace(plies=()), NOON)
    assert other not in {longer, ended}
    assert save_game(store, store.export_record(other), NOON) == other


def test_record_is_written_to_a_new_private_file_or_not_at_all(store: Store, folder: Path) -> None:
    game_id = create(store, 1)
    (folder / "precious").write_text("precious")
    (folder / "link").symlink_to("precious")
    for name in ("precious", "link"):
        with pytest.raises(FileError, match="it already exists"):
            write_game(store, game_id, folder / name, with_secrets=True)
    assert (folder / "precious").read_text() == "precious"
    with largest_file(500), pytest.raises(FileError, match="cannot be written: the file would be too large"):
        write_game(store, game_id, folder / "game", with_secrets=True)
    assert not (folder / "game").exists()
    for mask in (0o000, 0o777):
        with umask(mask):
            write_game(store, game_id, folder / f"game {mask}", with_secrets=True)
        assert stat.S_IMODE((folder / f"game {mask}").stat().st_mode) == 0o600


# --- clocks ------------------------------------------------------------------------------------------------------------


READING = (41_000, 300_000, 299_000)


def rows(folder: Path) -> list[tuple[str, int, str]]:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return connection.execute("SELECT game, number, reading FROM clocks ORDER BY number DESC").fetchall()


def test_each_game_has_one_clock_reading_which_survives_a_note_and_is_deleted_with_the_game(folder: Path) -> None:
    with open_store(folder) as store:
        older, newer = create(store, 3), create(store, 1)
        for left in range(60_000, 30_000, -1000):
            store.save_clock(newer, (left, 300_000, 300_000))
        store.save_clock(older, READING)
        assert [game.id for game in store.games()] == [newer, older], "a reading is no play"
        store.append(older, StandInEntry(ply=3, seat=1))
        assert rows(folder) == [(older, 3, json.dumps(READING)), (newer, 1, "[31000, 300000, 300000]")]
    with open_store(folder) as store:
        assert store.load(older).clock == READING
        with open_store(folder) as elsewhere:
            elsewhere.delete(older)
            elsewhere.delete(newer)
        for unknown in (older, "../../up"):
            with pytest.raises(NoSuchGameError):
                store.save_clock(unknown, READING)
    assert rows(folder) == []


def test_invalid_clock_reading_is_ignored(folder: Path) -> None:
    with open_store(folder) as store:
        game_id = create(store, 3)
        store.save_clock(game_id, READING)
    texts = ("[]", "[1, 2]", "[1, 2, 3, 4]", "[-1, 2, 3]", "[1e300, 2, 3]", "no JSON", b"\xff")
    for column, nonsense in [*(("reading", text) for text in texts), *(("number", one) for one in (-1, 4, "many"))]:
        tamper(folder, f"UPDATE clocks SET {column} = ?", nonsense)  # noqa: S608 - our own words
        with open_store(folder) as store:
            assert store.load(game_id).clock is None, nonsense
            assert store.notices == ()
            store.save_clock(game_id, READING)
            assert store.load(game_id).clock == READING


def test_clock_reading_of_a_shortened_game_is_dropped(folder: Path) -> None:
    with open_store(folder) as store:
        game_id = create(store, 6)
        store.save_clock(game_id, READING)
    tamper(folder, "UPDATE entries SET body = 'nonsense' WHERE number = 4")
    with open_store(folder) as store:
        assert store.load(game_id).clock is None
        append_plies(store, game_id, 4, 6)
        assert store.load(game_id).clock is None


# --- threads -----------------------------------------------------------------------------------------------------------


def test_other_threads_read_while_one_plays_and_while_another_process_opens_the_games(
    store: Store, folder: Path
) -> None:
    game_id = create(store, 10)
    store.finish(game_id, result(15, 3), NOON)
    with opening_lock(folder), ThreadPoolExecutor(2) as threads:
        reading = [threads.submit(store.statistics) for _time in range(20)]
        for number in range(11, 21):
            store.append(game_id, ply(number))
    assert all(5 <= player.averages.turns <= 10 for read in reading for player in read.result() if player.averages)
    assert entries_of(store, game_id) == plies(20)


def test_file_that_is_lost_during_the_work_of_several_threads_is_restored(store: Store, folder: Path) -> None:
    def read() -> bool:
        try:
            store.results()
        except StoreError:
            return False
        return True

    game_id = create(store, 10)
    delete(folder)
    with ThreadPoolExecutor(4) as threads:
        done = [read.result() for read in [threads.submit(read) for _time in range(40)]]
    assert not all(done)
    assert entries_of(store, game_id) == plies(10)
