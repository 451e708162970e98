import pytest

from splendor_tui.store.journal_entries import Entry, JournalError, RedoEntry, StandInEntry, UndoEntry
from tests.store.stored import line_of, plies, ply


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
