"""Runs the app, and reports errors to the player."""

import logging
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from splendor_tui.inputs.files import quoted_path
from splendor_tui.match.services import Services
from splendor_tui.presentation.playback import Playback
from splendor_tui.presentation.program_end import end_program
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.words import N_, MessageError

_PICTURE_SIZE: Final = (120, 40)


def play(services: Services, begin: Callable[[SplendorApp], object] | None = None) -> int:
    """Run the app and return the exit code. `begin` opens the first screen, instead of the home screen.

    Raises MessageError if `begin` called `start_or_exit` and a computer player cannot play.
    """
    logging.getLogger().addHandler(logging.NullHandler())  # library warnings must not reach the screen
    app = SplendorApp(services, begin)
    result = None
    try:
        result = app.run()
    except Exception as error:  # noqa: BLE001 - a traceback would show exception messages
        app.fault = app.fault or error
    code = result if isinstance(result, int) else app.return_code or 0
    code = end_program(services, code, app.fault, saved=app.saved)
    if isinstance(result, MessageError):
        raise result
    if app.farewell is not None and not code and not app.is_web:
        print(app.farewell)
    for file in app.pictures:
        print(N_("A picture of the game is in {file}.", file=quoted_path(Path(file).absolute())))
    return code


def draw_final_table(services: Services, game: Playback) -> str:
    """Draw the final table of a finished game as SVG, without a terminal."""
    from textual.pilot import Pilot  # playing needs none of these

    from splendor_tui.presentation.replay_session import ReplaySession
    from splendor_tui.tui.screens.replay_screen import ReplayScreen

    drawn: list[str] = []
    app = SplendorApp(services, lambda app: app.push_screen(ReplayScreen(ReplaySession(game, services, game.last))))

    app.console = Console(color_system="truecolor", force_terminal=True, file=StringIO())  # whatever the terminal has

    async def draw(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        drawn.append(app.picture())
        app.exit(0)

    app.run(headless=True, size=_PICTURE_SIZE, auto_pilot=draw)
    if app.fault is not None:
        raise app.fault
    return drawn[0]
