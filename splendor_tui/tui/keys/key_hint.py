"""A key and its current effect, for the last row of a screen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from splendor_tui.presentation.table_model import Offer
from splendor_tui.tui.keys.commands_by_screen import PLACES
from splendor_tui.tui.keys.keymap import key_label
from splendor_tui.words import N_, Message

_ACTIONS: Final = {command.id: command.action for _place, commands in PLACES for command in commands}


@dataclass(frozen=True, slots=True)
class Hint:
    """A key label and its current effect; a click on it runs `action`, a Textual action string.

    `opposite` is the key of the opposite command, shown first, with its action.
    """

    key: Message | str
    words: Message | str
    action: str
    primary: bool = False
    opposite: tuple[str, str] | None = None


def press(key: str, words: Message, *, primary: bool = False) -> Hint:
    """The hint of a fixed key of a text field or a question; a click presses it."""
    return Hint(key_label(key), words, f"app.simulate_key('{key}')", primary)


def other_key(words: Message) -> Hint:
    """The hint that any other key answers a question; a click presses one."""
    return Hint(N_("any other key"), words, press("escape", words).action)


def hint(offer: Offer, key: Callable[[str], str]) -> Hint:
    """The hint of an available key command; `key` returns the label of its key."""
    return Hint(key(offer.command), offer.words, action_of(offer.command), offer.primary)


def action_of(command: str) -> str:
    """The Textual action of a key command, as a widget of its screen runs it."""
    return _ACTIONS[command]
