"""A seat's knowledge, and states that it cannot distinguish from the real one."""

from collections.abc import Iterator
from random import Random

import pytest

from splendor_tui.rules.actions import Buy
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import MAX_BONUS, of_each
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import Phase, Reserved, State, new_game
from splendor_tui.rules.turn import Ply, advance
from splendor_tui.rules.view import FACE_DOWN, determinize, known_state, open_view, view, without
from tests.rules.invariants import assert_invariants
from tests.rules.random_play import random_games
from tests.rules.tables import lay, play


def sampled(catalogue: Catalogue, share: float) -> Iterator[Ply]:
    """A random sample of the plies of random games."""
    rng = Random("sample")
    return (ply for ply in random_games(range(60), catalogue) if rng.random() < share)


def other_world(state: State, viewer: int | None, rng: Random) -> State:
    """The same position after redealing the cards that the viewer does not know: decks and others' blind reserves."""
    world = state.copy()
    decks = []
    for level in (1, 2, 3):
        hidden = [*state.deck(level)]
        for seat, player in enumerate(state.players):
            hidden += [card for card, blind in player.reserved if blind and seat != viewer and card.level == level]
        rng.shuffle(hidden)
        for seat, player in enumerate(world.players):
            player.reserved = tuple(
                Reserved(hidden.pop(), blind)
                if blind and seat != viewer and card.level == level
                else Reserved(card, blind)
                for card, blind in player.reserved
            )
        decks.append(tuple(hidden))
    low, middle, high = decks
    world.decks = (low, middle, high)
    return world


def viewers(state: State) -> list[int | None]:
    """Every seat, and None for an observer."""
    return [*range(len(state.players)), None]


def test_blind_reserves_are_seen_only_by_their_owner() -> None:
    state = play(lay(players=3), "reserve deck 1", "reserve 1-02", "reserve deck 2", "reserve 2-01")
    hands = {
        viewer: [[held.card and held.card.id for held in player.reserved] for player in view(state, viewer).players]
        for viewer in viewers(state)
    }
    assert hands == {
        0: [["1-05", "2-01"], ["1-02"], [None]],
        1: [[None, "2-01"], ["1-02"], [None]],
        2: [[None, "2-01"], ["1-02"], ["2-05"]],
        None: [[None, "2-01"], ["1-02"], [None]],
    }
    assert [(held.level, held.blind) for held in view(state, 1).players[2].reserved] == [(2, True)]


def test_open_view_shows_every_hand_as_reserved_face_up() -> None:
    state = play(lay(), "reserve deck 2", "reserve 1-02")
    seen, hidden = open_view(state), view(state, None)
    for player, shown in zip(state.players, seen.players, strict=True):
        assert [(held.card, held.blind) for held in shown.reserved] == [(held.card, False) for held in player.reserved]
    assert seen._replace(players=hidden.players) == hidden


def test_cards_that_a_record_does_not_know_are_hidden_from_their_owner_too() -> None:
    state = play(lay(), "reserve deck 1", "reserve 1-02", "reserve deck 2")
    seen = view(state, 0)
    drawn, known = (held.card for held in state.players[0].reserved)
    hidden = without(seen, [drawn])
    assert [held.card for held in hidden.players[0].reserved] == [None, known]
    assert hidden.players[1] == seen.players[1]
    assert without(seen, []) == seen


def test_view_does_not_depend_on_hidden_cards(catalogue: Catalogue) -> None:
    rng = Random("two worlds")
    different = 0
    for ply in sampled(catalogue, 0.2):
        real = digest(ply.after)
        for viewer in viewers(ply.after):
            world = other_world(ply.after, viewer, rng)
            assert view(world, viewer) == view(ply.after, viewer)
            different += digest(world) != real
    assert different > 1000


def test_view_has_the_same_legal_actions_as_the_state(catalogue: Catalogue) -> None:
    for ply in sampled(catalogue, 0.5):
        state = ply.before
        seen = view(state, state.seat)
        assert legal_actions(seen) == legal_actions(state)
        check_action(seen, ply.action)
        card = state.catalogue.cards[state.ply % len(state.catalogue.cards)]
        assert all_payments(card, seen.players[state.seat]) == all_payments(card, state.players[state.seat])


def test_other_viewers_get_no_purchase_of_a_hidden_card() -> None:
    state = play(lay(("1-01 1-02 1-04 1-05 1-03", "", "")), "reserve deck 1", "take W U G")
    assert "buy 1-03" in [format_action(action) for action in legal_actions(view(state, 0))]
    for viewer in (1, None):
        assert "buy 1-03" not in [format_action(action) for action in legal_actions(view(state, viewer))]


def test_sampled_world_has_the_same_view_and_is_playable(catalogue: Catalogue) -> None:
    rng = Random("worlds")
    different = 0
    for ply in sampled(catalogue, 0.1):
        real = digest(ply.after)
        for viewer in viewers(ply.after):
            seen = view(ply.after, viewer)
            world = determinize(seen, rng)
            assert view(world, viewer) == seen
            assert_invariants(world)
            different += digest(world) != real
            if rng.random() < 0.1 and world.phase is not Phase.OVER:
                advance(world, rng.choice(legal_actions(world)))
                assert_invariants(world)
    assert different > 500


@pytest.mark.parametrize("viewer", [1, None])
def test_every_hidden_card_is_equally_likely_in_sampled_worlds(viewer: int | None) -> None:
    seen = view(play(lay(), "reserve deck 1"), viewer)
    worlds = [determinize(seen, Random(seed)) for seed in range(600)]
    found = [world.players[0].reserved[0].card.id for world in worlds]
    assert set(found) == {"1-05", "1-06"}
    assert 240 < found.count("1-05") < 360


def test_seed_determines_the_sampled_world(catalogue: Catalogue) -> None:
    seen = view(new_game(catalogue, GameOptions(2), "a seed"), 0)
    first, again, other = (digest(determinize(seen, Random(seed))) for seed in (1, 1, 2))
    assert first == again != other


def hidden(state: State) -> State:
    """The same state with a placeholder for every card that the seat to move does not know."""
    seen = view(state, state.seat)
    world = state.copy()
    for player, shown in zip(world.players, seen.players, strict=True):
        player.reserved = tuple(Reserved(held.card or FACE_DOWN[held.level], held.blind) for held in shown.reserved)
    low, middle, high = ((FACE_DOWN[level],) * state.deck_counts[level - 1] for level in (1, 2, 3))
    world.decks = (low, middle, high)
    return world


def test_known_state_has_unknown_cards_face_down(catalogue: Catalogue) -> None:
    for ply in sampled(catalogue, 0.3):
        assert digest(known_state(view(ply.before, ply.before.seat))) == digest(hidden(ply.before))


def test_known_state_draws_face_down_cards_that_cannot_be_bought() -> None:
    state = known_state(view(lay(), 0))
    advance(state, parse_action("reserve deck 2", state.catalogue))
    assert state.players[0].reserved == (Reserved(FACE_DOWN[2], blind=True),)
    advance(state, parse_action("reserve 1-01", state.catalogue))
    assert state.grid[0] is FACE_DOWN[1]
    for player in state.players:
        player.bonuses = of_each(MAX_BONUS)
    assert not [
        action for action in legal_actions(state) if isinstance(action, Buy) and action.card in FACE_DOWN.values()
    ]
