"""Runs the app, and reports errors to the player."""

import logging
from collections.abc import Callable

from splendor_tui.match.services import Services
from splendor_tui.presentation.program_end import end_program
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.words import MessageError


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
    return code
