"""Writes docs/keys.md from the list of key commands: `python -m tests.tui.documented_keys`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.commands import closing
from splendor_tui.tui.keys.commands_by_screen import COMMANDS_BY_SCREEN
from splendor_tui.tui.keys.keyboard_presets import PRESETS, key_label, keys_of

FILE: Final = Path(__file__).parents[2] / "docs" / "keys.md"
_INTRODUCTION: Final = """\
# Keys

These are the keys of a qwerty keyboard. The setting `keyboard` changes them for azerty and qwertz keyboards, and the
settings screen reassigns single keys. In `settings.toml`, use the id, and Textual's names of keys:

```toml
keyboard = "qwertz"

[keys]
"table.hint" = "f4"
"table.undo" = "ctrl+u,u"
```

Keys are case-insensitive, and `?` shows the keys of the current screen. The key that opened the log, the
rules or another screen for reading also closes it.
"""


def keys_page() -> str:
    """The Markdown text of the page."""
    return "\n".join([_INTRODUCTION, *_tables(), *_presets()])


def _tables() -> Iterator[str]:
    for place, commands in COMMANDS_BY_SCREEN:
        keys = keys_of(Settings(), commands)
        yield f"## {place}\n"
        yield "| key | what it does | id |\n|---|---|---|"
        for command in (one for one in commands if tuple(one) != tuple(closing(one))):
            labels = ", ".join(_code(key_label(key)) for key in keys[command.id].split(","))
            yield f"| {labels} | {command.about} | `{command.id}` |"
        yield ""


def _presets() -> Iterator[str]:
    yield "## Other keyboards\n"
    yield f"| id | {' | '.join(PRESETS)} |\n|---|{'---|' * len(PRESETS)}"
    usual = {command.id: command.keys for _place, commands in COMMANDS_BY_SCREEN for command in commands}
    for command_id in dict.fromkeys(name for preset in PRESETS.values() for name in preset):
        found = [preset.get(command_id, usual[command_id]) for preset in PRESETS.values()]
        labels = (", ".join(_code(key_label(key)) for key in keys.split(",")) for keys in found)
        yield f"| `{command_id}` | {' | '.join(labels)} |"
    yield ""


def _code(label: str) -> str:
    return f"`{label}`"


if __name__ == "__main__":
    FILE.write_text(keys_page(), encoding="utf-8")
