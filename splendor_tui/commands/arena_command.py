"""`splendor-tui arena PLAYER PLAYER …`: a match of computer players, without a table."""

import argparse
import json
import math
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from splendor_tui.commands import (
    CommandError,
    Parser,
    add_assets_option,
    add_data_option,
    examples,
    folder,
    load_assets,
    load_own_settings,
)
from splendor_tui.commands.parser import whole_number
from splendor_tui.rules.state import DEFAULT_TARGET, MAX_PLAYERS, MAX_TARGET, MIN_PLAYERS, GameOptions
from splendor_tui.words import N_, NN_, NP_, enumerated, quoted

if TYPE_CHECKING:
    from splendor_tui.arena.entrants import Limit
    from splendor_tui.arena.fixtures import Lineup
    from splendor_tui.arena.headless_game import Arena
    from splendor_tui.arena.kept_results import KeptResults
    from splendor_tui.commands.arena_report import Report

HELP = N_("let computer players play a match, and see who is the stronger")
_USUAL_GAMES: Final = 200
_MOST_GAMES: Final = 1_000_000
_MOST_WORKERS: Final = 1_024
_PERCENTAGES: Final = re.compile(r"([0-9]{1,2}(?:\.[0-9]{1,2})?)-([0-9]{1,2}(?:\.[0-9]{1,2})?)")
_INTERRUPTED: Final = 128 + signal.SIGINT
_TERMINATED: Final = 128 + signal.SIGTERM
_RESULTS: Final = "results.jsonl"
_WIDTH_OF_A_FILE: Final = 120


def configure(parser: Parser) -> None:
    """Add who plays, how many games, where, and what becomes of them."""
    from splendor_tui.arena.entrants import LEAST_SECONDS, MOST_NODES, MOST_SECONDS, known_players

    number = NP_("argument", "N")
    parser.argument(
        "entrants",
        metavar=NP_("argument", "PLAYER"),
        nargs="+",
        about=N_(
            "{players}: a level or an engine; with {seconds} or {nodes} at its end, a move of this player takes no more than "
            "that",
            players=enumerated([*known_players(), NP_("argument", "@COMMAND")]),
            seconds=":4s",
            nodes=":400n",
        ),
    )
    parser.argument(
        "--players",
        metavar=number,
        type=whole_number(MIN_PLAYERS, MAX_PLAYERS),
        about=N_(
            "seats at a table, {least} to {most} (default: as many as are named). If fewer are named, the last one takes the "
            "seats that are left; if more, all who fit at a table meet there",
            least=MIN_PLAYERS,
            most=MAX_PLAYERS,
        ),
    )
    parser.argument(
        "--games",
        metavar=number,
        type=whole_number(1, _MOST_GAMES),
        default=_USUAL_GAMES,
        about=N_(
            "games at each table (default: {usual}), or a few more, so that every deal is played from every seat",
            usual=_USUAL_GAMES,
        ),
    )
    parser.argument(
        "--seed", metavar=NP_("argument", "TEXT"), default="1", about=N_("the same seed shuffles the same way")
    )
    parser.argument(
        "--target",
        metavar=number,
        type=whole_number(1, MAX_TARGET),
        default=DEFAULT_TARGET,
        about=N_(
            "points that end a game, {least} to {most} (default: {usual})",
            least=1,
            most=MAX_TARGET,
            usual=DEFAULT_TARGET,
        ),
    )
    parser.argument(
        "--seconds",
        metavar=NP_("argument", "SECONDS"),
        type=_number(LEAST_SECONDS, MOST_SECONDS),
        about=N_("what a move may take, up to {most:.0f} (default: as long as at the table)", most=MOST_SECONDS),
    )
    parser.argument(
        "--nodes",
        metavar=number,
        type=whole_number(1, MOST_NODES),
        about=N_("how many simulations a move may take instead: the same games on every machine"),
    )
    parser.argument(
        "--sprt",
        metavar=NP_("argument", "LOW-HIGH"),
        type=_percentages,
        about=N_(
            "stop as soon as it is clear whether the first one wins the low percentage of the games or less, or the high one "
            "or more; {example} asks whether it is the better one of two",
            example="50-55",
        ),
    )
    parser.argument(
        "--workers",
        metavar=number,
        type=whole_number(1, _MOST_WORKERS),
        about=N_("how many processes play (default: one for each core)"),
    )
    parser.argument(
        "--dask",
        metavar=NP_("argument", "ADDRESS"),
        about=N_("play on the workers of the Dask scheduler at this address"),
    )
    parser.argument(
        "--save",
        metavar=NP_("argument", "DIR"),
        type=folder,
        about=N_("keep the results and a record of every game in a folder"),
    )
    parser.argument("--json", action="store_true", about=N_("answer with a JSON object for programs"))
    add_assets_option(parser)
    add_data_option(parser)
    parser.epilog = examples(
        [
            (f"{parser.prog} journeyman @./my-engine", N_("200 games of two")),
            (f"{parser.prog} merchant journeyman --players 4", N_("one of the first among three of the second")),
            (f"{parser.prog} grandmaster:4s grandmaster:1s --sprt 50-55", N_("does it pay to think longer?")),
        ]
    )


