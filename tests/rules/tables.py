"""Positions set up by hand, and queries about them."""

import re
from itertools import count

import pytest

from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.errors import IllegalActionError
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.legality import check_action, legal_actions
from splendor_tui.rules.notation import format_action, parse_action, read_tokens
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import State, new_game
from splendor_tui.rules.turn import apply_action
from tests.rules.card_sets import card_set

DECKS = ("1-01 1-02 1-03 1-04 1-05 1-06", "2-01 2-02 2-03 2-04 2-05", "3-01 3-02 3-03")


def lay(
    decks: tuple[str, str, str] = DECKS,
    nobles: str = "",
    *,
    players: int = 2,
    target: int = 15,
    tie_seat: int | None = None,
    catalogue: Catalogue | None = None,
) -> State:
    """A game with these decks and nobles, by default of the small card set. The decks contain no other cards."""
    catalogue = catalogue or card_set()
    low, middle, high = (tuple(catalogue.cards_by_id[card] for card in deck.split()) for deck in decks)
    dealt = tuple(catalogue.nobles_by_id[noble] for noble in nobles.split())
    return State(catalogue, GameOptions(players, target, tie_seat), (low, middle, high), dealt)


def lay_locked(nobles: str = "", *, players: int = 2, target: int = 15) -> State:
    """A game in which only a pass is possible: no gems in the bank, and no cards on the table."""
    state = lay(("", "", ""), nobles, players=players, target=target)
    fill_bank(state, "*5")
    return state


def tokens(words: str) -> Tokens:
    """Parse gems and gold from words like `W2 *1`."""
    found = read_tokens(words.split())
    assert found is not None
    return found


def fill_bank(state: State, words: str) -> None:
    """Set the bank to exactly these tokens."""
    state.bank, state.gold = tokens(words)


def give(state: State, seat: int, words: str) -> None:
    """Move tokens from the bank to a seat."""
    gems, gold = tokens(words)
    state.bank -= gems
    state.gold -= gold
    state.players[seat].gems += gems
    state.players[seat].gold += gold


def own(state: State, seat: int, cards: str) -> None:
    """Give a seat purchased cards that are in no other place."""
    player = state.players[seat]
    for name in cards.split():
        card = state.catalogue.cards_by_id[name]
        player.cards += (card,)
        player.bonuses += card.bonus_gem
        player.points += card.points


def play(state: State, *lines: str) -> State:
    """The state after these lines of notation."""
    for line in lines:
        state = apply_action(state, parse_action(line, state.catalogue))
    return state


def choices(state: State, verb: str = "") -> set[str]:
    """The legal actions in notation, all or those with one verb. Checks that there are no duplicates."""
    lines = [format_action(action) for action in legal_actions(state)]
    assert len(set(lines)) == len(lines)
    return {line for line in lines if line.startswith(verb)}


def refusal(state: State, refused: str | Action) -> IllegalActionError:
    """The error of an illegal action. Checks that the state is unchanged and the message complete."""
    action = parse_action(refused, state.catalogue) if isinstance(refused, str) else refused
    before = digest(state)
    with pytest.raises(IllegalActionError) as checked:
        check_action(state, action)
    sentence = str(checked.value)
    with pytest.raises(IllegalActionError, match=f"^{re.escape(sentence)}$"):
        apply_action(state, action)
    assert digest(state) == before
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert not set("{}") & set(sentence)
    return checked.value


def held(state: State, seat: int) -> str:
    """A seat's tokens, like `W2 *1`, or `0`."""
    return str(Tokens(state.players[seat].gems, state.players[seat].gold))


def in_bank(state: State) -> str:
    """The bank's tokens, like `W4 U3 *5`."""
    return str(Tokens(state.bank, state.gold))


def grid(state: State) -> str:
    """The ids of the twelve slots, with `-` for an empty one."""
    return " ".join(card.id if card else "-" for card in state.grid)


def ranks(state: State) -> tuple[str, list[tuple[int, int]]]:
    """The ending, and (seat, rank) in the order of the standings."""
    end = outcome(state)
    assert end is not None
    return end.ending.value, [(standing.seat, standing.rank) for standing in end.standings]


def three_nobles_qualify() -> State:
    """Seat 0 has taken gems, and its bonuses meet the requirements of all three nobles."""
    state = lay(nobles="henry-viii mary-stuart charles-v")
    own(state, 0, "1-01 1-02")
    return play(state, "take W U G")


def twelve_tokens() -> State:
    """Seat 0 has just taken G R K and holds two tokens too many."""
    state = lay()
    give(state, 0, "W4 U4 *1")
    return play(state, "take G R K")


def promo_game(catalogue: Catalogue, players: int = 4) -> State:
    """A new game with both promo nobles on the table."""
    games = (new_game(catalogue, GameOptions(players), seed, with_promos=True) for seed in count())
    return next(state for state in games if {*catalogue.promos} <= {*state.nobles})
