"""Lists as messages, so that each language joins the items in its own way. Empty lists raise ValueError."""

from collections.abc import Sequence
from functools import reduce

from splendor_tui.words.message import NP_, Message


def listed(things: Sequence[object]) -> Message:
    """Join items with "and", like `Ann, Bo and Cy`."""
    match things:
        case [one]:
            return _alone(one)
        case [first, last]:
            return NP_("list of two", "{first} and {last}", first=first, last=last)
        case [*others, last]:
            return NP_("end of a list", "{others} and {last}", others=enumerated(others), last=last)
    raise ValueError("an empty list has no words")


def either(things: Sequence[object]) -> Message:
    """Join items with "or", like `Ann, Bo or Cy`."""
    match things:
        case [one]:
            return _alone(one)
        case [first, last]:
            return NP_("list of two", "{first} or {last}", first=first, last=last)
        case [*others, last]:
            return NP_("end of a list", "{others} or {last}", others=enumerated(others), last=last)
    raise ValueError("an empty list has no words")


def enumerated(things: Sequence[object]) -> Message:
    """Join items with commas only, like `w, u, g`."""
    if not things:
        raise ValueError("an empty list has no words")
    first, *rest = things
    row = _alone(first)
    for thing in rest:
        row = NP_("middle of a list", "{first}, {next}", first=row, next=thing)
    return row


def in_one_row(sentences: Sequence[Message]) -> Message:
    """Join sentences on one line: `You won. Continue.`"""
    if not sentences:
        raise ValueError("an empty list has no words")
    return reduce(lambda first, then: Message("{first} {then}", {"first": first, "then": then}), sentences)


def in_lines(sentences: Sequence[Message]) -> Message:
    """Join sentences on separate lines."""
    if not sentences:
        raise ValueError("an empty list has no words")
    return reduce(lambda first, then: Message("{first}\n{then}", {"first": first, "then": then}), sentences)


def _alone(thing: object) -> Message:
    return Message("{one}", {"one": thing})  # contains no words to translate
