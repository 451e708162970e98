"""The table before the first turn."""

import re
from typing import Any

import pytest

from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Colour, unpack
from splendor_tui.rules.position import format_position, parse_position
from splendor_tui.rules.state import Phase, game_from_ids, new_game
from tests.rules.card_sets import card_set
from tests.rules.tables import grid, held, promo_game


@pytest.mark.parametrize(("players", "gems", "nobles"), [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
def test_tokens_and_nobles_depend_on_the_players_and_four_cards_per_level_are_face_up(
    catalogue: Catalogue, players: int, gems: int, nobles: int
) -> None:
    state = new_game(catalogue, GameOptions(players), 1)
    assert (unpack(state.bank), state.gold) == ((gems,) * 5, 5)
    assert len(state.nobles) == nobles
    assert [held(state, seat) for seat in range(players)] == ["0"] * players
    assert (state.phase, state.seat, state.round, state.ply) == (Phase.MAIN, 0, 1, 0)
    assert (state.final_round, state.passes, state.idle_turns) == (False, 0, 0)
    assert [card.level for card in state.grid if card] == [1] * 4 + [2] * 4 + [3] * 4
    assert state.deck_counts == [36, 26, 16]
    assert [len(state.deck(level)) for level in (1, 2, 3)] == [36, 26, 16]


def test_all_nobles_are_shown_if_there_are_too_few() -> None:
    state = new_game(card_set(nobles="only-one 3 W1"), GameOptions(4), 1)
    assert [noble.id for noble in state.nobles] == ["only-one"]


def test_promo_nobles_are_dealt_only_on_request_and_change_neither_other_deals_nor_the_digest(
    catalogue: Catalogue,
) -> None:
    assert catalogue.digest == "8b9c485d4f1ee7c9", "that of the first release"
    promos = {*catalogue.promos}
    assert {noble.id: unpack(noble.cost) for noble in promos} == {
        "matthias-corvinus": (0, 3, 3, 0, 3),
        "lucrezia-borgia": (4, 0, 0, 4, 0),
    }
    usual = [new_game(catalogue, GameOptions(2), seed) for seed in range(40)]
    assert {noble for state in usual for noble in state.nobles} == {*catalogue.nobles}
    mixed = [new_game(catalogue, GameOptions(2), seed, with_promos=True) for seed in range(40)]
    assert {noble for state in mixed for noble in state.nobles} == {*catalogue.all_nobles}
    assert [state.decks for state in mixed] == [state.decks for state in usual]


def test_promo_nobles_complete_a_deal_a_position_and_a_small_set(catalogue: Catalogue) -> None:
    state = promo_game(catalogue)
    decks = [[card.id for card in deck] for deck in state.decks]
    assert game_from_ids(catalogue, GameOptions(4), decks, [noble.id for noble in state.nobles]).nobles == state.nobles
    assert format_position(parse_position(format_position(state), catalogue)) == format_position(state)
    few = Catalogue(
        [CardFacts(1, Colour.WHITE, 0, (1, 0, 0, 0, 0))], [], [NobleFacts("promo", "Promo", 3, (1, 0, 0, 0, 0))]
    )
    assert new_game(few, GameOptions(2), 1).nobles == ()
    one = new_game(few, GameOptions(2), 1, with_promos=True)
    assert format_position(parse_position(format_position(one), few)) == format_position(one)


# --- an explicit deal -------------------------------------------------------------------------------------------------

DECKS = (
    ("1-06", "1-05", "1-04", "1-03", "1-02", "1-01"),
    ("2-05", "2-04", "2-03", "2-02", "2-01"),
    ("3-01", "3-03", "3-02"),
)
NOBLES = ("charles-v", "henry-viii", "mary-stuart")


def test_game_from_ids_sets_up_the_same_game() -> None:
    state = game_from_ids(card_set(), GameOptions(2), DECKS, NOBLES)
    assert grid(state) == "1-06 1-05 1-04 1-03 2-05 2-04 2-03 2-02 3-01 3-03 3-02 -"
    assert [noble.id for noble in state.nobles] == [*NOBLES]


@pytest.mark.parametrize(
    ("decks", "nobles", "sentence"),
    [
        ((DECKS[0][:-1], *DECKS[1:]), NOBLES, "Deck 1 must hold every level 1 card once; 1-01 is missing"),
        (((*DECKS[0][1:], "1-05"), *DECKS[1:]), NOBLES, "Deck 1 must hold every level 1 card once; 1-06 is missing"),
        ((*DECKS[:2], (*DECKS[2], "3-02")), NOBLES, "Deck 3 must hold every level 3 card once; a card appears twice"),
        ((*DECKS[:2], (*DECKS[2], "\x1b[2J")), NOBLES, "Deck 3 must hold every level 3 card once; '\\x1b[2J' does not"),
        (DECKS[:2], NOBLES, "A deal has 3 decks, not 2"),
        (DECKS, ("charles-v", "charles-v", "henry-viii"), "The deal contains a noble twice"),
        (DECKS, ("\x1b[2J", "charles-v", "henry-viii"), "Noble '\\x1b[2J' is not in the catalogue"),
        (DECKS, NOBLES[:2], "2 nobles are dealt; 2 players need 3"),
    ],
)
def test_incomplete_repeated_or_unknown_cards_and_nobles_are_errors(
    decks: tuple[tuple[str, ...], ...], nobles: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        game_from_ids(card_set(), GameOptions(2), decks, nobles)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": 1}, "players is 1; allowed: 2 to 4."),
        ({"players": 5}, "players is 5; allowed: 2 to 4."),
        ({"players": 2, "target": 0}, "target is 0; allowed: 1 to 50."),
        ({"players": 2, "target": 51}, "target is 51; allowed: 1 to 50."),
        ({"players": 2, "tie_seat": -1}, "tie_seat is -1; allowed: 0 to 1."),
        ({"players": 3, "tie_seat": 3}, "tie_seat is 3; allowed: 0 to 2."),
    ],
)
def test_options_have_limits(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=f"^{expected}$"):
        GameOptions(**options)


def test_options_allow_their_limits_and_have_the_rulebook_defaults() -> None:
    for players, target, tie_seat in ((2, 1, 0), (4, 50, 3)):
        assert GameOptions(players, target, tie_seat).target == target
    assert (GameOptions(2).target, GameOptions(2).tie_seat) == (15, None)
