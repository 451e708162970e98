"""Engines in the arena: whatever they do, a match ends properly and no process remains."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor_tui.arena.entrants import Limit, close_engines, parse_entrants
from splendor_tui.arena.fixtures import Fixture, FixtureResult
from splendor_tui.arena.headless_game import Arena, play_fixture
from splendor_tui.engines.engine_process import EngineError
from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.match.bot_answer import Fault
from splendor_tui.record import parse_record
from splendor_tui.replay import final_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from tests.engines.guest_command import GUEST
from tests.engines.left_over import MARK, marked, no_process_left

COLLECTOR = shlex.join([sys.executable, str(Path(__file__).parents[2] / "examples" / "collector.py")])


def play(catalogue: Catalogue, *names: str, seconds: float = 30.0) -> FixtureResult:
    entrants = parse_entrants(names, Limit(seconds))
    return play_fixture(Arena(catalogue, entrants, "1"), Fixture(1, tuple(range(len(names))))).result


def test_engine_plays_without_faults_and_beats_random_play(catalogue: Catalogue) -> None:
    result = play(catalogue, f"@{COLLECTOR}", "random")
    assert result.share_of(0) == 1
    assert [dict(seat.faults) for game in result.games for seat in game.seats] == [{}] * 4


@pytest.fixture(autouse=True)
def engines_end() -> Iterator[None]:
    """Close idle engines after each test."""
    yield
    close_engines()


@pytest.mark.parametrize(("fault", "starts"), [("", 1), ("crashes", 6)])
def test_engine_is_reused_for_the_next_deal_unless_it_failed(
    fault: str, starts: int, catalogue: Catalogue, tmp_path: Path
) -> None:
    log = tmp_path / "dialogue.log"
    engines = {"Guest": EngineSettings(command=f"{GUEST} '{fault}'", log=str(log))}
    arena = Arena(catalogue, parse_entrants(["@Guest", "random"], Limit(30.0), engines), "1")
    for deal in (1, 2):
        play_fixture(arena, Fixture(deal, (0, 1)))
    said = log.read_text().splitlines()
    assert sum('> {"type":"hello"' in line for line in said) == starts
    assert sum('> {"type":"new-game"' in line for line in said) >= 4


def test_engine_is_named_by_its_title_or_its_program() -> None:
    engines = {"Mine": EngineSettings(command=GUEST, options={"threads": 2})}
    mine, other = parse_entrants(["@mine:2s", f"@{GUEST}"], engines=engines)
    assert (mine.name, mine.label, mine.limit, mine.engine) == ("Mine", "@mine:2s", Limit(2.0), engines["Mine"])
    assert other.engine is not None
    assert (other.name, other.engine.command) == (Path(sys.executable).stem, GUEST)


def test_seats_with_the_same_name_are_distinguished_in_a_record(catalogue: Catalogue) -> None:
    engines = {"random": EngineSettings(command=GUEST)}
    entrants = parse_entrants(["random", "@random"], Limit(30.0), engines)
    text = play_fixture(Arena(catalogue, entrants, "1", recorded=True), Fixture(1, (0, 1, 1))).records[0]
    record = parse_record(text.encode())
    final_state(record, catalogue)
    assert [(player.name, player.kind) for player in record.header.players] == [
        ("Random", "random"),
        ("random 2", "engine"),
        ("random 3", "engine"),
    ]


def test_hanging_engine_is_dropped_after_three_late_moves(catalogue: Catalogue) -> None:
    start = time.monotonic()
    result = play(catalogue, f"@{GUEST} hangs", "random", seconds=0.2)
    [first, second] = [seat for game in result.games for seat in game.seats if seat.entrant == 0]
    assert first.faults[Fault.LATE] == 3
    assert first.faults[Fault.FAILED] == first.moves - 3
    assert second.faults == {Fault.FAILED: second.moves}
    assert time.monotonic() - start < 60


@pytest.mark.parametrize("command", ["./there-is-none", "false", f"{GUEST} 'speaks another protocol'"])
def test_unusable_engine_is_reported_before_the_game(command: str, catalogue: Catalogue) -> None:
    [entrant] = parse_entrants([f"@{command}"])
    with pytest.raises(EngineError, match="cannot play"):
        entrant.check(GameOptions(2), catalogue)


listing = pytest.mark.skipif(sys.platform != "linux", reason="lists processes as Linux does")


@listing
def test_engine_ends_with_its_match(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MARK, str(tmp_path))
    play(catalogue, f"@{GUEST} 'ignores quit'", "random")
    assert marked(str(tmp_path))
    close_engines()
    assert no_process_left(str(tmp_path))


@listing
def test_no_worker_or_engine_survives_a_killed_match(tmp_path: Path) -> None:
    mark = str(tmp_path)
    arguments = ["arena", f"@{GUEST} 'ignores quit'", "random", "--games", "1000000", "--workers", "2", "--data", mark]
    command = [sys.executable, "-m", "splendor_tui", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, MARK: mark}) as match:
        while not any(path.read_bytes().count(b"\n") > 2 for path in tmp_path.glob("arena/*.jsonl")):
            assert match.poll() is None
            time.sleep(0.05)
        match.kill()
    assert no_process_left(mark)
