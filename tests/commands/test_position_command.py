"""`splendor-tui position`: any position of a game in one line, without the secrets of an unfinished game."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from splendor_tui.cli import main
from splendor_tui.match.live_match import start_match
from splendor_tui.record import replay
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import format_position, parse_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import view
from splendor_tui.store import Store
from tests.match.tables import Time, act, options, play_any, play_out
from tests.store.stored import NOON


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


def save_game(folder: Path, catalogue: Catalogue, *, over: bool) -> str:
    """The id of a game that starts with two reservations from a deck, one of which is undone."""
    with Store.open(folder) as store:
        game_id, table = start_match(store, catalogue, options(target=5, seed="1"), now=Time(), today=lambda: NOON)
        table.begin()
        table.submit(0, ReserveTop(2), 0)
        act(table, ReserveTop(3))
        table.undo(1)
        if over:
            play_out(table, Random(1))
        else:
            play_any(table, Random(1))
    return game_id


@pytest.fixture
def over(catalogue: Catalogue, folder: Path) -> str:
    return save_game(folder, catalogue, over=True)


@pytest.fixture
def unfinished(catalogue: Catalogue, folder: Path) -> str:
    return save_game(folder, catalogue, over=False)


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def states_of(folder: Path, game_id: str, catalogue: Catalogue) -> list[State]:
    """Every position of a saved game after its first ply."""
    with Store.open(folder) as store:
        return [state for _action, state in replay(store.export_record(game_id), catalogue)]


def test_public_positions_are_printed(
    folder: Path, over: str, catalogue: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    states = states_of(folder, over, catalogue)
    for ply in (1, 7, len(states)):
        assert run("position", over, ply, "--public", "--data", folder) == 0
        assert capsys.readouterr().out == format_position(view(states[ply - 1], None)) + "\n"
    assert run("position", over, "--public", "--data", folder) == 0
    assert capsys.readouterr().out == format_position(view(states[-1], None)) + "\n"
    assert run("position", over, "--data", folder) == 0
    assert capsys.readouterr().out == format_position(states[-1]) + "\n", "nothing is secret once it is over"
    assert run("position", over, 0, "--data", folder) == 0
    assert capsys.readouterr().out.startswith("seat 0 main target 5 / grid ")


def test_game_from_a_file_prints_the_same_position(
    folder: Path, over: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    assert run("export", over, file, "--data", folder) == 0
    assert run("position", file, 9) == 0
    from_file = capsys.readouterr().out
    assert run("position", over, 9, "--data", folder) == 0
    assert capsys.readouterr().out == from_file


def test_complete_position_of_a_running_game_needs_the_option(
    folder: Path, unfinished: str, catalogue: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    state = states_of(folder, unfinished, catalogue)[0]
    assert run("position", unfinished, 1, "--data", folder) == 0
    known = capsys.readouterr().out
    assert " / *1 reserved ?2 / 0\n" in known
    assert "decks" not in known
    assert run("position", unfinished, 1, "--with-secrets", "--data", folder) == 0
    assert capsys.readouterr().out == format_position(state) + "\n"


def test_view_of_a_seat_in_a_running_game_needs_the_option(
    folder: Path, over: str, catalogue: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    unfinished = save_game(folder, catalogue, over=False)
    state = states_of(folder, over, catalogue)[0]
    assert run("position", over, 1, "--seat", 0, "--data", folder) == 0
    assert capsys.readouterr().out == format_position(view(state, 0)) + "\n"
    assert run("position", unfinished, 1, "--seat", 0, "--data", folder) == 2
    complaint = capsys.readouterr()
    assert complaint.out == ""
    assert "The game is unfinished" in complaint.err
    assert "--with-secrets" in complaint.err
    assert run("position", unfinished, 1, "--seat", 0, "--with-secrets", "--data", folder) == 0
    assert capsys.readouterr().out == format_position(view(state, 0)) + "\n"


def test_printed_position_parses_back(
    folder: Path, over: str, catalogue: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("position", over, 5, "--data", folder) == 0
    printed = capsys.readouterr().out
    assert isinstance(parse_position(printed, catalogue), State)


@pytest.mark.parametrize(
    ("asked", "hidden"), [([], True), (["--seat", 0, "--with-secrets"], True), (["--with-secrets"], False)]
)
def test_printed_position_starts_a_game(
    folder: Path, unfinished: str, asked: list[object], hidden: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("position", unfinished, 1, *asked, "--data", folder) == 0
    printed = capsys.readouterr().out
    line = [sys.executable, "-m", "splendor_tui", "new", "--plain", "--position", printed, "--players", "Ann,Bo"]
    done = subprocess.run([*line, "--data", folder], input="quit\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Bo, your turn." in done.stdout or "Bo, type ready." in done.stdout
    assert ("The position hides cards; they were dealt at random." in done.stdout) is hidden
    assert hidden is ("decks" not in printed)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere1"], "nowhere1"),
        (["{over}", "4999"], "There is no action 4999; choose 0 to "),
        (["{over}", "-1"], "argument ACTION: expected a whole number from 0 to 5000"),
        (["{over}", "five"], "argument ACTION: expected a whole number from 0 to 5000, not 'five'"),
        (["{over}", "--seat", "2"], "There is no seat 2; seats are 0 to 1."),
        (["{over}", "--seat", "4"], "argument --seat: expected a whole number from 0 to 3, not '4'"),
    ],
)
def test_invalid_arguments_are_errors(
    folder: Path, over: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("position", *(argument.format(over=over) for argument in arguments), "--data", folder) == 2
    assert said in capsys.readouterr().err


def test_tampered_record_prints_positions_before_the_first_error(
    folder: Path, over: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", over, "--data", folder) == 0
    lines = capsys.readouterr().out.splitlines()
    lines[4] = lines[4].replace('"digest":"', '"digest":"0')[:-3] + '"}'
    file = tmp_path / "tampered"
    file.write_text("\n".join(lines))
    assert run("position", file, 3) == 0
    assert capsys.readouterr().out
    assert run("position", file, 4) == 1
    assert capsys.readouterr().err.startswith("Action 4: ")
