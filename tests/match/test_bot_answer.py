import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from random import Random

import pytest

from splendor_tui.bots.player import Budget
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.background import in_background
from splendor_tui.match.bot_answer import GRACE_SECONDS, Answer, CancelledError, Fault, ask
from splendor_tui.match.computer_turns import play_computer
from splendor_tui.match.thinking_time import Thinking
from splendor_tui.rules.actions import Action, Pass
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View
from tests.match.advisers import Adviser
from tests.match.tables import sit_down


class Guest:
    """A bot with scripted behaviour."""

    def __init__(self, answer: Callable[[View, Budget], object]) -> None:
        self._answer = answer

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:  # noqa: ARG002 - the signature of a bot
        return self._answer(view, budget)  # type: ignore[return-value]  # that is what is tested


def never() -> bool:
    return False


@pytest.mark.parametrize("nonsense", [Pass(), None, "take W U G", 7])
async def test_illegal_answer_is_replaced_by_a_seeded_legal_action(catalogue: Catalogue, nonsense: object) -> None:
    tables = [sit_down(catalogue, make_options(parse_players("merchant,Ann"))) for _time in range(2)]
    for table in tables:
        guest, thinking = Guest(lambda _view, _budget: nonsense), Thinking(1, time.monotonic)
        await play_computer(table, {0: guest}, Random(3), thinking, lambda: 0)
    assert tables[0].steps == tables[1].steps, "the lot follows the seed"
    assert "did not give a legal answer in time" in str(tables[0].log[0].message)


def test_bug_of_a_computer_player_is_reported_and_logged(seen: View, caplog: pytest.LogCaptureFixture) -> None:
    def raising(_view: View, _budget: Budget) -> object:
        raise RuntimeError("a guest's bug")

    answer = ask(Guest(raising), seen, Random(3), cancelled=never)
    assert answer.fault is Fault.FAILED
    assert answer.action in legal_actions(seen)
    assert str(answer.reason) == "The computer player failed: RuntimeError."
    [record] = caplog.records
    assert record.exc_info is not None
    assert str(record.exc_info[1]) == "a guest's bug"


def test_hanging_computer_player_is_abandoned_or_cancelled(seen: View) -> None:
    release = threading.Event()
    start = time.monotonic()
    answer = ask(Guest(lambda _v, _b: release.wait(60)), seen, Random(1), cancelled=never, seconds=0.2)
    assert answer.fault is Fault.LATE
    assert time.monotonic() - start < 0.2 + GRACE_SECONDS + 5
    with pytest.raises(CancelledError):
        ask(Guest(lambda _v, _b: release.wait(60)), seen, Random(1), cancelled=lambda: True)
    release.set()


def test_answer_at_the_end_of_the_budget_counts(seen: View) -> None:
    wanted = legal_actions(seen)[3]

    def thorough(_view: View, budget: Budget) -> object:
        while not budget.cancelled():
            time.sleep(0.01)
        return wanted

    answer = ask(Guest(thorough), seen, Random(1), cancelled=never, seconds=0.1)
    assert answer == Answer(wanted)


def test_bot_receives_its_number_of_nodes(seen: View) -> None:
    adviser = Adviser()
    for nodes in (None, 400):
        ask(adviser, seen, Random(1), cancelled=never, nodes=nodes)
    assert [budget.nodes for budget in adviser.budgets] == [None, 400]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_thinking_has_a_lower_priority_than_the_screen_if_allowed(seen: View, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []

    def measure(*_ignored: object) -> None:
        measured.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    ask(Guest(measure), seen, Random(1), cancelled=never)
    asyncio.run(in_background(measure))
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert measured == [max(own, 10)] * 2

    def refuse(*_args: int) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "setpriority", refuse)
    wanted = legal_actions(seen)[7]
    assert ask(Guest(lambda _view, _budget: wanted), seen, Random(1), cancelled=never, seconds=2).action == wanted
    assert asyncio.run(asyncio.wait_for(in_background(lambda: 7), 2)) == 7
