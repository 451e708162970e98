"""Measure the value of each ability of a Merchant: `python -m benchmarks.variants [GAMES]`.

Each variant lacks one ability. Prints its share of wins against the full version, on the same deals from both seats.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from splendor_tui.arena.entrants import Entrant, Limit
from splendor_tui.arena.fixtures import fixtures
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.parallel_matches import ALL_CORES, local_processes, playing
from splendor_tui.arena.tally import tally
from splendor_tui.bots.heuristic_evaluation import Weights
from splendor_tui.bots.heuristic_policy import HeuristicPolicy
from splendor_tui.bots.player import Bot
from splendor_tui.inputs.card_set import load_catalogue

GAMES: Final = 200
NO_TIME_LIMIT: Final = Limit(60.0)
FULL: Final = Weights()
VARIANTS: Final = {
    "one card at a time": FULL._replace(choices=0),
    "only the best cards": FULL._replace(breadth=0.0),
    "nobles at the last step": FULL._replace(nearness=0.0),
    "no eye on rivals": FULL._replace(denial=0.0, menace=0.0, race=1.0),
    "no worth of bonuses": FULL._replace(bonus=0.0),
    "tokens are worth nothing": FULL._replace(token=0.0),
    "reserves freely": FULL._replace(hand_slot=0.0),
}


@dataclass(frozen=True)
class Variant(Entrant):
    """A Merchant with these weights."""

    weights: Weights = FULL

    @contextmanager
    def bot(self) -> Iterator[Bot]:
        """Provide the bot of this variant for the block."""
        yield HeuristicPolicy(self.weights)


def main() -> None:
    """Print the share of wins of each variant."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    catalogue = load_catalogue()
    full = Variant("merchant", "full", NO_TIME_LIMIT, "Merchant")
    with local_processes(ALL_CORES):
        for name, weights in VARIANTS.items():
            arena = Arena(
                catalogue, (Variant("merchant", name, NO_TIME_LIMIT, "Variant", weights=weights), full), seed="1"
            )
            with playing(arena, fixtures([(0, 1)], games)) as played:
                found = tally([one.result for one in played], 0)
            assert found is not None
            interval = f"{100 * found.low:.0f}–{100 * found.high:.0f}"
            print(
                f"{name}: {100 * found.wins:.1f}% ({interval}) of {found.games} games, {found.turns:.1f} turns",
                flush=True,
            )


if __name__ == "__main__":
    main()
