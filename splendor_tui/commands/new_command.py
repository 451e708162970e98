"""`splendor-tui new`: start a new game, skipping the setup screens."""

import argparse
import secrets
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from splendor_tui.bots.levels import get_level, level_id
from splendor_tui.commands.argument_parser import CommandError, Parser
from splendor_tui.commands.play_command import add_play_options, play, terminal_services
from splendor_tui.inputs.choices import Choice
from splendor_tui.inputs.house_rules import GAME_RULES, HOUSE_RULES, PRESETS, MatchRules
from splendor_tui.inputs.match_options import (
    HUMAN,
    SHARED_TIE,
    MatchOptions,
    SeatOptions,
    is_level,
    make_options,
    parse_players,
    parse_tie,
)
from splendor_tui.inputs.settings import Settings
from splendor_tui.presentation.match_draft import MatchDraft, last_rules, special_rules
from splendor_tui.replay import begin_with
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, determinize, nobles_in_play
from splendor_tui.words import N_, NP_, Message, either

_OPTIONS: Final = ("players", "preset", *HOUSE_RULES, "seed", "tie", "position")
_SET_BY_POSITION: Final = ("preset", *GAME_RULES, "tie", "random_first", "promo_nobles")


def configure(parser: Parser) -> None:
    """Add the arguments for the players and the rules."""
    parser.argument(
        "--players",
        NP_("argument", "NAMES"),
        N_(
            "two to four players, separated by commas: a human's name, a level like {level}, {named} for a level with a "
            "name, {human} for a human with a level's name, or {engine} (default: the last players)",
            level="merchant",
            named="Ann=merchant",
            human=f"merchant={HUMAN}",
            engine=NP_("argument", "@COMMAND"),
        ),
        default="",
    )
    parser.argument(
        "--preset",
        NP_("argument", "NAME"),
        N_("{presets}; other options override it", presets=either(list(PRESETS))),
        choices=tuple(PRESETS),
    )
    for name, rule in HOUSE_RULES.items():
        add_rule(parser, name, rule)
    parser.argument("--seed", NP_("argument", "TEXT"), N_("the same seed gives the same shuffle"))
    parser.argument("--tie", NP_("argument", "NAME"), N_("who wins a complete tie, or {shared}", shared=SHARED_TIE))
    parser.argument(
        "--position", NP_("argument", "TEXT"), N_("start from this position; hidden cards are dealt at random")
    )
    add_play_options(parser)


def add_rule(parser: Parser, name: str, rule: Choice) -> None:
    """Add the option of a choice. The flag of a house rule selects the value that is not the default, as in `--no-hints`."""
    option, about = f"--{name.replace('_', '-')}", rule.option or rule.name
    if rule.metavar is None:
        default = getattr(MatchRules(), name)
        option = option.replace("--", "--no-") if default else option
        parser.flag(option, about, "store_const", dest=name, const=str(not default))
    elif isinstance(rule.values, Mapping):
        parser.argument(option, rule.metavar, about, choices=tuple(rule.values))
    else:
        parser.argument(option, rule.metavar, about)


def run(args: argparse.Namespace) -> int:
    """Play a new game. Returns the exit code. Raises MessageError for impossible options."""
    with terminal_services(args) as services:
        if args.plain and not any(getattr(args, name) for name in _OPTIONS):
            return play(services, plain=True, as_text=lambda program: program.new())
        position = None
        if args.position is not None:
            position, notices = _position(args, services.catalogue)
            services.notices += tuple(notices)
        settings = services.settings
        services.notices += tuple(_levels_without_name(args.players))
        options = _options(args, settings) if position is None else _options_from(position, args, settings)
        services.notices += special_rules(_unnamed_rules(options, args))
        services.commands = frozenset(player.command for player in options.players if player.command is not None)
        return play(
            services,
            plain=args.plain,
            on_screen=lambda app: app.start_or_exit(options, position),
            as_text=lambda program: program.begin_or_end(options, position),
        )


def _levels_without_name(players: str) -> Iterator[Message]:
    """For each level in the list, say how to write a human with this name."""
    for entry in map(str.strip, players.split(",")):
        if is_level(entry):
            name = get_level(level_id(entry)).name
            yield N_(
                "{name} is a computer player. A human with this name is written {written}.",
                name=name,
                written=f"{entry}={HUMAN}",
            )


def _position(args: argparse.Namespace, catalogue: Catalogue) -> tuple[State, Sequence[Message]]:
    """The start position of the game, and any notices for the player. Raises PositionError, CommandError."""
    for name in _SET_BY_POSITION:
        if getattr(args, name):
            raise _already_set(f"--{name.replace('_', '-')}")
    known = parse_position(args.position, catalogue)
    if isinstance(known, View):
        rng = Random(args.seed if args.seed is not None else secrets.randbits(128))
        return begin_with(determinize(known, rng)), (N_("The position hides cards; they were dealt at random."),)
    if args.seed is not None:
        raise _already_set("--seed")
    return begin_with(known), ()


def _already_set(option: str) -> CommandError:
    return CommandError(N_("The position already sets {option}; omit it.", option=option))


def _options_from(position: State, args: argparse.Namespace, settings: Settings) -> MatchOptions:
    """The options of a match that starts from this position."""
    seats = len(position.players)
    last = _last_players(settings)
    names = args.players or ",".join(str(N_("Player {number}", number=number)) for number in range(1, seats + 1))
    players = last if not args.players and len(last) == seats else parse_players(names, settings.engines)
    if len(players) != seats:
        sentence = N_("The position has {seats} players, but you specified {found}.", seats=seats, found=len(players))
        raise CommandError(sentence)
    promos = not set(position.catalogue.promos).isdisjoint(nobles_in_play(position))
    fixed = {name: getattr(position.options, name) for name in GAME_RULES}
    fixed |= {"random_first": False, "promo_nobles": promos}
    rules = last_rules([player.name for player in players], settings)
    rules = changed_rules(rules, args).model_copy(update=fixed)
    return make_options(players, rules, tie_seat=position.options.tie_seat)


def _options(args: argparse.Namespace, settings: Settings) -> MatchOptions:
    players = parse_players(args.players, settings.engines) if args.players else _last_players(settings)
    rules, tie_seat = last_rules([player.name for player in players], settings), None
    if args.preset is not None:
        preset = PRESETS[args.preset]
        rules, tie_seat = preset.rules, preset.tie_seat(len(players))
    if args.tie is not None:
        tie_seat = parse_tie(args.tie, players)
    return make_options(players, changed_rules(rules, args), tie_seat=tie_seat, seed=args.seed)


def _last_players(settings: Settings) -> tuple[SeatOptions, ...]:
    """The players of the last game, the same as on the new game screen."""
    return MatchDraft.of(settings).options().players


def _unnamed_rules(options: MatchOptions, args: argparse.Namespace) -> MatchRules:
    """The rules of a match, with the standard ones in place of those that the command line names."""
    standard = MatchRules()
    if args.preset is not None:
        return standard
    set_by_position = _SET_BY_POSITION if args.position is not None else ()
    named = [name for name in HOUSE_RULES if getattr(args, name) or name in set_by_position]
    return options.model_copy(update={name: getattr(standard, name) for name in named})


def changed_rules(rules: MatchRules, args: argparse.Namespace) -> MatchRules:
    """These rules with the changes from the command line. Raises OptionError."""
    return rules.changed({name: value for name in HOUSE_RULES if (value := getattr(args, name, None)) is not None})
