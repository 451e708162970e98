"""Nets in training: initialization, copies and files."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.encoding import Float32s
from splendor_tui.bots.learned.features import BY_SHAPE, LEAD, SIDE_ROWS, row_count
from splendor_tui.bots.learned.net import HEAD, VERSION, WIDTH, Net, checksum
from splendor_tui.rules.catalogue import Catalogue
from training.interrupts import replacing


def new_net(players: int, rng: np.random.Generator, width: int = WIDTH) -> Net:
    """Create an untrained net. The rows of single cards start at 0, so that they have no influence."""

    def draw(scale: float, *shape: int) -> Float32s:
        return (scale * rng.standard_normal(shape)).astype(np.float32)

    table = draw(0.05, row_count(players), width)
    table[rows_of_single_cards(players)] = 0
    return Net(
        table,
        np.full(width, 0.1, np.float32),
        draw((2 / width) ** 0.5, HEAD, width),
        np.zeros(HEAD, np.float32),
        draw(0.05, players, HEAD),
        np.zeros(players, np.float32),
    )


def copy_net(net: Net) -> Net:
    """Copy a net."""
    return Net(*(array.copy() for array in net))


def save_net(path: Path, net: Net, catalogue: Catalogue) -> None:
    """Save a net. Replaces the file atomically."""
    arrays = {name: array.astype(np.float16) for name, array in net._asdict().items()}
    with replacing(path) as file:
        np.savez_compressed(
            file,
            version=np.array(VERSION),
            players=np.array(net.players),
            catalogue=np.array(catalogue.digest),
            checksum=np.array(checksum(arrays)),
            **arrays,
        )


def rows_of_single_cards(players: int) -> npt.NDArray[np.bool_]:
    """A mask of the rows for single cards. They occur rarely, so they learn slowly."""
    rows = np.arange(row_count(players))
    return (rows < players * SIDE_ROWS) & (rows % SIDE_ROWS < BY_SHAPE)


def rows_of_lead(players: int) -> npt.NDArray[np.bool_]:
    """A mask of the rows for pairs of scores."""
    return np.arange(row_count(players)) >= players * SIDE_ROWS + LEAD
