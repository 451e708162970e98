"""Compare several search trees with one: `python -m benchmarks.trees --trees 2 --simulations 1000 --games 400`, two players.

One player adds up the visits of several trees; the other has a single tree as large as one of them. This measures what
several cores gain in the same time. Each deal is played from both seats. The games are the same on every machine.
"""

import argparse
import math
import sys
from typing import Final

import numpy as np
from joblib import Parallel, delayed

from splendor_tui.bots.learned.encoded_rules import write_shares
from splendor_tui.bots.learned.encoding import SEAT, STATE_SIZE, CardSet, Int8s, encode_card_set
from splendor_tui.bots.learned.net import Net, load_shipped_net, pack_net
from splendor_tui.bots.learned.parallel_search import COMPILED, Search
from splendor_tui.inputs.card_set import load_catalogue
from training.dealing import deal, play_turn, write_visible
from training.self_play import MAX_TURNS, USUAL_TARGET

PLAYERS: Final = 2


def play_game(cards: CardSet, net: Net, trees: tuple[int, int], simulations: int, seed: int) -> float:
    """Play one game. Returns the first seat's share of the win. `trees` are the numbers of trees of each seat."""
    chance, search_rng = (np.random.default_rng([seed, stream]) for stream in range(2))
    state, shares = np.zeros(STATE_SIZE, np.int8), np.zeros(PLAYERS, np.float32)
    deal(cards, state, PLAYERS, USUAL_TARGET, chance)
    for _ in range(MAX_TURNS):
        turn = _choose(cards, net, state, trees[int(state[SEAT])], simulations, search_rng)
        if not play_turn(cards, state, turn, chance):
            break
    write_shares(state, shares)
    return float(shares[0])


def _choose(cards: CardSet, net: Net, state: Int8s, trees: int, simulations: int, rng: np.random.Generator) -> Int8s:
    seen = np.empty_like(state)
    write_visible(cards, state, seen)
    search = Search(COMPILED, cards, net, seen, trees * simulations, rng.spawn(trees))
    for tree in search.trees:
        tree.grow(simulations)
    return search.results()[0].turn


def share_of_deal(trees: int, simulations: int, seed: int) -> float:
    """Play both games with this deal. Returns the wins of the player with several trees, 0 to 2; a tie counts as half."""
    catalogue = load_catalogue()
    cards = encode_card_set(catalogue)
    net = pack_net(load_shipped_net(PLAYERS, catalogue), cards)
    first = play_game(cards, net, (trees, 1), simulations, seed)
    return first + 1 - play_game(cards, net, (1, trees), simulations, seed)


def main() -> int:
    """Play the games, and print the share of wins of the player with several trees."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trees", description=__doc__)
    parser.add_argument("--trees", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=1000, help="of each tree")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=-1)
    args = parser.parse_args()
    tasks = (delayed(share_of_deal)(args.trees, args.simulations, seed) for seed in range(args.games // 2))
    shares = list(Parallel(n_jobs=args.jobs)(tasks))
    games = 2 * len(shares)
    share = sum(shares) / games
    error = 1.96 * math.sqrt(share * (1 - share) / games)
    print(
        f"{args.trees} trees of {args.simulations} against one: {100 * share:.1f} ± {100 * error:.1f}% of {games} games"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
