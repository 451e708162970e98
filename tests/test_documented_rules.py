"""The rules in the README are those of the game."""

from pathlib import Path

from splendor_tui.presentation.rulebook import in_ten_lines

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_readme_has_the_ten_lines_of_the_game() -> None:
    lines = (str(line).replace("take *1", "take a gold") for line in in_ten_lines())
    assert "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1)) in README
