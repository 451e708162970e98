"""Reasons exist for every action, whichever player chose it."""

import re
from collections import Counter
from random import Random

import pytest

from splendor_tui.bots.reasons import merit, reason, why
from splendor_tui.rules.actions import Action, Buy, Pass, Reserve, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.payments import shortfall
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view
from tests.rules.random_play import random_games
from tests.rules.test_visibility import other_world

TABLE = (
    "grid 1-34 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-03 / "
    "nobles elisabeth-of-austria mary-stuart isabella-of-castile"
)


def seen_at(head: str, players: str, catalogue: Catalogue) -> View:
    """The view at this table."""
    seen = parse_position(f"{head} / {TABLE} / {players}", catalogue)
    assert isinstance(seen, View)
    return seen


def test_every_legal_action_has_a_reason_without_secrets(catalogue: Catalogue) -> None:
    rng = Random(1)
    for ply in random_games(range(9), catalogue):
        state = ply.before
        action = rng.choice(legal_actions(state))
        said = reason(view(state, state.seat), action)
        assert str(said).endswith(".")
        assert not set("{}") & set(str(said))
        assert said == reason(view(other_world(state, state.seat, rng), state.seat), action)
        if isinstance(action, Pass):
            assert merit(view(state, state.seat), action) is None


def test_reason_names_the_card_that_a_take_pays_for(catalogue: Catalogue) -> None:
    rng, told = Random(2), 0
    for ply in random_games(range(9), catalogue):
        seen = view(ply.before, ply.before.seat)
        takes = [action for action in legal_actions(ply.before) if isinstance(action, Take)]
        if not takes or seen.final_round:
            continue
        taken, player = rng.choice(takes), seen.players[seen.seat]
        after = player._replace(gems=player.gems + taken.gems)
        cards = [*seen.grid, *(held.card for held in player.reserved)]
        if any(card and shortfall(card, player) and not shortfall(card, after) for card in cards):
            told += 1
            assert "pays for " in str(reason(seen, taken))
    assert told > 20


def test_reasons_on_the_last_turn_name_no_later_benefit(catalogue: Catalogue) -> None:
    rng, told = Random(3), Counter[type[Action]]()
    later = re.compile("next turn|short|cheaper|later turn|need|within|useful|helps")
    for ply in random_games(range(27), catalogue):
        action = rng.choice(legal_actions(ply.before))
        ended = ply.before.copy()
        advance(ended, action)
        if isinstance(action, Pass) or not (ply.before.final_round or ended.final_round):
            continue
        seen = view(ply.before, ply.before.seat)
        told[type(action)] += 1
        said = str(reason(seen, action))
        assert not later.search(said)
        points = ended.players[seen.seat].points
        if points > seen.players[seen.seat].points:
            assert re.search(rf"wins the game|reaches {points} ", said)
    assert told.total() > 40
    assert set(told) >= {Take, Buy, Reserve}


def test_reason_to_return_tokens_names_the_gold(catalogue: Catalogue) -> None:
    seen = seen_at("seat 0 return viewer 0", "W4 U4 G2 *2 / 0", catalogue)
    assert str(reason(seen, parse_action("return G1 *1", catalogue))).startswith("Return G1 *1: ")


RIVAL = "0 / R1 K4 cards 3-04 3-08 2-09 1-16 1-32"
BY_GOLD = "pays for the white card 3-02 (4 points) with its gold next turn."


@pytest.mark.parametrize(
    ("players", "action", "told"),
    [
        (RIVAL, "reserve 1-24", "keeps player 2 from ending the game"),
        (f"{RIVAL} reserved 2-19", "reserve 1-24", "denies 1 point to player 2"),  # who has another way to the target
        (f"{RIVAL} reserved ?2", "reserve 1-24", "keeps player 2 from ending the game"),
        ("K4 *2 reserved 3-02 / 0", "reserve 3-14", BY_GOLD),
        ("K4 *2 reserved 3-02 / 0", "reserve deck 3", BY_GOLD),
    ],
)
def test_reservation_is_explained_by_what_it_denies_or_pays_for(
    catalogue: Catalogue, players: str, action: str, told: str
) -> None:
    seen = seen_at("seat 0 main viewer 0", players, catalogue)
    assert str(why(seen, parse_action(action, catalogue))).startswith(told)


def test_turn_that_gains_nothing_at_the_end_has_nothing_in_its_favour(catalogue: Catalogue) -> None:
    seen = seen_at("seat 1 main target 5 viewer 1", "R1 cards 3-04 / 0", catalogue)
    assert merit(seen, parse_action("take W U G", catalogue)) is None
