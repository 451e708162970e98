"""Find puzzles in games between computer players: `python -m training.find_puzzles --games 400 --seed 1`.

At the start of each turn, from round 7 on, checks whether the seat to move can force a goal (`splendor_tui.puzzles`).
Results are saved after each game, so an interrupted search can continue. `--write` writes the best of them to
assets/puzzles.yaml.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import yaml
from joblib import Parallel, delayed

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.card_set import assets_folder, load_catalogue
from splendor_tui.puzzles.collection import GRADES, PUZZLES_FILE, VERSION, Goal, Kind, PuzzleRow
from splendor_tui.puzzles.proof import Proof, TooLongError, may_reach
from splendor_tui.rules.actions import Action, Buy
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import missing, total
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import view
from training.interrupts import replacing
from training.puzzle_candidates import is_likely_won

MAX_POSITIONS: Final = 20_000  # the limit of a proof: the program must repeat it while the player waits
MAX_FOR_THREE_TURNS: Final = 400_000
"""The limit for a win in three turns. It is higher, because only likely wins are tried, and mistakes are soon refuted."""
MAX_SOLUTIONS: Final = 6
MIN_CHOICE: Final = 8
FIRST_ROUND: Final = 7
NOBLE_TURNS: Final = 2
POINT_TURNS: Final = 4
MIN_GAINED: Final = 4
POINT_ROUNDS: Final = range(7, 20)
ONE_IN: Final = 11  # `points` goals are searched in only one of this many positions, because their proofs take long
FINDERS: Final = ("journeyman", "merchant", "guildmaster", "grandmaster")
"""The players that determine the grade of a puzzle: 1 if the first finds the solution, 5 if none does."""
FINDING: Final = Budget(600.0, lambda: False, nodes=2000)
PLAYING: Final = Budget(600.0, lambda: False, nodes=30)
WANTED: Final = {
    (Kind.WIN, 1): 10,
    (Kind.WIN, 2): 20,
    (Kind.WIN, 3): 6,
    (Kind.STOP, 1): 26,
    (Kind.NOBLE, 2): 18,
    (Kind.POINTS, 4): 14,
}


def solutions(goal: Goal, state: State, most_positions: int = MAX_POSITIONS) -> list[Action] | None:
    """The actions that force the goal. None if the proof takes too long."""
    try:
        return Proof(goal, most_positions).solutions(state)
    except TooLongError:
        return None


def tasks(state: State) -> Iterator[tuple[Goal, list[Action]]]:
    """The goals that can be forced in this state, each in as few turns as possible."""
    wins = list(_wins(state))
    yield from wins or _stops(state)
    yield from _nobles(state)
    if state.round in POINT_ROUNDS and (7 * state.ply + state.players[0].points) % ONE_IN == 0:
        yield from _points(state)


def _wins(state: State) -> Iterator[tuple[Goal, list[Action]]]:
    for turns in (1, 2, 3):
        target = state.options.target
        if turns == 3 and not is_likely_won(state, turns):
            return
        if may_reach(target, state, state.players[state.seat], turns, ()):
            # Skip the long proof if the seat fails even against passive rivals.
            unhindered = solutions(Goal(Kind.POINTS, state.seat, turns, points=target), state)
            if unhindered == []:
                continue
            goal = Goal(Kind.WIN, state.seat, turns)
            found = solutions(goal, state, MAX_FOR_THREE_TURNS if turns == 3 else MAX_POSITIONS)
            if found:
                yield goal, found
            if found is None or found:
                return


def _stops(state: State) -> Iterator[tuple[Goal, list[Action]]]:
    target = state.options.target
    rivals = [player for seat, player in enumerate(state.players) if seat != state.seat]
    if any(rival.points < target and may_reach(target, state, rival, 1, ()) for rival in rivals):
        goal = Goal(Kind.STOP, state.seat, 1)
        if found := solutions(goal, state):
            yield goal, found


def _nobles(state: State) -> Iterator[tuple[Goal, list[Action]]]:
    for noble in state.nobles:
        lacking = total(missing(noble.cost, state.players[state.seat].bonuses))
        if 0 < lacking <= NOBLE_TURNS and not solutions(Goal(Kind.NOBLE, state.seat, 1, noble), state):
            goal = Goal(Kind.NOBLE, state.seat, NOBLE_TURNS, noble)
            if found := solutions(goal, state):
                yield goal, found


def _points(state: State) -> Iterator[tuple[Goal, list[Action]]]:
    """The highest number of points that can be forced. Low numbers are tried first, because proving is faster than refuting."""
    points = state.players[state.seat].points
    while True:
        goal = Goal(Kind.POINTS, state.seat, POINT_TURNS, points=points + 1)
        try:
            if not Proof(goal, MAX_POSITIONS).holds(state, POINT_TURNS):
                break
        except TooLongError:
            return
        points += 1
    goal = Goal(Kind.POINTS, state.seat, POINT_TURNS, points=points)
    if points >= state.players[state.seat].points + MIN_GAINED and (found := solutions(goal, state)):
        yield goal, found


def is_interesting(state: State, found: Sequence[Action]) -> bool:
    """Whether there are many choices and few solutions, and none buys the affordable card with the most points."""
    ways = {action.card if isinstance(action, Buy) else action for action in found}
    choice = legal_actions(state)
    purchases = [action for action in choice if isinstance(action, Buy)]
    most = max((purchase.card.points for purchase in purchases), default=0)
    tempting = {purchase.card for purchase in purchases if purchase.card.points == most}
    return len(choice) >= MIN_CHOICE and len(ways) <= MAX_SOLUTIONS and not tempting & ways


def grade(state: State, found: Sequence[Action]) -> int:
    """The grade of a puzzle: the number of the first finder that solves it, or GRADES if none does."""
    seen = view(state, state.seat)
    for number, level in enumerate(FINDERS, start=1):
        if create_bot(level).choose(seen, Random(1), FINDING) in found:
            return number
    return GRADES


def puzzles_in(players: int, seed: int) -> list[dict[str, Any]]:
    """The puzzles found in one game, as rows of the file without ids."""
    level = "guildmaster" if seed % 2 else "merchant"
    bot, rng = create_bot(level), Random(seed)
    state = new_game(load_catalogue(), GameOptions(players), seed)
    rows = []
    while state.phase is not Phase.OVER:
        if state.phase is Phase.MAIN and state.round >= FIRST_ROUND and not _has_secrets(state):
            for goal, found in tasks(state):
                if is_interesting(state, found):
                    rows.append(_row(state, goal, found, f"{level}s, {players} players, seed {seed}, ply {state.ply}"))
        advance(state, bot.choose(view(state, state.seat), rng, PLAYING))
    return rows


def _has_secrets(state: State) -> bool:
    """Whether a rival has reserved a card from a deck."""
    rivals = (player for seat, player in enumerate(state.players) if seat != state.seat)
    return any(held.blind for rival in rivals for held in rival.reserved)


def _row(state: State, goal: Goal, found: Sequence[Action], origin: str) -> dict[str, Any]:
    row: dict[str, Any] = {"grade": grade(state, found), "goal": goal.kind.value, "turns": goal.turns}
    if goal.noble is not None:
        row["noble"] = goal.noble.id
    if goal.kind is Kind.POINTS:
        row["points"] = goal.points
    position = format_position(view(state, state.seat))
    return {**row, "position": position, "solutions": [format_action(action) for action in found], "origin": origin}


def chosen(games: Sequence[Sequence[dict[str, Any]]], saved: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """Select the requested number of puzzles for each task: the `saved` ones with their ids, then new ones.

    Selects at most one puzzle per task from a game, and one per position. Prefers grades with the fewest puzzles so far,
    then puzzles with few solutions.
    """
    taken: list[dict[str, Any]] = []
    positions = {row["position"] for row in saved}
    for (kind, turns), wanted in WANTED.items():
        mine = [row for row in saved if (row["goal"], row["turns"]) == (kind.value, turns)]
        numbers = [row["id"].removeprefix(f"{kind.value}-{turns}-") for row in mine]
        number = max((int(text) for text in numbers if text.isdecimal()), default=0)
        seen = Counter(row["grade"] for row in mine)
        left = [[row for row in game if (row["goal"], row["turns"]) == (kind.value, turns)] for game in games]
        new: list[dict[str, Any]] = []
        while len(mine) + len(new) < wanted:
            candidates = [
                (seen[row["grade"]], len(row["solutions"]), row["grade"], place, row)
                for place, game in enumerate(left)
                for row in game
                if row["position"] not in positions
            ]
            if not candidates:
                break
            *_order, place, row = min(candidates, key=lambda candidate: candidate[:4])
            seen[row["grade"]] += 1
            positions.add(row["position"])
            left[place] = []
            new.append(row)
        new.sort(key=lambda row: (row["grade"], row["origin"]))
        taken += mine
        taken += ({"id": f"{kind.value}-{turns}-{place:02}", **row} for place, row in enumerate(new, start=number + 1))
    return taken


def saved_puzzles(path: Path) -> list[dict[str, Any]]:
    """The puzzles in the file. They keep their ids, because the saved progress of players refers to them."""
    if not path.exists():
        return []
    rows: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))["puzzles"]
    return rows


def write(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Write the puzzle file. Raises ValidationError for an invalid row."""
    for row in rows:
        PuzzleRow.model_validate(row)
    text = yaml.safe_dump(
        {"version": VERSION, "catalogue": load_catalogue().digest, "puzzles": list(rows)},
        sort_keys=False,
        width=10_000,
        allow_unicode=True,
    )
    path.write_text(f"# Found and proved by `make puzzles`; see docs/puzzles.md.\n{text}", encoding="utf-8")


