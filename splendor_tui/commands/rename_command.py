"""`splendor-tui rename OLD NEW`: rename a player in the statistics, or merge two players."""

import argparse

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.shared_options import add_data_option, open_games
from splendor_tui.presentation.player_statistics import rename_player, undo_rename
from splendor_tui.words import N_, NP_


def configure(parser: Parser) -> None:
    """Add the arguments for the names, and the option to undo."""
    parser.argument("old", NP_("argument", "OLD"), N_("the name of a human in finished games"), nargs="?")
    parser.argument(
        "new", NP_("argument", "NEW"), N_("the new name; if another player has it, the two count as one"), nargs="?"
    )
    parser.flag("--undo", N_("undo the last rename instead"))
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Rename the player, or undo the last rename, and return 0."""
    if args.undo is (args.new is not None) or (args.undo and args.old is not None):
        raise CommandError(N_("Give the old and the new name, or {option}.", option="--undo"))
    with open_games(args) as store:
        print(undo_rename(store) if args.undo else rename_player(store, args.old, args.new))
    return 0
