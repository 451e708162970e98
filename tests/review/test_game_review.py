"""The review of a game: each turn is evaluated from its seat's view, and the results are computed from the judgements."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from splendor_tui.bots.player import AdvisedAction, Budget
from splendor_tui.record import Record
from splendor_tui.review.game_review import GameReview, judge_turns, open_review
from splendor_tui.review.turn_judgement import (
    JudgedTurn,
    Judgement,
    ReviewError,
    Turn,
    judge_turn,
    maker_of,
    read_judgement,
    turns_of,
)
from splendor_tui.rules.actions import Action, Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import begins_turn
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.store import Store
from tests.match.tables import act, options, play_out, save_match
from tests.review.reviewing import MAKER, NODES, Reviewer, Unknowing, finished_game, open_game, worth


@pytest.fixture(scope="module")
def record(catalogue: Catalogue) -> Record:
    return finished_game(catalogue)


@pytest.fixture(scope="module")
def turns(record: Record, catalogue: Catalogue) -> tuple[Turn, ...]:
    return turns_of(record, catalogue)


def judge(turn: Turn, adviser: Reviewer | None = None) -> Judgement:
    return judge_turn(adviser or Reviewer(), turn, MAKER, NODES, lambda: False)


# --- one turn ----------------------------------------------------------------------------------------------------------


def test_every_ply_belongs_to_one_turn(record: Record, turns: tuple[Turn, ...]) -> None:
    assert [ply for turn in turns for ply in turn.plies] == list(range(1, len(record.plies) + 1))
    assert any(len(turn.actions) > 1 for turn in turns)
    for turn in turns:
        begun, *rest = [record.plies[ply - 1].action for ply in turn.plies]
        assert begins_turn(begun)
        assert not any(map(begins_turn, rest))
        assert turn.digest == record.plies[turn.plies[-1] - 1].digest


def test_turn_is_judged_from_the_view_of_its_seat_by_an_adviser_with_chances(turns: tuple[Turn, ...]) -> None:
    adviser = Reviewer()
    for turn in turns:
        judge(turn, adviser)
    assert [view.viewer for view in adviser.asked if view.phase is Phase.MAIN] == [turn.seat for turn in turns]
    hidden = [held for view in adviser.asked[1:12:3] for held in view.players[0].reserved if held.blind]
    assert hidden, "the first ply reserved a card from a deck"
    assert all(held.card is None for held in hidden)
    with pytest.raises(ReviewError, match="does not estimate chances of winning"):
        judge(turns[0], Unknowing())


def test_played_and_best_other_turn_are_searched_alike(turns: tuple[Turn, ...]) -> None:
    for turn in turns:
        adviser = Reviewer()
        found = judge(turn, adviser)
        assert {budget.nodes for budget in adviser.budgets} == {NODES}
        assert adviser.alone[0][0] == turn.actions
        assert found.played == worth(turn.actions)
        if len(legal_actions(turn.view)) > 1:
            advised = legal_actions(turn.view)[:3]
            other = next(action for action in advised if len(turn.actions) > 1 or action != turn.actions[0])
            (actions, lot), (others, other_lot) = adviser.alone[:2]
            assert (actions, others) == (turn.actions, (other,))
            assert lot == other_lot, "with the same draws"
            assert (found.other, found.other_chance) == (other, worth([other]))
        assert found == judge(turn)


def test_better_turn_that_begins_alike_names_the_later_action(turns: tuple[Turn, ...]) -> None:
    judged = [JudgedTurn(turn, judge(turn)) for turn in turns]
    found = [one for one in judged if one.judgement.later is not None]
    assert found
    for one in found:
        assert one.is_mistake
        assert one.starts_alike
        assert one.better is not None
        assert one.better.view == one.turn.views[1]
        assert one.better.view.phase is Phase.RETURN_GEMS
        assert one.better.played == one.turn.actions[1:]
        assert one.better.better in legal_actions(one.better.view)
        assert one.better.better != one.turn.actions[1]
        assert worth([one.better.better]) > worth(one.turn.actions[1:]), "it is better at that decision, too"
        assert judge(one.turn._replace(views=one.turn.views[:1])).later is None, "that view is unknown"
        best = one.turn._replace(actions=(one.turn.actions[0], one.better.better))
        assert judge(best, Severe()).later is None, "it was played"
        others = (other for other in legal_actions(one.turn.view) if other != one.turn.actions[0])
        changed = one.judgement.model_copy(update={"other": next(others)}).model_dump_json()
        assert read_judgement(changed, one.turn, MAKER, NODES) is None


class Severe(Reviewer):
    """An adviser for whom every turn of several actions is a mistake."""

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:  # noqa: ARG002
        return [0.1 if len(turn) > 1 else 0.9] * len(view.players)


def test_only_legal_turn_has_no_loss(turns: tuple[Turn, ...]) -> None:
    class OneChoice(Reviewer):
        def choices(self, view: View, worth: Sequence[float]) -> list[AdvisedAction]:
            return super().choices(view, worth[:1])

    turn = next(turn for turn in turns if turn.actions == (legal_actions(turn.view)[0],))
    found = judge(turn, OneChoice(0.1))
    assert (found.played, found.other, found.other_chance, found.loss) == (0.1, None, None, 0)


def test_saved_judgement_is_read_again_unless_it_is_damaged_or_different(turns: tuple[Turn, ...]) -> None:
    for turn in turns:
        found, text = judge(turn), judge(turn).model_dump_json(exclude_none=True)
        assert read_judgement(text, turn, MAKER, NODES) == found
        assert read_judgement(text, turn, MAKER, NODES - 1) == found, "more thorough than is asked for"
    turn, sound = turns[0], judge(turns[0])
    text = sound.model_dump_json(exclude_none=True)
    assert turn.actions == (ReserveTop(2),)
    for changes in (
        {"maker": "another"},
        {"nodes": NODES - 1},
        {"digest": "0" * 16},
        {"chances": (0.5, 0.2, 0.2)},
        {"chances": (0.5, 0.5)},
        {"other": "buy 3-20 W9"},
        {"other": "e2e4"},
        {"other": None},
        {"other_chance": None},
        {"later": "return W1"},
    ):
        assert read_judgement(json.dumps(json.loads(text) | changes), turn, MAKER, NODES) is None, changes
    for cut in range(len(text)):
        assert read_judgement(text[:cut], turn, MAKER, NODES) is None
    numbers = text.replace("0.", "1."), text.replace("0.", "NaN", 1)
    for wrong in ("", "[]", "\x00", "\udc80", *numbers, text + " " * 9_999):
        assert read_judgement(wrong, turn, MAKER, NODES) is None


async def test_cancelled_review_keeps_its_judgements(record: Record, turns: tuple[Turn, ...]) -> None:
    found: list[Turn] = []
    begun = asyncio.Event()

    def judged(review: GameReview, turn: Turn) -> None:
        found.append(turn)
        assert list(review.judgements) == [one.ply for one in found]
        if len(found) == 4:
            begun.set()

    assert record.result is not None
    review = GameReview(("Ann", "Bo", "Cy"), turns, record.result, MAKER, NODES, {})
    task = asyncio.create_task(judge_turns(Reviewer(), review, turns, judged))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert list(turns[: len(found)]) == found
    assert 4 <= len(found) < len(turns)


# --- the game ----------------------------------------------------------------------------------------------------------


def review(record: Record, catalogue: Catalogue, changes: Mapping[int, Mapping[str, object]]) -> GameReview:
    """A review in which every turn was as good as the best other one, except for those given by number."""
    turns = turns_of(record, catalogue)
    judgements = {}
    for number, turn in enumerate(turns):
        change = dict(changes.get(number, {}))
        chances = change.setdefault("chances", (0.4, 0.3, 0.3))
        assert isinstance(chances, tuple)
        own = {"played": chances[turn.seat], "other": "pass", "other_chance": chances[turn.seat]}
        made = {"maker": MAKER, "nodes": NODES, "digest": turn.digest}
        judgements[turn.ply] = Judgement.model_validate(made | own | change)
    assert record.result is not None
    names = tuple(player.name for player in record.header.players)
    return GameReview(names, turns, record.result, MAKER, NODES, judgements)


def test_average_loss_of_each_seat(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {0: {"played": 0.1}, 3: {"played": 0.3}, 1: {"played": 0.9}})
    own = [sum(turn.seat == seat for turn in found.turns) for seat in range(3)]
    assert found.average_loss(0) == pytest.approx((0.3 + 0.1) / own[0])
    assert found.average_loss(1) == 0
    assert found._replace(judgements={}).average_loss(0) is None


def test_chance_before_a_turn_is_that_of_the_best_turn(record: Record, catalogue: Catalogue) -> None:
    """A turn's loss is therefore the difference between the chances before and after it."""
    found = review(
        record, catalogue, {0: {"played": 0.1, "other_chance": 0.2}, 3: {"played": 0.7, "other_chance": 0.2}}
    )
    for number, before, after in ((0, 0.2, 0.1), (3, 0.7, 0.7), (6, 0.4, 0.4)):
        one = found.judged[number]
        assert (one.before, one.after) == (before, after)
        assert one.chances == pytest.approx((before, (1 - before) / 2, (1 - before) / 2))
        assert one.judgement.loss == pytest.approx(before - after)


