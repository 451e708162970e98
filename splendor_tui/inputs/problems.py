"""What is wrong with data from outside, as sentences: where it stands, what stands there and what is allowed."""

import reprlib
from collections.abc import Sequence
from typing import Final

from pydantic import ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import ErrorDetails, PydanticCustomError

from splendor_tui.words import _, ngettext

_NOT_ALLOWED: Final = "not_allowed"
_WRONG_KEY: Final = "[key]"  # pydantic's mark for a key that is wrong itself
_LONGEST_SHOWN: Final = 60
_short = reprlib.Repr()
_short.maxstring = _short.maxother = _LONGEST_SHOWN


class ProblemsError(ValueError):
    """Values that are not allowed. Each of `problems` is a sentence; `str()` has one a line."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


def allowing(what: str) -> WrapValidator:
    """The mark of a field that answers every wrong value with what is allowed; `describe` tells it."""

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(value)
        except ValidationError as error:
            raise PydanticCustomError(_NOT_ALLOWED, "{what}", {"what": what}) from error

    return WrapValidator(check)


def describe(error: ValidationError) -> list[str]:
    """A sentence for each problem, safe on a terminal; positions in a list are counted from 1."""
    details = error.errors(include_url=False)
    return [_sentence(detail) for detail in details if not _is_echo(detail, details)]


def shown(value: object) -> str:
    """A value from outside for use in a sentence: shortened, and everything that a terminal could take for a command escaped."""
    if isinstance(value, bool):
        return str(value).lower()  # as files and command lines spell it
    return _short.repr(value)


def place_name(place: tuple[str | int, ...]) -> str:
    """Where a value stands, as in `players.2.name`; names that are none of ours come escaped."""
    return ".".join(_step_name(step) for step in place)


def _step_name(step: str | int) -> str:
    if isinstance(step, int):
        return str(step + 1)
    return step if step.isidentifier() and step.isascii() and len(step) <= _LONGEST_SHOWN else shown(step)


def _is_echo(detail: ErrorDetails, details: list[ErrorDetails]) -> bool:
    """Whether a list is called too short only because an entry of it is wrong, which is told anyway."""
    place = detail["loc"]
    return detail["type"] == "too_short" and any(other["loc"][:-1][: len(place)] == place for other in details)


def _sentence(detail: ErrorDetails) -> str:
    steps, context = detail["loc"], detail.get("ctx", {})
    place = place_name(steps[:-1] if steps[-1:] == (_WRONG_KEY,) else steps)
    match detail["type"]:
        case "value_error":
            return _place_before(place, str(context["error"]))
        case "missing":
            return _("{place} is missing.").format(place=place)
        case "extra_forbidden":
            return _("{place} is not known here.").format(place=place)
        case "too_short" | "too_long":
            return _size_sentence(place, context["actual_length"], context.get("min_length"), context.get("max_length"))
        case "json_invalid":
            return _("This is no JSON: {reason}.").format(reason=context["error"])
    sentence = _("{place} is {found}; allowed: {allowed}.")
    return sentence.format(place=place or _("this"), found=shown(detail["input"]), allowed=_allowed(detail))


def _place_before(place: str, sentence: str) -> str:
    return _("{place}: {sentence}").format(place=place, sentence=sentence) if place else sentence


def _size_sentence(place: str, found: int, least: int | None, most: int | None) -> str:
    if least is not None:
        sentence = ngettext(
            "{place} has {found} entry; at least {least} are needed.",
            "{place} has {found} entries; at least {least} are needed.",
            found,
        )
    else:
        sentence = ngettext(
            "{place} has {found} entry; at most {most} are allowed.",
            "{place} has {found} entries; at most {most} are allowed.",
            found,
        )
    return sentence.format(place=place, found=found, least=least, most=most)


def _allowed(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    match detail["type"]:
        case problem if problem == _NOT_ALLOWED:
            return str(context["what"])
        case "literal_error":
            return str(context["expected"])
        case "bool_type" | "bool_parsing":
            return _("true or false")
        case "string_type":
            return _("text")
        case "list_type" | "tuple_type":
            return _("a list")
        case "dict_type" | "model_type":
            return _("names, each with a value")
        case _:
            return detail["msg"]
