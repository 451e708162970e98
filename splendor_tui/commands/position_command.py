"""`splendor-tui position GAME [ACTION]`: a position of a game in one line, for engines, puzzles and reports of faults."""

import argparse
import sys
from typing import TYPE_CHECKING, Final

from splendor_tui.commands import (
    CommandError,
    Parser,
    add_assets_option,
    add_data_option,
    add_record_argument,
    load_assets,
    load_record,
)
from splendor_tui.commands.parser import whole_number
from splendor_tui.words import N_, NP_

if TYPE_CHECKING:
    from splendor_tui.record import Record
    from splendor_tui.rules.legality import Position
    from splendor_tui.rules.state import State

HELP = N_("print a position of a game in one line: all of it once the game is over, before that what everybody knows")
_SECRETS: Final = {"seat": "--seat", "secrets": "--with-secrets"}


def configure(parser: Parser) -> None:
    """Add which position, and who knows how much of it."""
    from splendor_tui.record import MAX_PLIES
    from splendor_tui.rules.state import MAX_PLAYERS

    add_record_argument(parser)
    parser.argument(
        "ply",
        metavar=NP_("argument", "ACTION"),
        nargs="?",
        type=whole_number(0, MAX_PLIES),
        about=N_("after so many actions, 0 for the start; without it the last position"),
    )
    parser.argument(
        "--seat",
        metavar=NP_("argument", "SEAT"),
        type=whole_number(0, MAX_PLAYERS - 1),
        about=N_("as this seat knows it, counted from 0"),
    )
    parser.argument(
        "--public",
        action="store_true",
        about=N_("as everybody knows it, without the decks, also when the game is over"),
    )
    parser.argument(
        "--with-secrets",
        action="store_true",
        about=N_("in a game that is not over, with the order of the decks, or with what the seat alone knows"),
    )
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the position and return 0, or 1 where the game does not keep to the rules. Raises CommandError."""
    from splendor_tui.record import RecordError, state_after
    from splendor_tui.rules.position import format_position

    try:
        record = load_record(args)
        plies = len(record.plies)
        if args.ply is not None and args.ply > plies:
            raise CommandError(N_("The game has no action {ply}; name one from 0 to {most}.", ply=args.ply, most=plies))
        state = state_after(record, plies if args.ply is None else args.ply, load_assets(args))
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    print(format_position(_known(state, record, args)))
    return 0


def _known(state: "State", record: "Record", args: argparse.Namespace) -> "Position":
    """What is asked for, if it may be told: without an option all of a game that is over, else what everybody knows."""
    from splendor_tui.rules.view import view

    if args.public:
        if args.seat is not None or args.with_secrets:
            raise CommandError(N_("{option} goes with neither {seat} nor {secrets}.", option="--public", **_SECRETS))
        return view(state, None)
    if args.seat is None:
        return state if args.with_secrets or record.result is not None else view(state, None)
    seats = len(state.players)
    if args.seat >= seats:
        raise CommandError(N_("There is no seat {seat}; seats are 0 to {last}.", seat=args.seat, last=seats - 1))
    if record.result is None and not args.with_secrets:
        sentence = N_(
            "The game is not over, and what seat {seat} knows is not for everybody; ask for it with {option}.",
            seat=args.seat,
            option="--with-secrets",
        )
        raise CommandError(sentence)
    return view(state, args.seat)
