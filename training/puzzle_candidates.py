"""Selects two-player positions in which a win in three turns can probably be proved quickly."""

from collections.abc import Hashable, Iterator
from itertools import combinations
from typing import Final

from splendor_tui.puzzles.proof import in_reach, may_reach
from splendor_tui.rules.actions import Action, Buy
from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.gems import Colour, missing, pack, total, unpack
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE, legal_actions
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import MAIN, OVER, State
from splendor_tui.rules.turn import advance

_MAX_POSITIONS: Final = 30_000


def is_likely_won(state: State, turns: int) -> bool:
    """Whether the seat to move can reach the target in this many turns, before its only rival does.

    The rival is idealised: in each turn it removes any card from the table or takes any legal tokens, but never gains anything.
    No cards are drawn. A win against this rival is nearly always a win against any rival.
    """
    if len(state.players) != 2:
        return False
    seat, target = state.seat, state.options.target
    rival = state.players[1 - seat]
    drawn = [card for level in LEVELS for card in state.deck(level)]
    # The rival has one turn fewer if it moves first in a round.
    if may_reach(target, state, rival, turns - seat, drawn):
        return False
    bare = state.copy()
    bare.deck_counts = [0] * len(LEVELS)
    bare.nobles = tuple(noble for noble in state.nobles if total(missing(noble.cost, rival.bonuses)) > turns)
    return _Search(seat).wins(bare, turns)


class _Search:
    """A search over positions in which the seat is about to start a turn. It gives up with False after `_MAX_POSITIONS`."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._left = _MAX_POSITIONS
        self._known: dict[Hashable, bool] = {}

    def wins(self, state: State, turns: int) -> bool:
        """Whether the target can be reached in this many turns."""
        player = state.players[self._seat]
        self._left -= 1
        if self._left < 0 or not may_reach(state.options.target, state, player, turns, ()):
            return False
        essence = (
            (turns, state.bank, state.gold, state.nobles, frozenset(in_reach(state.grid, player, turns))),
            (player.gems, player.gold, player.points, frozenset(player.cards)),
            frozenset(held.card for held in player.reserved),
        )
        if essence not in self._known:
            self._known[essence] = any(self._wins_after(state, action, turns) for action in _choices(state))
        return self._known[essence]

    def _wins_after(self, state: State, action: Action, turns: int) -> bool:
        after = state.copy()
        advance(after, action)
        if after.seat == self._seat and after.phase not in (MAIN, OVER):
            return any(self._wins_after(after, ending, turns) for ending in legal_actions(after))
        if after.players[self._seat].points >= after.options.target:
            return True
        return turns > 1 and all(self.wins(reply, turns - 1) for reply in self._replies(after, turns - 1))

    def _replies(self, state: State, turns: int) -> Iterator[State]:
        """The possible states after the rival's turn."""
        wanted = {*in_reach(state.grid, state.players[self._seat], turns)}
        for place, card in enumerate(state.grid):
            if card in wanted:
                left = self._after_rival(state)
                left.grid[place] = None
                left.gold = max(0, left.gold - 1)
                yield left
        piles = unpack(state.bank)
        full = [colour for colour in Colour if piles[colour]]
        takes = [dict.fromkeys(some, 1) for some in combinations(full, min(DIFFERENT_TAKEN, len(full)))]
        takes += [{colour: 2} for colour in full if piles[colour] >= PILE_FOR_TWO_ALIKE]
        for take in takes:
            left = self._after_rival(state)
            left.bank = pack(piles[colour] - take.get(colour, 0) for colour in Colour)
            yield left

    def _after_rival(self, state: State) -> State:
        """A copy in which the seat is to move again."""
        left = state.copy()
        left.phase, left.seat, left.final_round = MAIN, self._seat, False
        return left


def _choices(state: State) -> list[Action]:
    """All actions with every payment. Purchases come first."""
    actions: list[Action] = []
    for action in legal_actions(state):
        actions += all_payments(action.card, state.players[state.seat]) if isinstance(action, Buy) else (action,)
    return sorted(actions, key=lambda action: not isinstance(action, Buy))
