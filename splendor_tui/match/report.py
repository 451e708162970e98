"""How a recorded game ended, in sentences."""

from collections.abc import Iterator
from typing import assert_never

from splendor_tui.match.record import Record
from splendor_tui.rules.outcome import Ending, Standing, outcome, standings
from splendor_tui.rules.state import State
from splendor_tui.words import _, ngettext


def ending_of(record: Record, state: State) -> Ending | None:
    """How the game ended: agreement stands in the record alone, every other ending is in the rules."""
    if record.result is not None:
        return record.result.ending
    ended = outcome(state)
    return ended.ending if ended else None


def standings_report(record: Record, state: State) -> Iterator[str]:
    """The ending and everybody's place, a line each; `state` is the last of the record."""
    yield _ending_sentence(ending_of(record, state))
    for standing in standings(state):
        yield _standing_line(record.header.players[standing.seat].name, standing)


def _ending_sentence(ending: Ending | None) -> str:
    match ending:
        case None:
            return _("The game is not over. The standings so far:")
        case Ending.TARGET:
            return _("The game ended because the target was reached.")
        case Ending.STALEMATE:
            return _("The game ended in a stalemate.")
        case Ending.FORFEIT:
            return _("The game ended because everybody else forfeited.")
        case Ending.AGREEMENT:
            return _("The game ended by agreement.")
        case _ as never:
            assert_never(never)


def _standing_line(name: str, standing: Standing) -> str:
    points = ngettext("{points} point", "{points} points", standing.points).format(points=standing.points)
    cards = ngettext("{cards} card", "{cards} cards", standing.cards).format(cards=standing.cards)
    template = (
        _("{rank}. {name}: {points}, {cards}, forfeited")
        if standing.forfeited
        else _("{rank}. {name}: {points}, {cards}")
    )
    return template.format(rank=standing.rank, name=name, points=points, cards=cards)
