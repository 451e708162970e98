"""`splendor-tui games`: list the saved games."""

import argparse
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from splendor_tui.commands.argument_parser import Parser
from splendor_tui.commands.shared_options import add_data_option, open_games
from splendor_tui.inputs.files import quoted_path
from splendor_tui.presentation.dates import local_time
from splendor_tui.presentation.saved_games import names_with_points
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import GameSummary
from splendor_tui.words import N_, NN_, Message, enumerated, listed


def configure(parser: Parser) -> None:
    """Add the options for the folder and the format."""
    add_data_option(parser)
    parser.flag("--json", N_("print a JSON list"))


def run(args: argparse.Namespace) -> int:
    """Print the list of games and return 0."""
    with open_games(args, to_read=True) as store:
        games = [game for game in store.games() if game.has_begun]
    if args.json:
        print(json.dumps([game._asdict() for game in games], default=datetime.isoformat))
    else:
        print(*_table(games), sep="\n")
    return 0


def _table(games: Sequence[GameSummary]) -> Iterator[str]:
    if not games:
        yield str(N_("No saved games yet."))
    for game in games:
        when = local_time(game.last_played).strftime("%Y-%m-%d %H:%M")
        agreed = N_(", ended by agreement") if game.ending is Ending.AGREEMENT else ""
        cards = N_(", cards in {folder}", folder=quoted_path(Path(game.assets))) if game.assets else ""
        helped = N_(", with a hint, or undo after a new card") if game.helped else ""
        yield f"{game.id}  {when}  {_state(game)}{cards}{agreed}{helped}"


def _state(game: GameSummary) -> Message:
    names = enumerated(names_with_points(game.names, game.points))
    if game.finished is None:
        return NN_(
            "{names}: {count} action, unfinished", "{names}: {count} actions, unfinished", game.plies, names=names
        )
    return NN_(
        "{names}: {count} action, won by {winners}",
        "{names}: {count} actions, won by {winners}",
        game.plies,
        names=names,
        winners=listed(game.winners),
    )
