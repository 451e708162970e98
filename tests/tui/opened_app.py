"""An app under test: its services, and ways to read its screen."""

import re
import subprocess
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
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
from textual.worker import WorkerCancelled

from splendor_tui.inputs.settings import Settings
from splendor_tui.match.controller import Controller
from splendor_tui.match.services import Services
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Store
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.look.few_colours import system_colour
from splendor_tui.tui.screens.table_screen import TableScreen
from tests.match.advisers import Known
from tests.match.tables import Time
from tests.review.reviewing import Sensible
from tests.tui.keyboard import send

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


class Player(Pilot[Any]):
    """Controls the app as a player does, and reads its screen."""

    @property
    def app(self) -> SplendorApp:
        """The running app."""
        app = super().app
        assert isinstance(app, SplendorApp)
        return app

    def screen(self, kind: type[OneScreen]) -> OneScreen:
        """The open screen, which must be of this kind."""
        assert isinstance(self.app.screen, kind)
        return self.app.screen

    @property
    def table(self) -> TableScreen:
        """The open table, which other screens may cover."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def controller(self) -> Controller:
        """The match at the table."""
        return self.table.session.hot_seat.controller

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the human players in the settings."""
        return self.app.services.settings.names

    @property
    def prompt(self) -> str:
        """The prompt line."""
        return self.text.splitlines()[-2].strip()

    @property
    def text(self) -> str:
        """The text on the screen, row by row."""
        return screen_text(self.app)

    @property
    def words(self) -> str:
        """The text on the screen in one line, without frames and line ends."""
        return " ".join(self.text.replace("│", " ").replace("║", " ").split())

    def shows(self, *expected: str | type[Screen[Any]]) -> None:
        """Check that the open screen is of this kind, or has these words."""
        for one in expected:
            if isinstance(one, str):
                assert " ".join(one.split()) in self.words, self.text
            else:
                assert isinstance(self.app.screen, one)

    async def type(self, keys: str, *expected: str | type[Screen[Any]], hides: str | None = None) -> None:
        """Press keys, which are separated by spaces, and check what the screen then shows and hides."""
        await self.press(*keys.split())
        self.shows(*expected)
        assert hides is None or hides not in self.words

    async def send(self, written: str) -> None:
        """Send the app one write of the terminal."""
        send(self.app, written)
        await self.pause()

    def place_of(self, words: str, row_of: str = "") -> tuple[int, int]:
        """The cell of the first occurrence of these words, in a row that also contains `row_of`."""
        for y, line in enumerate(self.text.splitlines()):
            if words in line and row_of in line:
                return line.index(words, line.index(row_of)), y
        raise AssertionError(f"{words!r} is not on the screen:\n{self.text}")

    async def click_on(self, words: str, row_of: str = "") -> None:
        """Click on the first character of the words."""
        await self.click(offset=self.place_of(words, row_of))
        await self.pause()

    async def finish_work(self, *, except_groups: Collection[str] = ()) -> None:
        """Wait for the workers. Some are cancelled on a busy machine; errors still fail."""
        for worker in list(self.app.workers):
            if worker.group not in except_groups:
                with suppress(WorkerCancelled):
                    await worker.wait()

    async def settle(self) -> None:
        """Wait for the workers and for the effects of their work."""
        await self.finish_work()
        await self.pause()
        await self.pause()

    async def finish_drawing(self) -> None:
        """Wait until everything is drawn. A pushed screen takes more than one round."""
        for _round in range(3):
            await self.pause(0)

    async def change(self, **settings: object) -> None:
        """Change settings as a player does, in any screen."""
        self.app.change_settings(self.app.services.settings.changed(**settings))
        await self.finish_drawing()


@asynccontextmanager
async def open_app(
    place: Services, first: Screen[None] | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Player]:
    """A running app, with toasts as in real use."""
    app = SplendorApp(place, (lambda app: app.push_screen(first)) if first is not None else None)
    async with app.run_test(size=size, notifications=True):
        pilot = Player(app)
        await pilot.pause()
        yield pilot


def screen_text(app: App[Any]) -> str:
    """The text on the screen, row by row. No-break spaces become plain ones."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - Textual has no public API for this
    return "\n".join(strip.text.replace("\xa0", " ").rstrip() for strip in strips) + "\n"


def store_of(place: Services) -> Store:
    """The store of services with a folder."""
    assert place.store is not None
    return place.store


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
