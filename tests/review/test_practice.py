"""A turn to improve: how it is created, saved and read, and how an answer is judged."""

import json
from collections.abc import Mapping
from random import Random

import pytest

from splendor_tui.review.practice import Practice, read_practice, read_practices
from splendor_tui.review.turn_judgement import JudgedTurn, judge_turn, maker_of, turns_of
from splendor_tui.rules.actions import Return
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import determinize, known_state, view
from tests.review.reviewing import NODES, Reviewer, finished_game, worth


@pytest.fixture(scope="module")
def judged(catalogue: Catalogue) -> list[JudgedTurn]:
    turns, maker = turns_of(finished_game(catalogue), catalogue), maker_of(3)
    return [JudgedTurn(turn, judge_turn(Reviewer(), turn, maker, NODES, lambda: False)) for turn in turns]


@pytest.fixture(scope="module")
def practices(judged: list[JudgedTurn]) -> list[Practice]:
    found = [Practice.of("abcd2345", ("Ann", "Bo", "Cy"), turn, open_reserves=True) for turn in judged]
    return [one for one in found if one is not None]


@pytest.fixture
def practice(practices: list[Practice]) -> Practice:
    """A turn during which another player holds a card reserved from a deck."""
    return next(one for one in practices if "?" in one.as_text())


def test_only_turns_with_a_better_action_can_be_practised(judged: list[JudgedTurn], practices: list[Practice]) -> None:
    found = {one.id for one in practices}
    assert found
    for one in judged:
        assert (f"own-abcd2345-{one.turn.ply}" in found) == (one.judgement.loss > 0 and one.better is not None)


def test_saved_turn_reads_back_unchanged_and_contains_only_what_its_seat_could_see(
    practices: list[Practice], practice: Practice, catalogue: Catalogue
) -> None:
    for one in practices:
        assert read_practice(one.id, one.as_text(), catalogue) == one
        assert "decks" not in one.as_text()
    assert any(held.card is None for player in practice.view.players for held in player.reserved)


WRONG: Mapping[str, object] = {
    "position": "seat 0 main / grid",
    "names": ["Ann"],
    "played": [],
    "better": "buy 9-99",
    "chance_played": 1.5,
    "chance_better": None,
    "nodes": 0,
    "maker": "x" * 81,
    "number": -1,
    "open_reserves": "yes",
}


def test_damaged_turns_are_skipped_and_counted(practice: Practice, catalogue: Catalogue) -> None:
    text = practice.as_text()
    row = json.loads(text)
    broken = [text[:length] for length in range(0, len(text), 7)]
    broken += [json.dumps(row | {name: value}) for name, value in WRONG.items()]
    broken += [
        json.dumps({name: value for name, value in row.items() if name != left_out})
        for left_out in row.keys() - {"number", "open_reserves"}
    ]
    other_seat = view(determinize(practice.view, Random(1)), (practice.view.seat + 1) % 3)
    broken += [
        json.dumps(row | {"better": row["played"][0]}),
        json.dumps(row | {"position": format_position(other_seat)}),
        json.dumps(row | {"played": [*row["played"], "return W1"]}),
        json.dumps(row | {"played": [*row["played"], "take W U G"]}),
        "[" * 5_000,
        " " * 9_000 + text,
    ]
    saved = {f"own-{number}": one for number, one in enumerate(broken)}
    found, unreadable = read_practices(saved | {practice.id: text}, catalogue)
    assert found == [practice]
    assert unreadable == len(broken)


def test_answer_is_judged_like_the_better_action_in_the_review(practice: Practice) -> None:
    """The search uses the same random draws, so that the same action has the same value."""
    adviser = Reviewer()
    assert practice.chance(adviser, practice.better, lambda: False) == practice.chance_better
    [(_actions, drawn)] = adviser.alone
    assert drawn == Random(int(practice.id.rpartition("-")[2])).random(), "the review begins with the first ply"
    for other in legal_actions(known_state(practice.view))[:5]:
        practice.chance(adviser, other, lambda: False)
    assert {lots for _actions, lots in adviser.alone} == {drawn}
    assert {budget.nodes for budget in adviser.budgets} == {NODES}


def test_better_choice_of_returned_tokens_is_practised_with_its_own_chances(
    practices: list[Practice], catalogue: Catalogue
) -> None:
    practice = next(one for one in practices if one.view.phase is Phase.RETURN_GEMS)
    saved = read_practice(practice.id, practice.as_text(), catalogue)
    assert saved is not None
    assert isinstance(saved.better, Return)
    adviser = Reviewer()
    judged = saved.judged_by(adviser, lambda: False)
    assert [actions for actions, _drawn in adviser.alone] == [saved.played, (saved.better,)]
    assert (judged.chance_played, judged.maker) == (worth(saved.played), maker_of(3))


def test_chances_of_an_older_search_are_recomputed(practice: Practice) -> None:
    adviser = Reviewer()
    assert practice.judged_by(adviser, lambda: False) is practice
    assert not adviser.alone
    older = practice.model_copy(update={"maker": "grandmaster of old", "chance_played": 0.1, "chance_better": 0.9})
    assert older.judged_by(adviser, lambda: False) == practice
    assert {drawn for _actions, drawn in adviser.alone} == {Random(practice.view.ply + 1).random()}
