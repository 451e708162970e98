"""The example screen in docs/adding-a-screen.md opens."""

import re
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from splendor_tui.rules.catalogue import Catalogue
from tests.tui.opened_app import make_services, open_app, screen_text

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-screen.md"


async def test_documented_screen_opens(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    (tmp_path / "cards_screen.py").write_text(dedent(code), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    async with open_app(make_services(catalogue), import_module("cards_screen").CardsScreen()) as pilot:
        text = screen_text(pilot.app)
    assert "Cards" in text.splitlines()[0]
    assert "1-01: " in text
