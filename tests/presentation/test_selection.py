from random import Random

import pytest

from splendor_tui.presentation.selection import NOTHING, Selection, pick, propose
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, PileSlot, Slot
from splendor_tui.rules.actions import Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import Colour, colours, pack, single
from splendor_tui.rules.legality import legal_actions, tokens_held
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view
from tests.tui.positions import must_choose_noble

WHITE, BLUE, GREEN, RED, BLACK = Colour


def seen(state: State) -> View:
    return view(state, state.seat)


def picked(table: View, *colours: Colour) -> Selection:
    selection = NOTHING
    for colour in colours:
        selection = pick(table, selection, PileSlot(colour))
    return selection


def returning(catalogue: Catalogue) -> State:
    """A position in which one token must be returned, of a player with gems."""
    for seed in range(6):
        state, rng = new_game(catalogue, GameOptions(2 + seed % 3), seed), Random(seed)
        while actions := legal_actions(state):
            me = state.players[state.seat]
            if state.phase is Phase.RETURN_GEMS and tokens_held(me) == 11 and me.gems:
                return state
            advance(state, rng.choice(actions))
    raise AssertionError


def test_picking_a_colour_again_takes_two_and_then_none_or_deselects_it_beside_others(catalogue: Catalogue) -> None:
    table = seen(new_game(catalogue, GameOptions(2), 1))
    assert propose(table, picked(table, RED, RED)).action == Take(pack((0, 0, 0, 2, 0)))
    assert picked(table, RED, RED, RED) == NOTHING
    assert picked(table, RED, BLUE, RED) == picked(table, BLUE)


def refusal(table: View, selection: Selection, slot: Slot) -> Reason:
    with pytest.raises(IllegalActionError) as refused:
        pick(table, selection, slot)
    return refused.value.reason


def test_fourth_colour_and_gold_get_a_reason(catalogue: Catalogue) -> None:
    table = seen(new_game(catalogue, GameOptions(2), 1))
    assert refusal(table, picked(table, WHITE, BLUE, GREEN), PileSlot(RED)) is Reason.TAKE_SHAPE
    assert refusal(table, NOTHING, PileSlot(None)) is Reason.GOLD_BY_RESERVING


def test_colour_picked_beyond_the_surplus_is_deselected(catalogue: Catalogue) -> None:
    table = seen(returning(catalogue))
    colour = colours(table.players[table.seat].gems)[0]
    once = pick(table, NOTHING, PileSlot(colour))
    assert propose(table, once).action == Return(single(colour), 0)
    assert pick(table, once, PileSlot(colour)) == NOTHING


def test_pending_return_or_noble_takes_precedence(catalogue: Catalogue) -> None:
    table = seen(returning(catalogue))
    for slot in (CardSlot(1, 0), DeckSlot(1)):
        assert refusal(table, NOTHING, slot) is Reason.MUST_RETURN
    assert refusal(seen(must_choose_noble(catalogue).state), NOTHING, PileSlot(WHITE)) is Reason.MUST_CHOOSE_NOBLE
