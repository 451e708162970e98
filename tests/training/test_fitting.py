"""The fit follows the gradient and changes only the rows of its batch, and predicted chances are compared with results."""

import numpy as np
import pytest

from splendor_tui.bots.learned.compiled import plain
from splendor_tui.bots.learned.encoding import NOBLES, STATE_SIZE, CardSet
from splendor_tui.bots.learned.features import row_count, slot_count
from splendor_tui.bots.learned.net import HEAD, Net, load_shipped_net, predict, sum_rows
from splendor_tui.rules.catalogue import Catalogue
from training import reliability
from training.dealing import deal
from training.fitting import fit, new_optimiser
from training.nets import new_net
from training.reliability import Prediction, bins, calibration_error, play_games


def loss_of(net: Net, rows: np.typing.NDArray[np.uint16], target: np.typing.NDArray[np.float32]) -> float:
    """The cross entropy of one example, computed independently."""
    sums, hidden = np.zeros(len(net.table_bias), np.float32), np.zeros(HEAD, np.float32)
    values = np.zeros(net.players, np.float32)
    sum_rows(net, rows, sums)
    predict(net, sums, np.zeros(net.table.shape[1], np.float32), hidden, 0, values)
    return float(-(target * np.log(values)).sum())


def shifted(net: Net, name: str, place: int, step: float) -> Net:
    """The net after changing one number."""
    other = Net(*(weights.copy() for weights in net))
    other._asdict()[name].ravel()[place] += step
    return other


@pytest.mark.parametrize("players", [2, 4])
def test_first_step_descends_along_every_weight(players: int) -> None:
    """Adam's first step moves each weight by the learning rate, against its gradient. The test measures it by differences."""
    rng = np.random.default_rng(players)
    net = new_net(players, rng)
    rows = rng.integers(0, row_count(players), (1, slot_count(players))).astype(np.uint16)
    net.table[rows[0]] = (0.05 * rng.standard_normal((len(rows[0]), net.table.shape[1]))).astype(np.float32)
    target = np.zeros((1, players), np.float32)
    target[0, 1] = 1
    before = Net(*(array.copy() for array in net))
    fit(net, new_optimiser(net), rows[np.newaxis], target[np.newaxis], rate=1e-3, decay=0.0)
    checked = 0
    for name, array in before._asdict().items():
        moved = (net._asdict()[name] - array).ravel()
        for place in rng.permutation(np.flatnonzero(np.abs(moved) > 1e-5))[:20]:
            losses = [loss_of(shifted(before, name, int(place), step), rows[0], target[0]) for step in (-5e-3, 0, 5e-3)]
            falling, rising = losses[0] > losses[1] > losses[2], losses[0] < losses[1] < losses[2]
            if max(losses) - min(losses) > 2e-5 and (
                falling or rising
            ):  # otherwise there is the kink of a ReLU between them
                assert (moved[place] > 0) == falling
                checked += 1
    assert checked > 40


def test_rows_without_examples_are_unchanged() -> None:
    rng = np.random.default_rng(0)
    net = new_net(2, rng)
    before = net.table.copy()
    rows = rng.integers(0, 100, (5, 4, slot_count(2))).astype(np.uint16)
    fit(net, new_optimiser(net), rows, np.full((5, 4, 2), 0.5, np.float32), 1e-2, 0.5)
    assert (net.table[100:] == before[100:]).all()
    assert not (net.table[:100] == before[:100]).all()


def test_examples_are_memorised() -> None:
    rng = np.random.default_rng(1)
    net = new_net(3, rng)
    rows = rng.integers(0, row_count(3), (64, slot_count(3))).astype(np.uint16)
    targets = np.eye(3, dtype=np.float32)[rng.integers(0, 3, 64)]
    optimiser = new_optimiser(net)
    picks = rng.integers(0, 64, (150, 64))
    assert fit(net, optimiser, rows[picks[:1]], targets[picks[:1]], 1e-2, 0.0) > 1.0
    assert fit(net, optimiser, rows[picks], targets[picks], 1e-2, 0.0) < 0.2
    assert optimiser.steps[0] == 151


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


def test_promo_nobles_are_dealt_only_if_asked_for(box: CardSet) -> None:
    def dealt(with_promos: bool) -> set[int]:
        state = np.zeros(STATE_SIZE, np.int8)
        found: set[int] = set()
        for seed in range(20):
            plain(deal)(box, state, 2, 15, np.random.default_rng(seed), with_promos)
            found.update(state[NOBLES : NOBLES + 3].tolist())
        return found

    assert (len(dealt(with_promos=False)), len(dealt(with_promos=True))) == (10, 12)
