"""`splendor-tui export GAME [FILE]`: write a game as a record."""

import argparse
from pathlib import Path

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.shared_options import add_data_option, add_game_argument, open_games
from splendor_tui.store.import_export import record_text, write_game
from splendor_tui.words import N_, NP_


def configure(parser: Parser) -> None:
    """Add the arguments for the game and the file."""
    add_game_argument(parser)
    parser.argument(
        "file", NP_("argument", "FILE"), N_("a new file (default: the standard output)"), nargs="?", type=Path
    )
    parser.flag("--with-secrets", N_("allow an unfinished game; its record reveals the decks and all reserved cards"))
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Write the record and return 0."""
    with open_games(args, to_read=True) as store:
        if args.file is None:
            print(record_text(store, args.game, with_secrets=args.with_secrets), end="")
        else:
            write_game(store, args.game, args.file, with_secrets=args.with_secrets)
    return 0
