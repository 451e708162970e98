"""Fits the net to examples with Adam. A step changes only the table rows used in its batch."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.compiled import compiled, compiled_separately
from splendor_tui.bots.learned.encoding import Float32s
from splendor_tui.bots.learned.features import Rows
from splendor_tui.bots.learned.net import HEAD, Net, predict, sum_rows
from training.nets import copy_net, rows_of_lead, rows_of_single_cards

FORGET_MEAN = 0.9
FORGET_SQUARE = 0.999
SINGLE_CARD_RATE = 0.3
LEAD_RATE = 0.5

Scales: TypeAlias = tuple[np.float32, np.float32]
"""The corrections of the moving averages of the gradient and its square, which start at 0."""


class Optimiser(NamedTuple):
    """The state of Adam: moving averages of the gradient and its square, the number of steps, and each row's learning rate."""

    mean: Net
    square: Net
    steps: npt.NDArray[np.int64]
    row_rate: Float32s


def new_optimiser(net: Net) -> Optimiser:
    """Create an optimiser for this net."""
    rate = np.ones(len(net.table), np.float32)
    rate[rows_of_single_cards(net.players)] = SINGLE_CARD_RATE
    rate[rows_of_lead(net.players)] = LEAD_RATE
    return Optimiser(_zeros_like(net), _zeros_like(net), np.zeros(1, np.int64), rate)


def copied_optimiser(optimiser: Optimiser) -> Optimiser:
    """An independent copy of the optimiser."""
    return optimiser._replace(
        mean=copy_net(optimiser.mean), square=copy_net(optimiser.square), steps=optimiser.steps.copy()
    )


def _zeros_like(net: Net) -> Net:
    return Net(*map(np.zeros_like, net))


def fit(net: Net, optimiser: Optimiser, rows: Rows, targets: Float32s, rate: float, decay: float) -> float:
    """Run one step for each batch. Returns the mean loss (cross entropy).

    `rows` is (batches, batch, slots), and `targets` (batches, batch, players). `decay`, multiplied by `rate`, shrinks the
    rows used in a batch.
    """
    gradient = _zeros_like(net)
    touched = np.zeros(len(net.table), np.bool_)
    total = 0.0
    for batch, wanted in zip(rows, targets, strict=True):
        total += float(_gradient(net, gradient, touched, batch, wanted))
        optimiser.steps[0] += 1
        _step(net, optimiser, gradient, touched, rate, decay)
    return total / max(1, len(rows))


def evaluate(net: Net, rows: Rows, targets: Float32s) -> float:
    """The mean loss (cross entropy) on the examples."""
    values = np.zeros_like(targets)
    predict_all(net, rows, values)
    return float(-(targets * np.log(values + 1e-7)).sum() / max(1, len(rows)))


@compiled_separately
def predict_all(net: Net, rows: Rows, values: Float32s) -> None:
    """Write each side's chance of winning to `values` (examples, players)."""
    sums, active = np.zeros(net.table.shape[1], np.float32), np.zeros(net.table.shape[1], np.float32)
    hidden = np.zeros(HEAD, np.float32)
    for example in range(len(rows)):
        sum_rows(net, rows[example], sums)
        predict(net, sums, active, hidden, 0, values[example])


@compiled_separately
def _gradient(net: Net, gradient: Net, touched: npt.NDArray[np.bool_], rows: Rows, targets: Float32s) -> float:
    """Add the gradient of a batch's mean loss. Returns that loss."""
    width, players = net.table.shape[1], len(net.last_bias)
    sums, active, back = np.zeros(width, np.float32), np.zeros(width, np.float32), np.zeros(width, np.float32)
    hidden, hidden_back = np.zeros(HEAD, np.float32), np.zeros(HEAD, np.float32)
    values = np.zeros(players, np.float32)
    zero = np.float32(0)
    share = np.float32(1.0 / len(rows))
    loss = 0.0
    for example in range(len(rows)):
        sum_rows(net, rows[example], sums)
        predict(net, sums, active, hidden, 0, values)
        for other in range(HEAD):
            hidden_back[other] = 0
        for side in range(players):
            target = targets[example, side]
            loss -= target * np.log(values[side] + 1e-7)
            error = (values[side] - target) * share
            gradient.last_bias[side] += error
            for other in range(HEAD):
                gradient.last[side, other] += error * max(hidden[other], zero)
                hidden_back[other] += error * net.last[side, other]
        for other in range(HEAD):
            if hidden[other] <= 0:
                hidden_back[other] = 0
            gradient.middle_bias[other] += hidden_back[other]
        for unit in range(width):
            back[unit] = 0
        for other in range(HEAD):
            slope = hidden_back[other]
            if slope != 0:
                for unit in range(width):
                    gradient.middle[other, unit] += active[unit] * slope
                    back[unit] += net.middle[other, unit] * slope
        for unit in range(width):
            if active[unit] <= 0:
                back[unit] = 0
            gradient.table_bias[unit] += back[unit]
        for slot in range(rows.shape[1]):
            row = rows[example, slot]
            touched[row] = True
            for unit in range(width):
                gradient.table[row, unit] += back[unit]
    return loss / len(rows)


def _step(
    net: Net, optimiser: Optimiser, gradient: Net, touched: npt.NDArray[np.bool_], rate: float, decay: float
) -> None:
    """Update the weights, and clear the gradient."""
    steps = float(optimiser.steps[0])
    scales = np.float32(1 / (1 - FORGET_MEAN**steps)), np.float32(1 / (1 - FORGET_SQUARE**steps))
    _move_rows(net, optimiser, gradient, touched, rate, decay, scales)
    for layer in zip(net[1:], gradient[1:], optimiser.mean[1:], optimiser.square[1:], strict=True):
        weights, slopes, mean, square = (array.reshape(-1) for array in layer)
        _move(weights, slopes, mean, square, np.float32(rate), scales)


@compiled_separately
def _move_rows(
    net: Net,
    optimiser: Optimiser,
    gradient: Net,
    touched: npt.NDArray[np.bool_],
    rate: float,
    decay: float,
    scales: Scales,
) -> None:
    mean, square = optimiser.mean, optimiser.square
    for row in range(len(net.table)):
        if touched[row]:
            touched[row] = False
            pace = np.float32(rate * optimiser.row_rate[row])
            keep = np.float32(1 - pace * decay)
            for unit in range(net.table.shape[1]):
                net.table[row, unit] *= keep
            _move(net.table[row], gradient.table[row], mean.table[row], square.table[row], pace, scales)


@compiled
def _move(
    weights: Float32s, gradient: Float32s, mean: Float32s, square: Float32s, pace: np.float32, scales: Scales
) -> None:
    forget_mean, forget_square = np.float32(FORGET_MEAN), np.float32(FORGET_SQUARE)
    mean_scale, square_scale = scales
    one, tiny = np.float32(1), np.float32(1e-8)
    for place in range(len(weights)):
        slope = gradient[place]
        mean[place] = forget_mean * mean[place] + (one - forget_mean) * slope
        square[place] = forget_square * square[place] + (one - forget_square) * slope * slope
        weights[place] -= pace * (mean[place] * mean_scale) / (np.sqrt(square[place] * square_scale) + tiny)
        gradient[place] = 0