def test_chances_at_the_next_turn_require_its_judgement(catalogue: Catalogue) -> None:
    found = review(open_game(catalogue), catalogue, {1: {"chances": (0.1, 0.2, 0.7)}})
    first, second, *_others, last = found.turns
    assert found.chances_when_next_began(first) == pytest.approx((0.1, 0.2, 0.7))
    assert found.chances_when_next_began(last) == found.final_chances
    part = {ply: one for ply, one in found.judgements.items() if ply != second.ply}
    assert found._replace(judgements=part).chances_when_next_began(first) is None


def test_chances_end_with_the_result(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {})
    assert record.result is not None
    winners = [standing.seat for standing in record.result.standings if standing.rank == 1]
    assert len(found.chances) == len(found.turns) + 1
    assert [seat for seat, share in enumerate(found.chances[-1]) if share] == winners
    assert sum(found.chances[-1]) == 1


def test_turning_points_are_the_three_largest_changes_of_a_complete_review(catalogue: Catalogue) -> None:
    swings = {4: (0.5, 0.2, 0.3), 7: (0.2, 0.6, 0.2), 8: (0.38, 0.3, 0.32), 12: (0.1, 0.2, 0.7)}
    record = open_game(catalogue)
    found = review(record, catalogue, {number: {"chances": chances} for number, chances in swings.items()})
    changes = {
        turn.ply: max(abs(late - early) for early, late in zip(before, after, strict=True))
        for turn, before, after in zip(found.turns, found.chances, found.chances[1:], strict=False)
    }
    largest = sorted(changes, key=changes.__getitem__)[-3:]
    assert found.turns[-1].ply in largest
    assert [point.judged.turn.ply for point in found.turning_points] == sorted(largest)
    part = {ply: one for ply, one in found.judgements.items() if ply != found.turns[3].ply}
    assert found._replace(judgements=part).turning_points == []
    level = {number: {"chances": found.final_chances} for number in range(len(found.turns))}
    assert review(record, catalogue, level).turning_points == [], "nothing changed enough"


