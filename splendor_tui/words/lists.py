"""Lists as messages, so that each language joins the items in its own way. Empty lists raise ValueError."""

from collections.abc import Sequence
from functools import reduce

from splendor_tui.words.message import NP_, Message


def listed(things: Sequence[object]) -> Message:
    """Join items with "and", like `Ann, Bo and Cy`."""
    match things:
        case [first, last]:
            return NP_("list of two", "{first} and {last}", first=first, last=last)
        case [*others, last] if others:
            return NP_("end of a list", "{others} and {last}", others=enumerated(others), last=last)
    return enumerated(things)


def either(things: Sequence[object]) -> Message:
    """Join items with "or", like `Ann, Bo or Cy`."""
    match things:
        case [first, last]:
            return NP_("list of two", "{first} or {last}", first=first, last=last)
        case [*others, last] if others:
            return NP_("end of a list", "{others} or {last}", others=enumerated(others), last=last)
    return enumerated(things)


def enumerated(things: Sequence[object]) -> Message:
    """Join items with commas only, like `w, u, g`."""
    if not things:
        raise ValueError("an empty list has no words")
    first, *rest = things
    row = Message("{one}", {"one": first})  # contains no words to translate
    for thing in rest:
        row = NP_("middle of a list", "{first}, {next}", first=row, next=thing)
    return row


def enumerated_numbers(things: Sequence[Message], numbers: Sequence[float]) -> Message:
    """Join items that end in these numbers, like `Ann 1.5, Bo 0.5`. Decimal commas need another separator."""
    if all(number == int(number) for number in numbers):
        return enumerated(things)
    return reduce(lambda row, thing: NP_("between fractions", "{first}, {next}", first=row, next=thing), things)


def scored(scores: Sequence[tuple[str | Message, float]]) -> Message:
    """Join names with their scores, like `Ann 1.5, Bo 0.5`."""
    told = [Message("{name} {score:g}", {"name": name, "score": score}) for name, score in scores]
    return enumerated_numbers(told, [score for _name, score in scores])


def in_one_row(sentences: Sequence[Message]) -> Message:
    """Join sentences on one line: `You won. Continue.`"""
    return _joined(sentences, "{first} {then}")


def in_lines(sentences: Sequence[Message]) -> Message:
    """Join sentences on separate lines."""
    return _joined(sentences, "{first}\n{then}")


def _joined(sentences: Sequence[Message], template: str) -> Message:
    if not sentences:
        raise ValueError("an empty list has no words")
    return reduce(lambda first, then: Message(template, {"first": first, "then": then}), sentences)
