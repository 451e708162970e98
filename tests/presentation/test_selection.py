from dataclasses import replace
from random import Random

import pytest

from splendor_tui.presentation.selection import NOTHING, Selection, pick, propose
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, NobleSlot, PileSlot, Slot, slot_of
from splendor_tui.rules.actions import Buy, ChooseNoble, Return, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import Colour, colours, count, pack, single
from splendor_tui.rules.legality import legal_actions, tokens_held
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, view

WHITE, BLUE, GREEN, RED, BLACK = Colour


def seen(state: State) -> View:
    return view(state, state.seat)


def picked(table: View, *colours: Colour) -> Selection:
    selection = NOTHING
    for colour in colours:
        selection = pick(table, selection, PileSlot(colour))
    return selection


def positions(catalogue: Catalogue, phase: Phase, seeds: int = 40) -> list[State]:
    """Positions in this phase from random games."""
    found = []
    for seed in range(seeds):
        state, rng = new_game(catalogue, GameOptions(2 + seed % 3), seed), Random(seed)
        while actions := legal_actions(state):
            if state.phase is phase:
                found.append(state.copy())
            advance(state, rng.choice(actions))
    return found


def test_picking_a_colour_twice_takes_two_and_a_third_time_none(catalogue: Catalogue) -> None:
    table = seen(new_game(catalogue, GameOptions(2), 1))
    assert propose(table, picked(table, RED, RED)).action == Take(pack((0, 0, 0, 2, 0)))
    assert picked(table, RED, RED, RED) == NOTHING


def test_picking_a_colour_again_deselects_it(catalogue: Catalogue) -> None:
    table = seen(new_game(catalogue, GameOptions(2), 1))
    assert picked(table, RED, BLUE, RED) == picked(table, BLUE)


def refusal(table: View, selection: Selection, slot: Slot) -> Reason:
    with pytest.raises(IllegalActionError) as refused:
        pick(table, selection, slot)
    return refused.value.reason


def test_fourth_colour_and_gold_get_a_reason(catalogue: Catalogue) -> None:
    table = seen(new_game(catalogue, GameOptions(2), 1))
    assert refusal(table, picked(table, WHITE, BLUE, GREEN), PileSlot(RED)) is Reason.TAKE_SHAPE
    assert refusal(table, NOTHING, PileSlot(None)) is Reason.GOLD_BY_RESERVING


def test_all_payments_are_offered_in_turn(catalogue: Catalogue) -> None:
    several = 0
    for state in positions(catalogue, Phase.MAIN, 12):
        table = seen(state)
        for purchase in legal_actions(table):
            if not isinstance(purchase, Buy):
                continue
            ways = all_payments(purchase.card, table.players[table.seat])
            selection = pick(table, NOTHING, slot_of(table, purchase.card))
            offered = []
            for _way in ways:
                proposal = propose(table, selection)
                assert proposal.payments == len(ways)
                offered.append(proposal.action)
                selection = replace(selection, payment=selection.payment + 1)
            assert offered == ways
            assert propose(table, selection).action == ways[0], "after the last payment comes the first"
            several += len(ways) > 1
    assert several > 10


def test_exactly_the_surplus_is_returned(catalogue: Catalogue) -> None:
    states = positions(catalogue, Phase.RETURN_GEMS, 12)
    gold_returned = 0
    for state in states:
        table = seen(state)
        for wanted in legal_actions(table):
            assert isinstance(wanted, Return)
            selection = NOTHING
            for _gold in range(wanted.gold):
                selection = pick(table, selection, PileSlot(None))
            for colour in Colour:
                while count(selection.gems, colour) < count(wanted.gems, colour):
                    assert propose(table, selection).action is None
                    selection = pick(table, selection, PileSlot(colour))
            proposal = propose(table, selection)
            assert proposal.action == wanted
            assert proposal.after is not None
            assert tokens_held(proposal.after.players[table.seat]) == 10
            gold_returned += wanted.gold
    assert states
    assert gold_returned


def test_colour_picked_beyond_the_surplus_is_deselected(catalogue: Catalogue) -> None:
    state = next(
        state
        for state in positions(catalogue, Phase.RETURN_GEMS, 6)
        if tokens_held(state.players[state.seat]) == 11 and state.players[state.seat].gems
    )
    colour = colours(state.players[state.seat].gems)[0]
    table = seen(state)
    once = pick(table, NOTHING, PileSlot(colour))
    assert propose(table, once).action == Return(single(colour), 0)
    assert pick(table, once, PileSlot(colour)) == NOTHING


def test_pending_return_takes_precedence(catalogue: Catalogue) -> None:
    returning = seen(positions(catalogue, Phase.RETURN_GEMS, 6)[0])
    for slot in (CardSlot(1, 0), DeckSlot(1)):
        assert refusal(returning, NOTHING, slot) is Reason.MUST_RETURN


def test_noble_is_chosen(catalogue: Catalogue) -> None:
    states = positions(catalogue, Phase.CHOOSE_NOBLE, 400)
    for state in states:
        table = seen(state)
        for action in legal_actions(table):
            assert isinstance(action, ChooseNoble)
            proposal = propose(table, pick(table, NOTHING, NobleSlot(table.nobles.index(action.noble))))
            assert proposal.action == action
        assert refusal(table, NOTHING, PileSlot(WHITE)) is Reason.MUST_CHOOSE_NOBLE
    assert states
