"""`splendor-tui import FILE`: save the game in a record file, or on a replay page of Board Game Arena."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.shared_options import add_folder_options, load_assets, open_games
from splendor_tui.store.import_export import read_game, save_game
from splendor_tui.words import N_, NP_


def configure(parser: Parser) -> None:
    """Add the arguments for the record and the folders."""
    parser.argument(
        "file", NP_("argument", "FILE"), N_("the record, or a replay page saved from Board Game Arena"), type=Path
    )
    add_folder_options(parser)


def run(args: argparse.Namespace) -> int:
    """Save the game, print its id and return 0. Raises RecordError, FileError, StoreError."""
    catalogue = load_assets(args)
    record = read_game(args.file, catalogue)
    with open_games(args) as store:
        print(save_game(store, record, datetime.now(UTC)))
    return 0
