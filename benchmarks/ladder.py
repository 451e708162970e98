"""How strong the levels are: `python -m benchmarks.ladder --games 200 --write`.

Each level meets the one below it and the next but one; at tables of three and four it sits alone among seats of the other.
All these games together give the Elo of every level, which `--write` puts into docs/computer-players.md. Ctrl+C tells what is
known so far, and the same command goes on from there.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from splendor_tui.arena.entrants import Entrant, Limit, known_players, parse_entrants
from splendor_tui.arena.fixtures import Lineup, fixtures
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.kept_results import KeptResults, MatchHeader
from splendor_tui.arena.results import FixtureResult
from splendor_tui.arena.strengths import strengths
from splendor_tui.arena.tally import tally
from splendor_tui.arena.tournament import ALL_CORES, go_on, local_processes
from splendor_tui.commands.progress import progress_bar
from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.state import GameOptions

PAGE: Final = Path(__file__).parents[1] / "docs" / "computer-players.md"
BEGIN: Final = "<!-- `make ladder` writes what stands from here -->"
END: Final = "<!-- to here -->"
ANCHOR: Final = "merchant"
ANCHOR_ELO: Final = 1500.0
UNHURRIED: Final = 600.0
"""Seconds that no simulation needs."""
NUMBERS: Final = {2: "two", 3: "three", 4: "four"}


def main() -> int:
    """Play the ladder, and print it. Answers with the exit status."""
    args = _parser().parse_args()
    limit = Limit(args.seconds or UNHURRIED, args.nodes) if args.seconds or args.nodes else None
    arena = Arena(load_catalogue(), parse_entrants(known_players(), limit), args.seed)
    lineups = [lineup for players in args.players for lineup in rungs(len(arena.entrants), players)]
    schedule = list(fixtures(lineups, args.games))
    planned = sum(len(fixture.lineup) for fixture in schedule)
    header = MatchHeader.of(arena, lineups)
    results: list[FixtureResult] = []
    games = 0
    with KeptResults(args.folder / f"{header.key}.jsonl", header) as kept, local_processes(args.workers):
        print(f"{planned} games, of which {sum(len(found.games) for found in kept.found.values())} have been played.")
        try:
            with progress_bar(planned) as show, closing(go_on(arena, schedule, kept)) as played:
                for result in played:
                    results.append(result)
                    games += len(result.games)
                    show(games, "")
        except KeyboardInterrupt:
            print("\n".join(_told(arena, results, args)))
            print(f"Stopped after {games} of {planned} games; the same command goes on from there.", file=sys.stderr)
            return 130
        lines = list(_told(arena, results, args))
        print("\n".join(lines))
        if args.write:
            PAGE.write_text(with_ladder(PAGE.read_text(encoding="utf-8"), lines), encoding="utf-8")
        kept.forget()
    return 0


def rungs(levels: int, players: int) -> Iterator[Lineup]:
    """Each level, the weakest first, alone among seats of the one below, and of the next but one."""
    for step in (1, 2):
        for level in range(step, levels):
            yield (level, *(level - step,) * (players - 1))


def with_ladder(page: str, lines: Sequence[str]) -> str:
    """The page with these lines between its marks. Raises ValueError if it has none."""
    before, begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name} lacks the marks {BEGIN} and {END}.")
    return "\n".join([f"{before}{BEGIN}", "", *lines, "", f"{END}{after}"])


def _told(arena: Arena, results: Sequence[FixtureResult], args: argparse.Namespace) -> Iterator[str]:
    """The ladder as Markdown."""
    command = f"python -m benchmarks.ladder --games {args.games} --seed {args.seed}"
    command += f" --seconds {args.seconds:g}" if args.seconds else ""
    command += f" --nodes {args.nodes}" if args.nodes else ""
    yield f"`{command}`: {sum(len(result.games) for result in results)} games. Elo with its 95% interval, the Merchant being"
    yield f"{ANCHOR_ELO:.0f}; and the share of games that a level wins alone among others, with its interval."
    yield ""
    yield from _row("Elo", *(f"{NUMBERS[players]} players" for players in args.players))
    yield from _row("---", *("---" for _ in args.players))
    columns = [_elos(arena.entrants, results, players) for players in args.players]
    for number in reversed(range(len(arena.entrants))):
        yield from _row(str(arena.entrants[number].name), *(column[number] for column in columns))
    yield ""
    yield from _row("wins", *(f"{NUMBERS[players]} players" for players in args.players))
    yield from _row("---", *("---" for _ in args.players))
    for level, other in sorted(rungs(len(arena.entrants), 2), reverse=True):
        shares = [_share(results, (level, *(other,) * (players - 1))) for players in args.players]
        yield from _row(f"{arena.entrants[level].name} among {arena.entrants[other].name}", *shares)
    for players in args.players:
        for entrant in arena.entrants:
            if shortcoming := entrant.shortcoming(GameOptions(players, arena.target), arena.catalogue):
                yield ""
                yield f"{entrant.name} for {NUMBERS[players]} players: {shortcoming}"


def _row(*cells: str) -> Iterator[str]:
    yield f"| {' | '.join(cells)} |"


def _elos(entrants: Sequence[Entrant], results: Sequence[FixtureResult], players: int) -> list[str]:
    """The Elo of each entrant at tables of so many players."""
    anchor = next(number for number, entrant in enumerate(entrants) if entrant.player == ANCHOR)
    there = [result for result in results if len(result.lineup) == players]
    if {entrant for result in there for entrant in result.lineup} != set(range(len(entrants))):
        return ["–"] * len(entrants)
    found = strengths(there, len(entrants), anchor, ANCHOR_ELO)
    return [f"{one.elo:.0f}" + (f" ± {one.error:.0f}" if one.error else "") for one in found]


def _share(results: Sequence[FixtureResult], lineup: Lineup) -> str:
    """The share that the first of the line-up won."""
    won = tally((result for result in results if result.lineup == lineup), lineup[0])
    return f"{100 * won.wins:.1f}% ({100 * won.low:.0f}–{100 * won.high:.0f})" if won else "–"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", choices=(2, 3, 4), default=[2, 3, 4])
    parser.add_argument("--games", type=int, default=200, help="games of each pair of levels (default: 200)")
    parser.add_argument(
        "--seconds", type=float, help="what a move may take (default: what each level has at the table)"
    )
    parser.add_argument(
        "--nodes", type=int, help="how many simulations a move may take: the same games on every machine"
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=ALL_CORES, help="processes that play (default: one a core)")
    parser.add_argument("--folder", type=Path, default=Path(".ladder"), help="where an interrupted ladder is kept")
    parser.add_argument("--write", action="store_true", help=f"write the result into docs/{PAGE.name}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
