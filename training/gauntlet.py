"""Matches between two nets, on the same deals with rotated seats: `python -m training.gauntlet NET RIVAL --players 2`."""

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs

from splendor_tui.bots.learned.compiled import compiled_separately
from splendor_tui.bots.learned.encoded_rules import write_shares
from splendor_tui.bots.learned.encoding import SEAT, STATE_SIZE, CardSet, encode_card_set
from splendor_tui.bots.learned.net import Net, NetError, load_net, load_shipped_net, shipped_net_path
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from training.dealing import deal, play_turn, write_visible
from training.game_search import Searcher, new_searcher, search_turn
from training.nets import save_net
from training.self_play import MAX_TURNS, USUAL_TARGET

OFFER_DEALS: Final = 200
OFFER_SIMULATIONS: Final = 100


class Score(NamedTuple):
    """A net's share of the wins in one seat against copies of another net (ties are divided), and the number of games."""

    share: float
    games: int

    @property
    def error(self) -> float:
        """Half the width of the 95% interval."""
        return 1.96 * math.sqrt(max(1e-9, self.share * (1 - self.share)) / self.games)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.error:.1f}% of {self.games} games"


def play_match(
    cards: CardSet,
    net: Net,
    rival: Net,
    deals: int,
    simulations: int,
    seed: int,
    jobs: int = 1,
    target: int = USUAL_TARGET,
) -> Score:
    """Play each deal once from each seat against copies of the rival. A share of 1 / players means equal strength."""
    parts = np.array_split(np.arange(deals), min(deals, 8 * effective_n_jobs(jobs)))
    tasks = (delayed(_play_deals)(cards, net, rival, part, simulations, seed, target) for part in parts)
    won = sum(Parallel(n_jobs=jobs, max_nbytes=None)(tasks))
    games = deals * net.players
    return Score(won / games, games)


def offer_net(net: Net, catalogue: Catalogue, about: dict[str, object], folder: Path, seed: int, jobs: int) -> None:
    """Save the net in the folder. It replaces the packaged net if it clearly beats it, or if that net is unusable.

    `about` describes the net's origin for the accompanying .json file. The result of the match is added to `about`.
    """
    path = folder / shipped_net_path(net.players).name
    packaged = path.with_suffix(".json"), shipped_net_path(net.players).with_suffix(".json")
    save_net(path, net, catalogue)
    try:
        rival = load_shipped_net(net.players, catalogue)
    except NetError:
        is_better = True
        print("The package had no usable net; it has this one now.")
    else:
        score = play_match(encode_card_set(catalogue), net, rival, OFFER_DEALS, OFFER_SIMULATIONS, seed, jobs)
        is_better = score.share - score.error > 1 / net.players
        about["against_the_net_before"] = {"share": score.share, "error": score.error}
        if packaged[1].exists():
            about["began_with"] = json.loads(packaged[1].read_text(encoding="utf-8"))
        print(f"Against the packaged net, with {OFFER_SIMULATIONS} simulations per turn: {score}.")
    packaged[0].write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    if not is_better:
        print(f"It is not clearly better, so it was not packaged: {path}")
        return
    for file in (path, packaged[0]):
        shipped_net_path(net.players).with_suffix(file.suffix).write_bytes(file.read_bytes())


def _play_deals(
    cards: CardSet, net: Net, rival: Net, deals: np.typing.NDArray[np.int64], simulations: int, seed: int, target: int
) -> float:
    player, opponent = (new_searcher(cards, each, simulations) for each in (net, rival))
    won = 0.0
    for number in deals:
        for seat in range(net.players):
            chance = np.random.default_rng([seed, int(number)])
            search_rng = np.random.default_rng([seed, int(number), seat])
            won += _play_game(player, opponent, seat, simulations, target, chance, search_rng)
    return won


@compiled_separately
def _play_game(
    player: Searcher,
    opponent: Searcher,
    seat: int,
    simulations: int,
    target: int,
    chance: np.random.Generator,
    search_rng: np.random.Generator,
) -> float:
    """Play a game in which `player` has this seat. Returns its share of the win."""
    cards, players = player.cards, len(player.net.last_bias)
    cells, seen = np.zeros(STATE_SIZE, np.int8), np.zeros(STATE_SIZE, np.int8)
    shares = np.zeros(players, np.float32)
    deal(cards, cells, players, target, chance)
    for _ in range(MAX_TURNS):
        write_visible(cards, cells, seen)
        mover = player if int(cells[SEAT]) == seat else opponent
        turn = mover.tree.turns[search_turn(mover, seen, simulations, search_rng)]
        if not play_turn(cards, cells, turn, chance):
            break
    write_shares(cells, shares)
    return float(shares[seat])


def main() -> int:
    """Play a match between two nets and print the result."""
    parser = argparse.ArgumentParser(prog="python -m training.gauntlet", description=__doc__)
    parser.add_argument("net", type=Path, help="the net with one seat")
    parser.add_argument("rival", type=Path, help="the net with all other seats")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), required=True)
    parser.add_argument("--target", type=int, default=USUAL_TARGET)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=OFFER_SIMULATIONS, help="per turn; 0 looks one turn ahead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=-1)
    args = parser.parse_args()
    catalogue = load_catalogue()
    net, rival = (load_net(path, args.players, catalogue) for path in (args.net, args.rival))
    deals = -(-args.games // args.players)
    print(
        play_match(encode_card_set(catalogue), net, rival, deals, args.simulations, args.seed, args.jobs, args.target)
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
