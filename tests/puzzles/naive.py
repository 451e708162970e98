"""Decides by simple exhaustive search whether a goal can be forced."""

from collections.abc import Iterator

from splendor_tui.puzzles.goal import Goal, Kind
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import Phase, State
from splendor_tui.rules.turn import apply_action


class Naive:
    """The interface of `Proof`, with a cache of positions."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self._known: dict[tuple[str, int], bool] = {}

    def solutions(self, state: State) -> set[Action]:
        """All first actions that force the goal."""
        return {action for action in every_action(state) if self._forced_after(state, action, self._goal.turns - 1)}

    def _forced(self, state: State, turns: int) -> bool:
        key = format_position(state), turns
        if key not in self._known:
            self._known[key] = self._look(state, turns)
        return self._known[key]

    def _look(self, state: State, turns: int) -> bool:
        goal = self._goal
        me, rivals = state.players[goal.seat], [one for seat, one in enumerate(state.players) if seat != goal.seat]
        mine = state.seat == goal.seat
        between = state.phase is Phase.MAIN
        over = state.phase is Phase.OVER
        match goal.kind:
            case Kind.WIN:
                if over:
                    end = outcome(state)
                    return end is not None and end.winners == (goal.seat,)
            case Kind.STOP:
                if any(rival.points >= state.options.target for rival in rivals):
                    return False
                if over or (mine and between and turns == 0):
                    return True
            case Kind.NOBLE:
                if goal.noble in me.nobles:
                    return True
            case Kind.POINTS:
                if me.points >= goal.points:
                    return True
        if over or (mine and between and turns == 0):
            return False
        later = turns - (mine and between)
        return (any if mine else all)(self._forced_after(state, action, later) for action in every_action(state))

    def _forced_after(self, state: State, action: Action, turns: int) -> bool:
        return all(self._forced(after, turns) for after in self._outcomes(state, action))

    def _outcomes(self, state: State, action: Action) -> Iterator[State]:
        for world in worlds(state, action):
            after = apply_action(world, action)
            if self._goal.kind is Kind.POINTS and after.phase in {Phase.MAIN, Phase.OVER}:
                after.phase, after.seat, after.final_round = Phase.MAIN, self._goal.seat, False
            yield after


def every_action(state: State) -> list[Action]:
    """The legal actions, with every payment."""
    actions: list[Action] = []
    for action in legal_actions(state):
        actions += all_payments(action.card, state.players[state.seat]) if isinstance(action, Buy) else [action]
    return actions


def worlds(state: State, action: Action) -> Iterator[State]:
    """The state with each card of the deck as the next one, if the action draws a card."""
    level = action.level if isinstance(action, ReserveTop) else 0
    if isinstance(action, Reserve | Buy) and action.card in state.grid:
        level = action.card.level
    deck = state.deck(level) if level else ()
    for card in deck or (None,):
        world = state.copy()
        if card is not None:
            others = tuple(other for other in deck if other is not card)
            decks = [(card, *others) if card.level == one else state.deck(one) for one in (1, 2, 3)]
            world.decks = (decks[0], decks[1], decks[2])
        yield world
