"""`splendor-tui review`: reviews are computed once, saved with the game, and printed as sentences."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from splendor_tui.commands import review_command
from splendor_tui.commands.review_command import chance_chart
from splendor_tui.match import adviser
from splendor_tui.rules.actions import Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import Phase
from splendor_tui.store import Store
from splendor_tui.words.languages import set_language
from tests.commands.command_line import CommandLine
from tests.match.tables import act, options, play_out, save_match
from tests.review.reviewing import Reviewer


@pytest.fixture
def advisers(monkeypatch: pytest.MonkeyPatch) -> list[Reviewer]:
    """All advisers created."""
    made: list[Reviewer] = []

    def make() -> Reviewer:
        made.append(Reviewer())
        return made[-1]

    monkeypatch.setattr(adviser, "default_adviser", make)
    return made


@pytest.fixture
def resigned(catalogue: Catalogue, folder: Path) -> str:
    """The id of a finished game of three in which the second player resigned at once."""
    with Store.open(folder) as store:
        game_id, table = save_match(store, catalogue, options(3, target=5, seed="3"))
        table.submit(0, ReserveTop(2), 0)
        act(table, Forfeit())
        play_out(table, Random(1))
    return game_id


def test_game_is_reviewed_once_and_saved_and_printed_as_text_or_json(
    run: CommandLine, played: str, advisers: list[Reviewer], tmp_path: Path
) -> None:
    first = run("review", played).out
    assert " card from the deck and took a gold." in first
    assert "This gave away " in first
    assert "Turning points:" in first
    assert "The best move:" in first
    assert re.search(r"\n\n(.* percentage points per turn on average, over .*\n)+$", first), "once, as the last block"
    assert run("review", played).out == first
    found = run.json("review", played)
    assert found["names"] == ["Ann", "Bo"]
    assert found["turns"][0]["actions"] == ["reserve deck 2"]
    assert len(found["turning_points"]) <= 3
    assert all(turn["gave_away"] == pytest.approx(turn["before"] - turn["after"]) for turn in found["turns"])
    assert all(turn["before"] == turn["chances"][turn["seat"]] for turn in found["turns"])
    assert len(advisers) == 1, "nobody was asked again"
    file = tmp_path / "game.jsonl"
    run("export", played, file)
    assert run.json("review", file) == found, "a record says the same as the game"
    assert len(advisers) == 2, "but nothing is kept of a file"


@pytest.mark.parametrize("reviewed", [0, 4])
def test_interrupted_review_counts_reviewable_turns_and_resumes(
    run: CommandLine,
    folder: Path,
    resigned: str,
    advisers: list[Reviewer],
    monkeypatch: pytest.MonkeyPatch,
    reviewed: int,
) -> None:
    @contextmanager
    def interrupting(_planned: int) -> Iterator[Callable[[int, str], None]]:
        def show(done: int, _label: str) -> None:
            if done == reviewed:
                raise KeyboardInterrupt

        yield show

    with monkeypatch.context() as patch:
        patch.setattr(review_command, "progress_bar", interrupting)
        told = run("review", resigned, code=130).err
    run("review", resigned)
    with Store.open(folder) as store:
        turns = len(store.reviews.load(resigned))
    assert f"Stopped after {reviewed} of {turns} turns. " in told
    assert len([view for view in advisers[-1].asked if view.phase is Phase.MAIN]) == turns - reviewed


def test_single_turn_can_be_reviewed(run: CommandLine, played: str, advisers: list[Reviewer]) -> None:
    lines = run("review", played, 1).out.splitlines()
    assert lines[0] == "Action 1, round 1. It is Ann's turn."
    assert lines[1].endswith(" card from the deck and took a gold.")
    assert lines[2].startswith("In its favour: ")
    assert lines[3].startswith("Ann's chance of winning: ")
    assert lines[3].endswith(" after it."), "nobody has looked at the next turn yet"
    assert lines[5].startswith("Everyone's chance before the turn: Ann ")
    assert len(advisers[0].asked) == 1
    assert "There is no action 4000; the last action of this game is " in run.error("review", played, 4_000)


def test_resignation_is_shown_but_not_reviewed(run: CommandLine, resigned: str, advisers: list[Reviewer]) -> None:
    assert "\n   2            Bo resigned.\n" in run("review", resigned).out
    assert {view.ply for view in advisers[0].asked} & {0, 1} == {0}
    assert "A player resigned at action 2; there is nothing to review." in run.error("review", resigned, 2)


# --- the chart of winning chances, as text ----------------------------------------------------------------------------


def test_each_seat_is_plotted_at_its_chance_even_in_a_narrow_chart() -> None:
    chart = chance_chart([(0.5, 0.5), (0.72, 0.28), (1.0, 0.0)], 40)
    assert chart[0] == "100% |  1"
    assert chart[3] == " 70% | 1"
    assert chart[5] == " 50% |*"
    assert chart[7] == " 30% | 2"
    assert chart[10] == "  0% |  2"
    for width in range(10):
        chart = chance_chart([(1.0, 0.0), *[(0.5, 0.5)] * 9, (0.0, 1.0)], width)
        assert chart[0][6:].replace(" ", "") == "12"


@pytest.mark.parametrize(("language", "percent"), [("en", "%"), ("fr", "\xa0%")])
def test_long_game_fits_the_width_in_every_language(language: str, percent: str) -> None:
    set_language(language)
    chart = chance_chart([(0.5, 0.5)] * 499 + [(0.0, 1.0)], 80)
    assert max(map(len, chart)) == 80
    assert (chart[0][-1], chart[-1][-1]) == ("2", "1")
    assert chart[0].startswith(f"100{percent} |")
    assert chart[10].startswith(f"  0{percent} |")
