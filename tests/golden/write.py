"""Rewrite the golden playthroughs: `python -m tests.golden.write`.

Use it only for an intended change of the rules or the text, and review the difference before you commit it: a change means
that old records can no longer be replayed.
"""

from pathlib import Path
from random import Random

from splendor_tui.inputs.assets import load_catalogue
from tests.golden.playthrough import Chooser, Recipe, playthrough
from tests.rules.random_play import choose

FOLDER = Path(__file__).parent
COUNT = 30
TARGETS = (15, 21, 15, 8, 15, 30, 3)
STYLES = (
    "builder",
    "wanderer",
    "builder collector",
    "spender",
    "spender builder hoarder",
    "hoarder",
    "hoarder collector",
    "wanderer builder spender collector",
)
SEEDS = {13: "locked26", 21: "locked124"}  # two stalemates, which are rare
TIES = (None, None, 0, None, 1)
FORFEITS = (0, 0, 0, 0.004)


def main() -> None:
    """Write all files and list them."""
    catalogue = load_catalogue()
    for number in range(1, COUNT + 1):
        recipe = Recipe(
            number=number,
            players=2 + number % 3,
            target=TARGETS[number % len(TARGETS)],
            tie_seat=TIES[number % len(TIES)],
            seed=SEEDS.get(number, f"golden{number}"),
            styles=STYLES[number % len(STYLES)],
        )
        text = playthrough(recipe, catalogue, chooser(recipe))
        (FOLDER / recipe.file_name).write_text(text, encoding="utf-8")
        print(f"{recipe.file_name}: {text.splitlines()[-recipe.players - 1]}")


def chooser(recipe: Recipe) -> Chooser:
    """A function that chooses actions in the styles of the recipe."""
    styles = recipe.styles.split() * recipe.players
    rng = Random(recipe.seed)
    return lambda state: choose(state, styles, rng, FORFEITS[recipe.number % len(FORFEITS)])


if __name__ == "__main__":
    main()
