"""How well computer players play: `python -m benchmarks.bots [GAMES]`.

Games of two are played in pairs: the same deal, seats changed. A shared win counts half. Variants of the Merchant each lack one
of the things that it does, so that their share of wins against the full one says what that thing is worth.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from splendor_tui.bots.player import Bot, Budget
from splendor_tui.bots.policy import PolicyPlayer
from splendor_tui.bots.trader import Trader
from splendor_tui.bots.uniform import Uniform
from splendor_tui.bots.weights import Weights
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import MAIN, OVER, GameOptions, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view

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


class Timed:
    """A bot whose main actions are timed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.seconds: list[float] = []

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        """What the bot chooses."""
        start = time.perf_counter()
        action = self._bot.choose(view, rng, budget)
        if view.phase is MAIN:
            self.seconds.append(time.perf_counter() - start)
        return action


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
    """Print win rates, lengths of games and times of a choice."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    catalogue = load_catalogue(Path(__file__).parents[1] / "assets")
    share, rounds = share_of_wins(catalogue, trader(), Uniform(), games)
    print(f"Merchant against uniformly random play: {share:.1%} of {games} games, {rounds:.1f} rounds on average")
    for players in (2, 3, 4):
        timed = Timed(trader())
        ends = [play(catalogue, [timed] * players, seed) for seed in range(max(1, games // players))]
        lengths = sorted(end.round for end in ends)
        finished = sum(end.phase is OVER for end in ends)
        print(
            f"{players} Merchants: {finished} of {len(ends)} games finished, {statistics.mean(lengths):.1f} rounds on average, "
            f"{lengths[0]} to {lengths[-1]}; a choice takes {statistics.median(timed.seconds) * 1e3:.2f} ms (median), "
            f"{statistics.quantiles(timed.seconds, n=100)[98] * 1e3:.2f} ms (p99)"
        )
    for name, weights in VARIANTS.items():
        share, rounds = share_of_wins(catalogue, trader(weights), trader(), games)
        print(f"variant, {name}: {share:.1%} of {games} games, {rounds:.1f} rounds on average", flush=True)


if __name__ == "__main__":
    main()
