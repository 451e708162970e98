"""A process that does what it likes: it is heard within bounds, and nothing of it stays."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from splendor_tui.engines.engine_process import QUIT_SECONDS, EngineError, EngineProcess
from tests.engines.left_over import MARK, marked, nothing_is_left

SOON = 10.0
STAYING = {
    "alone": "while :; do sleep 0.1; done",
    "deaf": "trap '' HUP INT TERM PIPE; exec <&-; while :; do sleep 0.1; done",
    "with a child": "sleep 1000 & wait",
    "with a child in a session of its own": "setsid sleep 1000 & wait",
    "and nothing but a child in a session of its own": "setsid sleep 1000 <&- >&- 2>&- &",
}


@contextmanager
def running(*command: str) -> Iterator[EngineProcess]:
    process = EngineProcess(command)
    try:
        yield process
    finally:
        process.kill()
        assert process.wait(SOON)


def fault_of(process: EngineProcess) -> tuple[list[bytes], str]:
    """The lines that it writes before it fails, and how it fails."""
    lines = []
    try:
        while (line := process.receive(SOON)) is not None:
            lines.append(line)
    except EngineError as fault:
        return lines, str(fault)
    raise TimeoutError("it does not fail")


def test_lines_go_in_and_come_out() -> None:
    with running("cat") as process:
        process.send("one é".encode())
        process.send(b"two\r")
        assert process.receive(SOON) == "one é".encode()
        assert process.receive(SOON) == b"two"
        assert process.receive(0) is None


def test_what_it_says_before_its_end_is_heard_and_then_how_it_ended() -> None:
    with running("sh", "-c", "echo first; echo; echo last; exit 3") as process:
        assert fault_of(process) == ([b"first", b"last"], "The engine ended with exit code 3.")
        assert fault_of(process) == ([], "The engine ended with exit code 3."), "it stays so"


def test_its_last_complaint_is_told_and_safe_on_a_terminal() -> None:
    with running("sh", "-c", r"echo first >&2; printf 'no \033[2Jbook\n' >&2; exit 1") as process:
        _lines, fault = fault_of(process)
    assert fault == r"The engine ended with exit code 1, saying no \x1b[2Jbook."


def test_a_program_that_is_not_there_is_told() -> None:
    with pytest.raises(EngineError, match=r"There is no program './no\\x1bwhere' that can be run\."):
        EngineProcess(["./no\x1bwhere"])


def test_a_file_that_is_no_program_is_told(tmp_path: Path) -> None:
    file = tmp_path / "engine"
    file.write_text("hello")
    file.chmod(0o700)
    with running(str(file)) as process:
        assert fault_of(process)[1].startswith("The engine cannot be run: ")


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("exec yes", "The engine wrote more than 2000 lines"),
        ("exec cat /dev/zero", "The engine wrote a line of more than 65536 bytes."),
        ("exec >&-; exec sleep 1000", "The engine closed its output."),
    ],
)
def test_who_floods_or_falls_silent_for_ever_is_ended(script: str, fault: str) -> None:
    process = EngineProcess(["sh", "-c", script])
    assert fault_of(process)[1].startswith(fault)
    assert process.wait(SOON)


def test_complaints_without_end_cost_nothing() -> None:
    with running("sh", "-c", "yes complaint >&2 & exec cat") as process:
        process.send(b"still there?")
        assert process.receive(SOON) == b"still there?"
        while not process.last_error:
            time.sleep(0.01)
        assert process.last_error == "complaint"


def test_one_that_never_reads_is_written_to_without_waiting() -> None:
    with running("sleep", "1000") as process:
        began = time.monotonic()
        for _time in range(1000):
            process.send(b"x" * 10_000)
        assert time.monotonic() - began < 1


def test_one_that_ends_at_the_end_of_its_input_is_not_killed(tmp_path: Path) -> None:
    process = EngineProcess(["sh", "-c", f"cat; echo ended > {tmp_path}/note"])
    process.close()
    assert process.wait(SOON)
    assert (tmp_path / "note").read_text() == "ended\n"


@pytest.mark.parametrize("way", STAYING)
def test_nothing_stays_of_an_engine_that_is_ended(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = f"{os.getpid()}-ended-{way}"
    monkeypatch.setenv(MARK, mark)
    process = EngineProcess(["sh", "-c", f"echo begun; {STAYING[way]}"])
    assert process.receive(SOON) == b"begun"
    began = time.monotonic()
    process.close()
    assert process.wait(SOON)
    assert nothing_is_left(mark)
    assert time.monotonic() - began < QUIT_SECONDS + 5


TABLE = """
import signal, sys
from splendor_tui.engines.engine_process import EngineProcess
process = EngineProcess(["sh", "-c", sys.argv[1]])
print(process.receive(60), flush=True)
signal.pause()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("way", STAYING)
def test_nothing_stays_of_an_engine_whose_table_is_killed(way: str, number: signal.Signals) -> None:
    mark = f"{os.getpid()}-killed-{way}"
    with subprocess.Popen(
        [sys.executable, "-c", TABLE, f"echo begun; {STAYING[way]}"],
        stdout=subprocess.PIPE,
        env={**os.environ, MARK: mark},
    ) as table:
        assert table.stdout is not None
        assert table.stdout.readline() == b"b'begun'\n"
        assert len(marked(mark)) > 2 or way.startswith("and"), "the engine and its supervisor live while the table does"
        table.send_signal(number)
    assert nothing_is_left(mark)


def test_nothing_stays_of_an_engine_whose_supervisor_is_killed() -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux tells a process that its parent has died")
    process = EngineProcess(["sleep", "1000"])
    supervisor = process._process.pid  # noqa: SLF001 - nobody else knows it
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children")
    while not (engine := children.read_text().split()):
        time.sleep(0.01)
    os.kill(supervisor, signal.SIGKILL)
    assert process.wait(SOON)
    until = time.monotonic() + SOON
    while Path(f"/proc/{engine[0]}").exists():
        assert time.monotonic() < until
        time.sleep(0.01)
