"""A computer player in another process: it survives whatever the engine does."""

import json
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from splendor_tui.bots.levels import get_level
from splendor_tui.bots.player import Budget
from splendor_tui.engines import engine_session
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.engines.engine_process import EngineError, EngineLateError
from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.match import bot_answer
from splendor_tui.match.bot_answer import CancelledError, Fault, ask
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.state import new_game
from splendor_tui.rules.turn import apply_action
from splendor_tui.rules.view import View, determinize, view
from tests.engines.guest_command import GUEST, GUEST_ARGUMENTS

SOON = 10.0
FAULTS = {
    "hangs": (Fault.LATE, "The engine did not answer in time."),
    "crashes": (Fault.FAILED, "The engine exited with code 1 and the message out of memory."),
    "writes garbage": (
        Fault.LATE,
        "The engine did not answer in time. The last line it sent is not a message: '\ufffd\ufffd\\x00{]': It is not UTF-8 text.",
    ),
    "lies": (Fault.ILLEGAL, "The engine answered 'buy 3-20 W9', which is not legal: You cannot buy the "),
    "speaks another language": (Fault.ILLEGAL, "The engine answered 'e2e4', which is not legal: Found 'e2e4'; "),
    "leaves the game": (Fault.ILLEGAL, "The engine answered 'forfeit', which is not legal: an engine cannot resign."),
    "forgets the action": (
        Fault.LATE,
        'The engine did not answer in time. The last line it sent is not a message: \'{"type": "answer"}\': action is missing.',
    ),
    "speaks another protocol": (
        Fault.FAILED,
        "The engine speaks version 9 of the protocol; this program speaks version 1.",
    ),
}


def never() -> bool:
    return False


@contextmanager
def running(player: EnginePlayer) -> Iterator[EnginePlayer]:
    """Close the engine at the end, and check that it has exited."""
    try:
        yield player
    finally:
        player.close()
        assert player.wait(SOON)


def settings(*command: str, **others: Any) -> EngineSettings:
    return EngineSettings(command=shlex.join(command), **others)


def guest(fault: str = "", **others: Any) -> AbstractContextManager[EnginePlayer]:
    return running(EnginePlayer(settings(*GUEST_ARGUMENTS, fault, **others)))


@pytest.mark.parametrize("manner", ["", "compiles", "chatters", "answers twice", "ends after each answer"])
def test_answer_of_the_engine_is_played_whatever_else_it_does(seen: View, manner: str) -> None:
    later = seen._replace(ply=5)  # no new game between the requests
    with guest(manner) as player:
        for _question in range(3):
            answer = ask(player, later, Random(1), cancelled=never)
            assert (answer.action, answer.fault) == (legal_actions(seen)[0], None)
            time.sleep(0.1)


@pytest.mark.parametrize("fault", FAULTS)
def test_faulty_answer_is_replaced_by_a_legal_action(seen: View, fault: str) -> None:
    expected, reason = FAULTS[fault]
    with guest(fault) as player:
        player.start()
        began = time.monotonic()
        answer = ask(player, seen, Random(1), cancelled=never, seconds=1)
        assert time.monotonic() - began < SOON
        assert answer.action in legal_actions(seen)
        assert answer.fault is expected
        assert str(answer.reason).startswith(reason)
        assert str(answer.reason).isprintable()


@pytest.mark.parametrize(
    ("fault", "expected", "reason"),
    [
        ("says no hello", Fault.LATE, "The engine did not send its hello in time."),
        ("is never ready", Fault.LATE, "The engine was not ready for a game in time."),
        ("compiles", Fault.FAILED, "The engine asks for 40 seconds to get ready; its settings allow 10"),
    ],
)
def test_engine_has_limited_time_to_get_ready(
    seen: View, fault: str, expected: Fault, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_session, "READY_SECONDS", 1)
    with guest(fault, ready_seconds=10) as player:
        answer = ask(player, seen, Random(1), cancelled=never)
        assert (answer.fault, str(answer.reason)[: len(reason)]) == (expected, reason)


def test_thinking_time_starts_once_the_engine_is_ready_despite_a_cancelled_request(seen: View) -> None:
    started_with = []
    with guest() as player:
        with pytest.raises(CancelledError):
            ask(player, seen, Random(1), cancelled=lambda: True)
        ask(player, seen, Random(1), cancelled=never, begin=lambda: started_with.append(player.hello))
        assert started_with == [player.hello] != [None]


def test_learned_level_as_an_engine_answers_its_first_request_in_time(
    seen: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_session, "READY_SECONDS", 60)  # to start Python and load a net on a busy machine
    level = "guildmaster"  # it has less time than the Grandmaster, and the same net to load
    with running(EnginePlayer(settings(sys.executable, "-P", "-m", "splendor_tui", "engine", level))) as player:
        assert ask(player, seen, Random(1), cancelled=never, seconds=get_level(level).seconds).fault is None


