"""Renamed players count under their current names, and their games stay as they were played."""

import pytest

from splendor_tui.store import Rename, Store, current_name
from tests.store.stored import NOON, header, open_store, result


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
