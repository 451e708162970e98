"""`splendor-tui review`: reviews are computed once, saved with the game, and printed as sentences."""

import json
from pathlib import Path
from random import Random

import pytest

from splendor_tui.cli import main
from splendor_tui.match import adviser
from splendor_tui.match.live_match import start_match
from splendor_tui.review import game_review
from splendor_tui.rules.actions import Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from tests.match.tables import Time, act, options, play_out
from tests.review.reviewing import Reviewer, play_game
from tests.store.stored import NOON


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def played(catalogue: Catalogue, folder: Path) -> str:
    with Store.open(folder) as store:
        return play_game(store, catalogue)


@pytest.fixture
def advisers(monkeypatch: pytest.MonkeyPatch) -> list[Reviewer]:
    """All advisers created."""
    made: list[Reviewer] = []

    def make() -> Reviewer:
        made.append(Reviewer())
        return made[-1]

    monkeypatch.setattr(adviser, "default_adviser", make)
    return made


def game_with_a_resignation(catalogue: Catalogue, folder: Path) -> str:
    with Store.open(folder) as store:
        agreed = options(3, target=5, seed="3")
        game_id, table = start_match(store, catalogue, agreed, now=Time(), today=lambda: NOON)
        table.begin()
        table.submit(0, ReserveTop(2), 0)
        act(table, Forfeit())
        play_out(table, Random(1))
    return game_id


def run(*arguments: object) -> int:
    return main(["review", *map(str, arguments)])


def test_game_is_reviewed_once_and_saved(
    folder: Path, played: str, advisers: list[Reviewer], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(played, "--data", folder) == 0
    first = capsys.readouterr().out
    assert " card from the deck and took a gold." in first
    assert "This gave away " in first
    assert "Turning points:" in first
    assert "The best move:" in first
    assert " percentage points per turn on average, over " in first
    assert run(played, "--data", folder) == 0
    assert capsys.readouterr().out == first
    assert len(advisers) == 1, "nobody was asked again"


def test_interrupted_review_resumes(
    folder: Path,
    played: str,
    advisers: list[Reviewer],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = 0
    judge = Reviewer.judge

    def interrupted(self, view, turn, rng, budget):  # type: ignore[no-untyped-def]
        nonlocal asked
        asked += 1
        if asked == 9:
            raise KeyboardInterrupt
        return judge(self, view, turn, rng, budget)

    monkeypatch.setattr(game_review, "in_background", _at_once)
    with monkeypatch.context() as patch:
        patch.setattr(Reviewer, "judge", interrupted)
        assert run(played, "--data", folder) == 130
    assert "Stopped after 4 of " in capsys.readouterr().err
    assert run(played, "--data", folder) == 0
    turns = capsys.readouterr().out.count("\n")
    assert len(advisers[1].asked) < turns
    with Store.open(folder) as store:
        assert len(store.reviews.load(played)) == 4 + len(advisers[1].asked)


def test_interrupted_review_counts_only_reviewable_turns(
    catalogue: Catalogue,
    folder: Path,
    advisers: list[Reviewer],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game_id = game_with_a_resignation(catalogue, folder)

    def interrupted(self, view, turn, rng, budget):  # type: ignore[no-untyped-def]  # noqa: ARG001
        raise KeyboardInterrupt

    monkeypatch.setattr(game_review, "in_background", _at_once)
    with monkeypatch.context() as patch:
        patch.setattr(Reviewer, "judge", interrupted)
        assert run(game_id, "--data", folder) == 130
        told = capsys.readouterr().err
        assert run(game_id, 1, "--data", folder) == 130
        assert "Stopped before the turn was reviewed." in capsys.readouterr().err
    assert run(game_id, "--data", folder) == 0
    assert advisers
    with Store.open(folder) as store:
        assert f"Stopped after 0 of {len(store.reviews.load(game_id))} turns. " in told


async def _at_once(call):  # type: ignore[no-untyped-def]
    return call()


def test_single_turn_can_be_reviewed(
    folder: Path, played: str, advisers: list[Reviewer], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(played, 1, "--data", folder) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Action 1, round 1. It is Ann's turn."
    assert lines[1].endswith(" card from the deck and took a gold.")
    assert lines[2].startswith("In its favour: ")
    assert lines[3].startswith("Ann's chance of winning: ")
    assert lines[3].endswith(" after it."), "nobody has looked at the next turn yet"
    assert lines[5].startswith("Everyone's chance before the turn: Ann ")
    assert len(advisers[0].asked) == 1
    assert run(played, 4_000, "--data", folder) == 2
    assert "There is no action 4000; this game has " in capsys.readouterr().err


def test_json_has_the_same_review(
    folder: Path, played: str, advisers: list[Reviewer], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(played, "--data", folder, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["names"] == ["Ann", "Bo"]
    assert found["turns"][0]["actions"] == ["reserve deck 2"]
    assert len(found["turning_points"]) <= 3
    assert all(turn["gave_away"] == pytest.approx(turn["before"] - turn["after"]) for turn in found["turns"])
    assert all(turn["before"] == turn["chances"][turn["seat"]] for turn in found["turns"])
    file = tmp_path / "game.jsonl"
    assert main(["export", played, str(file), "--data", str(folder)]) == 0
    assert run(file, "--json") == 0
    assert json.loads(capsys.readouterr().out) == found, "a record says the same as the game"
    assert len(advisers) == 2, "but nothing is kept of a file"


def test_unfinished_game_cannot_be_reviewed(
    catalogue: Catalogue, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(folder) as store:
        game_id, _table = start_match(store, catalogue, options(), now=Time(), today=lambda: NOON)
    assert run(game_id, "--data", folder) == 2
    assert "Only finished games can be reviewed; this one has no result." in capsys.readouterr().err


def test_resignation_is_shown_but_not_reviewed(
    catalogue: Catalogue, folder: Path, advisers: list[Reviewer], capsys: pytest.CaptureFixture[str]
) -> None:
    game_id = game_with_a_resignation(catalogue, folder)
    assert run(game_id, "--data", folder) == 0
    assert "\n   2            Bo resigned.\n" in capsys.readouterr().out
    assert {view.ply for view in advisers[0].asked} & {0, 1} == {0}
    assert run(game_id, 2, "--data", folder) == 2
    assert "A player resigned at action 2; there is nothing to review." in capsys.readouterr().err
