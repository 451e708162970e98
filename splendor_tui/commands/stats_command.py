"""`splendor-tui stats`: what everybody has done in the games that are over."""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from splendor_tui.commands import CommandError, Parser, add_assets_option, add_data_option, load_assets, open_games
from splendor_tui.words import N_, NN_, Message

if TYPE_CHECKING:
    from splendor_tui.ratings.person_ratings import RatedPerson
    from splendor_tui.store import OpponentStatistics, PlayerStatistics

HELP = N_("show what each player has done in finished games, against whom, and how strong people are")


def configure(parser: Parser) -> None:
    """Add which games count, and the form of the answer."""
    parser.argument("--imported", action="store_true", about=N_("count imported games too"))
    parser.argument("--json", action="store_true", about=N_("answer with a JSON list for programs"))
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the statistics and return 0."""
    from splendor_tui.inputs.match_options import HUMAN
    from splendor_tui.inputs.player_name import name_key
    from splendor_tui.presentation.strength import unrated_games
    from splendor_tui.ratings.person_ratings import ratings_of
    from splendor_tui.store import StoreError

    catalogue = load_assets(args)
    try:
        with open_games(args, to_read=True) as store:
            players = store.statistics(with_imported=args.imported)
            results = store.results(with_imported=args.imported)
    except StoreError as error:
        raise CommandError(error) from error
    rated = {name_key(person.name): person for person in ratings_of(results, catalogue)}
    unrated = [unrated_games(results, player.name) if player.kind == HUMAN else 0 for player in players]
    persons = [rated.get(name_key(player.name)) if player.kind == HUMAN else None for player in players]
    if args.json:
        print(json.dumps([_facts(*one) for one in zip(players, persons, unrated, strict=True)]))
    elif players:
        print("\n".join(line for one in zip(players, persons, unrated, strict=True) for line in _lines(*one)))
    else:
        print(N_("No game has been finished here yet."))
    return 0


def _facts(player: "PlayerStatistics", person: "RatedPerson | None", unrated: int) -> Mapping[str, object]:
    """What is known of a player; `ratings` are those after each game that counts, empty for computer players."""
    ratings = [
        {"finished": game.finished.isoformat(), "elo": game.rating.elo, "error": game.rating.error}
        for game in (person.games if person else ())
    ]
    return asdict(player) | {"ratings": ratings, "unrated": unrated}


def _lines(player: "PlayerStatistics", person: "RatedPerson | None", unrated: int) -> Iterator[str]:
    from splendor_tui.presentation.strength import strength_sentence, unrated_sentence

    yield str(_games_of(player))
    if person is not None:
        yield f"  {strength_sentence(person)}"
    if unrated:
        yield f"  {unrated_sentence(unrated)}"
    for other in player.opponents:
        against = N_(
            "games with {name}: {wins} won of {games}", name=_known_as(other), wins=other.wins, games=other.games
        )
        yield f"  {against}"


def _games_of(player: "PlayerStatistics") -> Message:
    return NN_(
        "{name}: {count} game, {wins} won; {points:.1f} points, {cards:.1f} cards, {turns:.1f} turns a game",
        "{name}: {count} games, {wins} won; {points:.1f} points, {cards:.1f} cards, {turns:.1f} turns a game",
        player.games,
        name=_known_as(player),
        wins=player.wins,
        points=player.points,
        cards=player.cards,
        turns=player.turns,
    )


def _known_as(player: "PlayerStatistics | OpponentStatistics") -> object:
    """The name, and for a computer player what plays there."""
    from splendor_tui.presentation.table_view import kind_name

    kind = kind_name(player.kind)
    if kind is None:
        return player.name
    if not player.name:
        return N_("{level} (computer player)", level=kind)
    return N_("{name} ({kind})", name=player.name, kind=kind)
