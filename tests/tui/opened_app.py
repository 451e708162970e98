"""An app under test: its services, and ways to read its screen."""

import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from rich.palette import Palette
from rich.terminal_theme import SVG_EXPORT_THEME
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from splendor_tui.inputs.settings import Settings
from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.look.few_colours import system_colour
from tests.match.advisers import Known
from tests.match.tables import Time
from tests.review.reviewing import Sensible

FONT = "DejaVu Sans Mono"
OneScreen = TypeVar("OneScreen", bound=Screen[Any])


def make_services(catalogue: Catalogue, folder: Path | None = None, **settings: object) -> Services:
    """Create complete services, without animations. Games and settings are saved in `folder`, or not at all if it is None."""
    return Services(
        catalogue=catalogue,
        store=Store.open(folder / "data") if folder else None,
        settings=Settings().changed(**{"animations": False, "keyboard": "qwerty", **settings}),
        config_folder=folder / "config" if folder else None,
        environ={},
        now=Time(),
        today=lambda: datetime(2026, 5, 1, 20, 0, tzinfo=UTC),
        rng=Random(1),
        adviser=Known,
        reviewer=Sensible,
    )


@asynccontextmanager
async def open_app(
    place: Services, first: Screen[None] | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[Any]]:
    """A running app, with toasts as in real use."""
    app = SplendorApp(place, (lambda app: app.push_screen(first)) if first is not None else None)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot


def screen_text(app: App[Any]) -> str:
    """The text on the screen, row by row. No-break spaces become plain ones."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - Textual has no public API for this
    return "\n".join(strip.text.replace("\xa0", " ").rstrip() for strip in strips) + "\n"


def flat_text(pilot: Pilot[Any]) -> str:
    """The text on the screen in one line, without frames and line ends."""
    return " ".join(screen_text(pilot.app).replace("│", " ").replace("║", " ").split())


def app_of(pilot: Pilot[Any]) -> SplendorApp:
    """The app that the pilot controls."""
    assert isinstance(pilot.app, SplendorApp)
    return pilot.app


def screen_of(pilot: Pilot[Any], kind: type[OneScreen]) -> OneScreen:
    """The open screen, which must be of this kind."""
    assert isinstance(pilot.app.screen, kind)
    return pilot.app.screen


def store_of(place: Services) -> Store:
    """The store of services with a folder."""
    assert place.store is not None
    return place.store


async def settle(pilot: Pilot[Any]) -> None:
    """Wait for the workers and for the effects of their work."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.pause()


def svg(app: App[Any]) -> str:
    """The screen as SVG, in a font with all the characters."""
    sixteen = Palette([system_colour(number).rgb for number in range(16)])
    with patch.object(SVG_EXPORT_THEME, "ansi_colors", sixteen):
        drawing = app.export_screenshot(title="")
    bare = re.sub(r"@font-face \{.*?\}", "", drawing, flags=re.DOTALL)
    return bare.replace("Fira Code", FONT).replace("<text ", '<text xml:space="preserve" ')


def save_png(app: App[Any], path: Path) -> None:
    """Save the screen as PNG. Needs rsvg-convert."""
    drawing = path.with_suffix(".svg")
    drawing.write_text(svg(app))
    subprocess.run(["rsvg-convert", "-w", "1400", "-o", path, drawing], check=True)  # noqa: S607
