import asyncio
import sys
import typing
from asyncio import AbstractEventLoop
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import pytest
import textual.app
import textual.pilot
import textual.screen
from rich.console import RenderableType
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.pilot import Pilot
from textual.screen import Screen

from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app import app
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.widgets import board
from tests.tui.opened_app import make_services

if sys.version_info < (3, 12):  # later versions cache these themselves
    _uncached = cast("Any", typing)
    # Textual and Rich compare each piece with protocols, which took a twentieth of the time.
    _uncached._get_protocol_attrs = cache(_uncached._get_protocol_attrs)  # noqa: SLF001

_wait_for_pause = SplendorApp.wait_for_pause
_render_update = Compositor.render_update
_parse_rules = Stylesheet._parse_rules  # noqa: SLF001 - cached here for all apps, not per app
_parsed: dict[object, list[RuleSet]] = {}
_SOON: Final = 0.02
_ROUNDS: Final = 3
_LONGEST: Final = 1.0


async def _wait_until_idle(_min_sleep: float = 0, max_sleep: float = _LONGEST) -> None:
    """Wait until no task is ready and no frame is due. Does not wait for slower timers or threads.

    Replaces Textual's `wait_for_idle`, which sleeps at least 20 ms each time, and on a busy machine considers a waiting app
    idle. Waits for a ready task even after `max_sleep`, because a busy machine may spend this time on other processes.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + max_sleep
    await _wait_until_nothing_is_ready()
    while (due := _next_frame(loop)) is not None and loop.time() < end:
        await asyncio.sleep(max(0.0, due - loop.time()))
        await _wait_until_nothing_is_ready()


async def _wait_until_nothing_is_ready(_pilot: Pilot[Any] | None = None) -> bool:
    """Wait until no task is ready.

    Replaces the wait of a pilot, which posts a message to every widget. These messages took a quarter of the time.
    """
    loop = asyncio.get_running_loop()
    still = 0
    while still < _ROUNDS:
        await asyncio.sleep(0)
        still = 0 if _can_go_on(loop) else still + 1
    return True


def _can_go_on(loop: AbstractEventLoop) -> bool:
    """Whether a callback is ready. asyncio has no public API for this."""
    return bool(cast("Any", loop)._ready)  # noqa: SLF001


def _next_frame(loop: AbstractEventLoop) -> float | None:
    """The time at which the next frame is due, on the loop's clock."""
    scheduled: list[asyncio.TimerHandle] = cast("Any", loop)._scheduled  # noqa: SLF001
    times = [handle.when() for handle in scheduled if not handle.cancelled()]
    return min((time for time in times if time < loop.time() + _SOON), default=None)


@pytest.fixture
def place(catalogue: Catalogue, tmp_path: Path) -> Services:
    """Services that save games and settings in the temporary folder."""
    return make_services(catalogue, tmp_path)


@pytest.fixture(autouse=True)
def nothing_waits_for_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot continue as soon as the app is idle, without waiting a sixtieth of a second for frames.

    No key is taken for a held one. A noble's visit is announced until a key ends it, because a busy machine may need longer.
    """
    monkeypatch.setattr(textual.app, "wait_for_idle", _wait_until_idle)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", _wait_until_idle)
    monkeypatch.setattr(Pilot, "_wait_for_screen", _wait_until_nothing_is_ready)
    monkeypatch.setattr(textual.screen, "UPDATE_PERIOD", 1 / 250)
    monkeypatch.setattr(SplendorApp, "wait_for_pause", lambda _app, _seconds=0: None)
    monkeypatch.setattr(board, "VISIT_SECONDS", 600)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let keys count only after a pause whenever another player has the keyboard.

    A doubtful key waits for the next one, because a busy machine may need longer than a held key to repeat it.
    """
    monkeypatch.setattr(SplendorApp, "wait_for_pause", _wait_for_pause)
    monkeypatch.setattr(app, "REPEAT_SECONDS", 600)


@pytest.fixture(autouse=True)
def all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a terminal with all colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture(autouse=True)
def unseen_frames_are_skipped(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip frames that no test inspects. They took a third of the time.

    With the marker `drawn`, every frame is drawn, as for a terminal.
    """
    if request.node.get_closest_marker("drawn") is None:
        monkeypatch.setattr(Compositor, "render_update", _picture_or_nothing)


def _picture_or_nothing(
    compositor: Compositor, full: bool = False, screen_stack: list[Screen[object]] | None = None, simplify: bool = False
) -> RenderableType | None:
    """The full screen for a screenshot, otherwise nothing."""
    if full:
        return _render_update(compositor, full, screen_stack, simplify)
    compositor._dirty_regions.clear()  # noqa: SLF001 - as Textual's own does
    return None


@pytest.fixture(autouse=True)
def styles_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache the styles, which are the same for every test. Parsing them took an eighth of the time."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parsed_once)


def _parsed_once(
    sheet: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    variables = sheet._variables  # noqa: SLF001
    key = css, read_from, is_default_rules, tie_breaker, scope, *variables, *variables.values()
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, css, read_from, is_default_rules, tie_breaker, scope)
    return _parsed[key]
