"""Advisers for tests. They answer immediately or on request."""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from threading import Event

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Report, ignore_report
from splendor_tui.rules.actions import Action
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View


class Adviser:
    """Advises the first three legal actions, with recognisable chances of winning.

    If `patient` is true, it reports the first action and continues until its budget ends. `asked` records the views, and
    `budgets` the budgets.
    """

    def __init__(self, *, patient: bool = False) -> None:
        self.patient = patient
        self.asked: list[View] = []
        self.budgets: list[Budget] = []
        self.reported = Event()
        self.ended = Event()

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        return self.advise(view, rng, budget).best.action

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:  # noqa: ARG002
        self.asked.append(view)
        self.budgets.append(budget)
        advice = Advice(self.choices(view, (0.62, 0.58, 0.4)), self.chances(view), 100)
        if self.patient and budget.nodes is None:
            report(Advice(self.choices(view, (0.5,)), (), 10))
            self.reported.set()
            while not budget.cancelled():
                self.ended.wait(0.005)
            self.ended.set()
        return advice

    def choices(self, view: View, worth: Sequence[float]) -> list[AdvisedAction]:
        """The first legal actions, each with its chance."""
        return [AdvisedAction(*pair) for pair in zip(legal_actions(view), worth, strict=False)]

    def chances(self, view: View) -> list[float]:
        """Chances that differ for each seat."""
        players = len(view.players)
        return [(seat + 1) / (players * (players + 1) / 2) for seat in range(players)]


class Known(Adviser):
    """Advises a Merchant's actions, with fixed chances."""

    def choices(self, view: View, worth: Sequence[float]) -> list[AdvisedAction]:
        return [one._replace(chance=chance) for one, chance in zip(merchants_choices(view), worth, strict=False)]


@cache
def merchants_choices(view: View) -> Sequence[AdvisedAction]:
    """A Merchant's choices, which many tests ask for in the same positions."""
    return create_bot("merchant").advise(view, Random(1), Budget(1.0, lambda: False)).choices


async def until(done: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(5):
        while not done():
            await asyncio.sleep(0.01)
