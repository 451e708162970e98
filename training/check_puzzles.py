"""Prove all built-in puzzles again: `python -m training.check_puzzles`."""

import sys
from random import Random

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.puzzles.collection import Puzzle, load_puzzles
from splendor_tui.puzzles.proof import Proof, TooLongError
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.view import determinize

MAX_POSITIONS = 400_000


def problem_of(puzzle: Puzzle, rng: Random) -> str | None:
    """The difference between a puzzle and its proof, or None. `rng` shuffles the decks, which must not affect the proof."""
    try:
        found = Proof(puzzle.goal, MAX_POSITIONS).solutions(determinize(puzzle.view, rng))
    except TooLongError:
        return f"{puzzle.id}: the proof takes too long."
    if set(found) == puzzle.solutions:
        return None
    proved, listed = (", ".join(sorted(map(format_action, actions))) for actions in (found, puzzle.solutions))
    return f"{puzzle.id}: proved is {proved or 'nothing'}; the file lists {listed or 'nothing'}."


def main() -> int:
    """Print all problems. Returns 0 if there are none."""
    collection, rng = load_puzzles(load_catalogue()), Random(1)
    problems = [
        *map(str, collection.problems),
        *filter(None, (problem_of(puzzle, rng) for puzzle in collection.puzzles)),
    ]
    print(*problems, f"{len(collection.puzzles)} puzzles, {len(problems)} problems.", sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
