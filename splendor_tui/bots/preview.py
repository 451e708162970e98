"""What a seat has in hand and within reach, now or after one of its turns: as far as it can be known before anything is drawn."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from splendor_tui.rules.actions import Action, ChooseNoble, Return
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import NO_GEMS
from splendor_tui.rules.legality import nobles_due
from splendor_tui.rules.state import CHOOSE_NOBLE, RETURN_GEMS, Player, State
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import FACE_DOWN

_NOTHING: Final = Return(NO_GEMS, 0)
_HIDDEN: Final = frozenset(FACE_DOWN.values())


class Preview(NamedTuple):
    """One seat: what it owns, the known cards that it may buy (its hand first), and the nobles that are still to be had."""

    player: Player
    reach: Sequence[Card]
    nobles: Sequence[Noble]


def present(state: State, seat: int) -> Preview:
    """A seat as it is."""
    player = state.players[seat]
    hand = [held.card for held in player.reserved if held.card not in _HIDDEN]
    grid = [card for card in state.grid if card is not None and card not in _HIDDEN]
    return Preview(player, hand + grid, state.nobles)


def preview(state: State, action: Action) -> Preview:
    """The seat to move at the end of the turn that this action begins.

    Surplus tokens are still there, as what is returned is another choice; of several nobles the richest has come.
    """
    after = state.copy()
    advance(after, action)
    if after.phase is RETURN_GEMS:
        advance(after, _NOTHING)
    if after.phase is CHOOSE_NOBLE:
        due = nobles_due(after, after.players[state.seat])
        advance(after, ChooseNoble(max(due, key=lambda noble: noble.points)))
    return present(after, state.seat)
