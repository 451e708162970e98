"""Key hints for the last row of a screen: each shows a key and its current effect."""

from collections.abc import Callable
from typing import NamedTuple

from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.table_model import Offer
from splendor_tui.tui.keys.keyboard_presets import key_label
from splendor_tui.words import N_, Message


class Hint(NamedTuple):
    """A key label and the key's current effect. A click on it runs `action`, a Textual action string.

    `opposite` is the key label and the action of the opposite command, which is shown first.
    """

    key: Message | str
    label: Message | str
    action: str
    primary: bool = False
    opposite: tuple[str, str] | None = None


def press(key: str, label: Message, *, primary: bool = False) -> Hint:
    """The hint for a fixed key in a text field or question. A click presses the key."""
    return Hint(key_label(key), label, f"app.simulate_key('{key}')", primary)


def other_key(label: Message) -> Hint:
    """The hint for `any other key`. `label` describes its effect. A click presses Escape."""
    return Hint(N_("any other key"), label, press("escape", label).action)


def hint(offer: Offer, key: Callable[[Command], str]) -> Hint:
    """The hint for an available key command. `key` returns its key label."""
    command = offer.command
    opposite = None if offer.opposite is None else (key(offer.opposite), offer.opposite.action)
    return Hint(key(command), offer.label or command.label, command.action, offer.primary, opposite)
