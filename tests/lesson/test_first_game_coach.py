"""The comments on the turns of the first game: by rules, for each a position and a turn, and by a computer player."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from splendor_tui.bots.levels import STRONGEST_LEVEL, create_bot
from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Report, TurnAdvisor, ignore_report
from splendor_tui.lesson import first_game_coach as coach_module
from splendor_tui.lesson.first_game_coach import Coach
from splendor_tui.lesson.turn_comments import comment_on_turn, warning_before_turn
from splendor_tui.match.log import Step, make_step
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, known_state

GRID = "1-34 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-03"
NOBLES = "elisabeth-of-austria mary-stuart isabella-of-castile"


def steps(catalogue: Catalogue, players: str, *actions: str) -> list[Step]:
    """A turn of seat 0. Other cards take the places of those that players own."""
    spare = iter(("1-13", "1-21", "1-15"))
    grid = " ".join(next(spare) if card in players else card for card in GRID.split())
    seen = parse_position(f"seat 0 main viewer 0 / grid {grid} / nobles {NOBLES} / {players}", catalogue)
    assert isinstance(seen, View)
    state, played = known_state(seen), []
    for line in actions:
        action = parse_action(line, catalogue)
        after = apply_action(state, action)
        played.append(make_step(state, action, after))
        state = after
    return played


COMMENTS = """
G1 R1 cards 1-34 1-35 1-38 1-04 1-06 1-05 1-12 1-09 / 0; buy 1-13 G1 R1
    Elisabeth of Austria visited you: 3 points.
K4 cards 3-04 3-08 2-09 1-16 1-32 / 0; buy 1-24 K4
    You reached the target, so this is the last round.
R1 K1 cards 1-34 1-35 1-38 1-04 1-06 1-09 1-10 1-11 1-16 / 0; buy 2-10 R1 K1
    You bought the blue card 2-10 (2 points): your cards paid 5 of its 7 gems.
G2 R1 / 0; buy 1-34 G2 R1
    You bought the black card 1-34: it also counts towards Elisabeth of Austria.
W3 cards 1-09 1-17 / 0; buy 1-31 W3
    You bought the red card 1-31: it also counts towards Mary Stuart.
W3 cards 1-09 1-10 1-17 1-27 1-28 1-29 1-30 / 0; buy 1-31 W3
    Now look for points: you can pay for the white card 2-03 (2 points).
W3 / 0 cards 3-04 3-08 2-09; buy 1-31 W3
    Now look for points: you need 4 more gems for the white card 2-03 (2 points).
G2 R1 cards 1-35 1-38 1-04 1-06 1-05 1-12 1-09 reserved 2-17 / 0; buy 1-34 G2 R1
    Now look for points: you need 1 more gem for the green card 2-17 (2 points).
R4 *1 / 0; take W U G
    You can still buy the white card 2-03 (2 points); do not wait too long.
W4 *1 / 0; take U G R
    You can still buy the black card 2-29 (2 points); do not wait too long.
W3 / 0; take W U G
    You need 1 more gem for the black card 2-29 (2 points).
G3 *2 cards 1-17 / 0; take G U K
    Now you can pay for the red card 3-14 (4 points).
R3 *1 cards 1-26 / R1 *2 cards 1-25 1-27; take W U G; buy 2-03 R1 *2
    You could have bought the white card 2-03 (2 points) for its points.
0 / R4 *1; reserve 2-03
    Well spotted: your rival could have bought the white card 2-03 (2 points).
R3 / 0; reserve 2-03
    You reserved the white card 2-03 (2 points): you need 1 more gem for it.
0 / R4 *1; take W U G; take W U G
    Watch out: your rival can buy the white card 2-03 (2 points) next.
G2 R1 / K4 cards 3-04 3-08 2-09 1-16 1-32; buy 1-34 G2 R1; take W U G
    Watch out: your rival can buy the green card 1-24 (1 point) next and reach 15 points.
W2 U4 G1 K1 / 0; take G R K; return U1
    You had to return tokens: buy a card before you hold ten.
W3 U2 G2 R2 / 0; take W U G
    None
G1 / G2 R1; take W G R
    Now you can pay for the black card 1-34.
G1 / G2 R1; take W G R; take W U K
    Now you can pay for the black card 1-34.
G1 / G2 R1; take W G R; buy 1-34 G2 R1
    You need 2 more gems for the blue card 1-12.
0 / 0; take U G R
    You need 1 more gem for the black card 1-34.
