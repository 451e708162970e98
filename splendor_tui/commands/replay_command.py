"""`splendor-tui replay GAME|FILE`: a game shown on the table, or with `--text` told turn by turn."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from splendor_tui.commands import CommandError, Parser, add_assets_option, add_data_option, load_assets, open_games
from splendor_tui.commands.play_command import at_the_terminal, play
from splendor_tui.words import N_, NP_

if TYPE_CHECKING:
    from splendor_tui.record import Record
    from splendor_tui.rules.catalogue import Catalogue

HELP = N_("show a game on the table, or tell it turn by turn as text")


def configure(parser: Parser) -> None:
    """Add which game, and how to tell it."""
    parser.argument(
        "game", metavar=NP_("argument", "GAME|FILE"), about=N_("the id of a game that is kept here, or a record")
    )
    parser.argument("--text", action="store_true", about=N_("as sentences, one a line"))
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Show the game, or print it as far as it keeps to the rules; 0, or 1 when it does not keep to them."""
    with nullcontext() if args.text else at_the_terminal():
        return _replay(args)


def _replay(args: argparse.Namespace) -> int:
    from splendor_tui.inputs.regular_file import FileError
    from splendor_tui.record import RecordError
    from splendor_tui.store import StoreError

    try:
        record = _record(args)
        if not args.text:
            return play(args, lambda app: app.watch_record(record))
        for line in _told(record, load_assets(args)):
            print(line)
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    except (FileError, StoreError) as error:
        raise CommandError(error) from error
    return 0


def _record(args: argparse.Namespace) -> "Record":
    from splendor_tui.record import read_record

    path = Path(args.game)
    if path.exists():
        return read_record(path)
    with open_games(args) as store:
        return store.export_record(args.game)


def _told(record: "Record", catalogue: "Catalogue") -> Iterator[str]:
    from splendor_tui.match.retelling import retell
    from splendor_tui.presentation.result import standings_report
    from splendor_tui.record import first_state
    from splendor_tui.rules.view import view

    seen = view(first_state(record, catalogue), None)
    announced = 0
    for step, lines in retell(record, catalogue):
        if step.before.round > announced:
            announced = step.before.round
            yield str(N_("Round {number}", number=announced))
        for line in lines:
            yield f"  {line.message}"
        seen = step.after
    yield from map(str, standings_report(record, seen))
