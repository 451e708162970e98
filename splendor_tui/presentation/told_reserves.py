"""When the cards of a hand were reserved, as far as the log has told all."""

from collections.abc import Sequence

from splendor_tui.match.log import LogKind, LogLine, in_force
from splendor_tui.rules.cards import Card
from splendor_tui.rules.view import PlayerView


def rounds_told(player: PlayerView, log: Sequence[LogLine], seat: int) -> Sequence[int | None]:
    """For each reserved card the round in which the log names it; None for one drawn unseen, or held before the log began."""
    lines = [line for line in in_force(log) if line.seat == seat and line.brief is not None]
    bought = {_card(line) for line in lines if line.kind is LogKind.BOUGHT}
    reserved = [line for line in lines if line.kind is LogKind.RESERVED and _card(line) is not None]
    rounds = [line.round for line in reserved if _card(line) not in bought]
    latest_first = iter(reversed(rounds))
    return [None if held.blind else next(latest_first, None) for held in reversed(player.reserved)][::-1]


def _card(line: LogLine) -> Card | None:
    """The card that a line names."""
    card = line.brief.details.get("card") if line.brief else None
    return card if isinstance(card, Card) else None
