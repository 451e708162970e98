"""`splendor-tui completion SHELL`: print the completion script for a shell. `make completions` writes the scripts."""

import argparse
from pathlib import Path
from typing import Final

from splendor_tui.commands.argument_parser import Parser, examples
from splendor_tui.words import N_, NP_, either

SHELLS: Final = ("bash", "zsh")
FOLDER: Final = Path(__file__).parents[1] / "completions"


def configure(parser: Parser) -> None:
    """Add the argument for the shell."""
    parser.argument("shell", NP_("argument", "SHELL"), either(SHELLS), choices=SHELLS)
    parser.epilog = examples(
        [
            (f'eval "$({parser.prog} bash)"', N_("in ~/.bashrc")),
            (f'eval "$({parser.prog} zsh)"', N_("in ~/.zshrc, after compinit")),
        ]
    )


def run(args: argparse.Namespace) -> int:
    """Print the script and return 0."""
    print((FOLDER / f"splendor-tui.{args.shell}").read_text(encoding="utf-8"), end="")
    return 0
