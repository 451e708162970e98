"""`splendor-tui export GAME [FILE]`: write a game as a record, as a short text, or as a picture."""

import argparse
from pathlib import Path

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.shared_options import (
    add_folder_options,
    add_game_argument,
    load_assets,
    load_saved_record,
    open_games,
)
from splendor_tui.store import Store
from splendor_tui.store.import_export import record_text, write_text
from splendor_tui.words import N_, NP_


def configure(parser: Parser) -> None:
    """Add the arguments for the game, the file and the form."""
    add_game_argument(parser)
    parser.argument(
        "file", NP_("argument", "FILE"), N_("a new file (default: the standard output)"), nargs="?", type=Path
    )
    parser.flag("--with-secrets", N_("allow an unfinished game; its record reveals the decks and all reserved cards"))
    parser.flag("--text", N_("the result of a finished game in five lines"))
    parser.flag("--svg", N_("a picture of the final table of a finished game"))
    add_folder_options(parser)


def run(args: argparse.Namespace) -> int:
    """Write the game and return 0. Raises CommandError, FileError, StoreError, RecordError."""
    if args.text + args.svg + args.with_secrets > 1:
        raise CommandError(N_("Choose one of --text, --svg and --with-secrets."))
    with open_games(args, to_read=True) as store:
        text = (
            _describe(args, store)
            if args.text or args.svg
            else record_text(store, args.game, with_secrets=args.with_secrets)
        )
    if args.file is None:
        print(text, end="")
    else:
        write_text(args.file, text)
    return 0


def _describe(args: argparse.Namespace, store: Store) -> str:
    """The result as text, or the final table as SVG."""
    from splendor_tui.presentation.result import shared_result

    load_saved_record(args, store, args.game)
    lines = shared_result(store, args.game, load_assets(args))
    if args.text:
        return "".join(f"{line}\n" for line in lines)
    from splendor_tui.commands.play_command import draw_saved_game, opened_services

    with opened_services(args) as services:
        return draw_saved_game(services, args.game)
