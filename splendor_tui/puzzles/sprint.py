"""A race without a rival: its deal, and a search for few turns."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Final

from splendor_tui.rules.actions import Action, Reserve, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import MIN_PLAYERS, TOKEN_LIMIT
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import missing, total
from splendor_tui.rules.legality import legal_actions, tokens_held
from splendor_tui.rules.payments import affordable_purchases
from splendor_tui.rules.state import MAIN, OVER, State, new_game
from splendor_tui.rules.turn import advance

BEAM: Final = 200
"""The number of positions that the search keeps after each turn."""
_MAX_TURNS: Final = 60
_MAX_REQUIREMENT: Final = 9
_POINT, _CARD, _GEM, _GOLD, _NOBLE = 0.6, 1.0, 0.2, 0.25, 0.15
"""What a position is worth to the search. Of five sets of weights, this one found the fewest turns in four deals."""


def begin_sprint(catalogue: Catalogue, seed: str, options: GameOptions | None = None) -> State:
    """A deal for two players, the second of whom is out of the game."""
    state = new_game(catalogue, options or GameOptions(MIN_PLAYERS), seed)
    for rival in state.players[1:]:
        rival.forfeited = True
    return state


def fewest_turns(start: State, cancelled: Callable[[], bool], beam: int = BEAM) -> int | None:
    """The fewest turns to the target that a search finds, or None if it finds no way or is cancelled.

    It knows the order of the decks. After each turn, it keeps the `beam` most promising positions, so that it may miss the
    best way, but always finds the same one.
    """
    kept = [start]
    for turn in range(1, _MAX_TURNS + 1):
        following: dict[Hashable, State] = {}
        for state in kept:
            if cancelled():
                return None
            for after in _after_turn(state):
                if after.players[0].points >= after.options.target:
                    return turn
                if after.phase is not OVER:
                    following.setdefault(_identity(after), after)
        kept = sorted(following.values(), key=_value, reverse=True)[:beam]
    return None


def _after_turn(state: State) -> Iterator[State]:
    """The positions after the useful turns from here."""
    for action in _choices(state):
        after = state.copy()
        advance(after, action)
        if after.phase is OVER or after.round > state.round:
            yield after
        else:
            yield from _after_turn(after)


def _choices(state: State) -> Sequence[Action]:
    """The actions to try: without surplus tokens, and without cards to reserve that earn no points, if possible."""
    actions, player = legal_actions(state), state.players[0]
    if state.phase is not MAIN:
        return actions
    room = TOKEN_LIMIT - tokens_held(player)
    cards = (*state.grid, *(held.card for held in player.reserved))
    chosen: list[Action] = [*affordable_purchases(cards, player)]
    chosen += [one for one in actions if isinstance(one, Take) and total(one.gems) <= room]
    chosen += [one for one in actions if isinstance(one, Reserve) and one.card.points and room]
    return chosen or actions


def _value(state: State) -> float:
    player = state.players[0]
    nobles = sum(_nearness(total(missing(noble.cost, player.bonuses))) for noble in state.nobles)
    return (
        _POINT * player.points
        + _CARD * len(player.cards)
        + _GEM * total(player.gems)
        + _GOLD * player.gold
        + _NOBLE * nobles
    )


def _nearness(lacking: int) -> int:
    return max(0, _MAX_REQUIREMENT - lacking)


def _identity(state: State) -> Hashable:
    """Equal for positions that were reached by the same purchases."""
    player = state.players[0]
    return player.gems, player.gold, player.points, _ids(player.cards), _ids(held.card for held in player.reserved)


def _ids(cards: Iterable[object]) -> frozenset[int]:
    return frozenset(map(id, cards))
