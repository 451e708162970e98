"""The program reads the terminal only as fast as it can handle the input, and no key or sequence suffers from that."""

import os
import time
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from textual.message import Message

from splendor_tui.tui.app import input_reader
from splendor_tui.tui.app.terminal_driver import RobustDriver
from splendor_tui.tui.keys.key_press import KeyPress


class Reading(RobustDriver):
    """The reading half of a driver. After each message, the app has too much to do until `catch_up`."""

    def __init__(self) -> None:
        self.fileno, self._terminal = os.pipe()
        self.exit_event = Event()
        self.listened = 0.0
        self._sent = self._arrived = 0
        self.messages: list[Message] = []
        self._app = SimpleNamespace(message_queue_size=0, screen_stack=[])
        self._thread = Thread(target=self._read_input)
        self._thread.start()

    def process_message(self, message: Message) -> None:
        self.messages.append(message)
        self._app.message_queue_size = 1000

    def type(self, written: str) -> None:
        os.write(self._terminal, written.encode())

    def catch_up(self) -> None:
        self._app.message_queue_size = 0

    def wait_for(self, count: int) -> None:
        until = time.monotonic() + 10
        while len(self.messages) < count and time.monotonic() < until:
            time.sleep(0.001)
        assert len(self.messages) == count

    def end(self) -> None:
        self.exit_event.set()
        self._thread.join()
        os.close(self._terminal)
        os.close(self.fileno)


def test_input_that_the_app_has_not_handled_is_never_more_than_its_limit() -> None:
    """Not even if it arrives in a single read: the screens that the keys open and close would all stay in memory."""
    reading = Reading()
    try:
        reading.type("m\x1bm\x1bm\x1b" * 20)
        for count in range(1, 6):
            reading.wait_for(count)
            time.sleep(0.01)
            assert len(reading.messages) == count
            reading.catch_up()
    finally:
        reading.end()


def test_busy_program_splits_no_sequence_and_sees_no_pause_between_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_reader, "_UNFINISHED_SECONDS", 0.02)
    reading = Reading()
    try:
        reading.type("1\x1b[<35;1")
        reading.wait_for(1)
        time.sleep(0.4)  # the program is busy for longer than the player must pause
        reading.type("0;5M2")
        reading.catch_up()
        reading.wait_for(2)
        reading.catch_up()
        reading.wait_for(3)
    finally:
        reading.end()
    one, moved, two = reading.messages
    assert not isinstance(moved, KeyPress)
    assert isinstance(one, KeyPress)
    assert isinstance(two, KeyPress)
    assert two.at - one.at < 0.2
