"""Compare this version with an earlier one: `python -m benchmarks.versus REVISION`. Everything is measured in turns, in one run.

REVISION is built from git, with its own environment, in the user's cache. Prints the simulations per second, matches at
equal time and at equal simulations, the times to compile and to start, the memory, and the bytes that a screen writes. In
each row, the earlier version comes first. In a match, this version has one seat; each deal is played once from each seat.
Both versions play as engines, on one core. `--games 0`, `--seconds 0`, `--simulations 0` and `--runs 0` leave out parts.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from compileall import compile_dir
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from platformdirs import user_cache_path

import splendor_tui
from benchmarks.table import ARROWS, Drawn, play, program
from splendor_tui.arena.entrants import Limit, parse_entrants
from splendor_tui.arena.fixtures import fixtures, lineups
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.parallel_matches import local_processes, playing
from splendor_tui.arena.tally import tally
from splendor_tui.bots.player import Budget
from splendor_tui.engines.engine_session import EngineSession
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.inputs.engine_names import EngineSettings
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, view

HERE: Final = Path(splendor_tui.__file__).parents[1]
NO_TIME_LIMIT: Final = 600.0
SIZES: Final = ((80, 24), (120, 40))
COLOURS: Final = {"true colour": {"COLORTERM": "truecolor"}, "256 colours": {"COLORTERM": ""}}
FIRST_SECONDS: Final = 2.0
"""Once there is no output for this long, the first screen is complete."""
REPORT_GAMES: Final = 60
COMPILED_NODES: Final = 5000
"""More simulations than plain Python could do in the time, so the engine waits until the search is compiled."""


class Version(NamedTuple):
    """A checkout and the Python whose environment has it."""

    python: str
    folder: Path

    @property
    def engine(self) -> str:
        """The command of this version's Grandmaster, as an engine."""
        return f"{self.python} -P -m splendor_tui engine grandmaster"

    @contextmanager
    def session(self, environment: str = "") -> Iterator[EngineSession]:
        """Run the engine for the block, with this variable in its environment."""
        with closing(EngineSession(EngineSettings(command=f"env {environment} {self.engine}"))) as session:
            yield session


def build(revision: str) -> Version:
    """The version of this revision, built unless the cache has it."""
    commit = run("git", "rev-parse", "--verify", f"{revision}^{{commit}}")
    folder = user_cache_path("splendor_tui") / "versus" / commit
    if not folder.exists():
        run("git", "worktree", "prune")
        run("git", "worktree", "add", "--detach", str(folder), commit)
    run("make", "-C", str(folder), ".venv/.can-play")
    return Version(str(folder / ".venv" / "bin" / "python"), folder)


def run(*command: str) -> str:
    """Run a command in this checkout. Returns its output."""
    return subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()  # noqa: S603 - our own commands


# --- search ------------------------------------------------------------------------------------------------------------


def searched(session: EngineSession, seen: View, seconds: float, nodes: int | None = None) -> int:
    """Let an engine think about a view. Returns its number of simulations."""
    deadline = time.monotonic() + seconds
    session.prepare(seen, lambda: False)
    return session.ask(seen, Budget(seconds, lambda: time.monotonic() > deadline, nodes), 1).nodes or 0


def compare_rates(versions: Sequence[Version], seconds: float) -> None:
    """Print the simulations per second of both versions, in the positions of midgame.txt."""
    catalogue = load_catalogue()
    lines = Path(__file__).with_name("midgame.txt").read_text().splitlines()
    positions = [parse_position(line, catalogue) for line in lines]
    views = [view(one, one.seat) if isinstance(one, State) else one for one in positions]
    with versions[0].session() as theirs, versions[1].session() as ours:
        for session in (theirs, ours):
            searched(session, views[0], NO_TIME_LIMIT, COMPILED_NODES)
        rates = [[searched(session, seen, seconds) / seconds for session in (theirs, ours)] for seen in views]
    show("simulations a second", rates, 0)


def compare_compilation(versions: Sequence[Version]) -> None:
    """Print the seconds until an engine without compiled code has answered."""
    seen = parse_position(Path(__file__).with_name("midgame.txt").read_text().splitlines()[0], load_catalogue())
    assert not isinstance(seen, State)
    taken = []
    for version in versions:
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            with version.session(f"NUMBA_CACHE_DIR={folder}") as session:
                searched(session, seen, NO_TIME_LIMIT, COMPILED_NODES)
            taken.append(time.perf_counter() - start)
    show("seconds to compile", [taken], 1)


