"""What each thing is worth that a Merchant does: `python -m benchmarks.variants [GAMES]`.

Variants each lack one of these things; their share of wins against the full one tells. Games of two are played in pairs: the same
deal, seats changed. A shared win counts half.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from splendor_tui.bots.player import Bot, Budget
from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.bots.trader import Trader
from splendor_tui.bots.weights import Weights
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import OVER, GameOptions, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view

GAMES = 200
MOST_PLIES = 2000
UNHURRIED = Budget(seconds=60.0, cancelled=lambda: False)
FULL = Weights()
VARIANTS = {
    "one card at a time": replace(FULL, choices=0),
    "only the best cards": replace(FULL, breadth=0.0),
    "nobles at the last step": replace(FULL, nearness=0.0),
    "no eye on rivals": replace(FULL, denial=0.0, menace=0.0, race=1.0),
    "no worth of bonuses": replace(FULL, bonus=0.0),
    "tokens are worth nothing": replace(FULL, token=0.0),
    "reserves freely": replace(FULL, hand_slot=0.0),
}


def trader(weights: Weights = FULL) -> Bot:
    """A Merchant with these weights."""
    return PolicyPlayer(Trader(weights))


def play(catalogue: Catalogue, bots: Sequence[Bot], seed: int) -> State:
    """The end of a game, or where it stands after very many plies."""
    state = new_game(catalogue, GameOptions(len(bots)), seed)
    rng = Random(seed)
    while state.phase is not OVER and state.ply < MOST_PLIES:
        advance(state, bots[state.seat].choose(view(state, state.seat), rng, UNHURRIED))
    return state


def share_of_wins(catalogue: Catalogue, bot: Bot, rival: Bot, games: int) -> tuple[float, float]:
    """The bot's share of wins in games of two, and the average number of rounds."""
    won, rounds = 0.0, 0
    for number in range(games):
        seat = number % 2
        last = play(catalogue, [rival, bot] if seat else [bot, rival], number // 2)
        end = outcome(last)
        if end and seat in end.winners:
            won += 1 / len(end.winners)
        rounds += last.round
    return won / games, rounds / games


def main() -> None:
    """Print the share of wins of each variant."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    catalogue = load_catalogue()
    for name, weights in VARIANTS.items():
        share, rounds = share_of_wins(catalogue, trader(weights), trader(), games)
        print(f"{name}: {share:.1%} of {games} games, {rounds:.1f} rounds on average", flush=True)


if __name__ == "__main__":
    main()
