"""A learner's progress, whatever the state of the store."""

from pathlib import Path

import pytest

from splendor_tui.lesson.lesson_progress import LessonProgress
from tests.store.mishaps import delete
from tests.store.stored import FILE, open_store


def test_it_remembers_the_step_the_end_and_the_first_game(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        kept = LessonProgress(store)
        assert (kept.step, kept.done, kept.is_first_game(None)) == (None, False, False)
        kept.reach("gold", (18, 28))
    with open_store(tmp_path) as store:
        kept = LessonProgress(store)
        assert (kept.step, kept.place, kept.done) == ("gold", (18, 28), False)
        kept.finish()
        kept.begin_game("abcdefgh")
    with open_store(tmp_path) as store:
        kept = LessonProgress(store)
        assert (kept.step, kept.place, kept.done, kept.problem) == (None, None, True, None)
        assert kept.is_first_game("abcdefgh")
        assert not kept.is_first_game("abcdefgi")
        assert not kept.is_first_game(None)


@pytest.mark.parametrize("state", ["{", "[]", "1", '{"step": 1}', '[1, "gold", 28]'])
def test_a_state_that_says_nothing_is_as_if_there_were_none(tmp_path: Path, state: str) -> None:
    with open_store(tmp_path) as store:
        for item in ("step", "done", "game"):
            store.progress.save("lesson", item, state)
        kept = LessonProgress(store)
        assert (kept.step, kept.place, kept.done, kept.is_first_game("abcdefgh")) == (None, None, False, False)


def test_a_step_that_is_not_kept_is_told_until_one_is(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        kept = LessonProgress(store)
        kept.reach("gold")
        delete(FILE)(tmp_path)
        kept.reach("hand")
        assert "Your progress in the learning game is not saved." in str(kept.problem)
        kept.reach("nine")
        assert kept.problem is None
    with open_store(tmp_path) as store:
        assert LessonProgress(store).step == "nine"
