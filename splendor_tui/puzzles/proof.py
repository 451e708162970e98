"""The search that proves an answer: it tries what the seat can do against everything that rivals do and decks bring."""

from collections.abc import Iterator
from typing import Final

from splendor_tui.puzzles.bounds import in_reach, most_points
from splendor_tui.puzzles.goal import Goal, Kind
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop
from splendor_tui.rules.cards import LEVELS, Card
from splendor_tui.rules.gems import missing, total
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import MAIN, OVER, State
from splendor_tui.rules.turn import advance

_TRIED_FIRST: Final = {Buy: 0, Reserve: 1}


class TooLongError(Exception):
    """A proof needs more positions than it may look at."""


class Proof:
    """Tells whether a seat can force a goal. The order of the decks in the states it gets does not matter.

    Raises TooLongError after so many positions, in all questions together.
    """

    def __init__(self, goal: Goal, most_positions: int) -> None:
        self._goal = goal
        self._left = most_positions
        self._best: dict[tuple[int, int], Action] = {}
        """What has worked last, by how many turns are left and at what ply: it is likely to work again."""

    def solutions(self, state: State) -> list[Action]:
        """The actions, of all that are legal, with which the goal can still be forced."""
        turns = self._goal.turns - 1
        return [action for action in _choices(state, turns) if self.holds_after(state, action, turns)]

    def holds(self, state: State, turns: int) -> bool:
        """Whether the seat can force the goal when `turns` of its own are yet to begin."""
        self._left -= 1
        if self._left < 0:
            raise TooLongError
        verdict = self._goal.verdict(state, turns)
        if verdict is not None:
            return verdict
        if not self._is_in_reach(state, turns):
            return False
        if state.seat != self._goal.seat:
            return all(self.holds_after(state, action, turns) for action in _choices(state, turns))
        later = turns - (state.phase is MAIN)
        return self._can_hold(state, _choices(state, later), later)

    def _can_hold(self, state: State, actions: list[Action], turns: int) -> bool:
        moment = turns, state.ply
        best = self._best.get(moment)
        if best in actions:
            actions.remove(best)
            actions.insert(0, best)
        for action in actions:
            if self.holds_after(state, action, turns):
                self._best[moment] = action
                return True
        return False

    def holds_after(self, state: State, action: Action, turns: int) -> bool:
        """Whether the goal can still be forced after this action, whatever card comes; `turns` are those after this one."""
        return all(self._holds_in(world, action, turns) for world in self._worlds(state, action, turns))

    def worst(self, state: State, action: Action, turns: int) -> State:
        """The state, with a next card with which the goal cannot be forced after this action; there has to be one."""
        return next(world for world in self._worlds(state, action, turns) if not self._holds_in(world, action, turns))

    def refutation(self, state: State, turns: int) -> tuple[State, Action]:
        """What happens next where the goal cannot be forced: the state with its next card, and what whoever is to move does."""
        action = next(one for one in _choices(state, turns) if not self.holds_after(state, one, turns))
        return self.worst(state, action, turns), action

    def _holds_in(self, world: State, action: Action, turns: int) -> bool:
        after = world.copy()
        advance(after, action)
        if self._goal.kind is Kind.POINTS:
            let_watch(after, self._goal.seat)
        return self.holds(after, turns)

    def _worlds(self, state: State, action: Action, turns: int) -> Iterator[State]:
        """The state with each card that the action may bring as the next of its deck.

        Of cards that nobody can buy before all is decided, one stands for all.
        """
        match action:
            case ReserveTop(level=level):
                pass
            case Buy(card=card) | Reserve(card=card) if card in state.grid:
                level = card.level
            case _:
                level = 0
        if not level or not state.deck_counts[level - 1]:
            yield state
            return
        deck = state.deck(level)
        far = None
        for card in deck:
            if any(in_reach(card, player, turns + 1) for player in state.players):
                yield _with_next(state, deck, card)
            else:
                far = card
        if far is not None:
            yield _with_next(state, deck, far)

    def _is_in_reach(self, state: State, turns: int) -> bool:
        """False where even the best luck does not suffice; it is asked before the seat's turns only."""
        goal = self._goal
        player = state.players[goal.seat]
        if goal.kind is Kind.STOP or (state.seat == goal.seat and state.phase is not MAIN):
            return True
        if goal.kind is Kind.NOBLE:
            assert goal.noble is not None
            return total(missing(goal.noble.cost, player.bonuses)) <= turns
        needed = state.options.target if goal.kind is Kind.WIN else goal.points
        return player.points >= needed or most_points(state, player, turns, self._may_come(state, turns)) >= needed

    def _may_come(self, state: State, turns: int) -> Iterator[Card]:
        """The cards of those decks that might run out of cards beyond the seat's reach."""
        player = state.players[self._goal.seat]
        most_drawn = (turns + 1) * len(state.players)
        for level in LEVELS:
            near = [card for card in state.deck(level) if in_reach(card, player, turns)]
            if near and state.deck_counts[level - 1] - len(near) < most_drawn:
                yield from near


def _choices(state: State, turns: int) -> list[Action]:
    """All that whoever is to move may do, what changes most first. How it is paid matters only if the seat has `turns` left."""
    actions: list[Action] = []
    for action in legal_actions(state):
        payments = all_payments(action.card, state.players[state.seat]) if turns > 0 and isinstance(action, Buy) else ()
        actions += payments or (action,)
    return sorted(actions, key=lambda action: _TRIED_FIRST.get(type(action), 2))


def _with_next(state: State, deck: tuple[Card, ...], card: Card) -> State:
    """A copy of the state in which this card is the next of its deck."""
    rest = tuple(other for other in deck if other is not card)
    decks = [(card, *rest) if level == card.level else state.deck(level) for level in LEVELS]
    twin = state.copy()
    low, middle, high = decks
    twin.decks = (low, middle, high)
    return twin


def let_watch(state: State, seat: int) -> None:
    """Skip the turns of all others."""
    if state.phase is OVER or (state.phase is MAIN and state.seat != seat):
        state.phase, state.seat, state.final_round = MAIN, seat, False
