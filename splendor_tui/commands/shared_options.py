"""Arguments that several commands share, and how to open what they name."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.words import N_, NP_

if TYPE_CHECKING:
    from splendor_tui.record import Record
    from splendor_tui.rules.catalogue import Catalogue
    from splendor_tui.store import Store


def add_game_argument(parser: Parser, nargs: str | None = None) -> None:
    """Add the argument for the id of a game."""
    parser.argument(
        "game", NP_("argument", "GAME"), N_("the game's id, as listed by {command}", command="games"), nargs=nargs
    )


def add_record_argument(parser: Parser) -> None:
    """Add the argument for `load_record`: a saved game or a record file."""
    parser.argument("game", NP_("argument", "GAME|FILE"), N_("the id of a saved game, or a record file"))


def load_record(args: argparse.Namespace) -> "Record":
    """Load the record specified by the argument. Raises FileError, StoreError, RecordError."""
    from splendor_tui.record import read_record

    game_id = saved_game(args)
    if game_id is None:
        return read_record(Path(args.game))
    with open_games(args, to_read=True) as store:
        return load_saved_record(args, store, game_id)


def load_saved_record(args: argparse.Namespace, store: "Store", game_id: str) -> "Record":
    """Load the record of a saved game. Without `--assets`, `load_assets` then loads its cards. Raises StoreError."""
    args.assets = args.assets or store.assets(game_id)
    return store.export_record(game_id)


def saved_game(args: argparse.Namespace) -> str | None:
    """The id of the game specified by the argument, or None if it is a file."""
    return None if Path(args.game).exists() else str(args.game)


def folder(name: str) -> Path:
    """The folder given by an argument. Raises CommandError for an empty name, which would mean the current folder."""
    if not name:
        raise CommandError(N_("The folder name is empty; specify a folder, or omit the option."))
    return Path(name)


def add_assets_option(parser: Parser) -> None:
    """Add `--assets DIR`, for `load_assets`."""
    parser.argument(
        "--assets",
        NP_("argument", "DIR"),
        N_(
            "a folder with {cards} and {nobles} to use instead of the standard card set",
            cards="cards.yaml",
            nobles="nobles.yaml",
        ),
        type=folder,
    )


def load_assets(args: argparse.Namespace) -> "Catalogue":
    """Load the card set of `--assets`. Raises AssetError."""
    from splendor_tui.inputs.card_set import load_catalogue

    return load_catalogue(args.assets)


def add_data_option(parser: Parser) -> None:
    """Add `--data DIR`, for `open_games`."""
    parser.argument(
        "--data",
        NP_("argument", "DIR"),
        N_("use the games in this folder instead of your own; your settings stay the same"),
        type=folder,
    )


def add_folder_options(parser: Parser) -> None:
    """Add `--assets` and `--data`."""
    add_assets_option(parser)
    add_data_option(parser)


@contextmanager
def open_games(args: argparse.Namespace, *, to_read: bool = False) -> "Iterator[Store]":
    """Open the games in the `--data` folder or the default one. Raises NoPlaceError, StoreError.

    With `to_read`, a copy is opened if the folder is read-only or the disk is full, because an older or damaged file is
    updated or restored first. Prints messages about unreadable games.
    """
    from splendor_tui.inputs.locations import data_dir
    from splendor_tui.store import Store, StoreError, StoreFault
    from splendor_tui.store.database import copy_games

    games = data_dir(os.environ, args.data)
    with ExitStack() as cleanup:
        try:
            store = Store.open(games)
        except StoreError as error:
            if not to_read or error.fault not in (StoreFault.READ_ONLY, StoreFault.DISK_FULL):
                raise
            copy = Path(cleanup.enter_context(TemporaryDirectory()))
            copy_games(games, copy)
            store = Store.open(copy)
        with store:
            try:
                yield store
            finally:
                for notice in store.notices:
                    print(notice, file=sys.stderr)
