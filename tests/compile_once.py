"""Compiles the search and the training once: `python -m tests.compile_once`.

Otherwise each test process in a new checkout would compile them.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import numpy as np

from splendor_tui.bots.learned.encoding import encode_card_set
from splendor_tui.bots.learned.features import slot_count
from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import view
from training.fitting import evaluate, fit, new_optimiser
from training.gauntlet import play_match
from training.nets import new_net
from training.self_play import Style, play_games

_MAX_SECONDS = 600.0


def main() -> None:
    """Compile the search, then self-play and, in another process, the fit and the matches."""
    _search()
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for done in [pool.submit(_play), pool.submit(_fit_and_compare)]:
            done.result()


def _search() -> None:
    """Search with a budget in nodes, which waits for the compiler."""
    seen = view(new_game(load_catalogue(), GameOptions(2), 0), 0)
    create_bot("grandmaster").choose(seen, Random(0), Budget(_MAX_SECONDS, lambda: False, nodes=1))


def _play() -> None:
    style = Style(simulations=1, temperature=0.01, curiosity=0.1, trace=0.9, others=0)
    play_games(encode_card_set(load_catalogue()), new_net(2, np.random.default_rng(1)), style, 1, [1])


def _fit_and_compare() -> None:
    net = new_net(2, np.random.default_rng(1))
    rows, targets = np.zeros((1, slot_count(2)), np.uint16), np.full((1, 2), 0.5, np.float32)
    fit(net, new_optimiser(net), rows[np.newaxis], targets[np.newaxis], rate=0.0, decay=0.0)
    evaluate(net, rows, targets)
    play_match(encode_card_set(load_catalogue()), net, net, deals=1, simulations=0, seed=1)


if __name__ == "__main__":
    main()
