"""What is said about a puzzle: its task, what a hint tells, and why a try has failed."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, assert_never

from splendor_tui.puzzles.goal import Goal, Kind
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.outcome import standings
from splendor_tui.rules.state import OVER, State
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_NAMES: Final[Mapping[str, Callable[[str], Message]]] = MappingProxyType(
    {
        "win": lambda number: NP_("name of a puzzle", "win-{number}", number=number),
        "stop": lambda number: NP_("name of a puzzle", "stop-{number}", number=number),
        "noble": lambda number: NP_("name of a puzzle", "noble-{number}", number=number),
        "points": lambda number: NP_("name of a puzzle", "points-{number}", number=number),
    }
)


def name_of(puzzle_id: str) -> Message:
    """The name of a puzzle in the language in force: in English, its id."""
    kind, _dash, number = puzzle_id.partition("-")
    return _NAMES[kind](number) if kind in _NAMES else enumerated([puzzle_id])


def title(goal: Goal) -> Message:
    """The task in a few words, for a list."""
    match goal.kind:
        case Kind.WIN:
            return NN_("Win in {count} turn", "Win in {count} turns", goal.turns)
        case Kind.STOP:
            return N_("Stop every rival from winning")
        case Kind.NOBLE:
            return NN_("Get {noble} in {count} turn", "Get {noble} in {count} turns", goal.turns, noble=goal.noble)
        case Kind.POINTS:
            return NN_(
                "Have {points} points in {count} turn",
                "Have {points} points in {count} turns",
                goal.turns,
                points=goal.points,
            )
        case _ as never:
            assert_never(never)


def common_title(goal: Goal) -> Message:
    """The kind of task in a few words, for a list that groups the puzzles."""
    match goal.kind:
        case Kind.NOBLE:
            return NN_("Get a noble in {count} turn", "Get a noble in {count} turns", goal.turns)
        case Kind.POINTS:
            return NN_("Score points in {count} turn", "Score points in {count} turns", goal.turns)
        case _:
            return title(goal)


def task(goal: Goal, name: str, target: int) -> Message:
    """The task as the table shows it all the time; `name` is the solver's."""
    match goal.kind:
        case Kind.WIN if goal.turns == 1:
            return N_("{name}, win on this turn.", name=name)
        case Kind.WIN:
            return NN_(
                "{name}, win in {count} turn, whatever comes.",
                "{name}, win in {count} turns, whatever comes.",
                goal.turns,
                name=name,
            )
        case Kind.STOP:
            return N_(
                "{name}, keep every rival below {target} points until your next turn.",
                name=name,
                target=target,
            )
        case Kind.NOBLE:
            return NN_(
                "{name}, get {noble} in {count} turn, whatever comes.",
                "{name}, get {noble} in {count} turns, whatever comes.",
                goal.turns,
                name=name,
                noble=goal.noble,
            )
        case Kind.POINTS:
            return NN_(
                "{name}, have {points} points after {count} turn. Nobody else plays.",
                "{name}, have {points} points after {count} turns. Nobody else plays.",
                goal.turns,
                name=name,
                points=goal.points,
            )
        case _ as never:
            assert_never(never)


def turns_left(turns: int) -> Message:
    """How many turns the solver has, the one that begins now among them."""
    return NN_("Good so far: {count} turn is left.", "Good so far: {count} turns are left.", turns)


def other_ways(solutions: int) -> Message:
    """How many first actions solve a puzzle."""
    return NN_("No other first move works.", "{count} first moves work.", solutions)


def kind_told(action: Action) -> Message:
    """The first hint: what kind of action solves it."""
    match action:
        case Buy():
            return N_("Hint: one way is to buy a card.")
        case Reserve():
            return N_("Hint: one way is to reserve a card that lies face up.")
        case ReserveTop():
            return N_("Hint: one way is to reserve the top card of a deck.")
        case Take():
            return N_("Hint: one way is to take gems.")
        case Return():
            return N_("Hint: think which tokens you can do without.")
        case ChooseNoble():
            return N_("Hint: one of these nobles is the right one.")
        case Pass() | Forfeit():
            return N_("Hint: there is nothing to do but to go on.")
        case _ as never:
            assert_never(never)


def place_told(action: Action) -> Message:
    """The second hint: where it is, which the table lights up."""
    match action:
        case Buy() | Reserve():
            return N_("Hint: it is the card that is lit up.")
        case ReserveTop():
            return N_("Hint: it is the deck that is lit up.")
        case Take() | Return():
            return N_("Hint: they are lit up in the bank.")
        case ChooseNoble() | Pass() | Forfeit():
            return N_("Hint: it is lit up.")
        case _ as never:
            assert_never(never)


def why_not_solved(goal: Goal, state: State, turns: int, names: Sequence[str]) -> Message:
    """Why a try has failed, in the position at its end, with so many turns of the solver that were left."""
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
            points = state.players[goal.seat].points
            if turns:
                return N_("Not solved: from here nobody can be sure of {points} points.", points=goal.points)
            return NN_(
                "Not solved: you have {count} point, and no turn is left.",
                "Not solved: you have {count} points, and no turn is left.",
                points,
            )
        case _ as never:
            assert_never(never)


def _why_not_won(goal: Goal, state: State, turns: int, names: Sequence[str]) -> Message:
    if state.phase is not OVER:
        if turns:
            return N_("Not solved: from here nobody can be sure to win in time.")
        points = state.players[goal.seat].points
        return NN_(
            "Not solved: you have {count} point, and no turn is left.",
            "Not solved: you have {count} points, and no turn is left.",
            points,
        )
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
        return N_("Not solved: {noble} has gone to {rival}.", noble=noble, rival=names[owner])
    if turns:
        return N_("Not solved: from here nobody can be sure to get {noble} in time.", noble=noble)
    return N_("Not solved: {noble} has not come, and no turn is left.", noble=noble)
