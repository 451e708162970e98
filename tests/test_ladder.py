"""`make ladder`: its pairings, and the results that it writes to the docs."""

import json
import re
import sys
from collections.abc import Generator, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks import ladder
from splendor_tui.arena.fixtures import Fixture, FixtureResult
from splendor_tui.arena.parallel_matches import play_match
from splendor_tui.bots.levels import LEVELS, get_level
from splendor_tui.ratings import LEVEL_RATINGS, ratings_of
from splendor_tui.rules.catalogue import Catalogue
from tests.arena.guests import fixture_result
from tests.ratings.rated_games import game


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page to write to."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{ladder.BEGIN}\nold\n{ladder.END}\nafter\n", encoding="utf-8")
    (tmp_path / "README.md").write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(ladder, "PAGE", page)
    monkeypatch.setattr(ladder, "README", tmp_path / "README.md")
    monkeypatch.setattr(ladder, "DATA", tmp_path / "ladder.json")
    monkeypatch.setattr(ladder, "DESCRIPTIONS", {"Merchant": "a good player"})
    monkeypatch.setattr(ladder, "known_players", lambda: ("random", "apprentice", "merchant"))
    return page


def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    command = ["ladder", "--games", "4", "--workers", "1", "--folder", str(tmp_path / "kept"), *arguments]
    monkeypatch.setattr(sys, "argv", command)
    return ladder.main()


def test_each_level_plays_the_two_levels_below_it() -> None:
    assert list(ladder.rungs(4, 2)) == [(1, 0), (2, 1), (3, 2), (2, 0), (3, 1)]
    assert list(ladder.rungs(3, 4)) == [(1, 0, 0, 0), (2, 1, 1, 1), (2, 0, 0, 0)]


def test_ladder_is_written_between_its_marks(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladder, "play_match", won_by_the_first_seat)
    assert play(tmp_path, monkeypatch, "--write", "--players", "2", "3") == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{ladder.BEGIN}\n")
    assert text.endswith(f"{ladder.END}\nafter\n")
    assert "old" not in text
    assert "| Merchant | 1500 | 1500 |" in text
    assert "| Merchant against Apprentice |" in text
    assert "--games 4 --seed 1`: 30 games" in text
    assert re.search(
        r"\| Merchant \| a good player \| [\d.]+% \(\d+–\d+\) \| 1500 \|", (tmp_path / "README.md").read_text()
    )
    assert "| Merchant | 1500 | 1500 |" in capsys.readouterr().out
    assert list((tmp_path / "kept").iterdir()) == []


def won_by_the_first_seat(_arena: object, schedule: Iterable[Fixture], _kept: object) -> Iterator[FixtureResult]:
    """A ladder whose games take no time."""
    return (fixture_result(lineup, *[{0}] * len(lineup), deal=deal) for deal, lineup in schedule)


@pytest.mark.usefixtures("page")
def test_stopped_ladder_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ladder, "play_match", stopped_after_a_deal)
        assert play(tmp_path, monkeypatch, "--players", "2") == 130
    printed = capsys.readouterr()
    assert "Stopped after 2 of 12 games" in printed.err
    assert "| Merchant | – |" in printed.out  # it has not played yet
    assert play(tmp_path, monkeypatch, "--players", "2") == 0
    assert "12 games, of which 2 have been played." in capsys.readouterr().out


def stopped_after_a_deal(*args: Any) -> Generator[FixtureResult]:
    """A ladder that ctrl+c interrupts after the first deal."""
    yield next(play_match(*args))
    raise KeyboardInterrupt


def test_documents_have_the_figures_of_the_data_file() -> None:
    figures = json.loads(ladder.DATA.read_text(encoding="utf-8"))
    for file, lines in ((ladder.PAGE, ladder.page_lines(figures)), (ladder.README, ladder.readme_lines(figures))):
        text = file.read_text(encoding="utf-8")
        assert ladder.with_ladder(text, list(lines)) == text
    assert {*ladder.DESCRIPTIONS} == {str(get_level(level).name) for level in LEVELS}


def test_levels_have_the_ratings_of_the_ladder_for_two_players() -> None:
    figures = json.loads(ladder.DATA.read_text(encoding="utf-8"))
    two = figures["players"].index(2)
    elos = {name: elos[two].split()[0] for name, elos in figures["elo"].items()}
    ratings = {str(get_level(level).name): f"{elo:.0f}" for level, elo in LEVEL_RATINGS.items()}
    assert ratings == {name: elo for name, elo in elos.items() if name in ratings}


def test_player_who_wins_as_often_as_a_level_gets_its_rating(catalogue: Catalogue) -> None:
    figures = json.loads(ladder.DATA.read_text(encoding="utf-8"))
    two = figures["players"].index(2)
    shares = {(level, other): float(shares[two].split("%")[0]) / 100 for level, other, *shares in figures["wins"]}
    for below, level in pairwise(LEVELS):
        share = shares[str(get_level(level).name), str(get_level(below).name)]
        wins = [int((day + 1) * share) > int(day * share) for day in range(100)]
        games = [game(catalogue, ("Ann", below), (15, 3) if won else (3, 15), day=day) for day, won in enumerate(wins)]
        [ann] = ratings_of(games, catalogue)
        assert ann.rating.elo == pytest.approx(LEVEL_RATINGS[level], abs=60)
