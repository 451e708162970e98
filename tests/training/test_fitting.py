"""The fit follows the gradient, and changes only the rows of its batch."""

import numpy as np
import pytest

from splendor_tui.bots.learned.features import row_count, slot_count
from splendor_tui.bots.learned.net import HEAD, Net, predict, sum_rows
from training.fitting import fit, new_optimiser
from training.nets import new_net


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
