from pathlib import Path

import pytest

from splendor_tui.store import NoSuchGameError
from tests.store.stored import create, open_store


def test_a_review_stays_with_its_game_and_goes_with_it(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game, other = create(store, 2), create(store, 2)
        store.reviews.save(game, 1, "one")
        store.reviews.save(game, 2, "two")
        store.reviews.save(game, 2, "three")
        store.reviews.save(other, 1, "four")
    with open_store(tmp_path) as store:
        assert store.reviews.load(game) == {1: "one", 2: "three"}
        store.delete(game)
        assert store.reviews.load(game) == {}
        assert store.reviews.load(other) == {1: "four"}


def test_there_is_no_review_without_a_game(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, pytest.raises(NoSuchGameError):
        store.reviews.save("aaaaaaa2", 1, "one")
