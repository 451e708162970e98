"""Practising a turn at a table: the task, and the verdict on an answer."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Think
from splendor_tui.presentation.practice_session import PracticeSession
from splendor_tui.presentation.puzzle_shelf import PuzzleShelf
from splendor_tui.presentation.table_model import slot_keys, slot_of
from splendor_tui.review.practice import Practice
from splendor_tui.review.turn_judgement import JudgedTurn, judge_turn, maker_of, turns_of
from splendor_tui.rules.actions import Action, Buy, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.view import View, known_state
from splendor_tui.store.store_error import StoreError, StoreFault
from splendor_tui.words.percent import percent
from tests.presentation.choosing import finish
from tests.review.reviewing import NODES, Reviewer, finished_game, worth
from tests.tui.opened_app import make_services


@pytest.fixture(scope="module")
def practice(catalogue: Catalogue) -> Practice:
    """A turn with one action that took gems. Another action was better by at least a quarter."""
    for turn in turns_of(finished_game(catalogue), catalogue):
        judged = JudgedTurn(turn, judge_turn(Reviewer(), turn, maker_of(3), NODES, lambda: False))
        found = Practice.of("abcd2345", ("Ann", "Bo", "Cy"), judged)
        if found and isinstance(turn.actions[0], Take) and len(turn.actions) == 1 and judged.judgement.loss > 0.25:
            return found
    raise AssertionError


POSITION = (
    "seat 0 main viewer 0 / grid 1-34 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-03 "
    "/ nobles elisabeth-of-austria mary-stuart isabella-of-castile / W2 U2 G2 R2 / 0"
)


@pytest.fixture
def session(practice: Practice) -> PracticeSession:
    return PracticeSession(shelf_of(practice), practice, Random(1), Reviewer())


def shelf_of(practice: Practice) -> PuzzleShelf:
    return PuzzleShelf(make_services(practice.view.catalogue), [practice])


def action_worth(session: PracticeSession, least: float, most: float) -> Action:
    actions = legal_actions(known_state(session.practice.view))
    return next(one for one in actions if least < worth([one]) < most)


def practising(session: PracticeSession, position: str, *lines: str) -> PracticeSession:
    """A session for two players in which the last of these actions is better than the others, which were played."""
    seen = parse_position(position, session.state.catalogue)
    assert isinstance(seen, View)
    *played, better = (parse_action(line, seen.catalogue) for line in lines)
    changes = {"view": seen, "names": ("Ann", "Bo"), "played": tuple(played), "better": better}
    practice = session.practice.model_copy(update=changes)
    return PracticeSession(shelf_of(practice), practice, Random(1), Reviewer())


def test_task_names_the_played_action_and_its_loss(session: PracticeSession) -> None:
    practice = session.practice
    loss = round(100 * practice.chance_better) - round(100 * practice.chance_played)
    assert str(session.task).startswith(f"{session.names[practice.view.seat]} took ")
    assert f"This gave away {loss}%." in str(session.task)
    assert session.verdict is None


def test_task_names_the_returned_tokens_and_an_attempt_assumes_the_best(session: PracticeSession) -> None:
    session = practising(session, POSITION, "take W U G", "return U1", "take W U K")
    assert str(session.task).startswith("Ann took W1 U1 G1. Returned U1. This gave away ")
    finish(session.play(session.practice.better))
    assert "Judged with the best tokens returned." in map(str, session.explanation)


def test_best_or_better_action_solves_it(session: PracticeSession) -> None:
    finish(session.play(session.practice.better))
    assert session.solved
    chances = percent(session.practice.chance_better), percent(session.practice.chance_played)
    assert str(session.verdict) == f"Solved! {chances[0]} to win, instead of {chances[1]}."
    assert str(session.explanation[0]).startswith("Your move: ")
    session.restart()
    finish(session.play(action_worth(session, session.practice.chance_better, 1.1)))
    assert session.solved
    assert str(session.explanation[1]).startswith("Best found (")


def test_better_payment_for_the_same_card_is_named(session: PracticeSession) -> None:
    session = practising(session, POSITION.replace("R2", "R2 *1"), "buy 1-34 G2 *1", "buy 1-34 G2 R1")
    session.do(commands.SOLUTION)
    finish(session.play(session.practice.played[0]))
    assert str(session.explanation[1]) == f"Best found ({percent(session.practice.chance_better)}): pay G2 R1."


def test_other_actions_are_compared_with_the_best(session: PracticeSession) -> None:
    played, best = session.practice.chance_played, session.practice.chance_better
    for least, most, words in ((played + 0.02, best - 0.02, "Better: "), (-1, played - 0.02, "Worse: ")):
        session.restart()
        finish(session.play(action_worth(session, least, most)))
        assert session.solved is False
        assert str(session.verdict).startswith(words)
        assert f"{percent(best)} is possible." in str(session.verdict)
    session.restart()
    finish(session.play(session.practice.played[0]))
    assert session.solved is False
    assert str(session.verdict).startswith("That was the move played: ")


def test_best_action_is_hidden_until_requested_and_then_names_the_key_of_its_card(session: PracticeSession) -> None:
    finish(session.play(session.practice.played[0]))
    assert not any("Best found" in str(line) for line in session.explanation)
    session.do(commands.SOLUTION)
    assert any("Best found" in str(line) for line in session.explanation)
    session.restart()
    assert session.hint is None
    card = session.view.grid[0]
    assert card is not None
    session.practice = session.practice.model_copy(update={"better": Buy(card, card.cost, 0)})
    session.do(commands.SOLUTION)
    assert f"({slot_keys('qwerty')[slot_of(session.view, card)]})" in str(session.hint)


def test_table_shows_only_the_view_of_the_seat_and_never_a_cancelled_judgement(session: PracticeSession) -> None:
    assert session.view == session.practice.view
    finish(session.play(session.practice.better))
    assert session.view == session.practice.view == session.model().view
    session.restart()
    thinking = session.play(session.practice.better)
    assert isinstance(thinking, Think)

    async def cancel() -> None:
        task = asyncio.create_task(thinking.work())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})

    asyncio.run(cancel())
    assert session.solved is None


def test_only_mistake_is_tried_again(session: PracticeSession) -> None:
    session.do(commands.NEXT_PUZZLE)
    assert str(session.message) == "There is no other mistake to practise."
    finish(session.play(session.practice.better))
    session.do(commands.CONFIRM)
    assert session.solved is None


def test_own_puzzle_keeps_its_name_when_others_are_saved_or_deleted(
    practice: Practice, catalogue: Catalogue, tmp_path: Path
) -> None:
    services = make_services(catalogue, tmp_path)
    first, second, third = (
        practice.model_copy(update={"id": practice_id}) for practice_id in ("own-c-1", "own-b-1", "own-a-1")
    )
    assert services.store is not None
    services.store.progress.save("practice", first.id, first.as_text())  # without a number, like version 1.0.0
    shelf = PuzzleShelf(services)
    assert str(shelf.save(second)) == "Saved with your own puzzles, as Own 2."
    shelf.save(third)
    shelf.delete(first)
    for same in (shelf, PuzzleShelf(services)):
        assert [str(same.name(one)) for one in (second, third)] == ["Own 2", "Own 3"]
        assert [one.id for one in same.own] == [second.id, third.id]


def test_own_puzzles_without_numbers_are_listed_even_if_their_numbers_cannot_be_saved(
    practice: Practice, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = make_services(catalogue, tmp_path)
    assert services.store is not None
    for practice_id in ("own-a-1", "own-b-1"):
        services.store.progress.save("practice", practice_id, practice.model_copy(update={"id": practice_id}).as_text())

    def full(*_saved: str) -> None:
        raise StoreError(StoreFault.DISK_FULL)

    monkeypatch.setattr(services.store.progress, "save", full)
    shelf = PuzzleShelf(services)
    assert [str(shelf.name(one)) for one in shelf.own] == ["Own 1", "Own 2"]
    assert list(shelf.problems) == [StoreError(StoreFault.DISK_FULL).message]
