"""Who may start when the same players play again."""

from collections.abc import Sequence
from typing import NamedTuple

from splendor_tui.rules.outcome import Outcome
from splendor_tui.words import N_, Message


class Opening(NamedTuple):
    """Who starts, None for whoever is drawn by lot; how that is said in brief, and in a sentence."""

    seat: int | None
    words: Message
    sentence: Message


def openings(names: Sequence[str], ended: Outcome, *, by_lot: bool) -> list[Opening]:
    """All that can be chosen, what is usual first: the next seat, or by lot where the players have agreed on that."""
    following, last = 1 % len(names), ended.standings[-1].seat
    sentences = {
        following: N_("{name}, who was second to move, starts the rematch.", name=names[following]),
        last: N_("{name}, who came last, starts the rematch.", name=names[last]),
        0: N_("{name}, who started this game, starts the rematch.", name=names[0]),
    }
    seats = dict.fromkeys([following, last, 0])
    distinct = [Opening(seat, N_("who starts: {name}", name=names[seat]), sentences[seat]) for seat in seats]
    lot = Opening(None, N_("who starts: by lot"), N_("Whoever is drawn by lot starts the rematch."))
    return [lot, *distinct] if by_lot else [*distinct, lot]
