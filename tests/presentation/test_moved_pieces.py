"""Animations show what an action moves, from its old place to its new one. They do not reveal secrets."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, permutations

from splendor_tui.presentation.moved_pieces import Back, Flight, TokenStack, flights, visits
from splendor_tui.presentation.table_model import CardSlot, DeckSlot, NobleSlot, PileSlot, PlayerSlot, ReservedSlot
from splendor_tui.puzzles.collection import load_puzzles
from splendor_tui.rules.actions import Action, Buy, Reserve, ReserveTop, Take
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour, unpack
from splendor_tui.rules.state import State
from splendor_tui.rules.view import open_view, view
from tests.tui.positions import play

SEEDS = range(6)


@cache
def plies(catalogue: Catalogue, seed: int) -> Sequence[tuple[State, Action, State]]:
    """The plies of a complete game."""
    game = play(catalogue, 2 + seed % 3, seed, lambda _state: False)
    return list(zip(game.states, game.actions, game.states[1:], strict=False))


def moved_tokens(before: State, after: State) -> Iterator[Flight]:
    """The token stacks that move between the player to move and the bank."""
    box, old, new = PlayerSlot(before.seat), before.players[before.seat], after.players[before.seat]
    for colour, had, has in zip(
        (*Colour, None), (*unpack(old.gems), old.gold), (*unpack(new.gems), new.gold), strict=True
    ):
        pile = PileSlot(colour)
        if had != has:
            yield Flight(TokenStack(colour, abs(has - had)), *((pile, box) if has > had else (box, pile)))


def moved_cards(before: State, action: Action) -> list[Flight]:
    """The card that the action moves. Before it, the one that refills its place in the grid."""
    hand = [held.card for held in before.players[before.seat].reserved]
    if isinstance(action, ReserveTop):
        return [Flight(Back(action.level), DeckSlot(action.level), ReservedSlot(len(hand)))]
    if not isinstance(action, Buy | Reserve):
        return []
    card, end = action.card, PlayerSlot(before.seat) if isinstance(action, Buy) else ReservedSlot(len(hand))
    if card in hand:
        return [Flight(card, ReservedSlot(hand.index(card)), end)]
    slot, deck = CardSlot.of(before.grid.index(card)), DeckSlot(card.level)
    refill = [Flight(Back(card.level), deck, slot)] if before.deck_counts[card.level - 1] else []
    return [*refill, Flight(card, slot, end)]


def test_animations_match_the_action(catalogue: Catalogue) -> None:
    met = set()
    for before, action, after in chain.from_iterable(plies(catalogue, seed) for seed in SEEDS):
        cards = moved_cards(before, action)
        came = after.players[before.seat].nobles[len(before.players[before.seat].nobles) :]
        nobles = [Flight(noble, NobleSlot(before.nobles.index(noble)), PlayerSlot(before.seat)) for noble in came]
        expected = [*cards[:-1], *moved_tokens(before, after), *cards[-1:], *nobles]
        assert list(flights(view(before, before.seat), view(after, before.seat))) == expected, action
        met.add(type(action))
    assert {Take, Buy, Reserve, ReserveTop} <= met


def test_animations_never_show_a_drawn_card_or_the_place_of_another_players_reserve(catalogue: Catalogue) -> None:
    for before, action, after in chain.from_iterable(plies(catalogue, seed) for seed in SEEDS):
        everybody = (None, *range(len(before.players)))
        pairs = [(view(before, seat), view(after, seat)) for seat in everybody]
        for earlier, later in [*pairs, (open_view(before), open_view(after))]:
            cards = {flight.thing for flight in flights(earlier, later) if isinstance(flight.thing, Card)}
            assert cards <= {*earlier.grid, getattr(action, "card", None)}, "only what lay open, or was bought"
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
