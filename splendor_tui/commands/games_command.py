"""`splendor-tui games`: the games that were played here."""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from splendor_tui.commands import CommandError, add_data_option, open_games
from splendor_tui.words import _, ngettext

if TYPE_CHECKING:
    from splendor_tui.store import GameSummary

HELP = _("list the games that were played here, the last played first")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add where the games are, and the form of the answer."""
    add_data_option(parser)
    parser.add_argument("--json", action="store_true", help=_("answer with a JSON list for programs"))


def run(args: argparse.Namespace) -> int:
    """Print the list and return 0."""
    from splendor_tui.store import StoreError

    try:
        with open_games(args) as store:
            games = store.games()
            notices = store.notices
    except StoreError as error:
        raise CommandError(str(error)) from error
    if args.json:
        print(json.dumps([_facts(game) for game in games]))
    else:
        print("\n".join([*_table(games), *map(str, notices)]))
    return 0


def _facts(game: "GameSummary") -> dict[str, object]:
    return {
        "id": game.id,
        "names": game.names,
        "started": game.started.isoformat(),
        "last_played": game.last_played.isoformat(),
        "plies": game.plies,
        "finished": game.finished.isoformat() if game.finished else None,
        "winners": game.winners,
        "imported": game.imported,
    }


def _table(games: "Sequence[GameSummary]") -> Iterator[str]:
    if not games:
        yield _("No game has been played here yet.")
    for game in games:
        when = game.last_played.astimezone().strftime("%Y-%m-%d %H:%M")
        yield f"{game.id}  {when}  {', '.join(game.names)}: {_state(game)}"


def _state(game: "GameSummary") -> str:
    plies = ngettext("{plies} ply", "{plies} plies", game.plies).format(plies=game.plies)
    if game.finished is None:
        return _("{plies}, not over").format(plies=plies)
    return _("{plies}, won by {winners}").format(plies=plies, winners=", ".join(game.winners))
