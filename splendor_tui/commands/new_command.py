"""`splendor-tui new`: deal at once, without the screens before a game."""

import argparse
import os
from typing import TYPE_CHECKING, Final

from splendor_tui.commands import CommandError, add_assets_option, add_data_option
from splendor_tui.commands.play_command import at_the_terminal, play
from splendor_tui.words import _, enumerated

if TYPE_CHECKING:
    from splendor_tui.inputs.match_options import MatchOptions, MatchRules
    from splendor_tui.inputs.settings import Settings

HELP = _("deal a new game at once, by the options given here")

_CHANGES: Final = ("target", "clock", "hand_over", "undo")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add who plays, and by which rules."""
    parser.add_argument(
        "--players",
        metavar="NAMES",
        default="",
        help=_("two to four names with commas; NAME=merchant or =merchant is a computer; default: who played last"),
    )
    parser.add_argument(
        "--preset", metavar="NAME", help=_("standard, long or deathmatch; what else is given changes it")
    )
    parser.add_argument("--target", metavar="POINTS", help=_("points that end the game, 1 to 50"))
    parser.add_argument(
        "--clock", metavar="TURN+RESERVE", help=_("seconds of a turn and in reserve, like 60+300, or off")
    )
    parser.add_argument("--seed", metavar="TEXT", help=_("the same seed shuffles the same way"))
    parser.add_argument("--random-first", action="store_true", help=_("who begins is drawn by lot"))
    parser.add_argument("--open-reserves", action="store_true", help=_("cards that are reserved face up lie open"))
    parser.add_argument("--hand-over", metavar="WHEN", help=_("hide the table between people: always, hidden or never"))
    parser.add_argument("--undo", metavar="WHAT", help=_("what may be taken back: free, own-turn or off"))
    parser.add_argument("--tie", metavar="NAME", help=_("who alone wins a full tie, or shared"))
    add_assets_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code. Raises CommandError for options that no match can have."""
    with at_the_terminal():
        from splendor_tui.inputs.match_options import OptionError

        try:
            options = _options(args)
        except OptionError as error:
            raise CommandError(str(error)) from error
        return play(args, lambda app: app.start(options))


def _options(args: argparse.Namespace) -> "MatchOptions":
    from splendor_tui.inputs.match_options import PRESETS, OptionError, make_options, parse_players, parse_tie
    from splendor_tui.inputs.problems import refused

    settings = _settings()
    players = parse_players(args.players or ",".join(settings.names or (_("Player 1"), _("Player 2"))))
    rules, tie_seat = settings.match, None
    if args.preset is not None:
        if args.preset not in PRESETS:
            raise OptionError([refused("preset", args.preset, enumerated(list(PRESETS)))])
        rules, tie_seat = PRESETS[args.preset].rules, PRESETS[args.preset].options(players).tie_seat
    if args.tie is not None:
        tie_seat = parse_tie(args.tie, players)
    return make_options(players, _changed(rules, args), tie_seat=tie_seat, seed=args.seed)


def _settings() -> "Settings":
    from splendor_tui.inputs.settings import load_settings
    from splendor_tui.store.locations import NoPlaceError, config_dir

    try:
        folder = config_dir(os.environ)
    except NoPlaceError:
        folder = None
    return load_settings(os.environ, folder).settings


def _changed(rules: "MatchRules", args: argparse.Namespace) -> "MatchRules":
    texts = {name: value for name in _CHANGES if (value := getattr(args, name)) is not None}
    flags = {name: "true" for name in ("random_first", "open_reserves") if getattr(args, name)}
    return rules.changed(texts | flags)
