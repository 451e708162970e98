"""Proves that a goal can be forced against all of the rivals' actions and all orders of the decks."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final

from splendor_tui.puzzles.collection import Goal, Kind
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop
from splendor_tui.rules.cards import LEVELS, Card
from splendor_tui.rules.constants import COLUMNS
from splendor_tui.rules.gems import missing, total
from splendor_tui.rules.legality import DIFFERENT_TAKEN, legal_actions
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import MAIN, OVER, Player, State
from splendor_tui.rules.turn import advance

_ORDER: Final = {Buy: 0, Reserve: 1}


class TooLongError(Exception):
    """Raised if a proof needs too many positions."""


class Proof:
    """Determines whether a seat can force a goal for every order of the decks.

    Raises TooLongError after a total of `most_positions` positions.
    """

    def __init__(self, goal: Goal, most_positions: int) -> None:
        self._goal = goal
        self._left = most_positions
        self._known: dict[Hashable, bool] = {}
        self._decisive: dict[tuple[int, int], Action] = {}
        """The last decisive action by turns left and ply. It is tried first, because it is often decisive again."""

    def solutions(self, state: State) -> list[Action]:
        """The legal actions that still force the goal."""
        turns = self._goal.turns - 1
        return [action for action in _choices(state, turns) if self.holds_after(state, action, turns)]

    def holds(self, state: State, turns: int) -> bool:
        """Whether the seat can force the goal in this state, if it can start `turns` more turns."""
        self._left -= 1
        if self._left < 0:
            raise TooLongError
        verdict = self._goal.verdict(state, turns)
        if verdict is not None:
            return verdict
        if not self._is_in_reach(state, turns):
            return False
        if not turns and self._is_safe(state):
            return True
        if state.phase is not MAIN:
            return self._decided(state, turns)
        essence = self._essence(state, turns)
        if essence not in self._known:
            self._known[essence] = self._decided(state, turns)
        return self._known[essence]

    def _decided(self, state: State, turns: int) -> bool:
        mine = state.seat == self._goal.seat
        later = turns - (mine and state.phase is MAIN)
        moment = turns, state.ply
        actions = _decisive_first(_choices(state, later), self._decisive.get(moment))
        for action in self._good(state, actions, later) if mine else self._bad(state, actions, later):
            self._decisive[moment] = action
            return mine
        return not mine

    def _good(self, state: State, actions: Iterable[Action], turns: int) -> Iterator[Action]:
        """The actions after which the goal can be forced, whatever card is drawn."""
        return (action for action in actions if self.holds_after(state, action, turns))

    def _bad(self, state: State, actions: Iterable[Action], turns: int) -> Iterator[Action]:
        """The actions after which the goal cannot be forced. Those refuted by the first card tried are yielded first."""
        in_luck: list[tuple[Action, Iterator[State]]] = []
        for action in actions:
            worlds = self._worlds(state, action, turns)
            if self._holds_in(next(worlds), action, turns):
                in_luck.append((action, worlds))
            else:
                yield action
        for action, worlds in in_luck:
            if not all(self._holds_in(world, action, turns) for world in worlds):
                yield action

    def _essence(self, state: State, turns: int) -> Hashable:
        """A key for states between turns. States have the same key if they differ only in cards that cannot be bought in time."""
        return (
            (turns, state.seat, state.final_round, state.passes, state.bank, state.gold, state.nobles),
            (
                *state.deck_counts,
                *(state.grid[start : start + COLUMNS].count(None) for start in (0, COLUMNS, 2 * COLUMNS)),
            ),
            frozenset(self._buyable(state.grid, state, turns, turns + 1)),
            *(
                (
                    player.gems,
                    player.gold,
                    player.points,
                    frozenset(player.cards),
                    len(player.reserved),
                    frozenset(self._buyable([held.card for held in player.reserved], state, turns, turns + 1)),
                )
                for player in state.players
            ),
        )

    def holds_after(self, state: State, action: Action, turns: int) -> bool:
        """Whether the goal can still be forced after this action, whatever card is drawn. `turns` are left after it."""
        return all(self._holds_in(world, action, turns) for world in self._worlds(state, action, turns))

    def good_action(self, state: State, turns: int) -> Action:
        """An action that still forces the goal. There must be one. The seat can start `turns` more turns."""
        later = turns - (state.phase is MAIN)
        return next(self._good(state, _choices(state, later), later))

    def worst(self, state: State, action: Action, turns: int) -> State:
        """A state whose next card makes it impossible to force the goal after this action. There must be one."""
        return next(world for world in self._worlds(state, action, turns) if not self._holds_in(world, action, turns))

    def refutation(self, state: State, turns: int) -> tuple[State, Action]:
        """A refutation if the goal cannot be forced: the state with its next card, and the next player's action."""
        action = next(self._bad(state, _choices(state, turns), turns))
        return self.worst(state, action, turns), action

    def _holds_in(self, world: State, action: Action, turns: int) -> bool:
        return self.holds(after_action(world, action, self._goal), turns)

    def _worlds(self, state: State, action: Action, turns: int) -> Iterator[State]:
        """The state with each card that the action may reveal, worst for the solver first.

        One card represents all cards that cannot be bought in time. If the others do not play, it represents every card,
        because an additional affordable card is never a disadvantage.
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
        # The current action gives its player one gold or one bonus, which is less than a turn gives.
        near = self._buyable(deck, state, turns + (state.seat == self._goal.seat), turns + 1)
        if len(near) < len(deck):
            yield _with_next(state, deck, next(card for card in deck if card not in near))
            if self._goal.kind is Kind.POINTS:
                return
        for card in sorted(near, key=deck.index):
            yield _with_next(state, deck, card)

    def _buyable(self, cards: Iterable[Card | None], state: State, own_turns: int, turns: int) -> set[Card]:
        """The cards that the seat or a rival might buy in time, with this many turns each."""
        if self._goal.kind is Kind.POINTS:
            return {*in_reach(cards, state.players[self._goal.seat], own_turns)}
        return {
            card
            for seat, player in enumerate(state.players)
            for card in in_reach(cards, player, own_turns if seat == self._goal.seat else turns)
        }

    def _is_in_reach(self, state: State, turns: int) -> bool:
        """False only if the goal cannot be reached even with the best luck. Always true for Kind.STOP or in mid-turn."""
        goal = self._goal
        player = state.players[goal.seat]
        if goal.kind is Kind.STOP or (state.seat == goal.seat and state.phase is not MAIN):
            return True
        if goal.kind is Kind.NOBLE:
            assert goal.noble is not None
            return total(missing(goal.noble.cost, player.bonuses)) <= turns
        needed = state.options.target if goal.kind is Kind.WIN else goal.points
        return may_reach(needed, state, player, turns, self._possible_reveals(state, turns))

    def _is_safe(self, state: State) -> bool:
        """Whether no possible last turn of a rival can prevent the goal."""
        goal = self._goal
        if state.phase is not MAIN or state.seat == goal.seat:
            return False
        if goal.kind is Kind.WIN and state.final_round:
            too_many = state.players[goal.seat].points
            seats = range(state.seat, len(state.players))
        elif goal.kind is Kind.STOP:
            too_many = state.options.target
            seats = range(len(state.players))
        else:
            return False
        more_than_one = len(state.players) > 2
        drawn = [card for level in LEVELS for card in state.deck(level)] if more_than_one else []
        return all(
            rival.points < too_many and not (seat in seats and may_reach(too_many, state, rival, 1, drawn))
            for seat, rival in enumerate(state.players)
            if seat != goal.seat
        )

    def _possible_reveals(self, state: State, turns: int) -> Iterator[Card]:
        """The cards within reach that may have to be revealed, because their deck has too few other cards."""
        player = state.players[self._goal.seat]
        most_drawn = (turns + 1) * len(state.players)
        for level in LEVELS:
            near = in_reach(state.deck(level), player, turns)
            if near and state.deck_counts[level - 1] - len(near) < most_drawn:
                yield from near


def _choices(state: State, turns: int) -> list[Action]:
    """All actions of the player to move, most important first. Includes every payment if `turns` is not zero."""
    actions: list[Action] = []
    for action in legal_actions(state):
        payments = all_payments(action.card, state.players[state.seat]) if turns > 0 and isinstance(action, Buy) else ()
        actions += payments or (action,)
    return sorted(actions, key=lambda action: _ORDER.get(type(action), 2))


def _decisive_first(actions: list[Action], decisive: Action | None) -> list[Action]:
    if decisive in actions:
        actions.remove(decisive)
        actions.insert(0, decisive)
    return actions


def _with_next(state: State, deck: tuple[Card, ...], card: Card) -> State:
    """A copy of the state in which this card is next in its deck."""
    rest = tuple(other for other in deck if other is not card)
    decks = [(card, *rest) if level == card.level else state.deck(level) for level in LEVELS]
    twin = state.copy()
    low, middle, high = decks
    twin.decks = (low, middle, high)
    return twin


def after_action(state: State, action: Action, goal: Goal) -> State:
    """The state after the action. Only the solver plays for points, so the turns of all other seats are skipped."""
    after = state.copy()
    advance(after, action)
    if goal.kind is Kind.POINTS and (after.phase is OVER or (after.phase is MAIN and after.seat != goal.seat)):
        after.phase, after.seat, after.final_round = MAIN, goal.seat, False
    return after


# --- bounds on what a player can reach, to prune the search --------------------------------------------------------------


def in_reach(cards: Iterable[Card | None], player: Player, turns: int) -> list[Card]:
    """The cards that the player might buy with the last of these turns. Each earlier turn gives at most three tokens."""
    return _within(DIFFERENT_TAKEN * (turns - 1), cards, player) if turns > 0 else []


def may_reach(points: int, state: State, player: Player, turns: int, others: Iterable[Card]) -> bool:
    """Whether the player might reach these points in these turns. False only if it is impossible even with the best luck.

    `others` are cards that may be revealed, in addition to those on the table and in the player's hand.
    """
    cards = in_reach([*state.grid, *(held.card for held in player.reserved), *others], player, turns)
    scoring = sorted((card for card in cards if card.points), key=lambda card: -card.points)
    nobles = [(total(missing(noble.cost, player.bonuses)), noble.points) for noble in state.nobles]
    for bought in range(min(turns, len(cards)) + 1):
        # At most one noble visits per turn, if enough purchases meet its requirement.
        of_nobles = sum(sorted([worth for lacking, worth in nobles if lacking <= bought], reverse=True)[:turns])
        if _may_buy(points - player.points - of_nobles, scoring, player, turns - bought, bought):
            return True
    return False


def _may_buy(points: int, scoring: Sequence[Card], player: Player, takes: int, bought: int) -> bool:
    """Whether this many purchases and token turns may give the points. `scoring` is sorted by points, in descending order.

    A turn gives at most three tokens, and each purchased card saves at most one gem on each later card.
    """
    if points <= 0:
        return True
    if sum([card.points for card in scoring[:bought]]) < points:
        return False
    tokens = DIFFERENT_TAKEN * takes
    near = _within(tokens + bought - 1, scoring, player)
    offers = [(card.points, total(missing(card.cost, player.bonuses))) for card in near]
    wealth = total(player.gems) + player.gold + tokens
    # Assume that cards with points are bought last.
    return any(
        _fits(points, offers, count, wealth + sum(range(bought - count, bought))) for count in range(1, bought + 1)
    )


def _fits(points: int, offers: Sequence[tuple[int, int]], count: int, wealth: int) -> bool:
    """Whether at most `count` of the offers (points, price) can give the points for a total price within this wealth.

    The offers are sorted by points.
    """
    if points <= 0:
        return True
    for place, (worth, price) in enumerate(offers):
        if worth * count < points:
            return False
        if price <= wealth and _fits(points - worth, offers[place + 1 :], count - 1, wealth - price):
            return True
    return False


def _within(lacking: int, cards: Iterable[Card | None], player: Player) -> list[Card]:
    """The cards for which the player lacks at most this many tokens."""
    held = player.bonuses + player.gems
    most = lacking + player.gold
    return [card for card in cards if card is not None and total(missing(card.cost, held)) <= most]
