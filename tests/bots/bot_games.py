"""Games between computer players."""

from collections.abc import Iterator, Sequence
from random import Random

from splendor_tui.bots.player import Bot, Budget
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import view

NO_TIME_LIMIT = Budget(seconds=60.0, cancelled=lambda: False, nodes=100_000)
BRIEF = Budget(seconds=60.0, cancelled=lambda: False, nodes=8)
MAX_PLIES = 2000


def states(catalogue: Catalogue, bots: Sequence[Bot], seed: int, budget: Budget = NO_TIME_LIMIT) -> Iterator[State]:
    """All states of a game. The rules check every action."""
    state = new_game(catalogue, GameOptions(len(bots)), seed)
    rng = Random(seed)
    yield state
    while state.phase is not Phase.OVER and state.ply < MAX_PLIES:
        action = bots[state.seat].choose(view(state, state.seat), rng, budget)
        state = apply_action(state, action)
        yield state


def final_state(catalogue: Catalogue, bots: Sequence[Bot], seed: int, budget: Budget = NO_TIME_LIMIT) -> State:
    """The last state of a game."""
    *_, last = states(catalogue, bots, seed, budget)
    return last


def beats(catalogue: Catalogue, bot: Bot, rival: Bot, *, wins: int, games: int) -> bool:
    """Whether the bot wins so many of the two-player games without a tie. It starts every other game."""
    for number in range(games):
        seat = number % 2
        end = outcome(final_state(catalogue, [rival, bot] if seat else [bot, rival], number))
        wins -= end is not None and end.winners == (seat,)
        if wins == 0:
            return True
    return False
