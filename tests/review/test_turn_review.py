"""The evaluation of a turn: from the seat's own view, with a separate search for each turn, and validated when read."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from splendor_tui.bots.player import AdvisedAction
from splendor_tui.record import Record
from splendor_tui.review.game_review import (
    GameReview,
    JudgedTurn,
    Judgement,
    ReviewError,
    Turn,
    judge_turn,
    judge_turns,
    read_judgement,
    turns_of,
)
from splendor_tui.rules.actions import Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import begins_turn, format_action
from splendor_tui.rules.view import View
from splendor_tui.store import Store
from tests.match.tables import options, play_any, sit_down
from tests.review.reviewing import MAKER, NODES, Reviewer, Unknowing, finished_game, first_other, worth


def never() -> bool:
    return False


@pytest.fixture
def record(tmp_path: Path, catalogue: Catalogue) -> Record:
    with Store.open(tmp_path / "games") as store:
        return finished_game(store, catalogue)


@pytest.fixture
def turns(record: Record, catalogue: Catalogue) -> tuple[Turn, ...]:
    return turns_of(record, catalogue)


def test_every_ply_belongs_to_one_turn(record: Record, turns: tuple[Turn, ...]) -> None:
    assert [ply for turn in turns for ply in turn.plies] == list(range(1, len(record.plies) + 1))
    assert any(len(turn.actions) > 1 for turn in turns)
    for turn in turns:
        begun, *rest = [record.plies[ply - 1].action for ply in turn.plies]
        assert begins_turn(begun)
        assert not any(map(begins_turn, rest))
        assert turn.digest == record.plies[turn.plies[-1] - 1].digest


def test_turn_is_judged_from_the_view_of_its_seat(turns: tuple[Turn, ...]) -> None:
    adviser = Reviewer()
    for turn in turns:
        judge_turn(adviser, turn, MAKER, NODES, never)
    assert [view.viewer for view in adviser.asked] == [turn.seat for turn in turns]
    hidden = [held for view in adviser.asked[1:12:2] for held in view.players[0].reserved if held.blind]
    assert hidden, "the first ply reserved a card from a deck"
    assert all(held.card is None for held in hidden)


def test_played_and_best_other_turn_are_searched_alike(turns: tuple[Turn, ...]) -> None:
    for turn in turns:
        adviser = Reviewer()
        found = judge_turn(adviser, turn, MAKER, NODES, never)
        assert {budget.nodes for budget in adviser.budgets} == {NODES}
        assert adviser.alone[0][0] == turn.actions
        assert found.played == worth(turn.actions)
        if len(legal_actions(turn.view)) > 1:
            other = first_other(turn.view, turn.actions)
            assert [actions for actions, _lot in adviser.alone] == [turn.actions, (other,)]
            assert len({lot for _actions, lot in adviser.alone}) == 1, "with the same draws"
            assert (found.other, found.other_chance) == (format_action(other), worth([other]))
        assert found == judge_turn(Reviewer(), turn, MAKER, NODES, never)


def test_loss_is_never_negative(turns: tuple[Turn, ...]) -> None:
    judged = [judge_turn(Reviewer(), turn, MAKER, NODES, never) for turn in turns]
    assert {one.lead < 0 for one in judged} == {True, False}
    for one in judged:
        assert (
            one.loss == max(0, (one.other_chance if one.other_chance is not None else 0) - one.played) or one.lead == 0
        )
    assert judge_turn(Reviewer(0.5), turns[0], MAKER, NODES, never).loss == 0


def test_only_legal_turn_has_no_loss(turns: tuple[Turn, ...]) -> None:
    class OneChoice(Reviewer):
        def choices(self, view: View, worth: Sequence[float]) -> list[AdvisedAction]:
            return super().choices(view, worth[:1])

    turn = next(turn for turn in turns if turn.actions == (legal_actions(turn.view)[0],))
    found = judge_turn(OneChoice(0.1), turn, MAKER, NODES, never)
    assert (found.played, found.other, found.other_chance, found.loss) == (0.1, None, None, 0)


def test_resignation_is_not_judged(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, options(3))
    play_any(table, Random(1))
    assert not Turn(2, table.view_for(1), (Forfeit(),), "0" * 16, draws=False).can_be_judged


def test_adviser_without_chances_cannot_review(turns: tuple[Turn, ...]) -> None:
    with pytest.raises(ReviewError, match="does not estimate chances of winning"):
        judge_turn(Unknowing(), turns[0], MAKER, NODES, never)


def saved_judgement(turn: Turn) -> str:
    return judge_turn(Reviewer(), turn, MAKER, NODES, never).model_dump_json(exclude_none=True)


def test_saved_judgement_is_read_again(turns: tuple[Turn, ...]) -> None:
    for turn in turns:
        found = read_judgement(saved_judgement(turn), turn, MAKER, NODES)
        assert found == judge_turn(Reviewer(), turn, MAKER, NODES, never)
        assert read_judgement(saved_judgement(turn), turn, MAKER, NODES - 1) == found, "more thorough than is asked for"


def test_damaged_or_different_judgement_is_not_read(turns: tuple[Turn, ...]) -> None:
    turn, text = turns[0], saved_judgement(turns[0])
    sound = Judgement.model_validate_json(text)
    assert turn.actions == (ReserveTop(2),)
    for changes in (
        {"maker": "another"},
        {"nodes": NODES - 1},
        {"digest": "0" * 16},
        {"chances": (0.5, 0.2)},
        {"chances": (0.2, 0.3, 0.5)},
        {"other": "buy 3-20 W9"},
        {"other": "e2e4"},
        {"other": None},
        {"other_chance": None},
    ):
        assert read_judgement(sound.model_copy(update=changes).model_dump_json(), turn, MAKER, NODES) is None, changes
    for cut in range(len(text)):
        assert read_judgement(text[:cut], turn, MAKER, NODES) is None
    for wrong in (
        "",
        "[]",
        "\x00",
        "\udc80",
        text.replace("0.", "1."),
        text.replace("0.", "NaN", 1),
        text + " " * 9_999,
    ):
        assert read_judgement(wrong, turn, MAKER, NODES) is None
    assert JudgedTurn(turn, sound).other in legal_actions(turn.view)


async def test_cancelled_review_keeps_its_judgements(record: Record, turns: tuple[Turn, ...]) -> None:
    found: list[Turn] = []
    begun = asyncio.Event()

    def judged(review: GameReview, turn: Turn) -> None:
        found.append(turn)
        assert list(review.judgements) == [one.ply for one in found]
        if len(found) == 4:
            begun.set()

    assert record.result is not None
    review = GameReview(("Ann", "Bo"), turns, record.result, MAKER, NODES, {})
    task = asyncio.create_task(judge_turns(Reviewer(), review, turns, judged))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert list(turns[: len(found)]) == found
    assert 4 <= len(found) < len(turns)
