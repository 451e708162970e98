"""A level as an engine: it answers every request, and reports invalid lines."""

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, BinaryIO
from unittest.mock import patch

import pytest

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Policy, Report
from splendor_tui.engines.level_server import LevelServer
from splendor_tui.engines.protocol import (
    NewGame,
    Quit,
    Ready,
    SetPosition,
    read_from_engine,
    read_from_table,
    write_message,
)
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.state import new_game
from splendor_tui.rules.view import View, view
from splendor_tui.words import Message
from tests.rules.tables import promo_game

SOON = 10.0


class Thinker(Policy):
    """Thinks until its budget ends, and reports interim results."""

    def rank(self, view: View, rng: Random, budget: Budget, report: Report) -> Advice:
        ranked = [AdvisedAction(action, 0.25) for action in rng.sample(list(legal_actions(view)), 4)]
        report(Advice(ranked[1:], (0.25, 0.75), nodes=5))
        while not budget.cancelled() and budget.nodes is None:
            time.sleep(0.005)
        return Advice(ranked, (0.25, 0.75), nodes=budget.nodes or 9)


class Quick(Policy):
    """Chooses the first legal action."""

    def rank(self, view: View, _rng: Random, _budget: Budget, _report: Report) -> Advice:
        return Advice([AdvisedAction(legal_actions(view)[0])])


class Table:
    """A client of the server that sends and receives lines."""

    def __init__(self, line: socket.socket, heard: BinaryIO) -> None:
        self.complaints: list[Message] = []
        self._line = line
        self._heard = heard

    def say(self, **message: Any) -> None:
        self.send(json.dumps(message).encode())

    def send(self, line: bytes) -> None:
        self._line.sendall(line + b"\n")

    def hear(self) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads(self._heard.readline())
        return heard


@contextmanager
def served(seen: View, policy: Policy) -> Iterator[Table]:
    """A server in a thread. Checks that it ends by itself."""
    ours, theirs = socket.socketpair()
    ours.settimeout(SOON)
    with ours, theirs, theirs.makefile("rwb", buffering=0) as pipe, ours.makefile("rb") as heard:
        table = Table(ours, heard)
        server = LevelServer("Thinker", policy, seen.catalogue, pipe, table.complaints.append)  # type: ignore[arg-type]
        serving = threading.Thread(target=server.serve, args=(pipe,))
        serving.start()
        try:
            table.send(write_message(SetPosition.of(seen)))
            yield table
        finally:
            ours.shutdown(socket.SHUT_WR)
            serving.join(SOON)
            assert not serving.is_alive()


def test_server_loads_everything_before_it_is_ready(seen: View) -> None:
    """Otherwise the first move would load numpy and the net. Not tested with a budget in nodes, which waits for the compiler."""
    quick = Quick()
    with patch.object(quick, "rank", wraps=quick.rank) as rank, served(seen, quick) as table:
        table.send(write_message(NewGame.of(seen)))
        assert table.hear() == {"type": "ready"}
        _view, _rng, budget, _progress = rank.call_args.args
        assert (budget.cancelled(), budget.nodes) == (True, None)


def test_server_reports_progress_and_the_requested_choices(seen: View) -> None:
    legal = {format_action(action) for action in legal_actions(seen)}
    with served(seen, Thinker()) as table:
        table.say(type="go", seconds=SOON, nodes=33, lines=2, seed=4)
        info, answer = table.hear(), table.hear()
        assert (info["type"], info["nodes"], info["chances"], len(info["choices"])) == ("info", 5, [0.25, 0.75], 2)
        assert (answer["type"], answer["nodes"], answer["chances"]) == ("answer", 33, [0.25, 0.75])
        assert answer["action"] == answer["choices"][0]["action"]
        assert {choice["action"] for choice in answer["choices"]} < legal
        table.say(type="go", seconds=SOON, nodes=33, lines=2, seed=4)
        table.hear()
        assert table.hear() == answer, "the same seed, the same answer"


def test_byte_order_mark_before_a_message_does_not_matter() -> None:
    mark = b"\xef\xbb\xbf"
    assert read_from_table(mark + write_message(Quit())) == Quit()
    assert read_from_engine(mark + write_message(Ready())) == Ready()


