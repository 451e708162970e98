"""Helpers for reviews: a random game, and an adviser that evaluates each turn immediately."""

from collections.abc import Sequence
from functools import cache
from math import exp
from random import Random
from threading import Event
from time import sleep

from splendor_tui.bots.player import Advice, Budget, Report, ignore_report
from splendor_tui.record import Record
from splendor_tui.review.turn_judgement import ReviewError
from splendor_tui.rules.actions import Action, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View
from splendor_tui.store import Store
from splendor_tui.words import N_
from tests.match.advisers import Adviser, Known
from tests.match.tables import options, play_out, save_match
from tests.record.recorded import Table

NODES = 60
MAKER = "grandmaster 0123456789abcdef 1"


class Reviewer(Adviser):
    """An adviser that computes each turn's value from its notation, so that a turn always has the same value.

    `alone` lists the turns that were judged separately, and their random draws.
    """

    def __init__(self, chance: float | None = None) -> None:
        super().__init__()
        self.alone: list[tuple[tuple[Action, ...], float]] = []
        self.fixed = chance

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:
        self.budgets.append(budget)
        self.alone.append((tuple(turn), rng.random()))
        chance = worth(turn) if self.fixed is None else self.fixed
        share = (1 - chance) / (len(view.players) - 1)
        return [chance if seat == view.seat else share for seat in range(len(view.players))]


class Unknowing(Reviewer):
    """An adviser that does not estimate chances."""

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:  # noqa: ARG002
        return Advice(self.choices(view, (0.5,)))


def worth(turn: Sequence[Action]) -> float:
    """A pseudo-random number from 0 to 1 for a turn."""
    return Random(" ".join(map(format_action, turn))).random()


def play_game(store: Store, catalogue: Catalogue, *, players: int = 2, target: int = 5) -> str:
    """Play and save a game whose first ply is a reservation from a deck. Returns its id."""
    game_id, table = save_match(store, catalogue, options(players, target=target, seed="3"))
    table.submit(0, ReserveTop(2), 0)
    play_out(table, Random(1))
    return game_id


@cache
def finished_game(catalogue: Catalogue) -> Record:
    """The record of a game of three players whose first ply is a reservation from a deck."""
    table = Table(catalogue, 3, "3", target=5)
    table.play(ReserveTop(2))
    table.play_at_random(1)
    return table.record()


@cache
def open_game(catalogue: Catalogue) -> Record:
    """The record of a game in which nobody reserves a card from a deck, so that all players know the same cards."""
    table, rng = Table(catalogue, 3, "3", target=5), Random(1)
    while table.state.phase is not Phase.OVER:
        table.play(rng.choice([one for one in legal_actions(table.state) if not isinstance(one, ReserveTop)]))
    return table.record()


class Sensible(Reviewer):
    """Prefers points and gives a Merchant's reasons, for realistic reviews."""

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:
        return Advice(Known().advise(view, rng, budget, report).choices[:2], self.chances(view), 100)

    def chances(self, view: View) -> list[float]:
        strengths = [exp(player.points / 3 + len(player.cards) / 6) for player in view.players]
        return [strength / sum(strengths) for strength in strengths]

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:  # noqa: ARG002
        chances = self.chances(view)
        taken = min(chances[view.seat] - 0.01, 0.15 * worth(turn) ** 4)  # most turns are nearly as good as the best
        given = taken / (len(chances) - 1)
        return [chance - taken if seat == view.seat else chance + given for seat, chance in enumerate(chances)]


class Halting(Sensible):
    """Judges the first `turns`, then waits until `turns` increases, until it fails, or until it is cancelled."""

    def __init__(self, turns: int) -> None:
        super().__init__()
        self.turns = turns
        self.left = self.fails = False
        self.waits = Event()

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:
        while len(self.alone) // 2 >= self.turns:
            self.waits.set()
            if budget.cancelled():
                self.left = True
                break
            if self.fails:
                raise ReviewError(N_("It failed."))
            sleep(0.005)
        return super().advise(view, rng, budget, report)

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:
        self.alone.append((tuple(turn), 0.0))
        return super().judge(view, turn, rng, budget)
