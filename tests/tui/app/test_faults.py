"""An unexpected error ends the program cleanly, and does not reveal secrets."""

import asyncio
import signal
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from textual.app import ComposeResult
from textual.css.query import NoMatches
from textual.widgets import Static

from splendor_tui import __version__
from splendor_tui.presentation.program_end import format_report, write_report
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.base_screen import BaseScreen
from splendor_tui.tui.screens.home_screen import HomeScreen
from tests.match.tables import options
from tests.tui.app.terminals import TROUBLE, terminal
from tests.tui.app.trouble import LOCAL, MESSAGE, NAME, SEED, go_wrong
from tests.tui.opened_app import make_services


@pytest.mark.parametrize("kind", ["handler", "timer", "worker", "reader"])
def test_crash_restores_the_terminal_and_says_what_to_do(tmp_path: Path, kind: str) -> None:
    with terminal([*TROUBLE, kind], tmp_path) as opened:
        opened.shows("pick gems")
        painted = len(opened.written)
        opened.type(b"Y")
        if kind == "reader":
            opened.read(0.3)
            opened.type(b"1")
        assert opened.ended()[0] == 1
        assert opened.has_left_the_screen()
        assert opened.modes() == opened.modes_before
        said = opened.text()
        assert "Something went wrong" in said
        assert "Every game is saved; resume an unfinished one with `splendor-tui resume`." in said
        (report,) = (tmp_path / "data").glob("*report*")
        assert stat.S_IMODE(report.stat().st_mode) == 0o600
        written = report.read_text()
        assert "ValueError" in written
        assert "go_wrong" in written
        assert __version__ in written
        for secret in (MESSAGE, LOCAL, NAME, SEED):
            assert secret not in written
            assert secret.encode() not in opened.written[painted:].rpartition(b"\x1b[?1049l")[2]
        assert "Traceback" not in said


def test_crash_report_has_the_traceback_but_no_message_or_folder() -> None:
    with pytest.raises(ValueError, match=MESSAGE) as caught:
        go_wrong()
    lines = format_report(caught.value).splitlines()
    assert [line for line in lines if not line.startswith(" ")][1:] == ["KeyError", "ValueError"]
    assert any(line.strip().startswith("trouble.py:") and line.endswith(" go_wrong") for line in lines)
    assert not any("/work" in line or "/home" in line or MESSAGE in line for line in lines)


def test_crash_report_falls_back_to_the_temporary_folder_or_is_omitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = tmp_path / "does not exist"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for folder in (None, nowhere):
        report = write_report(ValueError(MESSAGE), folder)
        assert report is not None
        assert report.parent == tmp_path
        assert MESSAGE not in report.read_text()
    monkeypatch.setattr("tempfile.tempdir", str(nowhere))
    assert write_report(ValueError(MESSAGE), None) is None, "which is no second fault"


async def test_app_ends_even_if_the_failed_screen_fails_again(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HomeScreen, "on_mount", go_wrong, raising=False)
    monkeypatch.setattr(HomeScreen, "quit_warning", go_wrong)
    app = SplendorApp(make_services(catalogue))
    with suppress(ValueError):
        await asyncio.wait_for(app.run_async(headless=True, size=(80, 24)), timeout=5)
    assert isinstance(app.fault, ValueError)
    assert app.return_code == 1


class Last(Static):
    """A widget whose screen continues after the widget is removed."""

    def on_unmount(self) -> None:
        assert isinstance(self.screen, Ajar)
        self.screen.closed.set()


class Ajar(BaseScreen[None]):
    """A screen that is closed while it waits, and then continues."""

    def __init__(self, then: Callable[["Ajar"], object]) -> None:
        super().__init__()
        self._then = then
        self.closed = asyncio.Event()
        self.done = asyncio.Event()

    def compose(self) -> ComposeResult:
        yield Last()

    def on_mount(self) -> None:
        self.run_worker(self._wait(), exit_on_error=True)

    async def _wait(self) -> None:
        while not self.closed.is_set():
            try:
                await self.closed.wait()
            except asyncio.CancelledError:
                continue  # as if it had been about to continue when it was cancelled
        self.done.set()
        self._then(self)


def look_for_parts(screen: Ajar) -> None:
    """Run an action that works only on an open screen."""
    screen.query_one(Static)
    raise NoMatches("it has no parts any more")


@pytest.mark.parametrize(
    ("then", "closed", "fault"),
    [(look_for_parts, True, type(None)), (look_for_parts, False, NoMatches), (go_wrong, True, ValueError)],
)
async def test_only_missing_widgets_of_a_closed_screen_are_ignored(
    catalogue: Catalogue, then: Callable[[Ajar], object], closed: bool, fault: type
) -> None:
    app, screen = SplendorApp(make_services(catalogue)), Ajar(then)
    with suppress(Exception):
        async with app.run_test(notifications=True) as pilot:
            await app.push_screen(screen)
            if closed:
                app.home()
            screen.closed.set()
            await screen.done.wait()
            await pilot.pause()
    assert isinstance(app.fault, fault)


async def test_missing_widgets_are_ignored_while_a_screen_is_removed(catalogue: Catalogue) -> None:
    app, screen = SplendorApp(make_services(catalogue)), Ajar(look_for_parts)
    async with app.run_test():
        await app.push_screen(screen)
    assert screen.done.is_set()
    assert app.fault is None


# --- told to quit before its first frame, the program exits as usual -------------------------------------------------


SIGTERM_STATUS = 128 + signal.SIGTERM


@pytest.mark.parametrize("first", ["home", "table"])
async def test_quitting_while_a_screen_opens_is_no_crash(catalogue: Catalogue, tmp_path: Path, first: str) -> None:
    def begin(app: SplendorApp) -> None:
        app.exit(SIGTERM_STATUS, SIGTERM_STATUS)
        if first == "table":
            app.matches.start(options())

    app = SplendorApp(make_services(catalogue, tmp_path), begin)
    assert await app.run_async(headless=True, size=(80, 24)) == SIGTERM_STATUS
    assert app.fault is None
