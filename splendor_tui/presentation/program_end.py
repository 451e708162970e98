"""Ends the program: warns about unsaved games, and reports crashes.

A crash report contains only versions, exception types and places in the code. Exception messages and local variables
could reveal names, the seed or the decks.
"""

import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from traceback import walk_tb
from typing import Final

from splendor_tui import __version__
from splendor_tui.match.services import Services
from splendor_tui.words import N_

_LIBRARIES: Final = ("textual", "rich", "pydantic")
_ROOTS: Final = ("site-packages", "splendor_tui")
"""Report paths start at these folders, to hide where the program is installed."""


def end_program(services: Services, code: int, fault: BaseException | None, *, saved: bool) -> int:
    """Save what can still be saved, and report errors on stderr. Returns the exit code.

    `fault` is the exception that ended the program, if any. `saved` means that no data was lost.
    """
    problem = services.save_all()
    if fault is not None:
        folder = services.store.folder if services.store else None
        print(_crash_message(fault, folder, saved=saved and folder is not None and problem is None), file=sys.stderr)
        return 1
    if problem is not None:
        print(N_("Your game is not saved. {reason}", reason=problem), file=sys.stderr)
        return code or 1
    return code


def _crash_message(error: BaseException, folder: Path | None, *, saved: bool) -> str:
    """Write a crash report, into `folder` if possible, and return the message for the player."""
    sentences = [N_("Something went wrong, and the program had to close.")]
    if saved:
        sentences.append(N_("Every game is saved; resume an unfinished one with `splendor-tui resume`."))
    else:
        sentences.append(N_("The unsaved part of your game is lost."))
    report = write_report(error, folder)
    if report is not None:
        sentences.append(N_("A report is in {path}; it reveals nothing about the game.", path=report))
    return "\n".join(map(str, sentences))


def write_report(error: BaseException, folder: Path | None) -> Path | None:
    """Write a crash report that only its owner can read, into `folder`, or into the temporary folder if that fails.

    Returns the file, or None if it cannot be written.
    """
    for place in (folder, None):
        with (
            suppress(OSError),
            tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", prefix="splendor-tui-report-", suffix=".txt", dir=place, delete=False
            ) as file,
        ):
            file.write(format_report(error))
            return Path(file.name)
    return None


def format_report(error: BaseException) -> str:
    """Format the versions, then the type and traceback of each exception, latest last."""
    from importlib.metadata import version  # importing it takes 2 % of a start

    versions = [f"splendor-tui {__version__}", f"Python {platform.python_version()}", sys.platform]
    versions += [f"{name} {version(name)}" for name in _LIBRARIES]
    return "\n".join([", ".join(versions), *_lines(error)]) + "\n"


def _lines(error: BaseException) -> Iterator[str]:
    for link in reversed(list(_chain(error))):
        yield type(link).__qualname__
        for frame, line in walk_tb(link.__traceback__):
            yield f"  {_place(Path(frame.f_code.co_filename))}:{line} {frame.f_code.co_qualname}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the exception and its causes."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _place(file: Path) -> str:
    """The path below an installation root, or the name of a file outside them."""
    parts = file.parts
    for root in _ROOTS:
        if root in parts:
            return "/".join(parts[len(parts) - parts[::-1].index(root) - (root != "site-packages") :])
    return file.name
