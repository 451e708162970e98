"""Converts the real rules to the oracle's terms: positions to snapshots, and actions to lines."""

from collections.abc import Sequence
from functools import lru_cache

from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import COLOUR_LETTERS, GOLD_LETTER, Gems, unpack
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import State
from tests.oracle import splendor


def twin(state: State) -> splendor.Game:
    """The oracle's game with the same setup as this new game."""
    cards, nobles = printed(state.catalogue)
    decks = [[card.id for card in deck] for deck in state.decks]
    shown = [noble.id for noble in state.nobles]
    options = state.options
    return splendor.deal(cards, nobles, options.players, options.target, decks, shown, options.tie_seat)


def printed(catalogue: Catalogue) -> tuple[dict[str, splendor.CardData], dict[str, splendor.NobleData]]:
    """The printed values of all cards and nobles."""
    cards: dict[str, splendor.CardData] = {
        card.id: {"bonus": card.bonus.letter, "points": card.points, "cost": by_letter(card.cost)}
        for card in catalogue.cards
    }
    nobles: dict[str, splendor.NobleData] = {
        noble.id: {"points": noble.points, "needs": by_letter(noble.cost)} for noble in catalogue.nobles
    }
    return cards, nobles


def by_letter(gems: Gems) -> dict[str, int]:
    """Convert gems to five counts by letter."""
    return dict(zip(COLOUR_LETTERS, unpack(gems), strict=True))


def snapshot(state: State) -> dict[str, object]:
    """Convert a position to the form of the oracle's snapshots."""
    return {
        "phase": state.phase.value,
        "seat": state.seat,
        "round": state.round,
        "ply": state.ply,
        "bank": by_letter(state.bank) | {GOLD_LETTER: state.gold},
        "grid": [card.id if card else None for card in state.grid],
        "decks": [[card.id for card in state.deck(level)] for level in (1, 2, 3)],
        "nobles": [noble.id for noble in state.nobles],
        "final_round": state.final_round,
        "passes": state.passes,
        "idle_turns": state.idle_turns,
        "players": [
            {
                "tokens": by_letter(player.gems) | {GOLD_LETTER: player.gold},
                "bonuses": by_letter(player.bonuses),
                "points": player.points,
                "cards": [card.id for card in player.cards],
                "reserved": [splendor.Reserved(card.id, blind) for card, blind in player.reserved],
                "nobles": [noble.id for noble in player.nobles],
                "forfeited": player.forfeited,
            }
            for player in state.players
        ],
    }


line = lru_cache(maxsize=65_536)(format_action)
"""The notation of an action. The same few thousand actions recur."""


def lines(actions: Sequence[Action]) -> set[str]:
    """Convert actions to notation. Checks that there are no duplicates."""
    found = set(map(line, actions))
    assert len(found) == len(actions)
    return found


def result(state: State) -> dict[str, object] | None:
    """The outcome in the oracle's form, or None."""
    end = outcome(state)
    if end is None:
        return None
    return {"reason": end.ending.value, "standings": [standing._asdict() for standing in end.standings]}


def oracle_perft(game: splendor.Game, depth: int) -> int:
    """The number of action sequences of this length according to the oracle."""
    if depth == 0:
        return 1
    lines = splendor.legal_actions(game)
    return len(lines) if depth == 1 else sum(oracle_perft(oracle_after(game, line), depth - 1) for line in lines)


def oracle_after(game: splendor.Game, line: str) -> splendor.Game:
    """The oracle's game after a legal line. Its `apply` would check the line again."""
    after = splendor.copy_of(game)
    splendor.carry_out(after, line)
    return after
