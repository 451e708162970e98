"""Benchmark the parts of a bot's choice: `python -m benchmarks.bots [SECONDS]`. Each line takes about SECONDS."""

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from random import Random

from splendor_tui.bots.heuristic_evaluation import (
    Evaluation,
    Weights,
    best_plan,
    bonus_worth,
    present,
    preview,
    rivals_of,
)
from splendor_tui.bots.heuristic_policy import estimate_chances
from splendor_tui.bots.levels import LEVELS, create_bot, get_level
from splendor_tui.bots.player import Budget
from splendor_tui.bots.reasons import reason
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Gems
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import MAIN, OVER, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, known_state, view

EVEN = [1.0] * 5
NO_RIVALS: Sequence[Gems] = ()


def positions(catalogue: Catalogue, players: int) -> list[View]:
    """The views before the main actions of a game between Journeymen."""
    state, rng, bot = new_game(catalogue, GameOptions(players), 1), Random(1), create_bot("journeyman")
    found = []
    while state.phase is not OVER:
        seen = view(state, state.seat)
        if state.phase is MAIN:
            found.append(seen)
        advance(state, bot.choose(seen, rng, Budget(1.0, lambda: False)))
    return found


def timed(call: Callable[[View], object], seen: Sequence[View], seconds: float) -> list[float]:
    """The duration of each call, in seconds.

    After an uncounted first call, the call is repeated until the time is up, but at least once.
    """
    call(seen[0])
    taken = []
    end = time.perf_counter() + seconds
    for one in cycle(seen):
        start = time.perf_counter()
        call(one)
        taken.append(time.perf_counter() - start)
        if start > end:
            return taken
    return taken


def parts(weights: Weights) -> dict[str, Callable[[View], object]]:
    """The parts of a heuristic level's choice, and its reasons."""
    return {
        "known state of a view": known_state,
        "preview of a take": lambda seen: preview(known_state(seen), legal_actions(seen)[0]),
        "worth of bonuses": lambda seen: bonus_worth(present(known_state(seen), seen.seat), NO_RIVALS, 1.0, weights),
        "best plan": lambda seen: best_plan(present(known_state(seen), seen.seat), EVEN, seen.options.target, weights),
        "rivals": rivals_of,
        "one action weighed": lambda seen: Evaluation(seen, weights).weigh(legal_actions(seen)[0]),
        "chances without a net": lambda seen: estimate_chances(seen, weights),
        "a reason": lambda seen: reason(seen, legal_actions(seen)[0]),
    }


def choice(level: str) -> Callable[[View], object]:
    """A function that lets a level choose an action, within its default time."""
    bot, rng, seconds = create_bot(level), Random(1), get_level(level).seconds

    def choose(seen: View) -> object:
        end = time.perf_counter() + seconds
        return bot.choose(seen, rng, Budget(seconds, lambda: time.perf_counter() > end))

    return choose


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    catalogue = load_catalogue()
    calls = parts(Weights()) | {f"a choice of the {level}": choice(level) for level in LEVELS}
    for players in (2, 4):
        seen = positions(catalogue, players)
        print(f"{players} players {'median':>33} {'p99':>12}")
        for name, call in calls.items():
            taken = sorted(timed(call, seen, seconds))
            print(
                f"{name:>32} {statistics.median(taken) * 1e3:>9.3f} ms {taken[int(len(taken) * 0.99)] * 1e3:>9.3f} ms"
            )


if __name__ == "__main__":
    main()
