"""Measure the reliability of the chances: `python -m training.reliability --players 2 --games 2000 docs/reliability-2.svg`.

The packaged net plays against itself. A short search before each turn predicts every seat's chance. The chart shows how
often those seats won.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from splendor_tui.bots.learned.compiled import compiled_separately
from splendor_tui.bots.learned.encoded_rules import write_shares
from splendor_tui.bots.learned.encoding import STATE_SIZE, CardSet, Float32s, encode_card_set
from splendor_tui.bots.learned.net import Net, load_shipped_net
from splendor_tui.bots.learned.tree_search import simulate
from splendor_tui.inputs.card_set import load_catalogue
from training.chart import Point, draw
from training.dealing import deal, play_turn, write_visible
from training.game_search import Searcher, new_searcher, select_best_edge, set_root, write_edge_value
from training.self_play import MAX_TURNS, USUAL_TARGET

BINS: Final = 10
TICKS: Final = [(share / 4, f"{share / 4:.0%}") for share in range(5)]
PART_GAMES: Final = 50  # games of one task


class Prediction(NamedTuple):
    """A predicted chance of winning, the seat's share of the win, and the number of the game."""

    chance: float
    share: float
    game: int


class Bin(NamedTuple):
    """The predictions in one range: their mean, how often those seats won, and the number of games."""

    chance: float
    share: float
    games: int
    times: int

    @property
    def error(self) -> float:
        """Half the width of the 95% interval. It depends on the number of games, because all turns of a game share its result."""
        return 1.96 * math.sqrt(self.share * (1 - self.share) / self.games)


def play_games(
    cards: CardSet, net: Net, simulations: int, target: int, seeds: Iterable[int], with_promos: bool = False
) -> list[Prediction]:
    """Play one game for each seed. Returns all predictions."""
    player = new_searcher(cards, net, simulations)
    chances = np.empty((MAX_TURNS, net.players), np.float32)
    shares = np.empty(net.players, np.float32)
    predictions: list[Prediction] = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        turns = _play_game(player, simulations, target, with_promos, rng, chances, shares)
        predictions += [
            Prediction(chance, share, seed)
            for turn in chances[:turns].tolist()
            for chance, share in zip(turn, shares.tolist(), strict=True)
        ]
    return predictions


@compiled_separately
def _play_game(
    player: Searcher,
    simulations: int,
    target: int,
    with_promos: bool,
    rng: np.random.Generator,
    chances: Float32s,
    shares: Float32s,
) -> int:
    """Play one game. Returns the number of turns.

    Writes the predicted chances before each turn to `chances` (turns, players), and the shares of the win to `shares`
    (players,).
    """
    cards, tree = player.cards, player.tree
    state, seen = np.zeros(STATE_SIZE, np.int8), np.zeros(STATE_SIZE, np.int8)
    deal(cards, state, len(shares), target, rng, with_promos)
    turns = 0
    continues = True
    while continues and turns < MAX_TURNS:
        write_visible(cards, state, seen)
        set_root(tree, seen)
        simulate(cards, player.net, player.buffers, tree, simulations, rng)
        best = select_best_edge(tree)
        write_edge_value(tree, best, chances[turns])
        turns += 1
        continues = play_turn(cards, state, tree.turns[best], rng)
    write_shares(state, shares)
    return turns


def bins(predictions: Iterable[Prediction]) -> list[Bin]:
    """Group the predictions by range, lowest first. Empty ranges are omitted."""
    by_range: dict[int, list[Prediction]] = {}
    for one in predictions:
        by_range.setdefault(min(BINS - 1, int(one.chance * BINS)), []).append(one)
    return [_bin(by_range[number]) for number in sorted(by_range)]


def _bin(predictions: list[Prediction]) -> Bin:
    games = len(Counter(one.game for one in predictions))
    return Bin(
        sum(one.chance for one in predictions) / len(predictions),
        sum(one.share for one in predictions) / len(predictions),
        games,
        len(predictions),
    )


def calibration_error(found: list[Bin]) -> float:
    """The mean absolute error of the chances, from 0 to 1."""
    return sum(one.times * abs(one.chance - one.share) for one in found) / sum(one.times for one in found)


def main() -> int:
    """Play the games, print the table and write the chart."""
    parser = argparse.ArgumentParser(prog="python -m training.reliability", description=__doc__)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), required=True)
    parser.add_argument("--target", type=int, default=USUAL_TARGET)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=30, help="per turn")
    parser.add_argument("--promos", action="store_true", help="the promo nobles may be dealt")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=-1)
    args = parser.parse_args()
    catalogue = load_catalogue()
    cards, net = encode_card_set(catalogue), load_shipped_net(args.players, catalogue)
    seeds = range(args.seed, args.seed + args.games)
    tasks = (
        delayed(play_games)(cards, net, args.simulations, args.target, seeds[first : first + PART_GAMES], args.promos)
        for first in range(0, args.games, PART_GAMES)
    )
    found = bins(one for predictions in Parallel(n_jobs=args.jobs, max_nbytes=None)(tasks) for one in predictions)
    for one in found:
        print(
            f"{one.chance:6.1%} predicted, {one.share:6.1%} ± {one.error:.1%} won, {one.times} times in {one.games} games"
        )
    most = max(abs(one.chance - one.share) for one in found)
    print(f"Mean error {calibration_error(found):.1%}, maximum {most:.1%}.")
    title = f"{args.players} players: predicted chances and actual wins, {args.games:,} games"
    points = [Point(one.chance, one.share, one.error) for one in found]
    args.picture.write_text(draw(title, "predicted chance of winning", points, TICKS, diagonal=True), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