def test_turning_point_is_shown_for_the_seat_whose_chance_changed_most(catalogue: Catalogue) -> None:
    found = review(open_game(catalogue), catalogue, {5: {"chances": (0.5, 0.1, 0.4)}, 6: {"chances": (0.0, 0.6, 0.4)}})
    point = next(one for one in found.turning_points if one.judged.turn is found.turns[5])
    assert found.turns[5].seat == 2
    assert (point.seat, point.before, point.then) in {(0, 0.5, 0.0), (1, 0.1, 0.6)}


def test_turn_before_a_resignation_is_no_turning_point(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {})
    *turns, last = found.turns
    judgements = {turn.ply: found.judgements[turn.ply] for turn in turns}
    resigned = found._replace(turns=(*turns, last._replace(actions=(Forfeit(),))), judgements=judgements)
    before = resigned.turns[-2]
    assert resigned.chances_when_next_began(before) is None
    assert resigned.turning_points == []


def test_resigned_player_has_no_chance(store: Store, catalogue: Catalogue) -> None:
    """Even if other players reserved cards from the decks, so that each seat's own estimate counts."""
    game_id, table = save_match(store, catalogue, options(3, target=5, seed="3"))
    for action in (ReserveTop(1), ReserveTop(1), ReserveTop(1), Forfeit()):
        act(table, action)
    play_out(table, Random(1))
    record = store.export_record(game_id)
    turns = turns_of(record, catalogue)
    found = review(record, catalogue, {number: {"chances": (0.0, 0.5, 0.5)} for number in range(4, len(turns))})
    assert found.chances[3][0] > 0
    assert {row[0] for row in found.chances[4:]} == {0}


