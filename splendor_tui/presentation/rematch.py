"""Who may start when the same players play again."""

from collections.abc import Sequence
from typing import NamedTuple

from splendor_tui.rules.outcome import Outcome
from splendor_tui.words import N_, Message


class Opening(NamedTuple):
    """Who starts, None for whoever is drawn by lot, and how that is said."""

    seat: int | None
    words: Message


def openings(names: Sequence[str], ended: Outcome, *, by_lot: bool) -> list[Opening]:
    """All that can be chosen, what is usual first: the next seat, or by lot where the players have agreed on that."""
    following, last = 1 % len(names), ended.standings[-1].seat
    fixed = [
        Opening(following, N_("first: {name}", name=names[following])),
        Opening(last, N_("first: {name} (last)", name=names[last])),
        Opening(0, N_("first: {name} again", name=names[0])),
    ]
    seats = [opening.seat for opening in fixed]
    distinct = [opening for place, opening in enumerate(fixed) if opening.seat not in seats[:place]]
    lot = Opening(None, N_("first: by lot"))
    return [lot, *distinct] if by_lot else [*distinct, lot]
