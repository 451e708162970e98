"""The strict base class for models of untrusted data, and messages about invalid data.

A message gives the place, the value found there, and the allowed values.
"""

import re
import reprlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import ErrorDetails, PydanticCustomError

from splendor_tui.words import N_, NN_, Message, MessageError, either, enumerated, in_lines, quoted

# Pydantic would search the installed packages for plugins, which are not used. With PYDANTIC_DISABLE_PLUGINS it does not,
# but still imports importlib.metadata for that, which takes 2 % of a start.
_no_plugins: Any = SimpleNamespace(get_plugins=tuple)
sys.modules.setdefault("pydantic.plugin._loader", _no_plugins)

_WRONG_KEY: Final = "[key]"  # pydantic's marker for an invalid key
_LONGEST_SHOWN: Final = 60
_QUOTED: Final = re.compile(r"'([^']*)'")

Place: TypeAlias = tuple[str | int, ...]
"""The path to a value: names and list positions (from 0)."""


class Strict(BaseModel):
    """A model that requires exactly its fields and types, and omits the input from tracebacks.

    The validator is built at first use, to keep startup fast.
    """

    # Python's regular expressions take a megabyte less than Rust's. Their `$` allows a line break, so patterns end in `\Z`.
    model_config = ConfigDict(
        strict=True, frozen=True, extra="forbid", hide_input_in_errors=True, defer_build=True, regex_engine="python-re"
    )


class ProblemsError(MessageError, ValueError):
    """Raised for invalid values. `problems` has a message for each; the error's own message has one per line."""

    def __init__(self, problems: Sequence[Message]) -> None:
        super().__init__(in_lines(problems))
        self.problems = tuple(problems)


def allowing(what: Message) -> WrapValidator:
    """A field validator whose errors give `what` as the allowed values."""

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(value)
        except (ValidationError, UnicodeEncodeError) as error:  # pydantic cannot report a lone surrogate
            raise PydanticCustomError("not_allowed", "not allowed", {"what": what}) from error

    return WrapValidator(check)


def between(least: float, most: float, what: Message) -> WrapValidator:
    """A field validator for numbers from `least` to `most`. Its errors give `what`, filled in with these limits."""
    refusal = PydanticCustomError("not_allowed", "not allowed", {"what": what.filled_in(least=least, most=most)})

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        with suppress(ValidationError):
            if least <= (number := handler(value)) <= most:
                return number
        raise refusal

    return WrapValidator(check)


def place_name(place: Place) -> str:
    """Format a path, as in `players.2.name`. Escapes unusual names."""
    return ".".join(_step_name(step) for step in place)


def _step_name(step: str | int) -> str:
    if isinstance(step, int):
        return str(step + 1)
    return step if step.isidentifier() and step.isascii() and len(step) <= _LONGEST_SHOWN else str(shown(step))


def describe(error: ValidationError, name_of: Callable[[Place], Message | str] = place_name) -> list[Message]:
    """A message for each problem, safe for a terminal. `name_of` names its place, by default by its path."""
    return [problem_of(detail, name_of(place)) for place, detail in problems_in(error)]


def problems_in(error: ValidationError) -> Iterator[tuple[Place, ErrorDetails]]:
    """The path and pydantic's details of each problem."""
    details = error.errors(include_url=False)
    for detail in details:
        if not _is_echo(detail, details):
            place = detail["loc"]
            yield place[:-1] if place[-1:] == (_WRONG_KEY,) else place, detail


