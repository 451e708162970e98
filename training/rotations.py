"""Rotated training examples: every colour becomes the next one in the order W U G R K, once to four times.

All nobles rotate into each other, and so do seven cards in ten; the others rotate into a similar card. The chances of
winning hardly change, so each example stands for five.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned import features
from splendor_tui.bots.learned.encoding import UNKNOWN, CardSet, Float32s, Int8s
from splendor_tui.bots.learned.features import DISTANCES, GAPS, HORIZONS, KINDS, PILES, SHAPES, SIDE_ROWS, Rows
from splendor_tui.bots.learned.net import Net
from training.fitting import predict_all

COLOURS: Final = 5
NOBLES: Final = 10


def new_rotations(cards: CardSet, players: int) -> Rows:
    """The row that each row of the table becomes, by rotation: (COLOURS, rows)."""
    return np.array([_rotation(cards, players, by) for by in range(COLOURS)])


def rotate(rows: Rows, rotations: Rows, rng: np.random.Generator) -> Rows:
    """Rotate each example at random. The last axis of `rows` contains the slots."""
    by = rng.integers(0, COLOURS, rows.shape[:-1])
    rotated: Rows = rotations[by[..., np.newaxis], rows]
    return rotated


def consensus(nets: Sequence[Net], rotations: Rows, rows: Rows) -> Float32s:
    """Each side's chance of winning, from the mean logits of these nets for all rotations of an example."""
    logits = np.zeros((len(rows), nets[0].players), np.float32)
    values = np.zeros_like(logits)
    for net in nets:
        for rotation in rotations:
            predict_all(net, rotation[rows], values)
            logits += np.log(values + 1e-9) / (len(nets) * COLOURS)
    chances = np.exp(logits)
    normalised: Float32s = chances / chances.sum(axis=1, keepdims=True)
    return normalised


def _rotation(cards: CardSet, players: int, by: int) -> Rows:
    rotation = np.arange(features.row_count(players)).astype(np.uint16)

    def rotate_colours(start: int, groups: int, size: int) -> None:
        """Rotate `groups` groups of one block per colour, each of `size` rows."""
        block = rotation[start : start + groups * COLOURS * size].reshape(groups, COLOURS, size)
        block[:] = np.roll(block, -by, axis=1)

    def reorder(start: int, order: npt.NDArray[np.intp], size: int) -> None:
        block = rotation[start : start + len(order) * size].reshape(len(order), size)
        block[:] = block[order]

    rotated_cards, rotated_nobles = _rotate_cards(cards, by), _nearest(cards.noble_cost[:NOBLES], by)
    for side in range(players):
        start = side * SIDE_ROWS
        for is_reserved in (0, 1):
            reorder(start + features.BY_CARD + is_reserved * (UNKNOWN * GAPS + 4), rotated_cards, GAPS)
            by_shape = start + features.BY_SHAPE + is_reserved * (KINDS * SHAPES + 4)
            rotate_colours(by_shape, KINDS // COLOURS, SHAPES)
            by_price = start + features.BY_PRICE + is_reserved * (HORIZONS * KINDS * GAPS + 4)
            rotate_colours(by_price, HORIZONS * KINDS // COLOURS, GAPS)
        rotate_colours(start + features.BY_GEMS, 1, PILES * 8)
        rotate_colours(start + features.BY_DEMAND, 1, 16)
        reorder(start + features.BY_NOBLE, rotated_nobles, DISTANCES)
    rotate_colours(players * SIDE_ROWS + features.IN_BANK, 1, PILES)
    return rotation


def _rotate_cards(cards: CardSet, by: int) -> npt.NDArray[np.intp]:
    """The card that each card becomes, of the same level and points."""
    traits = np.stack([cards.level, cards.bonus, cards.points], axis=1)[:UNKNOWN]
    rotated = traits.copy()
    rotated[:, 1] = (rotated[:, 1] + by) % COLOURS
    is_other = (rotated[:, np.newaxis] != traits).any(axis=2)
    return _nearest(cards.cost[:UNKNOWN], by, 1000 * is_other)


def _nearest(prices: Int8s, by: int, distance: npt.NDArray[np.int64] | int = 0) -> npt.NDArray[np.intp]:
    """The place of the price most similar to each rotated price. `distance` is added to the difference of each pair."""
    wide = prices.astype(np.int64)
    difference = np.abs(np.roll(wide, by, axis=1)[:, np.newaxis] - wide).sum(axis=2) + distance
    nearest: npt.NDArray[np.intp] = np.argmin(difference, axis=1)
    return nearest
