"""The report of an engine check."""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from splendor_tui.commands.perft_command import published_setups
from splendor_tui.engines import engine_check, engine_process
from splendor_tui.engines.engine_check import Counted, Part, check_engine
from splendor_tui.rules.catalogue import Catalogue
from tests.engines.guest_command import GUEST_ARGUMENTS

EXAMPLES = Path(__file__).parents[2] / "examples"
HELLO, READY, LEGAL, UNUSUAL, STOP, SAME, COUNT, QUIT, END = range(9)
FAULTS = {
    "chatters": (HELLO, "This is not a message. Invalid JSON at column 1."),
    "speaks another protocol": (HELLO, "The protocol is 1, not 9."),
    "says no hello": (HELLO, "No 'hello' arrived within 2.0 seconds."),
    "is never ready": (READY, "No 'ready' arrived within 2.0 seconds."),
    "lies": (LEGAL, "The engine answered 'buy 3-20 W9', which is not legal: You cannot buy the "),
    "speaks another language": (LEGAL, "The engine answered 'e2e4', which is not legal: Found 'e2e4'; expected "),
    "hangs": (LEGAL, "No 'answer' arrived within 2.5 seconds."),
    "crashes": (LEGAL, "The engine exited with code 1 and the message out of memory."),
    "writes garbage": (LEGAL, "This is not a message. It is not UTF-8 text."),
    "answers twice": (LEGAL, "The last line was unprompted; each request gets one answer."),
    "counts wrong": (LEGAL, "There are 2 players, so there must be 2 chances."),
    "names a worse choice first": (LEGAL, "The first choice must be the answer."),
    "complains in the wrong place": (LEGAL, "A message was written to the error output; it belongs on the "),
    "draws lots": (SAME, "It first answered "),
    "miscounts": (COUNT, "file-order-3 has 895 sequences, not 865."),
    "ignores quit": (QUIT, "It was still running 2 seconds later."),
}


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check few positions, with time limits for a busy machine."""
    monkeypatch.setattr(engine_check, "_POSITIONS_PER_PHASE", 1)
    monkeypatch.setattr(engine_check, "GRACE_SECONDS", 2.0)
    monkeypatch.setattr(engine_check, "READY_SECONDS", 2.0)
    for module in (engine_check, engine_process):
        monkeypatch.setattr(module, "QUIT_SECONDS", 2)


def checked(
    catalogue: Catalogue, *command: str, setups: tuple[str, ...] = ("file-order-2", "noble-choice")
) -> Iterator[Part]:
    published = published_setups()
    counted = {name: Counted(published[name].state(catalogue), published[name].counts) for name in setups}
    return check_engine(command, catalogue, counted)


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_reported_in_its_step(catalogue: Catalogue, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_check, "_GAMES", 1)
    if fault == "answers twice":
        monkeypatch.setattr(engine_check, "_QUIET_SECONDS", 2.0)  # its second answer may be late on a busy machine
    place, sentence = FAULTS[fault]
    setups = ("file-order-2", "file-order-3") if fault == "miscounts" else ("file-order-2",)
    steps = checked(catalogue, *GUEST_ARGUMENTS, fault, setups=setups)
    *sound, faulty = islice(steps, place + 1)
    assert not any(part.fault for part in sound)
    assert str(faulty.fault).startswith(sentence)
    assert faulty.sent or fault == "crashes"
    assert place != HELLO or list(steps) == [], "without a hello, nothing else is checked"


def test_sent_and_received_lines_are_reported_and_the_other_steps_follow(catalogue: Catalogue) -> None:
    parts = list(checked(catalogue, *GUEST_ARGUMENTS, "lies"))
    assert [line[:17] for line in parts[LEGAL].sent] == ['{"type":"position', '{"type":"go","sec']
    assert list(parts[LEGAL].received) == ['{"type": "answer", "action": "buy 3-20 W9"}']
    assert len(parts) == END + 1


@pytest.mark.parametrize(
    "command",
    [
        (str(EXAMPLES / "shopkeeper.sh"),),
        (sys.executable, str(EXAMPLES / "collector.py")),
        GUEST_ARGUMENTS,
        (sys.executable, "-P", "-m", "splendor_tui", "engine", "merchant"),
    ],
    ids=["shopkeeper", "collector", "guest", "merchant"],
)
def test_bundled_engines_have_no_fault(
    catalogue: Catalogue, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("engine_check.READY_SECONDS", "engine_check.QUIT_SECONDS"):
        monkeypatch.setattr(f"splendor_tui.engines.{name}", 20.0)
    parts = checked(catalogue, *command, setups=tuple(published_setups()))
    assert [str(part.fault) for part in parts if part.fault] == []
