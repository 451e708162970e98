"""Position digests, used by a replay to detect divergence."""

import hashlib

from splendor_tui.rules.cards import LEVELS
from splendor_tui.rules.gems import Gems, unpack
from splendor_tui.rules.state import Player, State


def digest(state: State) -> str:
    """Sixteen hexadecimal digits for the position, including hidden cards and their order."""
    return hashlib.sha256(position_text(state).encode()).hexdigest()[:16]


def position_text(state: State) -> str:
    """The position as canonical text. It contains hidden cards: use it for digests and tests, never on a screen."""
    lines = [
        f"{state.phase} seat {state.seat} round {state.round} ply {state.ply}",
        f"final {int(state.final_round)} passes {state.passes} idle {state.idle_turns}",
        f"bank {_counts(state.bank, state.gold)}",
        "grid " + " ".join(card.id if card else "-" for card in state.grid),
        *(f"deck {level} " + " ".join(card.id for card in state.deck(level)) for level in LEVELS),
        "nobles " + " ".join(noble.id for noble in state.nobles),
        *(_player_text(player) for player in state.players),
    ]
    return "\n".join(lines)


def _player_text(player: Player) -> str:
    return (
        f"player tokens {_counts(player.gems, player.gold)} points {player.points} forfeited {int(player.forfeited)}"
        f" cards {' '.join(card.id for card in player.cards)}"
        f" reserved {' '.join(card.id + '?' * blind for card, blind in player.reserved)}"
        f" nobles {' '.join(noble.id for noble in player.nobles)}"
    )


def _counts(gems: Gems, gold: int) -> str:
    return " ".join(map(str, (*unpack(gems), gold)))
