"""The levels that have learned: with a net that fits they search, and without one a Merchant plays and a sentence says why."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from splendor_tui.bots.learned import net
from splendor_tui.bots.learned.net import new_net, save_net
from splendor_tui.bots.levels import create_bot, level_shortcoming
from splendor_tui.bots.player import Advice, Budget
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import View, view
from tests.bots.bot_games import BRIEF
from tests.rules.boxes import box

LEARNED = pytest.mark.parametrize("level", ["guildmaster", "grandmaster"])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the package keeps its nets, with none in it."""
    monkeypatch.setattr(net, "FOLDER", tmp_path)
    return tmp_path


def first(catalogue: Catalogue, players: int) -> View:
    return view(new_game(catalogue, GameOptions(players), 1), 0)


@LEARNED
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_net_that_lies_there_is_played_with(level: str, players: int, folder: Path, catalogue: Catalogue) -> None:
    save_net(folder / f"values-{players}.npz", new_net(players, np.random.default_rng(0)), catalogue)
    advice = create_bot(level).advise(first(catalogue, players), Random(1), BRIEF)
    assert level_shortcoming(level, GameOptions(players), catalogue) is None
    assert advice.nodes == BRIEF.nodes
    assert len(advice.choices) == 3
    assert all(choice.chance is not None and 0 <= choice.chance <= 1 for choice in advice.choices)
    assert len(advice.chances) == players
    assert sum(advice.chances) == pytest.approx(1, abs=1e-4)
    assert advice.chances[0] == pytest.approx(advice.best.chance)


@LEARNED
@pytest.mark.parametrize("fault", ["absent", "damaged", "other players", "other cards"])
def test_without_a_net_that_fits_the_merchant_plays_and_it_is_told(
    level: str, fault: str, folder: Path, catalogue: Catalogue
) -> None:
    played = box() if fault == "other cards" else catalogue
    path = folder / "values-2.npz"
    if fault == "damaged":
        path.write_bytes(b"PK")
    elif fault != "absent":
        save_net(path, new_net(3 if fault == "other players" else 2, np.random.default_rng(0)), catalogue)
    seen = first(played, 2)
    assert create_bot(level).choose(seen, Random(1), BRIEF) == create_bot("merchant").choose(seen, Random(1), BRIEF)
    told = str(level_shortcoming(level, GameOptions(2), played))
    assert told.endswith(". The Merchant plays instead.")
    assert {"absent": "no learned net", "other cards": "other cards"}.get(fault, "damaged") in told


@LEARNED
@pytest.mark.parametrize("target", [4, 31])
def test_to_a_target_that_no_net_has_learned_the_merchant_plays_and_it_is_told(
    level: str, target: int, catalogue: Catalogue
) -> None:
    options = GameOptions(2, target)
    seen = view(new_game(catalogue, options, 1), 0)
    assert create_bot(level).choose(seen, Random(1), BRIEF) == create_bot("merchant").choose(seen, Random(1), BRIEF)
    told = str(level_shortcoming(level, options, catalogue))
    assert told == "The nets have learned games to 5 to 30 points only. The Merchant plays instead."


def test_quick_levels_play_any_game_as_they_should() -> None:
    assert level_shortcoming("merchant", GameOptions(4), box()) is None


def test_who_thinks_long_reports_on_the_way_and_goes_on_until_the_budget_ends(
    folder: Path, catalogue: Catalogue
) -> None:
    save_net(folder / "values-2.npz", new_net(2, np.random.default_rng(0)), catalogue)
    reports: list[Advice] = []
    polls = iter(range(1000))
    budget = Budget(60.0, lambda: next(polls) > 3)
    advice = create_bot("grandmaster").advise(first(catalogue, 2), Random(1), budget, reports.append)
    nodes = [report.nodes for report in reports]
    assert nodes == sorted({*nodes})
    assert 0 < nodes[0] < nodes[-1] <= advice.nodes < 1000