def test_engine_is_told_the_promo_nobles_in_play_and_keeps_its_own_card_set(catalogue: Catalogue) -> None:
    game = promo_game(catalogue, 2)
    seen, usual = view(game, 0), view(new_game(catalogue, GameOptions(2), 1), 0)
    sent, standard = NewGame.of(seen), NewGame.of(usual)
    assert [noble.id for noble in sent.nobles[len(standard.nobles) :]] == [noble.id for noble in catalogue.promos]
    sets: list[Catalogue] = []

    class Note(Quick):
        def rank(self, view: View, *others: Any) -> Advice:
            sets.append(view.catalogue)
            return super().rank(view, *others)

    with served(seen, Note()) as table:
        for message in (sent, standard, sent, SetPosition.of(seen)):
            table.send(write_message(message))
        table.say(type="go", seconds=SOON)
        while table.hear()["type"] != "answer":
            pass
        assert table.complaints == []
    assert sets == [catalogue] * 4


def test_level_plays_the_same_as_an_engine(seen: View) -> None:
    merchant = create_bot("merchant")
    with served(seen, merchant) as table:
        table.say(type="go", seconds=SOON, seed=5)
        action = table.hear()["action"]
    best = merchant.advise(seen, Random(5), Budget(SOON, lambda: False)).choices
    assert action in [format_action(choice.action) for choice in best]


@pytest.mark.parametrize("how", ["stop", "quit", "end of input", "its time is up"])
def test_server_answers_at_once_when_stopped(seen: View, how: str) -> None:
    began = time.monotonic()
    with served(seen, Thinker()) as table:
        table.say(type="go", seconds=0.2 if how == "its time is up" else 60)
        assert table.hear()["type"] == "info"
        if how in {"stop", "quit"}:
            table.say(type=how)
        if how != "end of input":
            assert table.hear()["type"] == "answer"
    assert time.monotonic() - began < SOON


def test_stop_ends_a_request_that_has_just_begun_but_not_the_next(seen: View) -> None:
    with served(seen, Thinker()) as table:
        table.say(type="stop")
        began = time.monotonic()
        table.say(type="go", seconds=0.3)
        assert [table.hear()["type"] for _line in range(2)] == ["info", "answer"]
        assert time.monotonic() - began > 0.25
        table.send(b'{"type":"go","seconds":60}\n{"type":"stop"}')
        assert [table.hear()["type"] for _line in range(2)] == ["info", "answer"]


def test_invalid_line_is_reported_and_skipped(seen: View) -> None:
    with served(seen, Quick()) as table:
        for line in (
            b'{"type":"position","position":"seat 9","legal":[]}',  # so that there is no position afterwards
            b"\xff\xfe",
            b"hello",
            b"[]",
            b'{"kind":"go"}',
            b'{"type":"weather"}',
            b'{"type":"go","seconds":1}',
            b'{"type":"go","seconds":"1"}',
            b'{"type":"perft","depth":1}',
            b'{"type":"option","name":"colour","value":"red"}',
            b'{"type":"new-game","players":7,"target":15,"cards":[],"nobles":[]}',
        ):
            table.send(line)
        table.send(write_message(SetPosition.of(seen)))
        table.say(type="go", seconds=1)
        assert table.hear()["type"] == "answer"
        assert len(table.complaints) == 10, "all but the weather, which a later table may know"
        assert all(str(complaint).isprintable() for complaint in table.complaints)


def test_command_serves_a_level_and_ends_silently_when_its_output_is_closed() -> None:
    command, pipe = [sys.executable, "-P", "-m", "splendor_tui", "engine", "apprentice"], subprocess.PIPE
    hello = b'{"type":"hello","protocol":1}\n'
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(hello)
        assert json.loads(process.stdout.readline())["name"] == "Apprentice"
        process.stdout.close()
        process.stdin.write(hello)
        process.stdin.close()
        assert process.wait(30) == 141
        assert process.stderr.read() == b""


def test_server_is_ready_and_ends_while_it_compiles(
    seen: View, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an empty cache, compiling takes one or two minutes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = write_message(NewGame.of(seen)).decode()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "splendor_tui", "engine", "grandmaster"],
        input=f'{{"type":"hello","protocol":1}}\n{game}\n{{"type":"quit"}}\n',
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[1]) == {"type": "ready"}
    assert done.stderr == ""
