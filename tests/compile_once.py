"""Compiles the search and the training once: `python -m tests.compile_once`.

Otherwise each test process in a new checkout would compile them.
"""

from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from splendor_tui.bots.learned.encoding import encode_card_set
from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import view
from tests.training.test_run import PLAN
from training.checkpoint import new_run
from training.gauntlet import play_match
from training.run import train

_MAX_SECONDS = 600.0


def main() -> None:
    """Let a Grandmaster choose an action, then train and evaluate a net as the tests do."""
    catalogue = load_catalogue()
    _search(catalogue)
    _train(catalogue)


def _search(catalogue: Catalogue) -> None:
    """Search with a budget in nodes, which waits for the compiler."""
    seen = view(new_game(catalogue, GameOptions(2), 0), 0)
    create_bot("grandmaster").choose(seen, Random(0), Budget(_MAX_SECONDS, lambda: False, nodes=1))


def _train(catalogue: Catalogue) -> None:
    box, run = encode_card_set(catalogue), new_run(replace(PLAN, games=1))
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        train(run, box, Path(folder) / "run.npz", jobs=1)
    play_match(box, run.net, run.net, deals=1, simulations=0, seed=1)


if __name__ == "__main__":
    main()
