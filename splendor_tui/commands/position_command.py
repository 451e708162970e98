"""`splendor-tui position GAME [ACTION]`: print a position as one line, for engines, puzzles and bug reports."""

import argparse
from typing import Final

from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.shared_options import add_folder_options, add_record_argument, load_assets, load_record
from splendor_tui.record import MAX_PLIES, Record
from splendor_tui.replay import state_after, unknown_cards
from splendor_tui.rules.constants import MAX_PLAYERS
from splendor_tui.rules.legality import Position
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import open_view, view, without
from splendor_tui.words import N_, NP_

_SECRETS: Final = {"seat": "--seat", "secrets": "--with-secrets"}


def configure(parser: Parser) -> None:
    """Add the arguments for the position and the point of view."""
    add_record_argument(parser)
    action, seat = NP_("argument", "ACTION"), NP_("argument", "SEAT")
    parser.number("ply", N_("number of actions played (default: all)"), 0, MAX_PLIES, metavar=action, nargs="?")
    parser.number("--seat", N_("as this seat sees it; seats are counted from 0"), 0, MAX_PLAYERS - 1, metavar=seat)
    parser.flag("--public", N_("as everyone sees it, without the decks, even once the game is over"))
    parser.flag("--with-secrets", N_("reveal the decks, or the seat's secrets, of an unfinished game"))
    add_folder_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the position and return 0. Raises RecordError, CommandError."""
    record = load_record(args)
    plies = len(record.plies)
    if args.ply is not None and args.ply > plies:
        raise CommandError(N_("There is no action {ply}; choose 0 to {most}.", ply=args.ply, most=plies))
    catalogue = load_assets(args)
    state = state_after(record, plies if args.ply is None else args.ply, catalogue)
    position = _known(state, record, args)
    if unknown := unknown_cards(record.header, catalogue):
        position = without(open_view(position) if isinstance(position, State) else position, unknown)
    print(format_position(position))
    return 0


def _known(state: State, record: Record, args: argparse.Namespace) -> Position:
    """The position from the chosen point of view. Raises CommandError if it is secret."""
    if args.public:
        if args.seat is not None or args.with_secrets:
            raise CommandError(
                N_("{option} cannot be combined with {seat} or {secrets}.", option="--public", **_SECRETS)
            )
        return view(state, None)
    if args.seat is None:
        return state if args.with_secrets or record.result is not None else view(state, None)
    seats = len(state.players)
    if args.seat >= seats:
        raise CommandError(N_("There is no seat {seat}; seats are 0 to {last}.", seat=args.seat, last=seats - 1))
    if record.result is None and not args.with_secrets:
        sentence = N_(
            "The game is unfinished, and the view of seat {seat} is secret; reveal it with {option}.",
            seat=args.seat,
            option="--with-secrets",
        )
        raise CommandError(sentence)
    return view(state, args.seat)
