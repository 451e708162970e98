"""Saved games in words: winners, points and days."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from splendor_tui.bots.levels import why_unknown
from splendor_tui.match.match_lifecycle import command_line
from splendor_tui.match.services import Services
from splendor_tui.presentation.dates import format_day, format_day_and_time
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.store import GameSummary, Store, StoreError
from splendor_tui.words import N_, NN_, NP_, Message, listed


def _winners(game: GameSummary) -> Message:
    """Name the winners, if any."""
    if game.finished is None:
        return N_("Nobody has won yet")
    return NN_("{winners} won", "{winners} won", len(game.winners), winners=listed(game.winners))


def next_step(game: GameSummary, key: str, services: Services) -> Message:
    """Describe what `key` does with this game: resume or replay it."""
    if game.catalogue != services.catalogue.digest:
        command = command_line(services, "resume" if game.can_resume else "replay", game.id, plain=False)
        return N_("This game has other cards: quit, and open it with `{command}`.", command=command)
    if game.can_resume:
        return N_("Unfinished: {key} resumes it.", key=key)
    return N_("{winners}. Watch it from the deal with {key}.", winners=_winners(game), key=key)


def names_with_points(names: Sequence[str], points: Sequence[Message | float]) -> Sequence[str]:
    """The players' names, with their final points if any, or the reason why they have none."""
    return [f"{name} ({final})" for name, final in zip(names, points, strict=True)] if points else names


class Progress(NamedTuple):
    """How far an unfinished game is: each player's points, and the turn."""

    points: Sequence[Message | float]
    turn: Message


def progress_of(game: GameSummary, store: Store | None, catalogue: Catalogue) -> Progress | None:
    """How far an unfinished game is. None with other cards, or if the game cannot be read."""
    with suppress(StoreError):  # whoever lists or resumes the game reports it
        if store is not None and (state := store.position(game.id, catalogue)) is not None:
            points = [NP_("player", "out") if player.forfeited else player.points for player in state.players]
            turn = N_("round {round}, {name}'s turn", round=state.round, name=game.names[state.seat])
            return Progress(points, turn)
    return None


def day_played(game: GameSummary, today: datetime) -> str:
    """Format when a game was last played, or imported."""
    if game.imported:
        return str(N_("imported {day}", day=format_day(game.last_played, today)))
    return str(format_day_and_time(game.last_played, today))


def outcome(game: GameSummary, digest: str | None = None) -> str:
    """Describe the outcome of a game, or that it cannot be resumed with the card set with this digest."""
    if digest is not None and game.can_resume and game.catalogue != digest:
        return str(N_("other cards"))
    return str(N_("unfinished") if game.finished is None else _winners(game))


def can_be_reviewed(game: GameSummary, digest: str) -> bool:
    """Whether the game is over, and the nets know its rules and the card set with this digest, as far as the summary shows."""
    is_known = why_unknown(GameOptions(len(game.names), game.target)) is None
    return not game.can_resume and game.catalogue == digest and is_known
