from datetime import timedelta
from pathlib import Path

import pytest

from splendor_tui.store import Help, NoSuchGameError, Store
from tests.store.stored import NOON, create, open_store, result, tamper


def test_last_state_of_an_item_counts_and_an_invalid_row_is_skipped(folder: Path) -> None:
    with open_store(folder) as store:
        store.progress.save("puzzles", "one", "1")
        store.progress.save("puzzles", "one", "2")
        store.progress.save("puzzles", "two", "3")
        store.progress.save("lesson", "one", "4")
    with open_store(folder) as store:
        assert store.progress.load("puzzles") == {"one": "2", "two": "3"}
        assert store.progress.load("lesson") == {"one": "4"}
        assert store.progress.load("nothing") == {}
    tamper(folder, "UPDATE progress SET at = 'soon' WHERE item = 'one'")
    with open_store(folder) as store:
        assert store.progress.load("puzzles") == {"two": "3"}


def test_last_state_counts_even_if_the_clock_was_set_back(folder: Path) -> None:
    days = iter([NOON + timedelta(days=1), NOON, NOON, NOON])
    with Store.open(folder, now=days.__next__) as store:
        game_id = create(store)
        store.progress.save("lesson", "step", "2")
        store.progress.save("lesson", "step", "6")
        store.note_help(game_id, Help.HINT)
        store.finish(game_id, result(15, 3), NOON)
    with Store.open(folder, now=days.__next__) as store:
        assert store.progress.load("lesson") == {"step": "6"}
        assert store.results()[0].help is Help.HINT
        store.note_help(game_id, Help.UNDO)
        assert store.results()[0].help is Help.UNDO


@pytest.mark.parametrize(("subject", "item"), [("", "one"), ("a", ""), ("a", "b" * 65)])
def test_unreadable_progress_is_never_saved(store: Store, subject: str, item: str) -> None:
    with pytest.raises(ValueError, match=r"subject|item"):
        store.progress.save(subject, item, "1")


# --- reviews ------------------------------------------------------------------------------------------------------------


def test_review_is_deleted_with_its_game(folder: Path) -> None:
    with open_store(folder) as store:
        game, other = create(store, 2), create(store, 2)
        store.reviews.save(game, 1, "one")
        store.reviews.save(game, 2, "two")
        store.reviews.save(game, 2, "three")
        store.reviews.save(other, 1, "four")
    with open_store(folder) as store:
        assert store.reviews.load(game) == {1: "one", 2: "three"}
        store.delete(game)
        assert store.reviews.load(game) == {}
        assert store.reviews.load(other) == {1: "four"}
        with pytest.raises(NoSuchGameError):
            store.reviews.save(game, 1, "one")
