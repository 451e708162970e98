"""A net is used only if it is undamaged and suitable for the game. Otherwise a message gives the reason."""

from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest

from splendor_tui.bots.learned.learned_policy import LearnedPolicy
from splendor_tui.bots.learned.net import NetError, load_net, load_shipped_net
from splendor_tui.bots.player import Uniform
from splendor_tui.rules.catalogue import Catalogue
from tests.bots.bot_games import beats
from training.nets import new_net, save_net


@pytest.fixture
def saved(tmp_path: Path, catalogue: Catalogue) -> Path:
    path = tmp_path / "values-2.npz"
    save_net(path, new_net(2, np.random.default_rng(0)), catalogue)
    return path


def changed(path: Path, **arrays: object) -> Path:
    """The file after a change to some of its contents."""
    with np.load(path) as file:
        np.savez(path, **{**dict(file), **{name: np.asarray(array) for name, array in arrays.items()}})
    return path


def test_saved_net_is_loaded(saved: Path, catalogue: Catalogue) -> None:
    net, read = new_net(2, np.random.default_rng(0)), load_net(saved, 2, catalogue)
    for one, other in zip(net, read, strict=True):
        assert other.dtype == np.float32
        assert np.allclose(one, other, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("kept", [0.0, 0.5, 0.999])
def test_truncated_net_is_damaged(saved: Path, catalogue: Catalogue, kept: float) -> None:
    saved.write_bytes(saved.read_bytes()[: int(saved.stat().st_size * kept)])
    with pytest.raises(NetError, match="damaged"):
        load_net(saved, 2, catalogue)


def test_changed_number_is_detected_and_a_pickled_one_is_not_loaded(saved: Path, catalogue: Catalogue) -> None:
    with np.load(saved) as file:
        table = file["table"]
    table[5000, 3] += np.float16(0.01)
    for damaged in (table, [object()]):
        with pytest.raises(NetError, match="damaged"):
            load_net(changed(saved, table=damaged), 2, catalogue)


def test_changed_byte_causes_at_most_an_error_message(tmp_path: Path, catalogue: Catalogue) -> None:
    path, rng = tmp_path / "values-2.npz", Random(3)
    save_net(path, new_net(2, np.random.default_rng(0), width=4), catalogue)
    whole = path.read_bytes()
    places = {*range(0, 1200, 3), *rng.sample(range(len(whole)), 60), *range(len(whole) - 600, len(whole), 3)}
    for place in sorted(places):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        with suppress(NetError):  # some damage is harmless, for example to a date
            load_net(path, 2, catalogue)


def test_net_of_another_version_is_rejected(saved: Path, catalogue: Catalogue) -> None:
    with pytest.raises(NetError, match="another version"):
        load_net(changed(saved, version=99), 2, catalogue)


def test_packaged_net_has_learned(catalogue: Catalogue) -> None:
    learned = LearnedPolicy(load_shipped_net(2, catalogue), catalogue, simulations=0)
    assert beats(catalogue, learned, Uniform(), wins=9, games=10)
