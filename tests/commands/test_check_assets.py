import shutil
from pathlib import Path

import pytest

from tests.commands.command_line import ASSETS, CommandLine


@pytest.mark.parametrize("arguments", [(), (ASSETS,)], ids=["unnamed", "named"])
def test_standard_set_is_counted(run: CommandLine, arguments: tuple[Path, ...]) -> None:
    assert run("check-assets", *arguments).out.splitlines() == [
        "level 1: 40 cards, 5 points; 8 white, 8 blue, 8 green, 8 red, 8 black",
        "level 2: 30 cards, 55 points; 6 white, 6 blue, 6 green, 6 red, 6 black",
        "level 3: 20 cards, 80 points; 4 white, 4 blue, 4 green, 4 red, 4 black",
        "total: 90 cards, 140 points; 18 white, 18 blue, 18 green, 18 red, 18 black",
        "total cost: 117 white, 117 blue, 117 green, 117 red, 117 black",
        "10 nobles, 30 points",
    ]


@pytest.mark.parametrize(("file", "last"), [("cards.yaml", "3-20"), ("nobles.yaml", "anne-of-brittany")])
def test_other_counts_get_a_note(run: CommandLine, file: str, last: str, tmp_path: Path) -> None:
    shutil.copytree(ASSETS, tmp_path, dirs_exist_ok=True)
    kept = [line for line in (ASSETS / file).read_text(encoding="utf-8").splitlines() if last not in line]
    (tmp_path / file).write_text("\n".join(kept), encoding="utf-8")
    lines = run("check-assets", tmp_path).out.splitlines()
    assert lines[-1].startswith("Note: the standard set has 40, 30 and 20 cards and 10")


def test_every_problem_is_printed_with_exit_code_1(run: CommandLine, tmp_path: Path) -> None:
    assert run("check-assets", tmp_path, code=1).out.splitlines() == [
        f"'{tmp_path}/cards.yaml' does not exist.",
        f"'{tmp_path}/nobles.yaml' does not exist.",
    ]
