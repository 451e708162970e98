"""`splendor-tui replay GAME|FILE`: a game shown on the table, or with `--text` told turn by turn."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

from splendor_tui.commands import (
    Parser,
    add_assets_option,
    add_data_option,
    add_record_argument,
    load_assets,
    load_record,
)
from splendor_tui.commands.play_command import at_a_screen, show
from splendor_tui.words import N_

if TYPE_CHECKING:
    from splendor_tui.record import Record
    from splendor_tui.rules.catalogue import Catalogue

HELP = N_("show a game on the table, or tell it turn by turn as text")


def configure(parser: Parser) -> None:
    """Add which game, and how to tell it."""
    add_record_argument(parser)
    parser.argument(
        "--text",
        action="store_true",
        about=N_(
            "as sentences, one per line; gems are written {text} there, not {table} as on the table",
            text="W2",
            table="2W",
        ),
    )
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Show the game, or print it as far as it keeps to the rules; 0, or 1 when it does not keep to them."""
    with nullcontext() if args.text else at_a_screen():
        return _replay(args)


def _replay(args: argparse.Namespace) -> int:
    from splendor_tui.record import RecordError

    try:
        record = load_record(args)
        if not args.text:
            return show(args, lambda app: app.watch_record(record))
        for line in _told(record, load_assets(args)):
            print(line)
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _told(record: "Record", catalogue: "Catalogue") -> Iterator[str]:
    from splendor_tui.match.log import retell
    from splendor_tui.presentation.result import standings_report
    from splendor_tui.record import first_state
    from splendor_tui.rules.view import view

    seen = view(first_state(record.header, catalogue), None)
    announced = 0
    for _state, step, lines in retell(record, catalogue):
        if step.before.round > announced:
            announced = step.before.round
            yield str(N_("Round {number}", number=announced))
        for line in lines:
            yield f"  {line.message}"
        seen = step.after
    yield from map(str, standings_report(record, seen))
