"""A pressed key, and the names under which it may have a command."""

from collections.abc import Sequence
from typing import Final

from textual.events import Key
from textual.keys import key_to_character

ALT: Final = "alt+"
_SHIFT: Final = "shift+"


class KeyPress(Key):
    """A key from a terminal.

    `plain` is its name on the main part of a US keyboard, and usually the same as `key`. `at` is the time on a clock that
    stops while the program is busy.
    """

    def __init__(self, key: str, character: str | None, plain: str, at: float = 0.0) -> None:
        super().__init__(key, character)
        self.plain = plain
        self.at = at


KeyPress.handler_name = Key.handler_name


def names_of(event: Key) -> Sequence[str]:
    """The names under which the key may have a command, its own first. Caps Lock may be on."""
    plain = event.plain if isinstance(event, KeyPress) else event.key
    small = [name.lower() for name in (event.key, plain) if len(name) == 1]
    return tuple(dict.fromkeys((event.key, plain, *small)))


def with_alt(name: str) -> str:
    """The name of a key pressed with alt. A capital letter becomes a small one with shift, as in Textual."""
    return f"{ALT}{_SHIFT}{name.lower()}" if len(name) == 1 and name.isupper() else ALT + name


def without_alt(event: Key) -> tuple[Key, Key]:
    """Escape, and the key without alt. Some terminals send the escape key together with the next key, which looks like alt."""
    name = event.key.removeprefix(ALT)
    shifted = name.removeprefix(_SHIFT)
    if name != shifted and len(shifted) == 1:
        name = shifted.upper()
    if not isinstance(event, KeyPress):
        return Key("escape", None), Key(name, key_to_character(name))
    plain = event.plain.removeprefix(ALT).removeprefix(_SHIFT)
    return KeyPress("escape", None, "escape", event.at), KeyPress(name, key_to_character(name), plain, event.at)
