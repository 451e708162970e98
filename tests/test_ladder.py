"""`make ladder`: its pairings, and its output in the docs."""

import json
import re
import sys
from pathlib import Path

import pytest

from benchmarks import ladder
from splendor_tui.bots.levels import LEVELS, level_name


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page to write into."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{ladder.BEGIN}\nold\n{ladder.END}\nafter\n", encoding="utf-8")
    (tmp_path / "README.md").write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(ladder, "PAGE", page)
    monkeypatch.setattr(ladder, "README", tmp_path / "README.md")
    monkeypatch.setattr(ladder, "DATA", tmp_path / "ladder.json")
    monkeypatch.setattr(ladder, "PLAYS_LIKE", {"Merchant": "a good player"})
    monkeypatch.setattr(ladder, "known_players", lambda: ("random", "apprentice", "merchant"))
    return page


def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    command = ["ladder", "--games", "4", "--workers", "1", "--folder", str(tmp_path / "kept"), *arguments]
    monkeypatch.setattr(sys, "argv", command)
    return ladder.main()


def test_ladder_is_written_between_its_marks(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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


def test_documents_have_the_figures_of_the_data_file() -> None:
    figures = json.loads(ladder.DATA.read_text(encoding="utf-8"))
    for file, lines in ((ladder.PAGE, ladder.page_lines(figures)), (ladder.README, ladder.readme_lines(figures))):
        text = file.read_text(encoding="utf-8")
        assert ladder.with_ladder(text, list(lines)) == text
    assert {*ladder.PLAYS_LIKE} == {str(level_name(level)) for level in LEVELS}


def test_every_level_has_a_rung() -> None:
    met = {level for lineup in ladder.rungs(1 + len(LEVELS), 2) for level in lineup}
    assert met == set(range(1 + len(LEVELS)))
