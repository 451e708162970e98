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
HELLO, LEGAL, SAME, COUNT, QUIT, END = 0, 2, 5, 6, 7, 8
FAULTS = {
    "chatters": (HELLO, "This is not a message. Invalid JSON at column 1."),
    "speaks another protocol": (HELLO, "The protocol is 1, not 9."),
    "says no hello": (HELLO, "No 'hello' arrived within 2.0 seconds."),
    "lies": (LEGAL, "The engine answered 'buy 3-20 W9', which is not legal: You cannot buy the "),
    "hangs": (LEGAL, "No 'answer' arrived within 2.5 seconds."),
    "crashes": (LEGAL, "The engine exited with code 1 and the message out of memory."),
    "answers twice": (LEGAL, "The last line was unprompted; each request gets one answer."),
    "counts wrong": (LEGAL, "There are 2 players, so there must be 2 chances."),
    "names a worse choice first": (LEGAL, "The first choice must be the answer."),
    "complains in the wrong place": (LEGAL, "A message was written to the error output; it belongs on the "),
}
LATER_FAULTS = {
    SAME: "It first answered ",
    COUNT: "file-order-3 has 895 sequences, not 865.",
    QUIT: "It was still running 2 seconds later.",
    END: "It was still running 2 seconds later.",
}


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check few positions, with time limits for a busy machine."""
    monkeypatch.setattr(engine_check, "_GAMES", 1)
    monkeypatch.setattr(engine_check, "_POSITIONS_PER_PHASE", 1)
    monkeypatch.setattr(engine_check, "_QUIET_SECONDS", 0.1)
    monkeypatch.setattr(engine_check, "GRACE_SECONDS", 2.0)
    monkeypatch.setattr(engine_check, "READY_SECONDS", 2.0)
    for module in (engine_check, engine_process):
        monkeypatch.setattr(module, "QUIT_SECONDS", 2)


def checked(catalogue: Catalogue, *command: str, second: str = "noble-choice") -> Iterator[Part]:
    setups = {name: published_setups()[name] for name in ("file-order-2", second)}
    counted = {name: Counted(setup.state(catalogue), setup.counts) for name, setup in setups.items()}
    return check_engine(command, catalogue, counted)


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_reported_in_its_step(catalogue: Catalogue, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "answers twice":
        monkeypatch.setattr(engine_check, "_QUIET_SECONDS", 2.0)  # its second answer may be late on a busy machine
    place, sentence = FAULTS[fault]
    steps = checked(catalogue, *GUEST_ARGUMENTS, fault)
    *sound, faulty = islice(steps, place + 1)
    assert not any(part.fault for part in sound)
    assert str(faulty.fault).startswith(sentence)
    assert faulty.sent or fault == "crashes"
    if fault == "lies":
        assert [line[:17] for line in faulty.sent] == ['{"type":"position', '{"type":"go","sec']
        assert list(faulty.received) == ['{"type": "answer", "action": "buy 3-20 W9"}']
    assert place != HELLO or list(steps) == [], "without a hello, nothing else is checked"


def test_steps_after_a_fault_are_checked_too(catalogue: Catalogue) -> None:
    parts = checked(catalogue, *GUEST_ARGUMENTS, "draws lots, miscounts, ignores quit", second="file-order-3")
    faults = {place: str(part.fault) for place, part in enumerate(parts) if part.fault}
    assert faults.keys() == LATER_FAULTS.keys()
    assert [fault for place, fault in faults.items() if not fault.startswith(LATER_FAULTS[place])] == []


@pytest.mark.parametrize(
    ("command", "steps"),
    [
        # tests/test_documented_commands.py checks the collector, and tests/engines/test_level_server.py how a level ends.
        ((str(EXAMPLES / "shopkeeper.sh"),), END + 1),
        ((sys.executable, "-P", "-m", "splendor_tui", "engine", "merchant"), QUIT),
    ],
    ids=["shopkeeper", "merchant"],
)
def test_bundled_engines_have_no_fault(
    catalogue: Catalogue, command: tuple[str, ...], steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("READY_SECONDS", "QUIT_SECONDS"):
        monkeypatch.setattr(engine_check, name, 20.0)
    parts = islice(checked(catalogue, *command), steps)
    assert [str(part.fault) for part in parts if part.fault] == []
