"""Compiles the search once: `python -m tests.compile_search`. In a new checkout each process would do it for itself."""

from random import Random

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import view

_MOST_SECONDS = 600.0


def main() -> None:
    """Let the Grandmaster choose an action; a budget in nodes waits until all is compiled."""
    seen = view(new_game(load_catalogue(), GameOptions(2), 0), 0)
    create_bot("grandmaster").choose(seen, Random(0), Budget(_MOST_SECONDS, lambda: False, nodes=1))


if __name__ == "__main__":
    main()