def search_game(folder: Path, players: int, seed: int) -> list[dict[str, Any]]:
    """The puzzles found in one game. They are read from the folder if the game was already searched."""
    kept = folder / f"{players}-{seed}.json"
    if not kept.exists():
        rows = puzzles_in(players, seed)
        with replacing(kept) as file:
            file.write(json.dumps(rows).encode())
    found: list[dict[str, Any]] = json.loads(kept.read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Search, print the results, and write the puzzle file if requested."""
    parser = argparse.ArgumentParser(prog="python -m training.find_puzzles", description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--jobs", type=int, default=-1)
    parser.add_argument("--folder", type=Path, default=Path(".puzzles"), help="where searched games are saved")
    parser.add_argument("--write", action="store_true", help=f"write assets/{PUZZLES_FILE}")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(args.seed, args.seed + args.games)
    games = Parallel(n_jobs=args.jobs)(delayed(search_game)(args.folder, args.players, seed) for seed in seeds)
    path = assets_folder() / PUZZLES_FILE
    rows = chosen(games, saved_puzzles(path))
    for (kind, turns, level), count in sorted(
        Counter((row["goal"], row["turns"], row["grade"]) for row in rows).items()
    ):
        print(f"{kind} in {turns}, grade {level}: {count}")
    print(f"{len(rows)} puzzles of {sum(map(len, games))} found in {len(games)} games.")
    if args.write:
        write(rows, path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
