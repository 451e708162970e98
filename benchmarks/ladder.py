"""Measure the strength of the levels: `python -m benchmarks.ladder --games 200 --write`.

Each level plays the two levels below it. At tables of three and four, it is alone against copies of the other level. The
Elo of every level is computed for each number of players, from all games at such tables. `--write` saves the figures to
docs/ladder.json, and updates docs/computer-players.md and the README. `--render` only updates these pages. Ctrl+C prints
the results so far, and the same command continues.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from benchmarks.strengths import strengths
from splendor_tui.arena.entrants import Entrant, Limit, known_players, parse_entrants
from splendor_tui.arena.fixtures import FixtureResult, Lineup, fixtures
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.parallel_matches import ALL_CORES, local_processes, play_match
from splendor_tui.arena.saved_results import MatchHeader, SavedResults
from splendor_tui.arena.tally import tally
from splendor_tui.commands.progress_bar import progress_bar
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.game_options import GameOptions

ROOT: Final = Path(__file__).parents[1]
DATA: Final = ROOT / "docs" / "ladder.json"
PAGE: Final = ROOT / "docs" / "computer-players.md"
README: Final = ROOT / "README.md"
DESCRIPTIONS: Final = {
    "Apprentice": "a beginner in their first week",
    "Journeyman": "a casual player",
    "Merchant": "a good player",
    "Guildmaster": "an expert: a net trained by self-play, with a short search",
    "Grandmaster": "the strongest level: the same net, searching for as long as its time allows",
}
BEGIN: Final = "<!-- `make ladder` writes this section -->"
END: Final = "<!-- to here -->"
ANCHOR: Final = "merchant"
ANCHOR_ELO: Final = 1500.0
NO_TIME_LIMIT: Final = 600.0
"""A time limit that no search reaches, because simulations limit it first."""
NUMBERS: Final = {2: "two", 3: "three", 4: "four"}


def main() -> int:
    """Play the ladder and print it. Returns the exit status."""
    args = _parser().parse_args()
    if args.render:
        render()
        return 0
    limit = Limit(args.seconds or NO_TIME_LIMIT, args.nodes) if args.seconds or args.nodes else None
    arena = Arena(load_catalogue(), parse_entrants(known_players(), limit), args.seed)
    lineups = [lineup for players in args.players for lineup in rungs(len(arena.entrants), players)]
    schedule = list(fixtures(lineups, args.games))
    planned = sum(len(fixture.lineup) for fixture in schedule)
    header = MatchHeader.of(arena, lineups)
    results: list[FixtureResult] = []
    games = 0
    with SavedResults(args.folder / f"{header.key}.jsonl", header) as kept, local_processes(args.workers):
        print(f"{planned} games, of which {sum(len(found.games) for found in kept.found.values())} have been played.")
        try:
            with progress_bar(planned) as show, closing(play_match(arena, schedule, kept)) as played:
                for result in played:
                    results.append(result)
                    games += len(result.games)
                    show(games, "")
        except KeyboardInterrupt:
            print("\n".join(page_lines(_figures(arena, results, args))))
            print(f"Stopped after {games} of {planned} games; the same command continues from there.", file=sys.stderr)
            return 130
        figures = _figures(arena, results, args)
        print("\n".join(page_lines(figures)))
        if args.write:
            DATA.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            render()
        kept.delete()
    return 0


def rungs(levels: int, players: int) -> Iterator[Lineup]:
    """Each level, weakest first, alone against copies of each of the two levels below it."""
    for step in (1, 2):
        for level in range(step, levels):
            yield (level, *(level - step,) * (players - 1))


def with_ladder(page: str, lines: Sequence[str]) -> str:
    """The page with these lines between its markers. Raises ValueError for a page without markers."""
    before, begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The page does not contain the marks {BEGIN} and {END}.")
    return "\n".join([f"{before}{BEGIN}", "", *lines, "", f"{END}{after}"])


def render() -> None:
    """Update the documents from the data file."""
    figures = json.loads(DATA.read_text(encoding="utf-8"))
    for file, lines in ((PAGE, page_lines(figures)), (README, readme_lines(figures))):
        file.write_text(with_ladder(file.read_text(encoding="utf-8"), list(lines)), encoding="utf-8")


def _figures(arena: Arena, results: Sequence[FixtureResult], args: argparse.Namespace) -> dict[str, Any]:
    """The figures by number of players: the Elo of each level, and its share of wins when alone against others."""
    command = f"python -m benchmarks.ladder --games {args.games} --seed {args.seed}"
    command += f" --seconds {args.seconds:g}" if args.seconds else ""
    command += f" --nodes {args.nodes}" if args.nodes else ""
    names = [str(entrant.name) for entrant in arena.entrants]
    pairs = sorted(rungs(len(names), 2), reverse=True)
    return {
        "command": command,
        "games": sum(len(result.games) for result in results),
        "players": args.players,
        "elo": {
            name: [_elos(arena.entrants, results, players)[number] for players in args.players]
            for number, name in reversed([*enumerate(names)])
        },
        "wins": [
            [
                names[level],
                names[other],
                *(_share(results, (level, *(other,) * (players - 1))) for players in args.players),
            ]
            for level, other in pairs
        ],
        "shortcomings": [
            f"{entrant.name} for {NUMBERS[players]} players: {shortcoming}"
            for players in args.players
            for entrant in arena.entrants
            if (shortcoming := entrant.shortcoming(GameOptions(players, arena.rules.target), arena.catalogue))
        ],
    }


def page_lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """The full ladder in Markdown."""
    heads = [f"{NUMBERS[players]} players" for players in figures["players"]]
    yield f"`{figures['command']}`: {figures['games']} games. The first table has the Elo with its 95% interval,"
    yield f"relative to {ANCHOR_ELO:.0f} for the Merchant; the second, the share of games that a level wins alone against others."
    yield ""
    yield from _row("Elo", *heads)
    yield from _row("---", *("---" for _ in heads))
    for name, elos in figures["elo"].items():
        yield from _row(name, *elos)
    yield ""
    yield from _row("wins", *heads)
    yield from _row("---", *("---" for _ in heads))
    for level, other, *shares in figures["wins"]:
        yield from _row(f"{level} against {other}", *shares)
    for sentence in figures["shortcomings"]:
        yield ""
        yield sentence


def readme_lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """Each level and its share of wins against the level below."""
    yield from _row("level", "description", "wins against the level below", "Elo")
    yield from _row("---", "---", "---", "---")
    column = figures["players"].index(2)
    for name, like in DESCRIPTIONS.items():
        share, other = next((shares[column], other) for level, other, *shares in figures["wins"] if level == name)
        yield from _row(
            name, like, share if other != "Random" else f"{share} against random moves", figures["elo"][name][column]
        )
    yield ""
    yield f"Measured in two-player games with `{figures['command']}`. [Ratings](docs/ratings.md) use the same Elo."


def _row(*cells: str) -> Iterator[str]:
    yield f"| {' | '.join(cells)} |"


def _elos(entrants: Sequence[Entrant], results: Sequence[FixtureResult], players: int) -> list[str]:
    """The Elo of each entrant at tables of this size."""
    anchor = next(number for number, entrant in enumerate(entrants) if entrant.player == ANCHOR)
    there = [result for result in results if len(result.lineup) == players]
    if {entrant for result in there for entrant in result.lineup} != set(range(len(entrants))):
        return ["–"] * len(entrants)
    found = strengths(there, len(entrants), anchor, ANCHOR_ELO)
    return [f"{one.elo:.0f}" + (f" ± {one.error:.0f}" if one.error else "") for one in found]


def _share(results: Sequence[FixtureResult], lineup: Lineup) -> str:
    """The share of wins of the line-up's first entrant."""
    won = tally((result for result in results if result.lineup == lineup), lineup[0])
    return f"{100 * won.wins:.1f}% ({100 * won.low:.0f}–{100 * won.high:.0f})" if won else "–"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", choices=(2, 3, 4), default=[2, 3, 4])
    parser.add_argument("--games", type=int, default=200, help="games of each pair of levels (default: 200)")
    parser.add_argument(
        "--seconds", type=float, help="time limit per move in seconds (default: each level's limit at the table)"
    )
    parser.add_argument(
        "--nodes", type=int, help="simulations per move, so that the games are the same on every machine"
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=ALL_CORES, help="processes that play (default: one per core)")
    parser.add_argument("--folder", type=Path, default=Path(".ladder"), help="where an interrupted ladder is saved")
    parser.add_argument(
        "--write", action="store_true", help=f"save the result in docs/{DATA.name}, and update the documents"
    )
    parser.add_argument("--render", action="store_true", help=f"update the documents from docs/{DATA.name}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
