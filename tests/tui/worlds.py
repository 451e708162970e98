"""Two games that one seat cannot distinguish: the same actions with different unseen cards."""

from dataclasses import dataclass
from random import Random

from splendor_tui.rules.actions import Action, Buy, ReserveTop
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import Decks, Phase, State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import view
from tests.presentation.choosing import lively


@dataclass(frozen=True)
class TwoWorlds:
    """A game as one seat could see it, and two orders of its decks that are consistent with it."""

    seat: int
    decks: tuple[Decks, Decks]
    nobles: tuple[Noble, ...]
    actions: tuple[Action, ...]


def two_worlds(catalogue: Catalogue, players: int, seat: int, seed: int, plies: int) -> TwoWorlds:
    """Play a game in which the others draw cards from decks and keep them hidden from `seat`."""
    rng = Random(seed)
    state = new_game(catalogue, GameOptions(players), seed)
    decks, nobles = state.decks, state.nobles
    actions: list[Action] = []
    while len(actions) < plies and state.phase is not Phase.OVER:
        actions.append(_shy(state, seat, rng))
        state = apply_action(state, actions[-1])
    return TwoWorlds(seat, (decks, _shifted(decks, _hidden(state, seat))), nobles, tuple(actions))


def _shy(state: State, seat: int, rng: Random) -> Action:
    """Choose an action from `lively`. Other seats prefer to draw cards, and never buy the drawn ones."""
    legal = legal_actions(state)
    draws = [action for action in legal if isinstance(action, ReserveTop)]
    if draws and rng.random() < 0.25:
        return rng.choice(draws)
    action = lively(view(state, state.seat), rng)
    secret = isinstance(action, Buy) and action.card not in state.grid and state.seat != seat
    return rng.choice([other for other in legal if not isinstance(other, Buy)] or legal) if secret else action


def _hidden(state: State, seat: int) -> set[Card]:
    """The cards that the seat has never seen."""
    held = {
        reserved.card
        for other, player in enumerate(state.players)
        for reserved in player.reserved
        if reserved.blind and other != seat
    }
    return held.union(*(state.deck(level) for level in (1, 2, 3)))


def _shifted(decks: Decks, hidden: set[Card]) -> Decks:
    """The decks in which each hidden card is replaced by the next hidden one of its deck."""
    low, middle, high = (_turned(deck, hidden) for deck in decks)
    return low, middle, high


def _turned(deck: tuple[Card, ...], hidden: set[Card]) -> tuple[Card, ...]:
    secrets = [card for card in deck if card in hidden]
    others = iter(secrets[1:] + secrets[:1])
    return tuple(next(others) if card in hidden else card for card in deck)
