"""How a setting or a house rule is offered: declared once, beside the type and the default of its field.

The new game screen, the settings screen, `splendor-tui new` and plain text read this declaration.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, Field

from splendor_tui.words import Message
from splendor_tui.words.spelling import hyphenate

ValueT = TypeVar("ValueT")


class Value(NamedTuple):
    """A value as shown to players: its name and its meaning. `typed` is its text in an input field, if it can be typed."""

    name: Message | str
    about: Message | None = None
    typed: Message | str | None = None


class Choice(NamedTuple):
    """What players see of a field that they can set.

    - `values`: each value and its texts, or a function for too many values. The arrows then go through `steps`.
    - `about`: explains values without a meaning of their own. `typing`: says that a value can be typed.
    - `option`: the help of the command-line option. `metavar`: its value, unless the rule is true or false.
    - `question`: asks for a value in plain text, with `{offered}` for the default. `answers`: the help for this question.
    """

    name: Message
    values: Mapping[Any, Value] | Callable[[Any], Value]
    steps: Sequence[Any] = ()
    about: Message | None = None
    typing: Message | None = None
    option: Message | None = None
    metavar: Message | None = None
    question: Message | None = None
    answers: Message | None = None

    def read(self, text: str) -> str:
        """The value that this text means, as in files or on the screen, also with spaces for hyphens. Else the text."""
        typed, values = hyphenate(text), {} if callable(self.values) else self.values
        known = [(value, value, texts.name) for value, texts in values.items() if isinstance(value, str)]
        return next((value for value, *names in known if typed in map(hyphenate, map(str, names))), text)

    def describe(self, value: object) -> Value:
        """The texts of a value."""
        return self.values(value) if callable(self.values) else self.values[value]

    def explain(self, value: object) -> Message:
        """What a value means."""
        return self.describe(value).about or self.about or self.name

    def next(self, value: Any, by: int) -> Any:
        """The value that an arrow selects. Numbers stop at either end, other values wrap around."""
        if self.steps and isinstance(value, int | float):
            return next_number(self.steps, value, by)
        return next_value(self.steps or tuple(self.values if isinstance(self.values, Mapping) else ()), value, by)


def choice(default: Any, name: Message, values: Mapping[Any, Value] | Callable[[Any], Value], /, **more: Any) -> Any:
    """Declare a field with this default and Choice."""
    extra: Any = {"choice": Choice(name, values, **more)}
    return Field(default, json_schema_extra=extra)


def choices_of(model: type[BaseModel]) -> dict[str, Choice]:
    """The choices that the fields of a model declare, by name."""
    extras: dict[str, Any] = {name: field.json_schema_extra for name, field in model.model_fields.items()}
    return {name: extra["choice"] for name, extra in extras.items() if extra}


def next_value(values: Sequence[ValueT], value: ValueT, by: int) -> ValueT:
    """The value `by` steps after `value`, with wrap-around. An unknown value precedes the first."""
    if value not in values:
        return values[0 if by > 0 else -1]
    return values[(values.index(value) + by) % len(values)]


def next_number(values: Sequence[float], value: float, by: int) -> float:
    """The next larger or smaller number, or `value` itself at either end. `value` need not be one of `values`."""
    beyond = [other for other in values if (other > value if by > 0 else other < value)]
    return min(beyond, key=lambda other: abs(other - value), default=value)