def problem_of(detail: ErrorDetails, place: Message | str, names: Sequence[str] = ()) -> Message:
    """The message about a problem at a place. `names` are the names allowed there, if known."""
    context = detail.get("ctx", {})
    match detail["type"]:
        case "value_error":
            fault = context["error"]
            if not isinstance(fault, MessageError):
                raise TypeError("a model's check must raise a MessageError") from fault
            return N_("{place}: {sentence}", place=place, sentence=fault.message) if place else fault.message
        case "missing":
            return missing(place, names)
        case "extra_forbidden":
            return unknown(place, names)
        case "too_short":
            return NN_(
                "{place} has {count} entry; at least {least} are needed.",
                "{place} has {count} entries; at least {least} are needed.",
                context["actual_length"],
                place=place,
                least=context["min_length"],
            )
        case "too_long":
            return NN_(
                "{place} has {count} entry; at most {most} are allowed.",
                "{place} has {count} entries; at most {most} are allowed.",
                context["actual_length"],
                place=place,
                most=context["max_length"],
            )
        case "json_invalid":
            return N_("This is not JSON.")
    return refused(place, detail["input"], _allowed(detail))


def refused(place: Message | str, found: object, allowed: Message | None) -> Message:
    """The message that the value found at a place is not allowed. An empty place means the input as a whole."""
    where, what = place or N_("this"), shown(found)
    if allowed is None:
        return N_("{place} is {found}; that is not allowed.", place=where, found=what)
    return N_("{place} is {found}; allowed: {allowed}.", place=where, found=what, allowed=allowed)


def unknown(place: Message | str, names: Sequence[str] = ()) -> Message:
    """The message about an unknown name. `names` are the known ones."""
    if not names:
        return N_("{place} is unknown.", place=place)
    return N_("{place} is unknown; allowed: {names}.", place=place, names=enumerated(names))


def missing(place: Message | str, names: Sequence[str] = ()) -> Message:
    """The message about a missing name. `names` are all required ones."""
    if not names:
        return N_("{place} is missing.", place=place)
    return N_("{place} is missing; needed: {names}.", place=place, names=enumerated(names))


def shown(value: object, longest: int = _LONGEST_SHOWN) -> Message | str:
    """An untrusted value for use in a message: `escaped`, and in quotes if it is text."""
    if isinstance(value, bool):
        return str(value).lower()  # as in files and on command lines
    if isinstance(value, list | tuple):
        return N_("a list")
    if isinstance(value, dict):
        return N_("names with values")
    text = escaped(value, longest)
    return N_("'{text}'", text=text[1:-1]) if isinstance(value, str) else text


def escaped(value: object, longest: int = _LONGEST_SHOWN) -> str:
    """The `repr` of a value, without control characters, shortened to this many of them."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = longest
    text = short.repr(value)
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]}...{text[-half:]}"  # nested lists can still be too long


def _is_echo(detail: ErrorDetails, details: list[ErrorDetails]) -> bool:
    """Whether a list is too short only because of an invalid entry, which has its own message."""
    place = detail["loc"]
    return detail["type"] == "too_short" and any(other["loc"][:-1][: len(place)] == place for other in details)


def _allowed(detail: ErrorDetails) -> Message | None:
    """A description of the allowed values, or None if there is no simple one."""
    context = detail.get("ctx", {})
    match detail["type"]:
        case "not_allowed":
            what: Message = context["what"]
            return what
        case "literal_error" | "enum":
            return either([quoted(choice) for choice in _QUOTED.findall(context["expected"])])
        case "bool_type" | "bool_parsing":
            return N_("true or false")
        case "int_type" | "int_parsing" | "int_parsing_size" | "int_from_float":
            return N_("a whole number")
        case "float_type" | "float_parsing" | "finite_number":
            return N_("a number")
        case "greater_than_equal":
            return N_("{least} or more", least=context["ge"])
        case "less_than_equal":
            return N_("at most {most}", most=context["le"])
        case "less_than":
            return N_("less than {bound}", bound=context["lt"])
        case "string_type":
            return N_("text")
        case "string_too_short":
            least = context["min_length"]
            return NN_("text of at least {count} character", "text of at least {count} characters", least)
        case "string_too_long":
            most = context["max_length"]
            return NN_("text of at most {count} character", "text of at most {count} characters", most)
        case "list_type" | "tuple_type":
            return N_("a list")
        case "dict_type" | "model_type":
            return N_("names, each with a value")
    return None
