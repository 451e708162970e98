"""Refining the packaged net with saved games. Only a better net replaces it."""

import json
from pathlib import Path

import numpy as np
import pytest

from splendor_tui.bots.learned.encoding import CardSet
from splendor_tui.bots.learned.net import load_net, load_shipped_net
from splendor_tui.rules.catalogue import Catalogue
from training import gauntlet, refine
from training.fitting import evaluate
from training.gauntlet import Score, offer_net
from training.nets import new_net, save_net
from training.refine import Recipe, fit_net, load_shards, play_shards, taught
from training.rotations import consensus, new_rotations
from training.self_play import play_games

STYLE = refine.STYLE._replace(simulations=4)


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refine, "SHARD_GAMES", 3)


def test_resumed_run_plays_only_the_missing_games(box: CardSet, tmp_path: Path) -> None:
    net = new_net(2, np.random.default_rng(1))
    play_shards(box, net, STYLE, tmp_path, 3, seed=7, jobs=1)
    whole = load_shards(tmp_path, range(3))
    kept, lost = tmp_path / "shard-00000.npz", tmp_path / "shard-00001.npz"
    kept_at = kept.stat().st_mtime_ns
    lost.rename(lost.with_suffix(".part"))  # the file of a process that died while writing
    play_shards(box, net, STYLE, tmp_path, 3, seed=7, jobs=1)
    assert kept.stat().st_mtime_ns == kept_at
    again = load_shards(tmp_path, range(3))
    assert np.array_equal(again.rows, whole.rows)
    assert np.array_equal(again.targets, whole.targets)


def test_fitting_improves_predictions_of_unseen_games(box: CardSet, catalogue: Catalogue, tmp_path: Path) -> None:
    net = load_shipped_net(2, catalogue)
    play_shards(box, net, STYLE, tmp_path, 16, seed=8, jobs=1)
    net.last[:] *= 0.2  # now its chances are far too uncertain
    fitted, held_out = load_shards(tmp_path, range(10)), load_shards(tmp_path, range(10, 16))
    before = net.table.copy()
    refined, reports = fit_net(
        net, fitted, held_out, new_rotations(box, 2), Recipe(epochs=3, rate=3e-3, batch=64), seed=8
    )
    assert np.array_equal(net.table, before)
    assert reports[-1].held_out < evaluate(net, held_out.rows, held_out.targets) - 0.01
    assert reports[-1].held_out == pytest.approx(evaluate(refined, held_out.rows, held_out.targets))
    assert reports[-1].epochs == 3


def test_pupil_learns_mostly_from_its_teachers(box: CardSet, catalogue: Catalogue) -> None:
    teacher, rotations = load_shipped_net(2, catalogue), new_rotations(box, 2)
    games, _ = play_games(box, teacher, STYLE, 2, [9])
    targets = taught(games, [teacher, teacher], rotations).targets
    agreed = consensus([teacher], rotations, games.rows)
    assert np.allclose(targets.sum(axis=1), 1, atol=1e-4)
    assert np.abs(targets - agreed).mean() < 0.3 * np.abs(games.targets - agreed).mean()


@pytest.mark.parametrize(("share", "replaced"), [(0.9, True), (0.52, False)])
def test_only_a_clearly_better_net_is_packaged(
    share: float, replaced: bool, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, folder = tmp_path / "package", tmp_path / "results"
    package.mkdir()
    folder.mkdir()
    old, new = load_shipped_net(2, catalogue), new_net(2, np.random.default_rng(3))
    path = package / "values-2.npz"
    save_net(path, old, catalogue)
    path.with_suffix(".json").write_text('{"games": 1}')
    monkeypatch.setattr(gauntlet, "shipped_net_path", lambda _players: path)
    monkeypatch.setattr(gauntlet, "play_match", lambda *_: Score(share, 400))
    offer_net(new, catalogue, {"games": 2}, folder, seed=1, jobs=1)
    expected = new if replaced else old
    assert np.allclose(load_net(path, 2, catalogue).table, expected.table, atol=1e-3)
    about = json.loads((folder / "values-2.json").read_text())
    assert (about["games"], about["began_with"]) == (2, {"games": 1})
    assert about["against_the_net_before"]["share"] == share
    assert (path.with_suffix(".json").read_text() == (folder / "values-2.json").read_text()) == replaced
