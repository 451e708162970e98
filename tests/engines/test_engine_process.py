"""An engine process: its output is limited, and no part of it survives."""

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
from tests.engines.left_over import MARK, marked, no_process_left

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
    """The lines before the failure of the process, and its error message."""
    lines = []
    try:
        while (line := process.receive(SOON)) is not None:
            lines.append(line)
    except EngineError as fault:
        return lines, str(fault)
    raise TimeoutError("it does not fail")


def test_lines_are_sent_and_received() -> None:
    with running("cat") as process:
        process.send("one é".encode())
        process.send(b"two\r")
        assert process.receive(SOON) == "one é".encode()
        assert process.receive(SOON) == b"two"
        assert process.receive(0) is None


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("", "The engine exited with code 3."),
        (
            r"echo one >&2; printf 'no \033[2Jbook\n' >&2;",
            r"The engine exited with code 3 and the message no \x1b[2Jbook.",
        ),
    ],
)
def test_output_is_received_before_the_exit_code_and_the_last_error_line(script: str, fault: str) -> None:
    with running("sh", "-c", f"echo first; echo; echo last; {script} exit 3") as process:
        assert fault_of(process) == ([b"first", b"last"], fault)
        assert fault_of(process) == ([], fault), "it stays so"


def test_missing_program_or_file_that_cannot_be_run_is_reported(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"There is no executable program './no\\x1bwhere'\."):
        EngineProcess(["./no\x1bwhere"])
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
def test_engine_that_floods_or_closes_its_output_is_killed(script: str, fault: str) -> None:
    process = EngineProcess(["sh", "-c", script])
    assert fault_of(process)[1].startswith(fault)
    assert process.wait(SOON)


def test_endless_error_output_does_not_block_the_engine() -> None:
    with running("sh", "-c", "yes complaint >&2 & exec cat") as process:
        process.send(b"still there?")
        assert process.receive(SOON) == b"still there?"
        while not process.last_error:
            time.sleep(0.01)
        assert process.last_error == "complaint"


def test_sending_never_waits_for_the_engine_to_read() -> None:
    with running("sleep", "1000") as process:
        began = time.monotonic()
        for _time in range(1000):
            process.send(b"x" * 10_000)
        assert time.monotonic() - began < SOON


def test_engine_that_ends_with_its_input_is_not_killed(tmp_path: Path) -> None:
    process = EngineProcess(["sh", "-c", f"cat; echo ended > {tmp_path}/note"])
    process.close()
    assert process.wait(SOON)
    assert (tmp_path / "note").read_text() == "ended\n"


def test_no_process_survives_a_closed_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    marks = {way: f"{os.getpid()}-ended-{way}" for way in STAYING}
    engines = []
    for way, mark in marks.items():
        monkeypatch.setenv(MARK, mark)
        engines.append(EngineProcess(["sh", "-c", f"echo begun; {STAYING[way]}"]))
        assert engines[-1].receive(SOON) == b"begun"
    began = time.monotonic()
    for engine in engines:
        engine.close()
    assert all(engine.wait(SOON) for engine in engines)
    assert [way for way, mark in marks.items() if not no_process_left(mark)] == []
    assert time.monotonic() - began < QUIT_SECONDS + 5


TABLE = f"""
import os, signal, sys
from splendor_tui.engines.engine_process import EngineProcess
engines = []
for script in sys.argv[2:]:
    os.environ["{MARK}"] = f"{{sys.argv[1]}}-{{len(engines)}}"
    engines.append(EngineProcess(["sh", "-c", "echo begun; " + script]))
    engines[-1].receive(60)
print("begun", flush=True)
signal.pause()
"""


def test_no_process_survives_a_killed_program() -> None:
    mark = f"{os.getpid()}-killed"
    marks = {way: f"{mark}-{place}" for place, way in enumerate(STAYING)}
    with subprocess.Popen([sys.executable, "-c", TABLE, mark, *STAYING.values()], stdout=subprocess.PIPE) as table:
        assert table.stdout is not None
        assert table.stdout.readline() == b"begun\n"
        for way, each in marks.items():
            assert len(marked(each)) > 1 or way.startswith("and"), f"engine and supervisor live with the table: {way}"
        table.kill()
    assert [way for way, each in marks.items() if not no_process_left(each)] == []


def test_no_process_survives_a_killed_supervisor() -> None:
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
