"""Random games in styles that cover every ruling. The same number always gives the same game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from splendor_tui.rules.actions import Action, Buy, Forfeit, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import Ply, apply_action
from tests.rules.card_sets import random_card_set

MAX_PLIES = 600

Style = Callable[[State, Sequence[Action], Random], Action]


def wanderer(_state: State, legal: Sequence[Action], rng: Random) -> Action:
    """Choose any action."""
    return rng.choice(legal)


def builder(_state: State, legal: Sequence[Action], rng: Random) -> Action:
    """Buy the card with the most points, otherwise take gems, so that games end at the target."""
    purchases = [action for action in legal if isinstance(action, Buy)]
    if purchases:
        return max(purchases, key=lambda purchase: (purchase.card.points, rng.random()))
    takes = [action for action in legal if isinstance(action, Take)]
    return rng.choice(takes or legal)


def spender(state: State, legal: Sequence[Action], rng: Random) -> Action:
    """Buy whatever is affordable with any legal payment, and reserve cards for the gold."""
    purchases = [action for action in legal if isinstance(action, Buy)]
    if purchases:
        return rng.choice(all_payments(rng.choice(purchases).card, state.players[state.seat]))
    reserves = [action for action in legal if isinstance(action, Reserve | ReserveTop)]
    return rng.choice(reserves if reserves and rng.random() < 0.4 else legal)


def hoarder(_state: State, legal: Sequence[Action], rng: Random) -> Action:
    """Fill the hand, empty the bank, return the gold, and buy only if forced. Such games end in a stalemate."""
    reserves = [action for action in legal if isinstance(action, Reserve | ReserveTop)]
    takes = [action for action in legal if isinstance(action, Take)]
    if isinstance(legal[0], Return):
        return max(legal, key=lambda action: (isinstance(action, Return) and action.gold, rng.random()))
    return rng.choice(reserves or takes or legal)


def collector(_state: State, legal: Sequence[Action], rng: Random) -> Action:
    """Take gems as long as possible, which leads to idle turns and returns."""
    takes = [action for action in legal if isinstance(action, Take)]
    return rng.choice(takes or legal)


STYLES: dict[str, Style] = {
    "wanderer": wanderer,
    "builder": builder,
    "spender": spender,
    "hoarder": hoarder,
    "collector": collector,
}
MIXTURES = [
    ["wanderer"],
    ["builder"],
    ["spender"],
    ["hoarder"],
    ["hoarder", "collector"],
    ["builder", "collector"],
    sorted(STYLES),
]


@dataclass(frozen=True)
class Setting:
    """The parameters of a random game."""

    catalogue: Catalogue
    options: GameOptions
    seed: str
    styles: tuple[str, ...]
    forfeits: float

    @classmethod
    def number(cls, number: int, catalogue: Catalogue) -> "Setting":
        """The setting with this number. The number of players alternates between 2, 3 and 4."""
        rng = Random(f"setting {number}")
        players = 2 + number % 3
        mixture = rng.choice(MIXTURES)
        return cls(
            catalogue=catalogue if rng.random() < 0.6 else random_card_set(rng),
            options=GameOptions(
                players=players,
                target=rng.choice([1, 3, 8, 15, 15, 15, 21, 50]),
                tie_seat=rng.choice([None, None, rng.randrange(players)]),
            ),
            seed=f"game {number}",
            styles=tuple(rng.choice(mixture) for _ in range(players)),
            forfeits=rng.choice([0, 0, 0, 0.02]),
        )


def choose(state: State, styles: Sequence[str], rng: Random, forfeits: float = 0) -> Action:
    """Choose an action in the style of the seat to move. Seats exchange styles every few rounds, and sometimes choose at random.

    `forfeits` is the probability of a forfeit. It is ten times as high in rare situations: late in a turn, and in the last
    round.
    """
    if forfeits and rng.random() < forfeits * (10 if state.final_round or state.phase is not Phase.MAIN else 1):
        return Forfeit()
    style = wanderer if rng.random() < 0.05 else STYLES[styles[(state.seat + state.round // 4) % len(styles)]]
    return style(state, legal_actions(state), rng)


def start(setting: Setting) -> State:
    """The first state of the game."""
    return new_game(setting.catalogue, setting.options, setting.seed)


def plies(setting: Setting, state: State) -> Iterator[Ply]:
    """Play the game from this state to its end, or to a maximum length."""
    rng = Random(f"play {setting.seed}")
    last = state.ply + MAX_PLIES
    while state.phase is not Phase.OVER and state.ply < last:
        action = choose(state, setting.styles, rng, setting.forfeits)
        after = apply_action(state, action)
        yield Ply(state, action, after)
        state = after


def random_games(numbers: Iterable[int], catalogue: Catalogue) -> Iterator[Ply]:
    """The plies of the games with these numbers. Tests share their states, so they must not change them."""
    for number in numbers:
        yield from _random_game(number, catalogue)


@lru_cache(maxsize=64)
def _random_game(number: int, catalogue: Catalogue) -> list[Ply]:
    setting = Setting.number(number, catalogue)
    return list(plies(setting, start(setting)))
