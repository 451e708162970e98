"""The digest covers the full position, so that a replay detects any difference."""

from collections.abc import Callable

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.gems import Colour, single
from splendor_tui.rules.state import GameOptions, Phase, Reserved, State, new_game
from tests.rules.tables import lay, own, play

GAME = ("take W U G", "reserve deck 1", "reserve 2-01")
CHANGES: dict[str, Callable[[State], object]] = {
    "phase": lambda state: setattr(state, "phase", Phase.OVER),
    "seat": lambda state: setattr(state, "seat", 0),
    "round": lambda state: setattr(state, "round", 9),
    "ply": lambda state: setattr(state, "ply", 9),
    "final round": lambda state: setattr(state, "final_round", True),
    "passes": lambda state: setattr(state, "passes", 1),
    "idle turns": lambda state: setattr(state, "idle_turns", 9),
    "bank": lambda state: setattr(state, "bank", state.bank - single(Colour.BLACK)),
    "gold in the bank": lambda state: setattr(state, "gold", 0),
    "grid": lambda state: state.grid.reverse(),
    "an empty place": lambda state: state.grid.__setitem__(0, None),
    "deck": lambda state: state.deck_counts.__setitem__(0, 0),
    "nobles": lambda state: setattr(state, "nobles", state.nobles[::-1]),
    "gems of a player": lambda state: setattr(state.players[0], "gems", 0),
    "gold of a player": lambda state: setattr(state.players[0], "gold", 2),
    "points of a player": lambda state: setattr(state.players[0], "points", 1),
    "cards of a player": lambda state: own(state, 0, "1-01"),
    "nobles of a player": lambda state: setattr(state.players[0], "nobles", state.nobles),
    "forfeit of a player": lambda state: setattr(state.players[0], "forfeited", True),
    "card in hand": lambda state: setattr(state.players[1], "reserved", ()),
    "what others know of a hand": lambda state: setattr(
        state.players[1], "reserved", (Reserved(state.players[1].reserved[0].card, blind=False),)
    ),
    "owner": lambda state: state.players.reverse(),
}


def position() -> State:
    return play(lay(nobles="henry-viii charles-v"), *GAME)


@pytest.mark.parametrize("name", CHANGES)
def test_digest_changes_with_every_part_of_the_position(name: str) -> None:
    state = position()
    before = digest(state)
    CHANGES[name](state)
    assert digest(state) != before


def test_digest_covers_the_deck_order_but_not_the_order_of_dealt_cards() -> None:
    one = lay(("1-01 1-02 1-03 1-04 1-05 1-06", "", ""))
    other = lay(("1-01 1-02 1-03 1-04 1-06 1-05", "", ""))
    assert digest(one) != digest(other)
    other.decks = (other.decks[0][:4][::-1] + one.decks[0][4:], *other.decks[1:])
    assert digest(one) == digest(other)


def test_digest_of_a_seeded_game_never_changes(catalogue: Catalogue) -> None:
    assert digest(new_game(catalogue, GameOptions(2), 1)) == "2865229e13a23002"
