"""What is said after a turn, by positions: a rule each, with the turn that calls it forth."""

import pytest

from splendor_tui.lesson.word_after_turn import word_after_turn
from splendor_tui.match.steps import Step, describe_step
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, known_state

GRID = "1-34 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-03"
NOBLES = "elisabeth-of-austria mary-stuart isabella-of-castile"


def steps(catalogue: Catalogue, players: str, *actions: str) -> list[Step]:
    """A turn of seat 0, at a table on which other cards lie in the place of those that somebody has."""
    spare = iter(("1-13", "1-21", "1-15"))
    grid = " ".join(next(spare) if card in players else card for card in GRID.split())
    seen = parse_position(f"seat 0 main viewer 0 / grid {grid} / nobles {NOBLES} / {players}", catalogue)
    assert isinstance(seen, View)
    state, played = known_state(seen), []
    for line in actions:
        action = parse_action(line, catalogue)
        after = apply_action(state, action)
        played.append(describe_step(state, action, after))
        state = after
    return played


@pytest.mark.parametrize(
    ("players", "actions", "word"),
    [
        # buying
        (
            "G1 R1 cards 1-34 1-35 1-38 1-04 1-06 1-05 1-12 1-09 / 0",
            ["buy 1-13 G1 R1"],
            "Elisabeth of Austria came to you by itself and brought 3 points.",
        ),
        (
            "K4 cards 3-04 3-08 2-09 1-16 1-32 / 0",
            ["buy 1-24 K4"],
            "You have reached the target, so this round is the last one.",
        ),
        (
            "R1 K1 cards 1-34 1-35 1-38 1-04 1-06 / 0",
            ["buy 2-10 R1 K1"],
            "Your cards paid 5 of the 7 gems of that card.",
        ),
        ("G2 R1 / 0", ["buy 1-34 G2 R1"], "That card also serves Elisabeth of Austria."),
        ("W3 / 0", ["buy 1-31 W3"], "That card also serves Mary Stuart."),
        # taking and reserving where something could have been bought
        ("R4 *1 / 0", ["take W U G"], "You could have bought the white card 2-03 (2 points) and had its points."),
        ("W3 / 0", ["take W U G"], "You could have bought the red card 1-31, and used it on every later turn."),
        # reserving
        ("0 / R4 *1", ["reserve 2-03"], "Well seen: your rival could have bought that card."),
        ("R3 / 0", ["reserve 2-03"], "You lack 1 gem for the card that you reserved."),
        # what a rival can do
        ("0 / R4 *1", ["take W U G"], "Watch out: your rival can buy the white card 2-03 (2 points) now."),
        # taking
        (
            "W2 U4 G1 K1 / 0",
            ["take G R K", "return U1"],
            "You had to give tokens back: buy something before you hold ten.",
        ),
        ("G1 / 0", ["take W G R"], "Now you can pay for the black card 1-34."),
        ("0 / 0", ["take U G R"], "You lack 1 gem for the black card 1-34."),
    ],
)
def test_the_first_rule_that_has_something_to_say_is_heard(
    catalogue: Catalogue, players: str, actions: list[str], word: str
) -> None:
    found = word_after_turn(steps(catalogue, players, *actions), 0)
    assert str(found) == word


def test_there_is_no_word_before_the_first_turn_has_ended(catalogue: Catalogue) -> None:
    assert word_after_turn([], 0) is None
    unfinished = steps(catalogue, "W3 U2 G2 R2 / 0", "take W U G")
    assert word_after_turn(unfinished, 0) is None


def test_the_word_stays_while_the_rival_moves_and_in_the_middle_of_the_next_turn(catalogue: Catalogue) -> None:
    played = steps(catalogue, "G1 / 0", "take W G R", "take W U K")
    assert str(word_after_turn(played, 0)) == "Now you can pay for the black card 1-34."
    assert "1-34" not in str(word_after_turn(played, 1))


def test_the_word_is_not_about_a_card_that_the_rival_has_taken_since(catalogue: Catalogue) -> None:
    played = steps(catalogue, "G1 / G2 R1", "take W G R", "buy 1-34 G2 R1")
    assert "1-34" in str(word_after_turn(played[:1], 0))
    assert "1-34" not in str(word_after_turn(played, 0))
    danger = steps(catalogue, "0 / R4 *1", "take W U G", "buy 2-03 R4 *1")
    assert "Watch out" in str(word_after_turn(danger[:1], 0))
    assert "Watch out" not in str(word_after_turn(danger, 0))
