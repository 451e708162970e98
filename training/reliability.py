"""How reliable the chances to win are: `python -m training.reliability --players 2 --games 2000 docs/reliability-2.svg`.

Guildmasters play. Before each turn, the player predicts every seat's chance; the chart shows how often those seats won.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from joblib import Parallel, delayed

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import OVER, GameOptions, Phase, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view
from training.chart import Point, draw
from training.self_play import USUAL_TARGET

BINS: Final = 10
TICKS: Final = [(share / 4, f"{share / 4:.0%}") for share in range(5)]
UNHURRIED: Final = Budget(60.0, lambda: False, nodes=100_000)


class Said(NamedTuple):
    """A predicted chance to win, the seat's share of the win, and the game."""

    chance: float
    share: float
    game: int


class Bin(NamedTuple):
    """The predictions in a range: their mean, how often those seats won, and the number of games."""

    chance: float
    share: float
    games: int
    times: int

    @property
    def error(self) -> float:
        """Half of the 95% interval; games are counted, because the turns of a game share its result."""
        return 1.96 * math.sqrt(self.share * (1 - self.share) / self.games)


def said_in(players: int, target: int, seed: int) -> list[Said]:
    """All predictions in one game between Guildmasters."""
    state, rng = new_game(load_catalogue(), GameOptions(players, target), seed), Random(seed)
    bot = create_bot("guildmaster")
    told: list[Sequence[float]] = []
    while state.phase is not OVER:
        advice = bot.advise(view(state, state.seat), rng, UNHURRIED)
        if state.phase is Phase.MAIN:
            told.append(advice.chances)
        advance(state, advice.best.action)
    end = outcome(state)
    assert end is not None
    shares = [(seat in end.winners) / len(end.winners) for seat in range(players)]
    return [Said(*pair, seed) for chances in told for pair in zip(chances, shares, strict=True)]


def bins(said: Iterable[Said]) -> list[Bin]:
    """The predictions by range, lowest first; empty ranges are omitted."""
    by_range: dict[int, list[Said]] = {}
    for one in said:
        by_range.setdefault(min(BINS - 1, int(one.chance * BINS)), []).append(one)
    return [_bin(by_range[number]) for number in sorted(by_range)]


def _bin(said: list[Said]) -> Bin:
    games = len(Counter(one.game for one in said))
    return Bin(
        sum(one.chance for one in said) / len(said), sum(one.share for one in said) / len(said), games, len(said)
    )


def calibration_error(found: list[Bin]) -> float:
    """The mean absolute error of the chances, 0 to 1."""
    return sum(one.times * abs(one.chance - one.share) for one in found) / sum(one.times for one in found)


def main() -> int:
    """Play, print the table and write the chart."""
    parser = argparse.ArgumentParser(prog="python -m training.reliability", description=__doc__)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), required=True)
    parser.add_argument("--target", type=int, default=USUAL_TARGET)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=-1)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.games)
    games = Parallel(n_jobs=args.jobs)(delayed(said_in)(args.players, args.target, seed) for seed in seeds)
    found = bins(one for said in games for one in said)
    for one in found:
        print(f"{one.chance:6.1%} said, {one.share:6.1%} ± {one.error:.1%} won, {one.times} times in {one.games} games")
    most = max(abs(one.chance - one.share) for one in found)
    print(f"On average {calibration_error(found):.1%} off, at most {most:.1%}.")
    title = f"{args.players} players: how often those won of whom the net says so, {args.games:,} games"
    points = [Point(one.chance, one.share, one.error) for one in found]
    args.picture.write_text(
        draw(title, "chance to win that the net says", points, TICKS, diagonal=True), encoding="utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
