"""An interrupted match resumes with its saved results."""

from pathlib import Path

import pytest

from splendor_tui.arena.entrants import Limit, parse_entrants
from splendor_tui.arena.fixtures import Fixture
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.saved_results import MatchHeader, SavedResults, SavedResultsError
from splendor_tui.rules.catalogue import Catalogue
from tests.arena.guests import fixture_result

RESULTS = [fixture_result((0, 1), {0}, {1}, deal=deal) for deal in (1, 2, 3)]
FIXTURES = [Fixture(deal, (0, 1)) for deal in (1, 2, 3)]


@pytest.fixture
def arena(catalogue: Catalogue) -> Arena:
    return Arena(catalogue, parse_entrants(["merchant", "random"], Limit(1.0)), "1")


@pytest.fixture
def header(arena: Arena) -> MatchHeader:
    return MatchHeader.of(arena, [(0, 1)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena" / "results.jsonl"


@pytest.fixture
def saved(path: Path, header: MatchHeader) -> bytes:
    """The contents of a file of saved results of three deals."""
    with SavedResults(path, header) as results:
        for result in RESULTS:
            results.add(result)
        assert results.found == {}
    return path.read_bytes()


@pytest.mark.usefixtures("saved")
def test_saved_results_are_found(path: Path, header: MatchHeader) -> None:
    with SavedResults(path, header) as results:
        assert results.found == dict(zip(FIXTURES, RESULTS, strict=True))
        assert results.notice is None
        results.add(fixture_result((0, 1), {0}, {0}, deal=4))
    with SavedResults(path, header) as results:
        assert list(results.found) == [*FIXTURES, Fixture(4, (0, 1))]


@pytest.mark.parametrize("lacking", [1, 20])
def test_partly_written_result_is_played_again(lacking: int, path: Path, header: MatchHeader, saved: bytes) -> None:
    path.write_bytes(saved[:-lacking])
    with SavedResults(path, header) as results:
        assert list(results.found) == FIXTURES[:2]
        assert results.notice is None
        results.add(RESULTS[2])
    assert path.read_bytes() == saved


@pytest.mark.parametrize("line", [0, 1, 2])
def test_damaged_file_is_set_aside_and_its_undamaged_results_count(
    line: int, path: Path, header: MatchHeader, saved: bytes
) -> None:
    lines = saved.splitlines(keepends=True)
    lines[line] = b"\x00" + lines[line][1:]
    path.write_bytes(damaged := b"".join(lines))
    with SavedResults(path, header) as results:
        assert list(results.found) == FIXTURES[: max(0, line - 1)]
        assert "damaged" in str(results.notice)
        results.add(RESULTS[2])
    assert path.with_suffix(".damaged").read_bytes() == damaged
    with SavedResults(path, header) as results:
        assert results.notice is None
        assert results.found[FIXTURES[2]] == RESULTS[2]


def test_results_of_another_match_are_left_alone(path: Path, header: MatchHeader, saved: bytes) -> None:
    with pytest.raises(SavedResultsError, match="a different match"):
        SavedResults(path, header.model_copy(update={"seed": "2"}))
    assert path.read_bytes() == saved
    assert list(path.parent.iterdir()) == [path]


def test_results_of_another_version_of_a_player_are_rejected(
    path: Path, header: MatchHeader, arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room in ("bots", "rules"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "player.py").write_text(room)
    monkeypatch.setattr("splendor_tui.arena.saved_results._PACKAGE", tmp_path)
    before = MatchHeader.of(arena, [(0, 1)])
    assert MatchHeader.of(arena, [(0, 1)]).key == before.key != header.key
    (tmp_path / "bots" / "player.py").write_text("better")
    after = MatchHeader.of(arena, [(0, 1)])
    SavedResults(path, before).close()
    with pytest.raises(SavedResultsError, match="a different version of the program"):
        SavedResults(path, after)


def test_only_one_process_writes_the_results_of_a_match_even_if_files_are_deleted(
    path: Path, header: MatchHeader
) -> None:
    with SavedResults(path, header) as first:
        for file in path.parent.iterdir():
            if file != path:
                file.unlink()
        with pytest.raises(SavedResultsError, match="is already being played"):
            SavedResults(path, header)
        path.unlink()
        with SavedResults(path, header) as second:
            second.add(RESULTS[1])
            with pytest.raises(SavedResultsError, match="was removed or replaced"):
                first.add(RESULTS[0])
    with SavedResults(path, header) as results:
        assert list(results.found) == FIXTURES[1:2]
        results.delete()
    assert list(path.parent.iterdir()) == []


def test_match_key_depends_on_players_limits_seed_and_lineups(catalogue: Catalogue) -> None:
    def key(*names: str, seed: str = "1", seconds: float = 1.0, lineup: tuple[int, ...] = (0, 1)) -> str:
        return MatchHeader.of(Arena(catalogue, parse_entrants(names, Limit(seconds)), seed), [lineup]).key

    assert key("merchant", "random") == key("merchant", "random")
    keys = {
        key("merchant", "random"),
        key("random", "merchant"),
        key("merchant", "merchant"),
        key("merchant:2s", "random"),
        key("merchant:2n", "random"),
        key("merchant", "random", seed="2"),
        key("merchant", "random", seconds=2.0),
        key("merchant", "random", lineup=(0, 1, 1)),
    }
    assert len(keys) == 8
