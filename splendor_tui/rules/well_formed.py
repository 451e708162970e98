"""Checks whether an untrusted value is an action, with the right types, values in range, and items of this card set.

The rules trust their input, so callers must first check untrusted values, such as a computer player's answer. A
well-formed action may still be illegal; see `check_action`.
"""

from dataclasses import fields
from typing import Final, get_args

from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import TOKEN_LIMIT
from splendor_tui.rules.gems import is_gems

_KINDS: Final = frozenset(get_args(Action))


class NotAnActionError(ValueError):
    """Raised for a value that is not an action, which is a bug in its source."""


def well_formed(value: object, catalogue: Catalogue) -> Action:
    """The value if it is an action of a game with this catalogue. Raises NotAnActionError."""
    kind = type(value).__name__
    if type(value) not in _KINDS:
        raise NotAnActionError(f"A {kind} is not an action.")
    action: Action = value  # type: ignore[assignment]  # its class is exactly one of the kinds
    for part in fields(action):
        if not _sound(part.name, getattr(action, part.name, None), catalogue):
            raise NotAnActionError(f"This {kind} is not an action: its {part.name} is not possible.")
    return action


def _sound(name: str, value: object, catalogue: Catalogue) -> bool:
    match name:
        case "gems":
            return is_gems(value)
        case "gold":
            return type(value) is int and 0 <= value <= TOKEN_LIMIT
        case "level":
            return type(value) is int and value in LEVELS
        case "card":
            return type(value) is Card and catalogue.cards_by_id.get(value.id) is value
        case _:  # a noble; a field not covered above is rejected
            return type(value) is Noble and catalogue.nobles_by_id.get(value.id) is value
