"""`splendor-tui position`: any position of a game in one line, without the secrets of an unfinished game."""

from pathlib import Path

import pytest

from splendor_tui.replay import replay
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import view
from splendor_tui.store import Store
from tests.commands.command_line import CommandLine
from tests.plain.typist import run as play


def states_of(folder: Path, game_id: str, catalogue: Catalogue) -> list[State]:
    """Every position of a saved game after its first ply."""
    with Store.open(folder) as store:
        return [ply.after for ply in replay(store.export_record(game_id), catalogue)]


def test_positions_of_a_finished_game_are_printed(
    run: CommandLine, folder: Path, played: str, catalogue: Catalogue
) -> None:
    states = states_of(folder, played, catalogue)
    for ply in (1, 7, len(states)):
        assert run("position", played, ply, "--public").out == format_position(view(states[ply - 1], None)) + "\n"
    assert run("position", played, "--public").out == format_position(view(states[-1], None)) + "\n"
    assert run("position", played).out == format_position(states[-1]) + "\n", "nothing is secret once it is over"
    assert run("position", played, 1, "--seat", 0).out == format_position(view(states[0], 0)) + "\n"
    assert run("position", played, 0).out.startswith("seat 0 main target 5 / grid ")


def test_secrets_of_a_running_game_need_the_option(
    run: CommandLine, folder: Path, unfinished: str, catalogue: Catalogue
) -> None:
    state = states_of(folder, unfinished, catalogue)[0]
    known = run("position", unfinished, 1).out
    assert " / *1 reserved ?2 / 0\n" in known
    assert "decks" not in known
    assert run("position", unfinished, 1, "--with-secrets").out == format_position(state) + "\n"
    complaint = run.error("position", unfinished, 1, "--seat", 0)
    assert "The game is unfinished" in complaint
    assert "--with-secrets" in complaint
    own = run("position", unfinished, 1, "--seat", 0, "--with-secrets").out
    assert own == format_position(view(state, 0)) + "\n"


@pytest.mark.parametrize(
    ("asked", "hidden"), [([], True), (["--seat", 0, "--with-secrets"], True), (["--with-secrets"], False)]
)
def test_printed_position_starts_a_game(
    run: CommandLine, unfinished: str, asked: list[object], hidden: bool, tmp_path: Path
) -> None:
    printed = run("position", unfinished, 1, *asked).out
    done = play(tmp_path, "new", "--plain", "--position", printed, "--players", "Ann,Bo", lines=["quit"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "Bo, your turn." in done.stdout or "Bo, type ready." in done.stdout
    assert ("The position hides cards; they were dealt at random." in done.stdout) is hidden
    assert hidden is ("decks" not in printed)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["4999"], "There is no action 4999; choose 0 to "),
        (["-1"], "argument ACTION: expected a whole number from 0 to 5000"),
        (["five"], "argument ACTION: expected a whole number from 0 to 5000, not 'five'"),
        (["--seat", "2"], "There is no seat 2; seats are 0 to 1."),
        (["--seat", "4"], "argument --seat: expected a whole number from 0 to 3, not '4'"),
    ],
)
def test_invalid_arguments_are_errors(run: CommandLine, played: str, arguments: list[str], said: str) -> None:
    assert said in run.error("position", played, *arguments)


def test_record_prints_positions_before_its_first_error(run: CommandLine, played: str, tmp_path: Path) -> None:
    lines = run("export", played).out.splitlines()
    lines[4] = lines[4].replace('"digest":"', '"digest":"0')[:-3] + '"}'
    file = tmp_path / "tampered"
    file.write_text("\n".join(lines))
    assert run("position", file, 3).out == run("position", played, 3).out
    assert run.error("position", file, 4, code=1).startswith("Action 4: ")