def play_match(
    versions: Sequence[Version], limits: Sequence[Limit], name: str, players: int, games: int, target: int, seed: str
) -> None:
    """Play this version alone against the earlier one, and print its share of the wins as the games go on."""
    (ours,) = parse_entrants([f"@{versions[1].engine}"], limits[1])
    (theirs,) = parse_entrants([f"@{versions[0].engine}"], limits[0])
    arena = Arena(load_catalogue(), (ours, theirs), seed, MatchRules(target=target))
    results = []
    with local_processes(1), playing(arena, fixtures(lineups(2, players), games)) as played:
        for one in played:
            results.append(one.result)
            found = tally(results, 0)
            assert found
            if found.games % REPORT_GAMES < players or found.games >= games:
                print(
                    f"{players} players to {target}, {name}: {100 * found.wins:.1f}% "
                    f"({100 * found.low:.1f}–{100 * found.high:.1f}) of {found.games}, par {100 / players:.0f}"
                    f"{f'; faults: {dict(found.faults)}' if found.faults else ''}",
                    flush=True,
                )


# --- screens -----------------------------------------------------------------------------------------------------------


def compare_screens(versions: Sequence[Version], runs: int) -> None:
    """Print start, memory and output of both versions for each size and number of colours."""
    for version in versions:
        compile_dir(version.folder / "splendor_tui", quiet=1)
    for size in SIZES:
        for colours, environment in COLOURS.items():
            print(f"{size[0]} x {size[1]}, {colours}")
            tables = [[_table(version, size, environment) for version in versions] for _run in range(runs)]
            show("  seconds to start", [[table[0] for table in pair] for pair in tables], 2)
            show("  memory in MB", [[table[1] for table in pair] for pair in tables], 1)
            for occasion in tables[0][0][2]:
                drawn = [list(zip(*(table[2][occasion] for table in pair), strict=True)) for pair in tables]
                pairs = [pair for one in drawn for pair in one]
                show(f"  bytes, {occasion}", [[one.written for one in pair] for pair in pairs], 0)
                show(f"  ms, {occasion}", [[1000 * one.seconds for one in pair] for pair in pairs], 1)


def _table(
    version: Version, size: tuple[int, int], colours: dict[str, str]
) -> tuple[float, float, dict[str, list[Drawn]]]:
    """Play some turns. Returns the seconds to start, the memory in MB, and what was written on each occasion."""
    arguments = ["-P", "-m", "splendor_tui", "new", "--players", "Ann,Bo", "--seed", "7"]
    with (
        tempfile.TemporaryDirectory() as folder,
        program(arguments, size, folder, more=colours, python=version.python) as table,
    ):
        first = table.settle(FIRST_SECONDS)
        memory = table.memory() / 1000
        moves = [table.press(arrow) for arrow in ARROWS * 5]
        return first.seconds, memory, {"first screen": [first], "cursor move": moves, "ply": play(table)}


def show(what: str, pairs: Sequence[Sequence[float]], digits: int) -> None:
    """Print the medians of both versions and their ratio."""
    before, now = (median(values) for values in zip(*pairs, strict=True))
    print(f"{what:24} {before:10,.{digits}f} -> {now:10,.{digits}f}: {now / before:.2f} x", flush=True)


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versus", description=__doc__)
    parser.add_argument("revision", metavar="REVISION")
    parser.add_argument("--players", type=int, nargs="+", choices=(2, 3, 4), default=[2, 3, 4])
    parser.add_argument("--target", type=int, nargs="+", default=[15])
    parser.add_argument("--games", type=int, default=60, help="of each match")
    parser.add_argument("--seconds", type=float, default=0.1, help="per move, of a match at equal time")
    parser.add_argument("--simulations", type=int, default=400, help="per move, of a match at equal simulations")
    parser.add_argument("--rival-seconds", type=float, help="per move of the earlier version, instead of equal time")
    parser.add_argument("--rival-simulations", type=int, help="likewise, in simulations")
    parser.add_argument("--seed", default="versus")
    parser.add_argument("--runs", type=int, default=3, help="of the program, for start, memory and output")
    args = parser.parse_args()
    versions = build(args.revision), Version(sys.executable, HERE)
    if args.seconds:
        compare_rates(versions, 1.0)
    if args.runs:
        compare_compilation(versions)
        compare_screens(versions, args.runs)
    theirs, seconds = args.rival_seconds or args.seconds, args.seconds
    nodes, rival_nodes = args.simulations, args.rival_simulations or args.simulations
    matches = {
        f"{seconds:g} s against {theirs:g} s": (Limit(theirs), Limit(seconds)),
        f"{nodes} simulations against {rival_nodes}": (Limit(NO_TIME_LIMIT, rival_nodes), Limit(NO_TIME_LIMIT, nodes)),
    }
    for (name, limits), wanted in zip(matches.items(), (seconds, nodes), strict=True):
        for players in args.players if wanted and args.games else ():
            for target in args.target:
                play_match(versions, limits, name, players, args.games, target, args.seed)


if __name__ == "__main__":
    main()
