"""`python -m training.reliability`: predicted chances compared with results."""

import pytest

from splendor_tui.bots.learned.compiled import plain
from splendor_tui.bots.learned.encoding import CardSet
from splendor_tui.bots.learned.net import load_shipped_net
from splendor_tui.rules.catalogue import Catalogue
from training import reliability
from training.reliability import Prediction, bins, calibration_error, play_games


def test_chances_are_compared_with_results_by_range() -> None:
    said = [
        Prediction(0.11, 0, 1),
        Prediction(0.13, 0, 1),
        Prediction(0.12, 1, 2),
        Prediction(1.0, 1, 2),
        Prediction(0.97, 0.5, 3),
    ]
    low, high = bins(said)
    assert (round(low.chance, 3), round(low.share, 3), low.games, low.times) == (0.12, 0.333, 2, 3)
    assert (round(high.chance, 3), high.share, high.games, high.times) == (0.985, 0.75, 2, 2)
    assert low.error > 0.5, "two games say little, however often in them it was said"


def test_calibration_error_is_zero_for_perfect_predictions() -> None:
    assert calibration_error(bins([Prediction(1.0, 1, 1), Prediction(0.0, 0, 1)])) == 0
    assert (
        round(calibration_error(bins([Prediction(0.5, 1, 1), Prediction(0.5, 0, 2), Prediction(0.75, 1, 3)])), 3)
        == 0.083
    )


@pytest.mark.parametrize("in_plain_python", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_every_seat_is_predicted_before_each_turn_with_one_result_per_game(
    in_plain_python: bool, box: CardSet, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    if in_plain_python:  # compiling takes longer than a short game
        monkeypatch.setattr(reliability, "_play_game", plain(reliability._play_game))  # noqa: SLF001
    said = play_games(box, load_shipped_net(3, catalogue), 1, 5, [7])
    turns = [said[first : first + 3] for first in range(0, len(said), 3)]
    assert len(turns) > 15
    assert all(sum(one.chance for one in turn) == pytest.approx(1) for turn in turns)
    results = {tuple(one.share for one in turn) for turn in turns}
    assert len(results) == 1
    assert sum(results.pop()) == pytest.approx(1)
