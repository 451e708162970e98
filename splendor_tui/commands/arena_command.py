"""`splendor-tui arena PLAYER PLAYER …`: a match between computer players."""

import argparse
import json
import os
import re
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console

from splendor_tui.arena.entrants import MAX_NODES, MAX_SECONDS, MIN_SECONDS, Limit, known_players, parse_entrants
from splendor_tui.arena.fixtures import Lineup, fixtures, lineups
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.parallel_matches import ALL_CORES, dask_cluster, local_processes, play_match
from splendor_tui.arena.saved_results import MatchHeader, SavedResults
from splendor_tui.commands.arena_report import Report
from splendor_tui.commands.argument_parser import CommandError, Parser, examples
from splendor_tui.commands.progress_bar import progress_bar
from splendor_tui.commands.shared_options import add_folder_options, folder, load_assets
from splendor_tui.inputs.engine_names import Engines
from splendor_tui.inputs.files import quoted_path
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.locations import NoPlaceError, config_dir, data_dir
from splendor_tui.inputs.match_options import checked_seed
from splendor_tui.inputs.settings import load_settings
from splendor_tui.rules.constants import DEFAULT_TARGET, MAX_PLAYERS, MAX_TARGET, MIN_PLAYERS
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.words import N_, NN_, NP_, enumerated, quoted

_DEFAULT_GAMES: Final = 200
_MAX_GAMES: Final = 1_000_000
_MAX_WORKERS: Final = 1_024
_PERCENTAGES: Final = re.compile(r"([0-9]{1,2}(?:\.[0-9]{1,2})?)-([0-9]{1,2}(?:\.[0-9]{1,2})?)")
_INTERRUPTED: Final = 128 + signal.SIGINT
_TERMINATED: Final = 128 + signal.SIGTERM
_RESULTS: Final = "results.jsonl"
_FILE_WIDTH: Final = 120


def configure(parser: Parser) -> None:
    """Add the arguments for the players, the games and the results."""
    parser.argument(
        "entrants",
        NP_("argument", "PLAYER"),
        N_(
            "{players}: a level or an engine; add {seconds} or {nodes} to limit its moves",
            players=enumerated([*known_players(), NP_("argument", "@COMMAND")]),
            seconds=":4s",
            nodes=":400n",
        ),
        nargs="+",
    )
    parser.number(
        "--players",
        N_(
            "seats at a table, {least} to {most} (default: one per listed player). With fewer players, the last one "
            "fills the remaining seats; with more, all line-ups are played"
        ),
        MIN_PLAYERS,
        MAX_PLAYERS,
    )
    parser.number(
        "--games",
        N_("games for each line-up (default: {usual}), rounded up so that every deal is played from every seat"),
        1,
        _MAX_GAMES,
        default=_DEFAULT_GAMES,
    )
    parser.argument("--seed", NP_("argument", "TEXT"), N_("the same seed gives the same shuffle"), default="1")
    target = N_("points that end a game, {least} to {most} (default: {usual})")
    parser.number("--target", target, 1, MAX_TARGET, default=DEFAULT_TARGET)
    parser.number(
        "--seconds",
        N_("limit for a move, up to {most:.0f} (default: as in a normal game)"),
        MIN_SECONDS,
        MAX_SECONDS,
        metavar=NP_("argument", "SECONDS"),
    )
    nodes = N_("limit simulations instead of time, so that the games are the same on every machine")
    parser.number("--nodes", nodes, 1, MAX_NODES)
    parser.argument(
        "--sprt",
        NP_("argument", "LOW-HIGH"),
        N_(
            "stop once the first player clearly wins at most LOW or at least HIGH percent; {example} asks which of "
            "two is better",
            example="50-55",
        ),
        type=_percentages,
    )
    parser.number("--workers", N_("number of processes (default: one per core)"), 1, _MAX_WORKERS)
    parser.argument(
        "--dask", NP_("argument", "ADDRESS"), N_("play on the workers of the Dask scheduler at this address")
    )
    parser.argument("--save", NP_("argument", "DIR"), N_("save the results and all records in a folder"), type=folder)
    parser.flag("--json", N_("print a JSON object"))
    add_folder_options(parser)
    parser.epilog = examples(
        [
            (f"{parser.prog} journeyman @./my-engine", N_("200 games between two")),
            (f"{parser.prog} merchant journeyman --players 4", N_("one of the first against three of the second")),
            (f"{parser.prog} grandmaster:4s grandmaster:1s --sprt 50-55", N_("does it pay to think longer?")),
        ]
    )


