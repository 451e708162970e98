"""A version of argparse that uses the player's language and raises errors instead of exiting."""

import argparse
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

from splendor_tui.words import N_, NP_, Message, MessageError, either, quoted
from splendor_tui.words.languages import translation

_DIGITS: Final = re.compile(r"[0-9]+|[0-9]*\.[0-9]+")


class CommandError(MessageError):
    """Raised for wrong arguments, or for a command that cannot run. The exit code is 2."""


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Breaks no line after a hyphen: options and ids contain hyphens."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class Parser(argparse.ArgumentParser):
    """A parser that rejects abbreviated options, and raises CommandError for wrong arguments."""

    def __init__(self, prog: str, about: Message, usage: str | None = None, epilog: str | None = None) -> None:
        super().__init__(prog, usage, str(about), epilog, formatter_class=_HelpFormatter, allow_abbrev=False)
        self.color = False  # argparse of Python 3.14 would colour its own headings, but not ours

    def argument(self, name: str, metavar: Message, about: Message, **more: Any) -> None:
        """Add an argument with a value. The help text calls the value `metavar`. `about` may contain its `choices`.

        `more` is passed on to argparse.
        """
        if "choices" in more:
            about = about.filled_in(**{"choices": either(more["choices"]), **about.details})
        self.add_argument(name, metavar=str(metavar), help=_escape(about), **more)

    def number(self, name: str, about: Message, least: float, most: float, **more: Any) -> None:
        """Add an argument with a number from `least` to `most`, a whole one if they are. `about` may contain its limits.

        `more` is passed on to argparse.
        """
        filled = about.filled_in(**{"least": least, "most": most, "usual": more.get("default"), **about.details})
        self.argument(name, more.pop("metavar", NP_("argument", "N")), filled, type=_number(least, most), **more)

    def flag(self, name: str, about: Message, action: str = "store_true", **more: Any) -> None:
        """Add an option without a value."""
        self.add_argument(name, action=action, help=_escape(about), **more)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help or the version. Unlike argparse's own method, this raises OSError."""
        if message:
            (file or sys.stdout).write(message)

    def error(self, message: str) -> NoReturn:
        """Raise CommandError with argparse's message."""
        raise CommandError(N_("{message}; see {prog} --help", message=message, prog=self.prog))


def examples(rows: Sequence[tuple[str, Message]]) -> str:
    """The help paragraph with example command lines and descriptions."""
    return columns(N_("Examples"), rows, max(len(typed) for typed, _about in rows))


def columns(title: Message, rows: Sequence[tuple[str, Message]], width: int) -> str:
    """A help paragraph: a title, and rows of a typed text and its description."""
    lines = [f"  {typed:{width}}  {about}" for typed, about in rows]
    return "\n".join([str(N_("{title}:", title=title)), *lines])


def _escape(about: Message) -> str:
    return str(about).replace("%", "%%")


def _number(least: float, most: float) -> Callable[[str], float]:
    """The `type` of an argument that must be a number from `least` to `most`, a whole one if they are."""

    def read(text: str) -> float:
        with suppress(ValueError):  # also raised for more digits than Python parses
            if _DIGITS.fullmatch(text) and least <= (number := type(least)(text)) <= most:
                return number
        if isinstance(least, int):
            refusal = N_("expected a whole number from {least} to {most}, not {found}")
        else:
            refusal = N_("expected a number from {least:g} to {most:g}, not {found}")
        raise argparse.ArgumentTypeError(str(refusal.filled_in(least=least, most=most, found=quoted(text))))

    return read


# Without this, argparse would use the system's language instead of the player's.
vars(argparse).update(
    _=lambda text: translation().gettext(text),
    ngettext=lambda one, many, number: translation().ngettext(one, many, number),
)
