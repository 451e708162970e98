"""Strict JSON, without the constructs that parsers interpret differently."""

import json
import re
from itertools import accumulate
from typing import Any, Final, NoReturn

from splendor_tui.inputs.strict_models import shown
from splendor_tui.words import N_, MessageError

_MAX_DIGITS: Final = 15
_MAX_DEPTH: Final = 30
_STRING_OR_BRACKET: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


class StrictJsonError(MessageError, ValueError):
    """Raised for text that is not a JSON object, or that is ambiguous."""


def read_strict_json(text: str) -> dict[str, Any]:
    """Parse a JSON object.

    Raises StrictJsonError for any other text, and for repeated names, NaN and infinities, very long numbers and deep nesting.
    """
    if _depth(text) > _MAX_DEPTH:  # the depth at which Python gives up depends on its version and the stack
        raise StrictJsonError(N_("It is nested too deeply."))
    try:
        found = json.loads(
            text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant, parse_int=_short_number
        )
    except json.JSONDecodeError as error:
        raise StrictJsonError(N_("Invalid JSON at column {column}.", column=error.colno)) from error
    if not isinstance(found, dict):
        raise StrictJsonError(N_("It is not a JSON object, which is written in braces."))
    return found


def object_at(text: str, start: int) -> str:
    """The part of a text that begins here and ends with the closing bracket. Raises StrictJsonError if it is missing."""
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text, start):
        depth += _STEPS.get(found[0], 0)
        if not depth:
            return text[start : found.end()]
    raise StrictJsonError(N_("It is incomplete."))


def _depth(text: str) -> int:
    return max(accumulate(_STEPS.get(found, 0) for found in _STRING_OR_BRACKET.findall(text)), default=0)


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise StrictJsonError(N_("{name} appears twice; it may appear only once.", name=shown(twice)))
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise StrictJsonError(N_("{name} is not a valid JSON number.", name=name))


def _short_number(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise StrictJsonError(N_("A number has more than {most} digits.", most=_MAX_DIGITS))
    return int(digits)
