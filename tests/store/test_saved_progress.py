"""Progress, reviews and renames: rows beside the games."""

from datetime import timedelta
from pathlib import Path

import pytest

from splendor_tui.store import Help, NoSuchGameError, Rename, Store, current_name
from tests.store.stored import NOON, create, header, open_store, result, tamper


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


# --- renames -----------------------------------------------------------------------------------------------------------


def finished(store: Store, *names: str, kinds: tuple[str, ...] = ()) -> str:
    game_id = store.create_game(header(*names, kinds=kinds), "{}", NOON)
    store.finish(game_id, result(15, 3), NOON)
    return game_id


def counted(store: Store) -> dict[str, int]:
    return {player.name: player.games for player in store.statistics()}


def test_renamed_player_counts_under_the_new_name_and_the_record_keeps_the_old_one(store: Store) -> None:
    game_id = finished(store, "Learner", "Bo")
    before = store.export_record(game_id)
    store.renames.add(Rename(old="Learner", new="Ann"))
    assert counted(store) == {"Ann": 1, "Bo": 1}
    assert [player.name for player in store.results()[0].players] == ["Ann", "Bo"]
    assert store.export_record(game_id) == before
    assert store.games()[0].names == ("Learner", "Bo")


def test_merge_counts_old_and_later_games_together_and_can_be_undone(store: Store) -> None:
    finished(store, "Learner", "Bo")
    finished(store, "Ann", "Bo")
    finished(store, "Learner", "Bo", kinds=("engine", "human"))
    store.renames.add(Rename(old="LEARNER", new="Ann"))
    finished(store, "\uff2cearner", "Bo")
    assert counted(open_store(store.folder)) == {"Ann": 3, "Bo": 4, "Learner": 1}, "an engine is not renamed"
    assert store.renames.undo() == Rename(old="LEARNER", new="Ann")
    assert counted(store) == {"\uff2cearner": 2, "Ann": 1, "Bo": 4, "Learner": 1}
    assert store.renames.undo() is None


@pytest.mark.parametrize(
    ("renames", "names"),
    [
        ([("Ann", "Bo"), ("Bo", "Cy")], {"Ann": "Cy", "Bo": "Cy"}),
        ([("Ann", "Bo"), ("Bo", "Ann")], {"Ann": "Ann", "Bo": "Ann"}),
        ([("Ann", "Bo"), ("Cy", "Ann")], {"Ann": "Bo", "Cy": "Ann"}),
        ([("ann", "Ann")], {"ann": "Ann", "Ann": "Ann"}),
    ],
)
def test_renames_apply_in_the_order_in_which_they_were_made(
    renames: list[tuple[str, str]], names: dict[str, str]
) -> None:
    made = [Rename(old=old, new=new) for old, new in renames]
    assert {name: current_name(name, made) for name in names} == names


def test_unreadable_rename_is_ignored(store: Store) -> None:
    finished(store, "Ann", "Bo")
    for number, state in enumerate(('{"old": "Ann"}', "[", '{"old": "Bo", "new": "\\u0000"}')):
        store.progress.save("renames", str(number), state)
    store.renames.add(Rename(old="Bo", new="Cy"))
    assert counted(store) == {"Ann": 1, "Cy": 1}
    assert store.renames.undo() == Rename(old="Bo", new="Cy")
    assert counted(store) == {"Ann": 1, "Bo": 1}
