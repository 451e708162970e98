"""The comments on the turns of the first game."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.bots.levels import STRONGEST_LEVEL, create_bot
from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Report, ignore_report
from splendor_tui.lesson import coach as coach_module
from splendor_tui.lesson.coach import Coach
from splendor_tui.match.log import Step
from splendor_tui.rules.actions import Action, Buy
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.view import View
from splendor_tui.words import N_
from tests.lesson.test_turn_comment import steps

RICH = "R4 *1 / 0"  # the white card 2-03, of 2 points, is affordable


class Knowing:
    """Prefers the card 2-03. All other actions have a chance that is lower by a tenth."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        return self.advise(view, rng, budget).best.action

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:  # noqa: ARG002
        best = parse_action("buy 2-03 R4 *1", view.catalogue)
        return Advice([AdvisedAction(best, 0.6, N_("Buy."))], (0.6, 0.4))

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:  # noqa: ARG002
        chance = 0.6 if isinstance(turn[0], Buy) else 0.5
        return chance, 1 - chance


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the coach enough time, for a busy machine or for the compiler."""
    monkeypatch.setattr(coach_module, "_MAX_SECONDS", 300.0)


def coach_of(turn: Sequence[Step], level: str | None = None) -> Coach:
    coach = Coach(create_bot(level) if level else Knowing(), 0, ("Ann", "Bob"))
    coach.look(turn[0].before)
    asyncio.run(coach.judge(turn))
    return coach


def test_coach_names_the_better_turn_and_its_reason(catalogue: Catalogue) -> None:
    turn = steps(catalogue, RICH, "take W U G")
    assert str(coach_of(turn).comment(turn)) == (
        "Better (60% to win instead of 50%): Buy the white card 2-03 (2 points): reaches 2 of 15 points; "
        "makes the black card 2-29 (2 points) cheaper."
    )


def test_best_turn_is_not_criticised(catalogue: Catalogue) -> None:
    turn = steps(catalogue, "W1 U2 G1 / U1 G1 R1", "reserve deck 1")
    assert str(coach_of(turn, STRONGEST_LEVEL).comment(turn)).startswith("Better (")


def test_best_purchase_is_not_criticised(catalogue: Catalogue) -> None:
    turn = steps(catalogue, RICH, "buy 2-03 R4 *1")
    assert not str(coach_of(turn).comment(turn)).startswith("Better")


def test_comments_do_not_repeat(catalogue: Catalogue) -> None:
    played = steps(catalogue, "G2 R1 / 0", "buy 1-34 G2 R1", "take W U G", "take G R K", "take W U R")
    coach = Coach(Knowing(), 0, ("Ann", "Bob"))
    first = coach.comment(played[:2])
    second = coach.comment(played)
    assert first is not None
    assert second is None or second.template != first.template
    assert coach.comment(played) == second, "it stays as long as the table does"


def test_comment_disappears_while_tokens_must_be_returned(catalogue: Catalogue) -> None:
    played = steps(catalogue, "W1 U1 G1 R1 K1 / 0", "take W U G", "take G R K", "take W U R", "return U1")
    coach = Coach(Knowing(), 0, ("Ann", "Bob"))
    assert [coach.comment(played[:count]) is not None for count in (1, 2, 3, 4)] == [True, True, False, True]


@pytest.mark.parametrize("seen", [False, True])
def test_turn_without_a_judgement_gets_a_comment(catalogue: Catalogue, seen: bool) -> None:
    turn = steps(catalogue, RICH, "take W U G")
    coach = Coach(Knowing(), 0, ("Ann", "Bob"))
    if seen:
        coach.look(turn[-1].after)
    asyncio.run(coach.judge(turn))
    assert str(coach.comment(turn)).startswith("You can still buy")
