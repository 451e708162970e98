"""`splendor-tui import FILE`: a record becomes one of the games that are kept here."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from splendor_tui.commands import CommandError, Parser, add_assets_option, add_data_option, load_assets, open_games
from splendor_tui.words import N_, NP_

HELP = N_("keep a recorded game here, after replaying it through the rules")


def configure(parser: Parser) -> None:
    """Add the record, the cards it was played with, and where games are kept."""
    parser.argument("file", metavar=NP_("argument", "FILE"), type=Path, about=N_("the record"))
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the id under which the game is kept now and return 0; or say what is wrong with the record and return 1."""
    from splendor_tui.inputs.files import FileError
    from splendor_tui.record import RecordError
    from splendor_tui.store import StoreError
    from splendor_tui.store.import_export import keep_game, read_game

    catalogue = load_assets(args)
    try:
        record = read_game(args.file, catalogue)
        with open_games(args) as store:
            game_id = keep_game(store, record, datetime.now(UTC))
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    except (FileError, StoreError) as error:
        raise CommandError(error) from error
    print(game_id)
    return 0
