"""Invariants of every position of every game."""

from collections import Counter

from splendor_tui.rules.actions import Pass
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Colour, Gems, pack, unpack
from splendor_tui.rules.legality import check_action, legal_actions, visiting_nobles
from splendor_tui.rules.outcome import outcome, standings
from splendor_tui.rules.state import Phase, Player, State

GEMS_OF_EACH = {2: 4, 3: 5, 4: 7}
GOLD = 5
TOKEN_LIMIT = 10
HAND_LIMIT = 3
MAX_TAKEN = 3


def assert_invariants(state: State) -> None:
    """Check all invariants."""
    assert_tokens_conserved(state)
    assert_every_card_in_one_place(state)
    assert_nobles_conserved(state)
    for player in state.players:
        assert_player_adds_up(player)
    assert_phase_fits(state)
    assert_choices_are_legal(state)
    assert min(standing.rank for standing in standings(state)) == 1


def assert_tokens_conserved(state: State) -> None:
    """Check that the bank and the players together hold all tokens, and that no count is negative."""
    of_each = GEMS_OF_EACH[len(state.players)]
    holders = [state.bank, *(player.gems for player in state.players)]
    assert [sum(column) for column in zip(*map(unpack, holders), strict=True)] == [of_each] * 5
    assert all(pack(unpack(gems)) == gems and max(unpack(gems)) <= of_each for gems in holders)
    assert state.gold + sum(player.gold for player in state.players) == GOLD
    assert state.gold >= 0
    assert all(player.gold >= 0 for player in state.players)


def assert_every_card_in_one_place(state: State) -> None:
    """Check that grid, decks, hands and tableaux contain every card of the catalogue once, each with its own level."""
    places: list[Card] = []
    for place, face_up in enumerate(state.grid):
        if face_up is not None:
            assert face_up.level == place // 4 + 1
            places.append(face_up)
    for level in (1, 2, 3):
        deck = state.deck(level)
        assert len(deck) == state.deck_counts[level - 1]
        assert {card.level for card in deck} <= {level}
        places += deck
    for player in state.players:
        places += [*player.cards, *(held.card for held in player.reserved)]
    assert len(state.grid) == 12
    assert Counter(places) == Counter(state.catalogue.cards)


def assert_nobles_conserved(state: State) -> None:
    """Check that the nobles on the table and with players are those that were dealt, each in one place."""
    nobles: list[Noble] = [*state.nobles]
    for player in state.players:
        nobles += player.nobles
    assert len(set(nobles)) == len(nobles) == min(len(state.players) + 1, len(state.catalogue.nobles))


def assert_player_adds_up(player: Player) -> None:
    """Check that bonuses and points match cards and nobles, that the hand is legal, and that forfeited seats hold no tokens."""
    assert player.bonuses == bonuses(player)
    assert player.points == sum(card.points for card in player.cards) + sum(noble.points for noble in player.nobles)
    assert len(player.reserved) <= HAND_LIMIT
    if player.forfeited:
        assert not player.gems
        assert not player.gold


def bonuses(player: Player) -> Gems:
    """The bonuses computed from the cards."""
    return pack(sum(card.bonus is colour for card in player.cards) for colour in Colour)


def assert_phase_fits(state: State) -> None:
    """Check that the phase matches the decision of the player to move, and that nobody else has a decision to make."""
    mover = state.players[state.seat]
    surplus = {seat: sum(unpack(player.gems)) + player.gold - TOKEN_LIMIT for seat, player in enumerate(state.players)}
    returning = state.phase is Phase.RETURN_GEMS
    assert {seat for seat, amount in surplus.items() if amount > 0} == ({state.seat} if returning else set())
    assert surplus[state.seat] <= MAX_TAKEN
    assert (outcome(state) is not None) is (state.phase is Phase.OVER)
    if state.phase is Phase.CHOOSE_NOBLE:
        assert len(visiting_nobles(state, mover)) > 1
    if state.phase is not Phase.OVER:
        assert not mover.forfeited
        assert sum(not player.forfeited for player in state.players) > 1
    reached = any(player.points >= state.options.target for player in state.players if not player.forfeited)
    if state.phase is Phase.MAIN and not state.final_round:
        assert not reached
    assert 0 <= state.passes <= state.idle_turns


def assert_choices_are_legal(state: State) -> None:
    """Check that there are choices until the end, without duplicates and all legal, and that a pass is the only choice."""
    legal = legal_actions(state)
    assert bool(legal) is (state.phase is not Phase.OVER)
    assert len(set(legal)) == len(legal)
    assert Pass() not in legal or len(legal) == 1
    for action in legal:
        check_action(state, action)
