"""Messages about puzzles: names, tasks, and why an attempt failed."""

from collections.abc import Sequence
from typing import Final

from splendor_tui.puzzles.goal import Goal, Kind
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.state import OVER, State
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_PUZZLE_NAMES: Final = {
    "win": NP_("name of a puzzle", "win-{number}"),
    "stop": NP_("name of a puzzle", "stop-{number}"),
    "noble": NP_("name of a puzzle", "noble-{number}"),
    "points": NP_("name of a puzzle", "points-{number}"),
}


def name_of(puzzle_id: str) -> Message:
    """The name of a puzzle. In English, this is its id."""
    kind, _dash, number = puzzle_id.partition("-")
    return _PUZZLE_NAMES[kind].filled_in(number=number) if kind in _PUZZLE_NAMES else enumerated([puzzle_id])


def title(goal: Goal) -> Message:
    """Describe the task briefly, for a list."""
    match goal.kind:
        case Kind.WIN:
            return NN_("Win in {count} turn", "Win in {count} turns", goal.turns)
        case Kind.STOP:
            return N_("Stop every rival from winning")
        case Kind.NOBLE:
            return NN_("Get {noble} in {count} turn", "Get {noble} in {count} turns", goal.turns, noble=goal.noble)
        case Kind.POINTS:
            return NN_(
                "Reach {points} points in {count} turn",
                "Reach {points} points in {count} turns",
                goal.turns,
                points=goal.points,
            )


def common_title(goal: Goal) -> Message:
    """Describe the kind of task briefly, for a list that groups puzzles."""
    match goal.kind:
        case Kind.NOBLE:
            return NN_("Get a noble in {count} turn", "Get a noble in {count} turns", goal.turns)
        case Kind.POINTS:
            return NN_("Score points in {count} turn", "Score points in {count} turns", goal.turns)
        case _:
            return title(goal)


def task(goal: Goal, name: str, target: int) -> Message:
    """Describe the task in a sentence for the table. `name` is the solver's name."""
    match goal.kind:
        case Kind.WIN if goal.turns == 1:
            return N_("{name}, win on this turn.", name=name)
        case Kind.WIN:
            return NN_(
                "{name}, win in {count} turn, whatever happens.",
                "{name}, win in {count} turns, whatever happens.",
                goal.turns,
                name=name,
            )
        case Kind.STOP:
            return N_("{name}, keep every rival below {target} points until your next turn.", name=name, target=target)
        case Kind.NOBLE:
            return NN_(
                "{name}, get {noble} in {count} turn, whatever happens.",
                "{name}, get {noble} in {count} turns, whatever happens.",
                goal.turns,
                name=name,
                noble=goal.noble,
            )
        case Kind.POINTS:
            return NN_(
                "{name}, reach {points} points in {count} turn. Nobody else plays.",
                "{name}, reach {points} points in {count} turns. Nobody else plays.",
                goal.turns,
                name=name,
                points=goal.points,
            )


def why_not_solved(goal: Goal, state: State, turns: int, names: Sequence[str]) -> Message:
    """Explain why an attempt failed. `state` is its last position, `turns` the number of turns left."""
    match goal.kind:
        case Kind.WIN:
            return _why_not_won(goal, state, turns, names)
        case Kind.STOP:
            most = max(
                (seat for seat in range(len(names)) if seat != goal.seat), key=lambda seat: state.players[seat].points
            )
            return N_("Not solved: {rival} has {points} points.", rival=names[most], points=state.players[most].points)
        case Kind.NOBLE:
            return _why_without_noble(goal.noble, state, turns, names)
        case Kind.POINTS:
            if turns:
                return N_("Not solved: {points} points can no longer be guaranteed.", points=goal.points)
            return _too_few_points(goal, state)


def _too_few_points(goal: Goal, state: State) -> Message:
    return NN_(
        "Not solved: you have {count} point, and no turn is left.",
        "Not solved: you have {count} points, and no turn is left.",
        state.players[goal.seat].points,
    )


def _why_not_won(goal: Goal, state: State, turns: int, names: Sequence[str]) -> Message:
    if state.phase is not OVER:
        if turns:
            return N_("Not solved: a win in time can no longer be guaranteed.")
        return _too_few_points(goal, state)
    first = next(place for place in standings(state) if place.rank == 1 and place.seat != goal.seat)
    rival, points, mine = names[first.seat], first.points, state.players[goal.seat]
    if points > mine.points:
        return N_("Not solved: {rival} wins with {points} points.", rival=rival, points=points)
    if first.cards < len(mine.cards):
        return N_("Not solved: {rival} has {points} points too, with fewer cards.", rival=rival, points=points)
    return N_("Not solved: {rival} has as many points and cards as you, so you share the win.", rival=rival)


def _why_without_noble(noble: Noble | None, state: State, turns: int, names: Sequence[str]) -> Message:
    owner = next((seat for seat, player in enumerate(state.players) if noble in player.nobles), None)
    if owner is not None:
        return N_("Not solved: {noble} visited {rival}.", noble=noble, rival=names[owner])
    if turns:
        return N_("Not solved: {noble} can no longer be guaranteed in time.", noble=noble)
    return N_("Not solved: {noble} has not visited you, and no turn is left.", noble=noble)
