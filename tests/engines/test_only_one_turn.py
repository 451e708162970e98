"""A question about one turn alone: `only`, which an engine may know or not."""

from collections.abc import Sequence
from random import Random

from splendor_tui.bots.player import Budget
from splendor_tui.bots.policy import Ranked, Ranking
from splendor_tui.rules.actions import Action, ChooseNoble, Pass
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.state import GameOptions, new_game
from splendor_tui.rules.view import View, view
from tests.engines.test_engine_player import guest
from tests.engines.test_level_server import Quick, asked_about, served


class Judging(Quick):
    """Judges turns of one action by their place among all; what begins with another kind of action it cannot judge."""

    def judge(self, view: View, turn: Sequence[Action], rng: Random, budget: Budget) -> Ranking | None:  # noqa: ARG002
        if len(turn) > 1:
            return None
        chance = legal_actions(view).index(turn[0]) / 8
        return Ranking([Ranked(turn[0], chance)], (chance, 1 - chance), nodes=budget.nodes or 0)


def test_a_level_answers_with_the_turn_that_it_is_asked_about_and_only_once(catalogue: Catalogue) -> None:
    seen, position = asked_about(catalogue)
    legal = [format_action(action) for action in legal_actions(seen)]
    with served(catalogue, Judging()) as table:
        table.send(position)
        table.say(type="only", turn=[legal[7]])
        table.say(type="go", seconds=1, nodes=5)
        told = table.hear()
        assert (told["action"], told["chances"], told["nodes"]) == (legal[7], [0.875, 0.125], 5)
        table.say(type="go", seconds=1)
        assert table.hear()["action"] == legal[0], "the next question is about all of them"
        table.say(type="only", turn=[legal[7]])
        table.send(position)
        table.say(type="go", seconds=1)
        assert table.hear()["action"] == legal[0], "so it is in the next position"


def test_what_a_level_cannot_judge_or_read_it_answers_as_ever(catalogue: Catalogue) -> None:
    seen, position = asked_about(catalogue)
    legal = [format_action(action) for action in legal_actions(seen)]
    for policy, turn in ((Quick(), [legal[7]]), (Judging(), [legal[7], "return W1"]), (Judging(), ["e2e4"])):
        with served(catalogue, policy) as table:
            table.send(position)
            table.say(type="only", turn=turn)
            table.say(type="go", seconds=1)
            assert table.hear()["action"] == legal[0]
            assert len(table.complaints) == (turn == ["e2e4"])


def test_a_turn_that_is_not_legal_is_complained_about_and_the_question_answered_as_ever(catalogue: Catalogue) -> None:
    seen, position = asked_about(catalogue)
    (absent, *_others) = (noble for noble in catalogue.nobles if noble not in seen.nobles)
    with served(catalogue, Judging()) as table:
        for action in (ChooseNoble(absent), ChooseNoble(seen.nobles[0]), Pass()):
            table.send(position)
            table.say(type="only", turn=[format_action(action)])
            table.say(type="go", seconds=1)
            assert table.hear()["action"] == format_action(legal_actions(seen)[0])
        assert list(map(str, table.complaints)) == [
            "There is no noble to choose now.",
            "There is no noble to choose now.",
            "You may only pass when nothing else can be done.",
        ]


def test_an_engine_that_does_not_know_it_says_nothing_about_the_turn(catalogue: Catalogue) -> None:
    seen = view(new_game(catalogue, GameOptions(2), 1), 0)
    budget = Budget(5.0, lambda: False, 10)
    with guest("advises") as player:  # always the same action, with its chances
        assert player.judge(seen, [legal_actions(seen)[4]], Random(1), budget) == ()
        assert player.judge(seen, [legal_actions(seen)[2]], Random(1), budget) == (0.3, 0.7)
