"""Golden playthroughs: complete games saved as text, which the rules must reproduce exactly."""

from pathlib import Path

import pytest

from splendor_tui.rules.catalogue import Catalogue
from tests.golden.playthrough import actions_of, recipe_of, replay

FILES = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_golden_game_replays_line_by_line(catalogue: Catalogue, file: Path) -> None:
    kept = file.read_text(encoding="utf-8")
    assert replay(kept, catalogue).splitlines() == kept.splitlines()


def test_golden_games_cover_every_size_ending_and_action() -> None:
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    recipes = [recipe_of(text) for text in texts]
    assert [int(recipe["golden playthrough"]) for recipe in recipes] == [*range(1, 31)]
    assert {recipe["players"] for recipe in recipes} == {"2", "3", "4"}
    assert {text.split("ended by ")[1].split()[0] for text in texts} == {"target", "stalemate", "forfeit"}
    verbs = {action.split()[0] for text in texts for action in actions_of(text)}
    assert verbs == {"take", "reserve", "buy", "return", "noble", "pass", "forfeit"}
