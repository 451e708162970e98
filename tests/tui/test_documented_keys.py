"""docs/keys.md is up to date, and its example is a valid settings file."""

import re
import tomllib

from splendor_tui.inputs.settings import Settings
from splendor_tui.tui.keys.commands_by_screen import COMMANDS_BY_SCREEN
from splendor_tui.tui.keys.keyboard_presets import changed_keys
from tests.tui.documented_keys import FILE, keys_page

PAGE = FILE.read_text(encoding="utf-8")


def test_page_lists_the_keys_of_the_program() -> None:
    assert keys_page() == PAGE, "write it again: python -m tests.tui.documented_keys"


def test_example_changes_existing_keys() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    mine = Settings().changed(**tomllib.loads(example))
    ids = {command.id for _place, commands in COMMANDS_BY_SCREEN for command in commands}
    assert {*mine.keys} <= ids
    assert changed_keys(mine)["table.undo"] == "ctrl+u,u"