def test_new_game_is_sent_once_and_the_log_has_all_messages(seen: View, tmp_path: Path) -> None:
    later = seen._replace(ply=2)
    other = seen._replace(options=GameOptions(2, target=3))
    with guest(log=str(tmp_path / "log")) as player:
        for position in (seen, later, later, other, seen):
            ask(player, position, Random(1), cancelled=never)
    lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    logged = [(sign, json.loads(text)["type"]) for _process, sign, text in (line.split(" ", 2) for line in lines)]
    question = ["position", "go"]
    assert [kind for sign, kind in logged if sign == ">"] == [
        *("hello", "new-game", *question, *question, *question),
        *("new-game", *question, "new-game", *question, "quit"),
    ]
    assert [kind for sign, kind in logged if sign == "<"][:3] == ["hello", "ready", "answer"]


def test_engine_is_abandoned_after_three_failures_but_not_after_illegal_answers(seen: View) -> None:
    with guest("crashes") as player:
        reasons = [str(ask(player, seen, Random(1), cancelled=never).reason) for _question in range(5)]
    assert reasons[:3] == ["The engine exited with code 1 and the message out of memory."] * 3
    assert reasons[3:] == ["The engine failed 3 times in a row and was abandoned."] * 2
    with guest("lies") as player:
        faults = [ask(player, seen, Random(1), cancelled=never).fault for _question in range(4)]
    assert faults == [Fault.ILLEGAL] * 4


def test_slow_hurried_or_cancelled_engine_is_stopped_and_its_answer_used(
    seen: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (bot_answer, engine_session):
        monkeypatch.setattr(module, "GRACE_SECONDS", SOON)  # for a busy machine
    began, answer = time.monotonic(), legal_actions(seen)[5]
    with guest("thinks until it is stopped") as player:
        slow = ask(player, seen, Random(1), cancelled=never, seconds=0.2)
        assert (slow.action, slow.fault) == (answer, None)
        hurried = ask(player, seen, Random(1), cancelled=never, hurried=set_soon().is_set, seconds=60)
        assert (hurried.action, hurried.fault) == (answer, None)
        with pytest.raises(CancelledError):
            ask(player, seen, Random(1), cancelled=set_soon().is_set, seconds=60)
        assert ask(player, seen, Random(1), cancelled=never, seconds=0.3).fault is None
    assert time.monotonic() - began < 4 * SOON


def set_soon() -> threading.Event:
    event = threading.Event()
    threading.Timer(0.2, event.set).start()
    return event


def test_engine_that_ignores_a_cancelled_request_is_killed(seen: View) -> None:
    with guest("hangs") as player:
        player.prepare(seen)
        with pytest.raises(EngineLateError):
            player.choose(seen, Random(1), Budget(60, lambda: True))
        assert player.wait(0), "there is no process that nobody needs"


def test_unknown_or_invalid_engine_options_are_errors(seen: View) -> None:
    with guest(options={"threads": 2, "courage": 1}) as known:
        known.prepare(seen)
    for options, reason in (
        ({"hash": 2}, "The engine has no option 'hash'; it has: 'threads', 'courage'."),
        ({"threads": "2"}, "The engine's option 'threads' is set to '2'; it takes a value like 1."),
    ):
        with guest(options=options) as unknown, pytest.raises(EngineError) as fault:
            unknown.prepare(seen)
        assert str(fault.value) == reason


def test_close_releases_a_waiting_request(seen: View) -> None:
    player = EnginePlayer(settings(*GUEST_ARGUMENTS, "hangs"))
    player.prepare(seen)
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(player.choose, seen, Random(1), Budget(60, never))
        time.sleep(0.2)
        player.close()
        assert isinstance(waiting.exception(SOON), EngineError)
    with pytest.raises(EngineError, match="has been closed"):
        player.choose(seen, Random(1), Budget(1, never))
    assert player.wait(SOON)


def test_engine_gets_only_the_view_of_its_seat(catalogue: Catalogue, tmp_path: Path) -> None:
    """For two games that differ only in hidden cards, the engine receives the same bytes."""
    heard = []
    state = apply_action(new_game(catalogue, GameOptions(2), 1), ReserveTop(1))
    other = determinize(view(state, 1), Random(2))
    assert view(state, 0) != view(other, 0), "another card is reserved unseen"
    for world, position in enumerate((state, other)):
        told = tmp_path / str(world)
        script = f"tee {told} | {GUEST}"
        with running(EnginePlayer(settings("sh", "-c", script))) as player:
            player.choose(view(position, 1), Random(1), Budget(5, never))
        heard.append(told.read_bytes())
    assert heard[0] == heard[1]
