"""The examples in docs/engine.md match the real protocol."""

import json
import re
import tomllib
from pathlib import Path

from splendor_tui.engines.protocol import FromEngine, FromTable, read_from_engine, read_from_table
from splendor_tui.inputs.settings import Settings
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.position import parse_position

TEXT = (Path(__file__).parents[1] / "docs" / "engine.md").read_text(encoding="utf-8")


def conversation() -> list[tuple[str, FromTable | FromEngine]]:
    """The complete dialogues, with sender; shortened lists are expanded."""
    said: list[tuple[str, FromTable | FromEngine]] = []
    for who, line in re.findall(r"^([<>]) (\{.*)$", TEXT, re.MULTILINE):
        if '"position",…' not in line:
            whole = line.replace(",…", "").encode()
            said.append((who, read_from_table(whole) if who == ">" else read_from_engine(whole)))
    return said


def test_the_conversation_is_one(catalogue: Catalogue) -> None:
    kinds = [(who, message.type) for who, message in conversation()]
    assert {kind for _who, kind in kinds} == {
        *("hello", "option", "new-game", "ready", "position", "go", "info", "answer", "stop", "quit")
    }
    (position,) = re.findall(r'"position":"(seat [^"]*)"', TEXT)
    told = [json.loads(line) for line in re.findall(r'"legal":(\[[^]]*\])', TEXT.replace(",…", ""))]
    legal = list(map(format_action, legal_actions(parse_position(position, catalogue))))
    assert [action for action in legal if action in told[0]] == told[0]
    played = re.findall(r'"answer","action":"([^"]*)"', TEXT)
    assert {*played} <= {*legal}


def test_the_settings_are_read_as_they_are_shown() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    engines = Settings().changed(**tomllib.loads(shown)).engines
    assert engines["Midas at ease"].options == {"threads": 1}


def test_every_message_has_its_row() -> None:
    rows = set(re.findall(r"^\| `([a-z-]+)` \|", TEXT, re.MULTILINE))
    assert rows == {
        *("hello", "option", "new-game", "position", "go", "stop", "perft", "quit", "ready", "info", "answer")
    }
