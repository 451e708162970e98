"""Players of the arena with scripted behaviour."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from random import Random

from splendor_tui.arena.entrants import Entrant, Limit
from splendor_tui.arena.fixtures import FixtureResult, GameResult, SeatResult
from splendor_tui.bots.player import Bot, Budget
from splendor_tui.match.bot_answer import Fault
from splendor_tui.rules.actions import Action
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.view import View

Answer = Callable[[View, Random, Budget], object]


@dataclass(frozen=True)
class Guest(Entrant):
    """An entrant with a scripted answer."""

    answer: Answer = lambda _view, _rng, _budget: None

    @contextmanager
    def bot(self) -> Iterator[Bot]:
        yield self

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        return self.answer(view, rng, budget)  # type: ignore[return-value]  # a guest answers what it likes


def guest(answer: Answer, seconds: float = 30.0) -> Guest:
    """An entrant with this answer."""
    return Guest("random", "guest", Limit(seconds), "guest", answer=answer)


def fixture_result(lineup: tuple[int, ...], *winners: set[int], deal: int = 1) -> FixtureResult:
    """A fixture result with these winners by seat, game by game. Every other seat's points equal its number."""
    games = (_game(lineup[-moved:] + lineup[:-moved], frozenset(won)) for moved, won in enumerate(winners))
    return FixtureResult(deal=deal, lineup=lineup, games=tuple(games))


@cache
def _game(seating: tuple[int, ...], won: frozenset[int]) -> GameResult:
    return GameResult(ending=Ending.TARGET, seats=tuple(_seat(*at, won) for at in enumerate(seating)))


def _seat(seat: int, entrant: int, won: frozenset[int]) -> SeatResult:
    return SeatResult(
        entrant=entrant,
        share=(seat in won) / len(won),
        points=15 if seat in won else seat,
        turns=20,
        moves=25,
        seconds=5.0 + seat,
        longest=0.5 + seat,
        faults={Fault.LATE: 1} if seat else {},
    )
