"""The oracle's own contract. Its rules need no tests of their own: it must agree with the rules at every ply, see
`test_oracle_agreement`, and tests/rules holds those one by one.
"""

from __future__ import annotations

import json

import pytest

from .splendor import (
    CardData,
    Game,
    IllegalLineError,
    NobleData,
    all_payments,
    apply,
    deal,
    legal_actions,
    outcome,
    snapshot,
)

TOKENS = "WUGRK*"


def amounts(words: str) -> dict[str, int]:
    """All six amounts from words like "W2 *1"."""
    return dict.fromkeys(TOKENS, 0) | {word[0]: int(word[1:]) for word in words.split()}


def card(bonus: str, cost: str = "", points: int = 0) -> CardData:
    return {"bonus": bonus, "points": points, "cost": {w[0]: int(w[1:]) for w in cost.split()}}


# Two cards stay in the deck of level 1, one in that of level 2; level 3 has only three, so a space is empty.
CARDS = {
    "1-01": card("W", "U1"),
    "1-02": card("U", "W2 K1"),
    "1-03": card("G"),
    "1-04": card("R", "W3"),
    "1-05": card("K", "G4", points=1),
    "1-06": card("W", "R2"),
    **{f"2-0{number}": card("U", "R5", points=2) for number in range(1, 6)},
    **{f"3-0{number}": card("K", "G7", points=5) for number in range(1, 4)},
}
NOBLES: dict[str, NobleData] = {"charles-v": {"points": 3, "needs": {"W": 1, "U": 1}}}


def new_game() -> Game:
    decks = [[name for name in CARDS if name.startswith(level)] for level in "123"]
    return deal(CARDS, NOBLES, 2, 15, decks, ["charles-v"], None)


def locked_game() -> Game:
    """No action but a pass is possible: no coloured gems in the bank, no cards, empty hands."""
    game = deal(CARDS, NOBLES, 2, 15, [[], [], []], [], None)
    game.bank = amounts("")
    return game


def test_snapshot_of_a_new_game_is_complete_plain_data() -> None:
    picture = snapshot(new_game())
    nobody = {
        "tokens": amounts(""),
        "bonuses": {"W": 0, "U": 0, "G": 0, "R": 0, "K": 0},
        "points": 0,
        "cards": [],
        "reserved": [],
        "nobles": [],
        "forfeited": False,
    }
    grid = ["1-01", "1-02", "1-03", "1-04", "2-01", "2-02", "2-03", "2-04", "3-01", "3-02", "3-03", None]
    assert picture == {
        "phase": "main",
        "seat": 0,
        "round": 1,
        "ply": 0,
        "bank": amounts("W4 U4 G4 R4 K4 *5"),
        "grid": grid,
        "decks": [["1-05", "1-06"], ["2-05"], []],
        "nobles": ["charles-v"],
        "final_round": False,
        "passes": 0,
        "idle_turns": 0,
        "players": [nobody, nobody],
    }
    assert json.loads(json.dumps(picture)) == picture


def test_apply_leaves_the_game_given_as_it_was() -> None:
    game = new_game()
    before = snapshot(game)
    assert snapshot(apply(game, "reserve deck 1")) != before
    assert snapshot(game) == before


@pytest.mark.parametrize("line", ["take U W G", "take W U", "take W", "take * W U", "take", "", "dance", "pass"])
def test_lines_that_are_not_legal_notation_are_refused(line: str) -> None:
    with pytest.raises(IllegalLineError):
        apply(new_game(), line)


def test_payments_are_listed_exactly_and_only_for_cards_in_reach() -> None:
    game = new_game()
    game.players[0].tokens = amounts("W2 K1 *1")
    assert all_payments(game, "1-02") == {"buy 1-02 W2 K1", "buy 1-02 W1 K1 *1", "buy 1-02 W2 *1"}
    assert all_payments(game, "1-05") == set()


def test_a_pass_is_listed_only_when_forced_and_a_forfeit_never() -> None:
    assert legal_actions(locked_game()) == {"pass"}
    assert not {"pass", "forfeit"} & legal_actions(new_game())
    assert apply(new_game(), "forfeit").players[0].forfeited


def test_only_a_finished_game_has_an_outcome_and_it_refuses_everything() -> None:
    assert outcome(new_game()) is None
    game = apply(apply(locked_game(), "pass"), "pass")
    end = outcome(game)
    assert end is not None
    assert end["reason"] == "stalemate"
    for line in ("pass", "forfeit", "take W"):
        with pytest.raises(IllegalLineError):
            apply(game, line)
