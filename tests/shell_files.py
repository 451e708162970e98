"""Writes the completion scripts and the man page from the parser: `make completions`. With `--check`, it only compares them."""

import argparse
import importlib
import os
import sys
from pathlib import Path
from typing import Final

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.command_table import GROUPS, help_parser
from splendor_tui.commands.completion_command import FOLDER, SHELLS
from splendor_tui.commands.shared_options import folder

ROOT: Final = Path(__file__).parents[1]
PROG: Final = "splendor-tui"
MAN_PAGE: Final = ROOT / "docs" / "splendor-tui.1"


def whole_parser() -> argparse.ArgumentParser:
    """A parser with all commands. The program itself creates only the parser of the command that it runs."""
    import shtab

    parser = help_parser(PROG)
    parser.epilog = None  # it lists the commands, and so does the man page
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for name, about in (item for group in GROUPS.values() for item in group.items()):
        command = importlib.import_module(f"splendor_tui.commands.{name.replace('-', '_')}_command")
        own: Parser = commands.add_parser(name, help=str(about), about=about)
        command.configure(own)
        for action in own._actions:  # noqa: SLF001 - argparse lists its arguments nowhere else
            if action.metavar in ("FILE", "GAME|FILE"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # read by shtab
            elif action.type is folder:
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    return parser


def written() -> dict[Path, str]:
    """The expected contents of the files."""
    import shtab
    from argparse_manpage.manpage import Manpage

    files = {FOLDER / f"{PROG}.{shell}": shtab.complete(whole_parser(), shell) for shell in SHELLS}
    page = Manpage(parser := whole_parser())
    page.description = (parser.description or "").rstrip(".")
    # No date, so that the page changes only with the parser.
    page.date, page.source, page.manual = "", PROG, "User Commands"
    return {**files, MAN_PAGE: str(page).rstrip() + "\n"}


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    files = written()
    if "--check" in sys.argv:
        if stale := [str(path.relative_to(ROOT)) for path, text in files.items() if path.read_text() != text]:
            sys.exit(f"Run `make completions`: the parser has changed since {', '.join(stale)} were written.")
    else:
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
