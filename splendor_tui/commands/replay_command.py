"""`splendor-tui replay GAME|FILE`: replay a game on the table or as text."""

import argparse
from collections.abc import Iterator

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.play_command import opened_services, play, screen_startup
from splendor_tui.commands.shared_options import (
    add_folder_options,
    add_record_argument,
    load_assets,
    load_record,
    saved_game,
)
from splendor_tui.match.log import logged_plies
from splendor_tui.presentation.result import standings_report
from splendor_tui.record import Record
from splendor_tui.replay import first_state
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.words import N_


def configure(parser: Parser) -> None:
    """Add the arguments for the game and the format."""
    add_record_argument(parser)
    white = Colour.WHITE.shown_letter
    text, table = f"{white}2", f"2{white}"
    parser.flag(
        "--text", N_("as sentences; gems are written as {text}, not {table} as on the table", text=text, table=table)
    )
    add_folder_options(parser)


def run(args: argparse.Namespace) -> int:
    """Replay the game, up to the first illegal action. Raises RecordError."""
    if not args.text:
        with screen_startup():
            record = load_record(args)
            with opened_services(args) as services:
                if not services.settings.plain:
                    return play(services, on_screen=lambda app: app.matches.watch_record(record, saved_game(args)))
    for line in _lines_of(load_record(args), load_assets(args)):
        print(line)
    return 0


def _lines_of(record: Record, catalogue: Catalogue) -> Iterator[str]:
    state = first_state(record.header, catalogue)
    announced = 0
    for ply, lines in logged_plies(record, catalogue):
        if ply.before.round > announced:
            announced = ply.before.round
            yield str(N_("Round {number}", number=announced))
        for line in lines:
            yield f"  {line.message}"
        state = ply.after
    yield from map(str, standings_report(record, state))
