"""Terminal input for an app under test: keys, mouse events and pastes, several of them in one write."""

from typing import Any

from textual.app import App

from splendor_tui.tui.app.input_reader import PASTE_BEGINS, PASTE_ENDS, InputReader

_PRESSED, _DRAGGED, _MOVED, _WHEEL_UP, _WHEEL_DOWN = 0, 32, 35, 64, 65
PAGE_DOWN = "\x1b[6~"


def send(app: App[Any], written: str) -> None:
    """Send one write to the app. Returns when the app is idle."""
    driver = app._driver  # noqa: SLF001 - Textual has no public API for this
    assert driver is not None
    reader = InputReader()
    for message in (*reader.read(written), *reader.wait(1)):
        driver.process_message(message)


def click(column: int, row: int, *, times: int = 1, button: int = _PRESSED) -> str:
    """Clicks on a cell. Coordinates start at 0, as in Textual. Button 0 is the left one, 1 the middle one, 2 the right one."""
    return (_mouse(button, column, row) + release(column, row, button=button)) * times


def release(column: int, row: int, *, button: int = _PRESSED) -> str:
    """The second half of a click."""
    return _mouse(button, column, row, "m")


def drag(start: tuple[int, int], stop: tuple[int, int]) -> str:
    """A drag from one cell to another."""
    return _mouse(_PRESSED, *start) + _mouse(_DRAGGED, *stop) + release(*stop)


def move(column: int, row: int) -> str:
    """A mouse move to a cell."""
    return _mouse(_MOVED, column, row)


def wheel(column: int, row: int, *, down: bool) -> str:
    """One step of the mouse wheel."""
    return _mouse(_WHEEL_DOWN if down else _WHEEL_UP, column, row)


def paste(text: str) -> str:
    """A bracketed paste."""
    return f"{PASTE_BEGINS}{text}{PASTE_ENDS}"


def _mouse(button: int, column: int, row: int, end: str = "M") -> str:
    return f"\x1b[<{button};{column + 1};{row + 1}{end}"
