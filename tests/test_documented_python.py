import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[1] / "docs" / "python.md"


def test_the_documented_lines_play_a_match_and_go_on_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first, again = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert sum(not line.startswith(("import", "from")) for line in first.split("\n") if line) <= 10
    names: dict[str, object] = {}
    exec(first, names)  # noqa: S102 - our own document
    table, game = names["table"], names["game"]
    exec(again, names)  # noqa: S102 - our own document
    assert names["game"] == game
    assert names["table"].ply == table.ply > 20  # type: ignore[attr-defined]