""".strip().splitlines()
"""The tokens and cards of both players, the plies of a turn, and the comment."""


@pytest.mark.parametrize(("turn", "told"), list(zip(COMMENTS[::2], COMMENTS[1::2], strict=True)))
def test_first_matching_rule_makes_the_comment(catalogue: Catalogue, turn: str, told: str) -> None:
    players, *actions = turn.split("; ")
    assert str(comment_on_turn(steps(catalogue, players, *actions), 0)) == told.strip()


def test_warning_comes_while_the_learner_can_still_act(catalogue: Catalogue) -> None:
    danger = steps(catalogue, "0 / R4 *1", "take W U G", "take W U G", "take W U K", "buy 2-03 R4 *1")
    for count, warned in ((1, False), (2, True), (3, False), (4, False)):
        assert ("Watch out" in str(comment_on_turn(danger[:count], 0))) is warned
    assert warning_before_turn(danger[-1].after) is None
    assert comment_on_turn([], 0) is None


# --- the coach asks a computer player -----------------------------------------------------------------------------------

RICH = "R4 *1 / 0"  # the white card 2-03, of 2 points, is affordable


class Knowing:
    """Prefers one action. All others have a chance that is lower by a tenth."""

    def __init__(self, best: str = "buy 2-03 R4 *1") -> None:
        self._best = best

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:
        return self.advise(view, rng, budget).best.action

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:  # noqa: ARG002
        best = parse_action(self._best, view.catalogue)
        return Advice([AdvisedAction(best, 0.6)], (0.6, 0.4))

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Sequence[float]:  # noqa: ARG002
        chance = 0.6 + view.ply / 100 if turn[0] == parse_action(self._best, view.catalogue) else 0.5
        return chance, 1 - chance


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the coach enough time, for a busy machine or for the compiler."""
    monkeypatch.setattr(coach_module, "_MAX_SECONDS", 300.0)


def coach_of(turn: Sequence[Step], adviser: TurnAdvisor | None = None) -> Coach:
    coach = Coach(adviser or Knowing(), 0, ("Ann", "Bob"))
    coach.look(turn[0].before)
    asyncio.run(coach.judge(turn))
    return coach


def test_coach_names_the_better_turn_and_its_reason(catalogue: Catalogue) -> None:
    turn = steps(catalogue, RICH, "take W U G")
    assert str(coach_of(turn).comment(turn)) == (
        "Better (60% to win instead of 50%): Buy the white card 2-03 (2 points): reaches 2 of 15 points; "
        "makes the black card 2-29 (2 points) cheaper."
    )
    best = steps(catalogue, RICH, "buy 2-03 R4 *1")
    assert not str(coach_of(best).comment(best)).startswith("Better")


def test_strongest_level_names_a_better_turn(catalogue: Catalogue) -> None:
    turn = steps(catalogue, "W1 U2 G1 / U1 G1 R1", "reserve deck 1")
    assert str(coach_of(turn, create_bot(STRONGEST_LEVEL)).comment(turn)).startswith("Better (")


@pytest.mark.parametrize(
    ("players", "best", "recommended"),
    [
        ("0 / R4 *1", "reserve 2-03", True),  # the rival could buy it
        ("R4 / 0", "reserve 2-03", True),  # the gold pays for it
        ("R3 / 0", "reserve 2-03", False),
        ("G2 / 0", "reserve 1-34", False),  # it has no points
        ("0 / 0", "reserve deck 1", False),
    ],
)
def test_coach_recommends_reservations_only_as_the_lesson_does(
    catalogue: Catalogue, players: str, best: str, recommended: bool
) -> None:
    turn = steps(catalogue, players, "take W U G")
    assert str(coach_of(turn, Knowing(best)).comment(turn)).startswith("Better (") is recommended


def test_coach_names_no_better_turn_twice_in_a_row(catalogue: Catalogue) -> None:
    played = steps(catalogue, RICH, "take W U G", "take W U K", "reserve deck 1", "take W U K", "reserve deck 1")
    coach, better = Coach(Knowing(), 0, ("Ann", "Bob")), []
    for number in (1, 3, 5):
        coach.look(played[number - 1].before)
        asyncio.run(coach.judge(played[:number]))
        better.append(str(coach.comment(played[:number])).startswith("Better ("))
    assert better == [True, False, True]


def test_comments_do_not_repeat_and_disappear_while_tokens_must_be_returned(catalogue: Catalogue) -> None:
    played = steps(catalogue, "G2 R1 / 0", "buy 1-34 G2 R1", "take W U G", "take G R K", "take W U R")
    coach = Coach(Knowing(), 0, ("Ann", "Bob"))
    first = coach.comment(played[:2])
    second = coach.comment(played)
    assert first is not None
    assert second is None or second.template != first.template
    assert coach.comment(played) == second, "it stays as long as the table does"
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
