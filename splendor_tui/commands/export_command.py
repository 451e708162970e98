"""`splendor-tui export GAME [FILE]`: a game as a record for others."""

import argparse
from pathlib import Path

from splendor_tui.commands import CommandError, Parser, add_data_option, add_game_argument, open_games
from splendor_tui.words import N_, NP_

HELP = N_("write a game as a record, to a file or to the standard output")


def configure(parser: Parser) -> None:
    """Add which game, and where to."""
    add_game_argument(parser)
    parser.argument(
        "file",
        metavar=NP_("argument", "FILE"),
        nargs="?",
        type=Path,
        about=N_("a new file; without one the record is printed"),
    )
    parser.argument(
        "--with-secrets",
        action="store_true",
        about=N_("also a game that is not over; its record tells the order of the decks and every reserved card"),
    )
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Write the record and return 0."""
    from splendor_tui.inputs.files import FileError
    from splendor_tui.store import StoreError
    from splendor_tui.store.import_export import record_text, write_game

    try:
        with open_games(args, to_read=True) as store:
            if args.file is None:
                print(record_text(store, args.game, with_secrets=args.with_secrets), end="")
            else:
                write_game(store, args.game, args.file, with_secrets=args.with_secrets)
    except (StoreError, FileError) as error:
        raise CommandError(error) from error
    return 0