def run(args: argparse.Namespace) -> int:
    """Play the match and print what it came to: 0, 130 after ctrl+c, or 143 after SIGTERM. Raises CommandError."""
    from splendor_tui.arena.entrants import EntrantError, parse_entrants
    from splendor_tui.arena.fixtures import lineups
    from splendor_tui.arena.headless_game import Arena
    from splendor_tui.arena.kept_results import KeptResults, KeptResultsError, MatchHeader
    from splendor_tui.arena.tournament import TournamentError
    from splendor_tui.engines.engine_process import EngineError
    from splendor_tui.inputs.match_options import OptionError, checked_seed
    from splendor_tui.store import StoreError

    try:
        entrants = parse_entrants(args.entrants, _limit(args), load_own_settings().engines)
        arena = Arena(load_assets(args), entrants, checked_seed(args.seed), args.target)
        tables = lineups(len(arena.entrants), args.players or min(max(len(arena.entrants), MIN_PLAYERS), MAX_PLAYERS))
        _check_question(args.sprt, tables)
        for entrant in entrants:
            entrant.check(GameOptions(len(tables[0]), arena.target), arena.catalogue)
        header = MatchHeader.of(arena, tables)
        with KeptResults(_results_file(args, header.key), header) as kept, _spread(args), _terminated_as_interrupted():
            return _play(args, arena, tables, kept)
    except (EngineError, EntrantError, KeptResultsError, OptionError, StoreError, TournamentError) as error:
        raise CommandError(error) from error


def _play(args: argparse.Namespace, arena: "Arena", tables: "Sequence[Lineup]", kept: "KeptResults") -> int:
    from splendor_tui.arena.fixtures import fixtures
    from splendor_tui.arena.tournament import go_on
    from splendor_tui.commands.arena_report import Report
    from splendor_tui.commands.progress import progress_bar

    schedule = list(fixtures(tables, args.games))
    report = Report(arena, tables, sum(len(fixture.lineup) for fixture in schedule), args.sprt)
    _announce(report, kept)
    code = 0
    try:
        with progress_bar(report.planned) as show, closing(go_on(arena, schedule, kept, args.save)) as played:
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
        _tell(report, as_json=args.json)
    if not report.finished:
        print(
            N_(
                "Stopped after {games} of {planned} games; the same command goes on from there.",
                games=report.games,
                planned=report.planned,
            ),
            file=sys.stderr,
        )
        return code
    if args.save is None:
        kept.forget()
    return 0


def _announce(report: "Report", kept: "KeptResults") -> None:
    from splendor_tui.inputs.files import quoted_path

    for line in report.tables():
        print(line, file=sys.stderr)
    for shortcoming in report.shortcomings():
        print(shortcoming, file=sys.stderr)
    if kept.notice:
        print(kept.notice, file=sys.stderr)
    if kept.found:
        print(
            NN_(
                "{count} deal was played before and counts; to begin anew, delete {file}.",
                "{count} deals were played before and count; to begin anew, delete {file}.",
                len(kept.found),
                file=quoted_path(kept.path),
            ),
            file=sys.stderr,
        )


def _tell(report: "Report", *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report.facts()))
        return
    from rich.console import Console

    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = _WIDTH_OF_A_FILE
    console.print(report.table())
    for note in report.notes():
        print(note)


def _limit(args: argparse.Namespace) -> "Limit | None":
    """What a move may take where a player has no limit of its own; None is what it may take at the table."""
    from splendor_tui.arena.entrants import MOST_SECONDS, Limit

    if args.nodes is None:
        return args.seconds and Limit(args.seconds)
    if args.seconds is not None:
        raise CommandError(N_("Ask either for {one} or for {other}.", one="--seconds", other="--nodes"))
    return Limit(MOST_SECONDS, args.nodes)


def _check_question(sprt: Sequence[float] | None, tables: "Sequence[Lineup]") -> None:
    if sprt and len(tables) > 1:
        raise CommandError(
            N_("{option} asks about one table; name at most as many players as have a seat there.", option="--sprt")
        )


def _results_file(args: argparse.Namespace, key: str) -> Path:
    """Where the results are kept: in the folder that is asked for, else among the games until the match is over."""
    from splendor_tui.inputs.locations import NoPlaceError, data_dir

    if args.save is not None:
        return Path(args.save, _RESULTS)
    try:
        return data_dir(os.environ, args.data) / "arena" / f"{key}.jsonl"
    except NoPlaceError as error:
        raise CommandError(error) from error


def _spread(args: argparse.Namespace) -> AbstractContextManager[None]:
    """Where the games are played."""
    from splendor_tui.arena.tournament import ALL_CORES, dask_cluster, local_processes

    return local_processes(args.workers or ALL_CORES) if args.dask is None else dask_cluster(args.dask)


class _Terminated(KeyboardInterrupt):
    """SIGTERM stops the match as ctrl+c does."""


def _terminate(_number: int, _frame: object) -> None:
    raise _Terminated


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _number(least: float, most: float) -> Callable[[str], float]:
    """Reads a number between these two. It raises argparse.ArgumentTypeError."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if least <= number <= most:
            return number
        sentence = N_(
            "a number from {least:g} to {most:g} is needed, not {found}",
            least=least,
            most=most,
            found=quoted(text[:40]),
        )
        raise argparse.ArgumentTypeError(str(sentence))

    return read


def _percentages(text: str) -> tuple[float, float]:
    """Two shares, the lower one first. Raises argparse.ArgumentTypeError."""
    found = _PERCENTAGES.fullmatch(text)
    if found and 0 < float(found[1]) < float(found[2]) < 100:
        return float(found[1]) / 100, float(found[2]) / 100
    sentence = N_("two percentages like {example} are needed, not {found}", example="50-55", found=quoted(text[:40]))
    raise argparse.ArgumentTypeError(str(sentence))
