"""`splendor-tui engine LEVEL`: a level as an engine; `engine --check COMMAND`: what an engine does wrong."""

import argparse
import sys

from splendor_tui.commands import CommandError, Parser
from splendor_tui.words import N_, NP_, Message, enumerated

HELP = N_("let a level play as an engine, or check an engine of your own")


def configure(parser: Parser) -> None:
    """Add which level, or which engine."""
    from splendor_tui.bots.levels import LEVELS

    parser.argument(
        "level",
        metavar=NP_("argument", "LEVEL"),
        nargs="?",
        about=N_("speak the protocol of engines for this level: {levels}", levels=enumerated(LEVELS)),
    )
    parser.argument(
        "--check",
        metavar=NP_("argument", "COMMAND"),
        about=N_("start this engine, try everything that a table may ask, and tell what is wrong"),
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the table is done, or check, and return 1 where something is wrong. Raises CommandError."""
    if (args.level is None) == (args.check is None):
        raise CommandError(N_("Name either a level or, with {option}, an engine.", option="--check"))
    return _serve(args.level)


def _serve(level: str) -> int:
    from splendor_tui.bots.levels import UnknownLevelError, create_bot, level_name
    from splendor_tui.engines.level_server import LevelServer
    from splendor_tui.inputs.assets import load_catalogue

    try:
        bot = create_bot(level)
    except UnknownLevelError as error:
        raise CommandError(error) from error
    LevelServer(str(level_name(level)), bot, load_catalogue(), sys.stdout.buffer, _complain).serve(sys.stdin.buffer)
    return 0


def _complain(sentence: Message) -> None:
    print(sentence, file=sys.stderr, flush=True)
