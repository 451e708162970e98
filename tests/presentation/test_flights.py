"""Animations show what an action moves, from its old place to its new one. They do not reveal secrets."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, permutations

import pytest

from splendor_tui.presentation.flights import Back, Flight, TokenStack, flights, visits
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, NobleSlot, PileSlot, PlayerSlot, ReservedSlot
from splendor_tui.puzzles.collection import load_puzzles
from splendor_tui.rules.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import State
from splendor_tui.rules.view import open_view, view
from tests.tui.positions import play

SEEDS = range(6)


def plies(catalogue: Catalogue, seed: int) -> Iterator[tuple[State, Action, State]]:
    """Yield the plies of a complete game."""
    game = play(catalogue, 2 + seed % 3, seed, lambda _state: False)
    yield from zip(game.states, game.actions, game.states[1:], strict=False)


def seen_by_mover(before: State, after: State) -> list[Flight]:
    """The animations that the player to move sees."""
    return list(flights(view(before, before.seat), view(after, before.seat)))


def refill(before: State, card: Card) -> list[Flight]:
    """The card that refills a slot of the grid."""
    left = before.deck_counts[card.level - 1]
    slot = CardSlot.of(before.grid.index(card))
    return [Flight(Back(card.level), DeckSlot(card.level), slot)] if left else []


def moved(player: PlayerSlot, *, to_bank: Counter[Colour | None]) -> list[Flight]:
    """The token stacks that move from a player to the bank. Negative amounts move the other way."""
    return [
        Flight(
            TokenStack(colour, abs(amount)), *((player, PileSlot(colour)) if amount > 0 else (PileSlot(colour), player))
        )
        for colour in (*Colour, None)
        if (amount := to_bank[colour])
    ]


def test_animations_match_the_action(catalogue: Catalogue) -> None:
    met = set()
    for before, action, after in chain.from_iterable(plies(catalogue, seed) for seed in SEEDS):
        me, hand = PlayerSlot(before.seat), before.players[before.seat].reserved
        match action:
            case Take(gems=gems):
                expected = moved(me, to_bank=Counter({colour: -(gems >> 6 * colour & 63) for colour in Colour}))
            case Return(gems=gems, gold=gold):
                counts: Counter[Colour | None] = Counter({colour: gems >> 6 * colour & 63 for colour in Colour})
                expected = moved(me, to_bank=counts + Counter({None: gold}))
            case Buy(card=card, gems=gems, gold=gold):
                paid: Counter[Colour | None] = Counter({colour: gems >> 6 * colour & 63 for colour in Colour})
                held = [one.card for one in hand]
                open_card = card in before.grid
                start = CardSlot.of(before.grid.index(card)) if open_card else ReservedSlot(held.index(card))
                expected = refill(before, card) if open_card else []
                expected += [*moved(me, to_bank=paid + Counter({None: gold})), Flight(card, start, me)]
            case Reserve(card=card):
                place = Flight(card, CardSlot.of(before.grid.index(card)), ReservedSlot(len(hand)))
                expected = [*refill(before, card), *moved(me, to_bank=Counter({None: -min(1, before.gold)})), place]
            case ReserveTop(level=level):
                place = Flight(Back(level), DeckSlot(level), ReservedSlot(len(hand)))
                expected = [*moved(me, to_bank=Counter({None: -min(1, before.gold)})), place]
            case Pass():
                expected = []
            case _:
                continue
        came = after.players[before.seat].nobles[len(before.players[before.seat].nobles) :]
        expected += [Flight(noble, NobleSlot(before.nobles.index(noble)), me) for noble in came]
        assert seen_by_mover(before, after) == expected, action
        met.add(type(action))
    assert {Take, Buy, Reserve, ReserveTop} <= met


@pytest.mark.parametrize("seed", SEEDS)
def test_animations_never_show_a_drawn_card(catalogue: Catalogue, seed: int) -> None:
    for before, action, after in plies(catalogue, seed):
        everybody = (None, *range(len(before.players)))
        pairs = [(view(before, seat), view(after, seat)) for seat in everybody]
        for earlier, later in [*pairs, (open_view(before), open_view(after))]:
            cards = {flight.thing for flight in flights(earlier, later) if isinstance(flight.thing, Card)}
            assert cards <= {*earlier.grid, getattr(action, "card", None)}, "only what lay open, or was bought"


@pytest.mark.parametrize("seed", SEEDS)
def test_reserves_of_others_move_to_their_player_box(catalogue: Catalogue, seed: int) -> None:
    for before, _action, after in plies(catalogue, seed):
        other = (before.seat + 1) % len(before.players)
        ends = [
            (flight.start, flight.end)
            for flight in flights(view(before, other), view(after, other))
            if not isinstance(flight.thing, TokenStack | Noble)
        ]
        assert not [slot for pair in ends for slot in pair if isinstance(slot, ReservedSlot)]


def test_no_animation_after_several_actions_or_an_undo(catalogue: Catalogue) -> None:
    states = [before for before, _action, _after in plies(catalogue, 1)]
    first, second, third = (view(state, None) for state in states[:3])
    assert flights(first, second)
    assert not flights(first, third)
    assert not flights(second, first)
    assert not flights(first, first)


def test_puzzle_from_another_game_is_not_animated(catalogue: Catalogue) -> None:
    by_game = {puzzle.origin.rpartition(", ply ")[0]: puzzle.view for puzzle in load_puzzles(catalogue).puzzles}
    for before, after in permutations(by_game.values(), 2):
        assert (flights(before, after), visits(before, after)) == ((), ())
