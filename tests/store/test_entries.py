import pytest

from splendor_tui.store.entries import (
    Entry,
    JournalError,
    RedoEntry,
    StandInEntry,
    UndoEntry,
    current_line,
    plies_after,
)
from tests.store.stored import ply


def test_the_current_line_of_plain_play_is_every_ply() -> None:
    entries = (ply(1), ply(2), ply(3))
    assert current_line(entries) == entries


def test_an_undone_ply_is_out_and_a_redone_one_in_again() -> None:
    played = (ply(1), ply(2), ply(3))
    assert current_line([*played, UndoEntry(to_ply=1)]) == (ply(1),)
    assert current_line([*played, UndoEntry(to_ply=0), RedoEntry(to_ply=2)]) == (ply(1), ply(2))
    assert current_line([*played, UndoEntry(to_ply=2), UndoEntry(to_ply=0), RedoEntry(to_ply=3)]) == played


def test_a_new_ply_after_an_undo_drops_what_could_be_redone() -> None:
    other = ply(2, action="pass")
    entries: list[Entry] = [ply(1), ply(2), ply(3), UndoEntry(to_ply=1), other]
    assert current_line(entries) == (ply(1), other)
    with pytest.raises(JournalError):
        current_line([*entries, RedoEntry(to_ply=3)])


@pytest.mark.parametrize(
    "entries",
    [
        [ply(2)],
        [ply(1), ply(1)],
        [UndoEntry(to_ply=0)],
        [ply(1), UndoEntry(to_ply=1)],
        [ply(1), RedoEntry(to_ply=1)],
        [ply(1), UndoEntry(to_ply=0), RedoEntry(to_ply=2)],
        [ply(1), StandInEntry(ply=0, seat=1)],
        [ply(1), StandInEntry(ply=2, seat=1)],
    ],
)
def test_entries_that_no_match_can_have_written_are_refused(entries: list[Entry]) -> None:
    with pytest.raises(JournalError):
        current_line(entries)


def test_every_entry_tells_how_many_plies_are_in_force_after_it() -> None:
    entries: list[Entry] = [ply(7), UndoEntry(to_ply=3), RedoEntry(to_ply=5), StandInEntry(ply=5, seat=0)]
    assert [plies_after(entry) for entry in entries] == [7, 3, 5, 5]


def test_a_note_is_no_part_of_the_line_and_takes_nothing_out_of_it() -> None:
    entries: list[Entry] = [ply(1), StandInEntry(ply=1, seat=1), ply(2), UndoEntry(to_ply=1)]
    assert current_line(entries) == (ply(1),)
    assert current_line([*entries, StandInEntry(ply=1, seat=0), RedoEntry(to_ply=2)]) == (ply(1), ply(2))
