"""Results computed from the judgements of a game."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from splendor_tui.record import Record
from splendor_tui.review.game_review import (
    GameReview,
    Judgement,
    ReviewError,
    judge_turn,
    maker_of,
    open_review,
    turns_of,
)
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from tests.review.reviewing import MAKER, NODES, Reviewer, finished_game


@pytest.fixture
def record(tmp_path: Path, catalogue: Catalogue) -> Record:
    with Store.open(tmp_path / "games") as store:
        return finished_game(store, catalogue, players=3)


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
    assert replace(found, judgements={}).average_loss(0) is None


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


def test_chances_at_the_next_turn_require_its_judgement(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {1: {"chances": (0.1, 0.2, 0.7)}})
    first, second, *_others, last = found.turns
    assert found.chances_when_next_began(first) == pytest.approx((0.1, 0.2, 0.7))
    assert found.chances_when_next_began(last) == found.final_chances
    part = {ply: one for ply, one in found.judgements.items() if ply != second.ply}
    assert replace(found, judgements=part).chances_when_next_began(first) is None


def test_chances_end_with_the_result(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {})
    assert record.result is not None
    winners = [standing.seat for standing in record.result.standings if standing.rank == 1]
    assert len(found.chances) == len(found.turns) + 1
    assert [seat for seat, share in enumerate(found.chances[-1]) if share] == winners
    assert sum(found.chances[-1]) == 1


def test_turning_points_are_the_three_largest_changes(record: Record, catalogue: Catalogue) -> None:
    flat = {number: {"chances": (0.4, 0.3, 0.3)} for number in range(len(turns_of(record, catalogue)))}
    swings = {4: (0.5, 0.2, 0.3), 7: (0.2, 0.6, 0.2), 8: (0.38, 0.3, 0.32), 12: (0.1, 0.2, 0.7)}
    found = review(record, catalogue, flat | {number: {"chances": chances} for number, chances in swings.items()})
    last = len(found.turns) - 1
    points = found.turning_points
    assert len(points) == 3
    assert [point.judged.turn.ply for point in points] == sorted(point.judged.turn.ply for point in points)
    changes = {
        number: max(abs(late - early) for early, late in zip(before, after, strict=True))
        for number, (before, after) in enumerate(zip(found.chances, found.chances[1:], strict=False))
    }
    most = sorted(changes, key=lambda number: -changes[number])[:3]
    assert last in most
    assert {found.turns[number].ply for number in most} == {point.judged.turn.ply for point in points}


def test_turning_point_is_shown_for_the_seat_whose_chance_changed_most(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {5: {"chances": (0.5, 0.1, 0.4)}, 6: {"chances": (0.0, 0.6, 0.4)}})
    point = next(one for one in found.turning_points if one.judged.turn is found.turns[5])
    assert found.turns[5].seat == 2
    assert (point.seat, point.before, point.then) in {(0, 0.5, 0.0), (1, 0.1, 0.6)}


def test_turn_before_a_resignation_is_no_turning_point(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {})
    *turns, last = found.turns
    judgements = {turn.ply: found.judgements[turn.ply] for turn in turns}
    resigned = replace(found, turns=(*turns, replace(last, actions=(Forfeit(),))), judgements=judgements)
    before = resigned.turns[-2]
    assert resigned.chances_when_next_began(before) is None
    assert resigned.turning_points == []


def test_game_without_a_swing_has_no_turning_points(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {})
    final = found.final_chances
    level = {number: {"chances": final} for number in range(len(found.turns))}
    assert review(record, catalogue, level).turning_points == []


def test_turning_points_need_a_swing_and_a_complete_review(record: Record, catalogue: Catalogue) -> None:
    found = review(record, catalogue, {})
    assert found.turning_points
    part = {ply: one for ply, one in found.judgements.items() if ply != found.turns[3].ply}
    assert replace(found, judgements=part).turning_points == []


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


def test_unfinished_game_has_no_review(record: Record, catalogue: Catalogue) -> None:
    with pytest.raises(ReviewError, match=r"this one has no result\."):
        open_review(replace(record, result=None), catalogue, {}, NODES)


def test_game_without_a_matching_net_cannot_be_reviewed(
    record: Record, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from splendor_tui.bots.learned import net

    monkeypatch.setattr(net, "FOLDER", tmp_path)
    with pytest.raises(
        ReviewError, match=r"There is no learned net for 3 players\. Without it, games cannot be reviewed"
    ):
        open_review(record, catalogue, {}, NODES)
