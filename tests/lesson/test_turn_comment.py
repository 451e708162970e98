"""Comments after a turn: for each rule, a position and a turn to which it applies."""

import pytest

from splendor_tui.lesson.coach import comment_on_turn, warning_before_turn
from splendor_tui.match.log import Step, make_step
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, known_state

GRID = "1-34 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-03"
NOBLES = "elisabeth-of-austria mary-stuart isabella-of-castile"


def steps(catalogue: Catalogue, players: str, *actions: str) -> list[Step]:
    """A turn of seat 0. Other cards take the places of those that players own."""
    spare = iter(("1-13", "1-21", "1-15"))
    grid = " ".join(next(spare) if card in players else card for card in GRID.split())
    seen = parse_position(f"seat 0 main viewer 0 / grid {grid} / nobles {NOBLES} / {players}", catalogue)
    assert isinstance(seen, View)
    state, played = known_state(seen), []
    for line in actions:
        action = parse_action(line, catalogue)
        after = apply_action(state, action)
        played.append(make_step(state, action, after))
        state = after
    return played


@pytest.mark.parametrize(
    ("players", "actions", "word"),
    [
        # buying
        (
            "G1 R1 cards 1-34 1-35 1-38 1-04 1-06 1-05 1-12 1-09 / 0",
            ["buy 1-13 G1 R1"],
            "Elisabeth of Austria visited you: 3 points.",
        ),
        (
            "K4 cards 3-04 3-08 2-09 1-16 1-32 / 0",
            ["buy 1-24 K4"],
            "You reached the target, so this is the last round.",
        ),
        (
            "R1 K1 cards 1-34 1-35 1-38 1-04 1-06 1-09 1-10 1-11 1-16 / 0",
            ["buy 2-10 R1 K1"],
            "You bought the blue card 2-10 (2 points): your cards paid 5 of its 7 gems.",
        ),
        (
            "G2 R1 / 0",
            ["buy 1-34 G2 R1"],
            "You bought the black card 1-34: it also counts towards Elisabeth of Austria.",
        ),
        ("W3 / 0", ["buy 1-31 W3"], "You bought the red card 1-31: it also counts towards Mary Stuart."),
        # taking and reserving with an affordable card on the table
        ("R4 *1 / 0", ["take W U G"], "You can still buy the white card 2-03 (2 points); do not wait too long."),
        # reserving
        ("0 / R4 *1", ["reserve 2-03"], "Well spotted: your rival could have bought the white card 2-03 (2 points)."),
        ("R3 / 0", ["reserve 2-03"], "You reserved the white card 2-03 (2 points): you need 1 more gem for it."),
        # a rival's options
        (
            "0 / R4 *1",
            ["take W U G", "take W U G"],
            "Watch out: your rival can buy the white card 2-03 (2 points) next.",
        ),
        (
            "G2 R1 / K4 cards 3-04 3-08 2-09 1-16 1-32",
            ["buy 1-34 G2 R1", "take W U G"],
            "Watch out: your rival can buy the green card 1-24 (1 point) next and reach 15 points.",
        ),
        # taking
        (
            "W2 U4 G1 K1 / 0",
            ["take G R K", "return U1"],
            "You had to return tokens: buy a card before you hold ten.",
        ),
        ("G1 / 0", ["take W G R"], "Now you can pay for the black card 1-34."),
        ("0 / 0", ["take U G R"], "You need 1 more gem for the black card 1-34."),
    ],
)
def test_first_matching_rule_makes_the_comment(
    catalogue: Catalogue, players: str, actions: list[str], word: str
) -> None:
    found = comment_on_turn(steps(catalogue, players, *actions), 0)
    assert str(found) == word


def test_comment_considers_points_in_hand(catalogue: Catalogue) -> None:
    players = "G2 R1 cards 1-35 1-38 1-04 1-06 1-05 1-12 1-09 reserved 2-17 / 0"
    found = comment_on_turn(steps(catalogue, players, "buy 1-34 G2 R1"), 0)
    assert "2-17" in str(found)


def test_no_comment_before_the_first_turn_has_ended(catalogue: Catalogue) -> None:
    assert comment_on_turn([], 0) is None
    unfinished = steps(catalogue, "W3 U2 G2 R2 / 0", "take W U G")
    assert comment_on_turn(unfinished, 0) is None


def test_comment_stays_during_the_rivals_turn(catalogue: Catalogue) -> None:
    played = steps(catalogue, "G1 / 0", "take W G R", "take W U K")
    assert str(comment_on_turn(played, 0)) == "Now you can pay for the black card 1-34."
    assert "1-34" not in str(comment_on_turn(played, 1))


def test_comment_ignores_a_card_that_the_rival_has_since_bought(catalogue: Catalogue) -> None:
    played = steps(catalogue, "G1 / G2 R1", "take W G R", "buy 1-34 G2 R1")
    assert "1-34" in str(comment_on_turn(played[:1], 0))
    assert "1-34" not in str(comment_on_turn(played, 0))


def test_warning_comes_while_the_learner_can_still_act(catalogue: Catalogue) -> None:
    danger = steps(catalogue, "0 / R4 *1", "take W U G", "take W U G", "take W U K", "buy 2-03 R4 *1")
    for count, warned in ((1, False), (2, True), (3, False), (4, False)):
        assert ("Watch out" in str(comment_on_turn(danger[:count], 0))) is warned
    assert warning_before_turn(danger[-1].after, 0) is None


def test_turn_towards_a_better_card_is_not_criticised(catalogue: Catalogue) -> None:
    far = steps(catalogue, "W4 *1 / 0", "take U G R")
    assert str(comment_on_turn(far, 0)) == "You can still buy the black card 2-29 (2 points); do not wait too long."
    near = steps(catalogue, "G3 *2 cards 1-17 / 0", "take G U K")
    assert "can still buy" not in str(comment_on_turn(near, 0))


def test_missed_points_are_mentioned(catalogue: Catalogue) -> None:
    gone = steps(catalogue, "R3 *1 cards 1-26 / R1 *2 cards 1-25 1-27", "take W U G", "buy 2-03 R1 *2")
    assert (
        str(comment_on_turn(gone[:1], 0)) == "You can still buy the white card 2-03 (2 points); do not wait too long."
    )
    assert str(comment_on_turn(gone, 0)) == "You could have bought the white card 2-03 (2 points) for its points."


def test_taking_gems_instead_of_cheap_cards_is_not_criticised(catalogue: Catalogue) -> None:
    assert "could have" not in str(comment_on_turn(steps(catalogue, "W3 / 0", "take W U G"), 0))


@pytest.mark.parametrize(
    ("players", "action", "word"),
    [
        (
            "W3 cards 1-09 1-10 1-17 1-27 1-28 1-29 1-30 / 0",
            "buy 1-31 W3",
            "Now look for points: you can pay for",
        ),
        ("W3 / 0 cards 3-04 3-08 2-09", "buy 1-31 W3", "Now look for points: you need 4 more gems for"),
        ("W3 cards 1-09 1-17 / 0", "buy 1-31 W3", "You bought the red card 1-31"),
    ],
)
def test_comment_is_about_points_with_many_cards_or_near_the_end(
    catalogue: Catalogue, players: str, action: str, word: str
) -> None:
    assert word in str(comment_on_turn(steps(catalogue, players, action), 0))
