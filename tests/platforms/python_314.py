"""A plugin of pytest for Python 3.14 as WebAssembly: `make test-3.14`.

A test that needs a process, a terminal, a second thread or numpy is skipped at the call that needs it. Threads named
"background" run at once instead, because the program waits for nothing else from them.
"""

import asyncio
import os
import pty
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final, NoReturn

import pytest

_MODULES: Final = ("_multiprocessing", "_posixshmem", "pwd", "resource")
_WAIT_SECONDS: Final = 2
_NEEDS: Final = {
    "test_damaged_file_in_use_is_not_set_aside": "a lock",
    "test_game_and_its_claim_wait_until_a_new_folder_can_be_created": "a lock",
    "test_hurried_computer_plays_its_best_action_so_far": "a thread",
    "test_log_that_was_cut_is_reported": "SQLite's index in shared memory",
    "test_low_time_is_announced_twice": "a thread",
    "test_next_slow_computer_ponders_from_its_own_view_if_the_setting_allows_it": "a thread",
    "test_one_wrong_bit_in_the_log_loses_nothing_and_is_reported[0.999]": "SQLite's index in shared memory",
    "test_older_file_is_migrated_and_backed_up_if_not_in_use": "a lock",
    "test_only_one_process_writes_the_results_of_a_match_even_if_files_are_deleted": "a lock",
    "test_pause_hides_the_table_and_stops_the_clock": "a thread",
    "test_read_only_folder_or_file_is_reported": "another user",
    "test_running_game_changed_by_another_program_is_rewritten": "file times finer than a millisecond",
    "test_settings_without_a_file_are_the_defaults_and_without_a_folder_cannot_be_saved": "/proc",
}
"""Tests that cannot be recognized by a call."""


def _skip_for(need: str) -> Callable[..., NoReturn]:
    def skip(*_arguments: object, **_options: object) -> NoReturn:
        pytest.skip(f"needs {need}", allow_module_level=True)

    return skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of `_NEEDS`."""
    for item in items:
        if need := _NEEDS.get(item.name, _NEEDS.get(item.name.partition("[")[0])):
            item.add_marker(pytest.mark.skip(reason=f"needs {need}"))


class _MissingModule(ModuleType):
    """Can be imported, but not used."""

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        _skip_for(self.__name__)()


class _MissingModules:
    """Finds and loads the modules that WebAssembly lacks."""

    def find_spec(self, name: str, _path: object, _target: object = None) -> ModuleSpec | None:
        if name in ("numba", "numpy"):
            _skip_for(name)()  # at the import, because hypothesis uses numpy once it is imported
        return ModuleSpec(name, self, is_package=True) if name in _MODULES else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _MissingModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


class _Background:
    latest: float | None = None
    """The time at which work in a thread counts as waiting for another thread."""


def _run(thread: threading.Thread) -> None:
    """Run the work of a thread to its end."""
    if thread.name != "background":
        _skip_for("a thread")()
    before, _Background.latest = _Background.latest, time.monotonic() + _WAIT_SECONDS
    try:
        thread.run()
    finally:
        _Background.latest = before


def _is_set(event: threading.Event, asked: Callable[[threading.Event], bool] = threading.Event.is_set) -> bool:
    if _Background.latest and time.monotonic() > _Background.latest:
        _skip_for("a thread")()
    return asked(event)


class _Loop(asyncio.BaseEventLoop):
    """An event loop without files and sockets."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> tuple[()]:
        time.sleep(timeout or 0)
        return ()

    def _process_events(self, _events: object) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


sys.meta_path.insert(0, _MissingModules())
_replacements: tuple[tuple[Any, str, object], ...] = (
    (os, "fork", _skip_for("a process")),
    (os, "mkfifo", _skip_for("a pipe")),
    (pty, "openpty", _skip_for("a terminal")),
    (shutil, "which", _skip_for("a process")),
    (socket, "socketpair", _skip_for("a socket")),
    (subprocess.Popen, "__init__", _skip_for("a process")),
    (threading.Condition, "wait", _skip_for("a thread")),
    (threading, "get_native_id", threading.get_ident),
    (threading.Thread, "start", _run),
    (threading.Event, "is_set", _is_set),
)
for owner, name, present in _replacements:
    setattr(owner, name, present)

_events: Any = asyncio.events
_events._set_running_loop(None)  # noqa: SLF001  WebAssembly starts inside the loop of JavaScript
_policy = _events._BaseDefaultEventLoopPolicy  # noqa: SLF001
_policy._loop_factory = _Loop  # noqa: SLF001
_events._set_event_loop_policy(_policy())  # noqa: SLF001