def run(args: argparse.Namespace) -> int:
    """Play the match and print the result. Returns 0, or 130 after ctrl+c, or 143 after SIGTERM. Raises MessageError."""
    entrants = parse_entrants(args.entrants, _limit(args), _own_engines())
    arena = Arena(load_assets(args), entrants, checked_seed(args.seed), MatchRules(target=args.target))
    tables = lineups(len(arena.entrants), args.players or min(max(len(arena.entrants), MIN_PLAYERS), MAX_PLAYERS))
    if args.sprt and len(tables) > 1:
        raise CommandError(N_("{option} needs a single line-up; do not list more players than seats.", option="--sprt"))
    for entrant in entrants:
        entrant.check(GameOptions(len(tables[0]), args.target), arena.catalogue)
    header = MatchHeader.of(arena, tables)
    with SavedResults(_results_file(args, header.key), header) as saved, _workers(args), _stopped_by_signals():
        return _play(args, arena, tables, saved)


def _play(args: argparse.Namespace, arena: Arena, tables: Sequence[Lineup], saved: SavedResults) -> int:
    schedule = list(fixtures(tables, args.games))
    report = Report(arena, tables, sum(len(fixture.lineup) for fixture in schedule), args.sprt)
    _announce(report, saved)
    code = 0
    try:
        with progress_bar(report.planned) as show, closing(play_match(arena, schedule, saved, args.save)) as played:
            for result in played:
                report.add(result)
                show(report.games, str(report.headline()))
                if report.finished:
                    break
    except _Terminated:
        code = _TERMINATED
    except KeyboardInterrupt:
        code = _INTERRUPTED
    finally:
        _print_report(report, as_json=args.json)
    if not report.finished:
        print(
            N_(
                "Stopped after {games} of {planned} games. Run the same command to continue.",
                games=report.games,
                planned=report.planned,
            ),
            file=sys.stderr,
        )
        return code
    if args.save is None:
        saved.delete()
    return 0


def _announce(report: Report, saved: SavedResults) -> None:
    for line in (*report.tables(), *report.shortcomings()):
        print(line, file=sys.stderr)
    if saved.notice:
        print(saved.notice, file=sys.stderr)
    if saved.found:
        print(
            NN_(
                "{count} deal was already played and is included; to start over, delete {file}.",
                "{count} deals were already played and are included; to start over, delete {file}.",
                len(saved.found),
                file=quoted_path(saved.path),
            ),
            file=sys.stderr,
        )


def _print_report(report: Report, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report.facts()))
        return
    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = _FILE_WIDTH
    console.print(report.table())
    for note in report.notes():
        print(note)


def _own_engines() -> Engines:
    """The engines in the player's settings."""
    try:
        folder = config_dir(os.environ)
    except NoPlaceError:
        folder = None
    return load_settings(os.environ, folder).settings.engines


def _limit(args: argparse.Namespace) -> Limit | None:
    """The limit for players without their own limit. None means the limits of a normal game."""
    if args.nodes is None:
        return args.seconds and Limit(args.seconds)
    if args.seconds is not None:
        raise CommandError(N_("Use either {one} or {other}, not both.", one="--seconds", other="--nodes"))
    return Limit(MAX_SECONDS, args.nodes)


def _results_file(args: argparse.Namespace, key: str) -> Path:
    """The results file: in the folder of `--save`, or a temporary one in the data folder."""
    if args.save is not None:
        return Path(args.save, _RESULTS)
    return data_dir(os.environ, args.data) / "arena" / f"{key}.jsonl"


def _workers(args: argparse.Namespace) -> AbstractContextManager[None]:
    """A context in which worker processes play the games."""
    return local_processes(args.workers or ALL_CORES) if args.dask is None else dask_cluster(args.dask)


class _Terminated(KeyboardInterrupt):
    """Raised on SIGTERM, so that it stops the match like ctrl+c."""


def _stop(number: int, _frame: object) -> None:
    """Stop the match. Later signals are ignored, because they would interrupt the cleanup and change the exit code."""
    for one in _STOPS:
        signal.signal(one, signal.SIG_IGN)
    raise _STOPS[number]


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let ctrl+c and SIGTERM stop the match, unless they were ignored before."""
    before = {number: signal.getsignal(number) for number in _STOPS}
    before = {number: handler for number, handler in before.items() if handler is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_STOPS: Final[Mapping[int, type[KeyboardInterrupt]]] = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: _Terminated}


def _percentages(text: str) -> tuple[float, float]:
    """Parse two shares, the lower first. Raises argparse.ArgumentTypeError."""
    found = _PERCENTAGES.fullmatch(text)
    if found and 0 < float(found[1]) < float(found[2]) < 100:
        return float(found[1]) / 100, float(found[2]) / 100
    sentence = N_("expected two percentages like {example}, not {found}", example="50-55", found=quoted(text))
    raise argparse.ArgumentTypeError(str(sentence))