def test_change_of_viewpoint_is_no_swing(record: Record, catalogue: Catalogue) -> None:
    """Seat 0 holds a card from a deck, which the others have not seen."""
    found = review(record, catalogue, {number: {"chances": (0.9, 0.05, 0.05)} for number in (3, 6)})
    assert all(any(held.blind for held in found.turns[number].view.players[0].reserved) for number in range(1, 8))
    assert [row[0] for row in found.chances[4:8]] == [0.9] * 4, "as it knew itself"
    assert [row[1] for row in found.chances[4:8]] == [0.3] * 4
    assert [found.chances_when_next_began(found.turns[number]) is None for number in (3, 4, 5)] == [True, False, True]
    assert not {3, 5, 6} & {found.turns.index(point.judged.turn) for point in found.turning_points}
    wasted = review(record, catalogue, {3: {"chances": (0.9, 0.05, 0.05), "played": 0.1}})
    point = next(one for one in wasted.turning_points if one.judged.turn is wasted.turns[3])
    assert (point.seat, point.before, point.then) == (0, 0.9, 0.1)


def test_best_move_has_the_largest_lead_before_the_last_round(record: Record, catalogue: Catalogue) -> None:
    last = len(turns_of(record, catalogue)) - 1
    found = review(record, catalogue, {2: {"played": 0.7}, 5: {"played": 0.9}, last: {"played": 1.0}})
    assert found.best_move is not None
    assert found.best_move.turn is found.turns[5]
    assert review(record, catalogue, {last: {"played": 1.0}}).best_move is None


def test_invalid_saved_judgements_are_missing(record: Record, catalogue: Catalogue) -> None:
    maker, turns = maker_of(3), turns_of(record, catalogue)
    kept = {turn.ply: judge_turn(Reviewer(), turn, maker, NODES, lambda: False).model_dump_json() for turn in turns[:5]}
    kept[turns[1].ply] = "{"
    kept[turns[2].ply] = kept[turns[3].ply]
    found = open_review(record, catalogue, kept | {9_999: "?"}, NODES)
    assert [one.turn for one in found.judged] == [turns[0], turns[3], turns[4]]
    assert list(found.missing) == [turns[1], turns[2], *turns[5:]]
    assert list(open_review(record, catalogue, kept, NODES + 1).missing) == list(turns)


def test_unfinished_game_or_one_without_a_matching_net_cannot_be_reviewed(
    record: Record, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from splendor_tui.bots import levels
    from splendor_tui.bots.learned import net

    with monkeypatch.context() as others:
        others.setattr(levels, "LEARNED_TARGETS", range(40, 50))
        with pytest.raises(ReviewError, match=r"only games to 40 to 49 points\. So this game cannot be reviewed"):
            open_review(record, catalogue, {}, NODES)
    monkeypatch.setattr(net, "FOLDER", tmp_path)
    with pytest.raises(ReviewError, match=r"The learned net values-3.npz is missing\. So this game cannot be reviewed"):
        open_review(record, catalogue, {}, NODES)
    with pytest.raises(ReviewError, match=r"this one has no result\."):
        open_review(record._replace(result=None), catalogue, {}, NODES)
