"""An attempt at a puzzle: good actions continue it, and the rivals refute bad ones."""

from random import Random

from splendor_tui.puzzles.attempt import Attempt
from splendor_tui.puzzles.collection import Puzzle, load_puzzles
from splendor_tui.puzzles.goal import Goal, Kind
from splendor_tui.puzzles.proof import Proof
from splendor_tui.rules.actions import Return
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.state import State
from splendor_tui.rules.view import view
from tests.puzzles.test_proof import CARDS, late_positions
from tests.rules.card_sets import card_set


def puzzle_of(state: State, goal: Goal) -> Puzzle:
    solutions = frozenset(Proof(goal, 10**6).solutions(state))
    return Puzzle("one", 1, goal, view(state, state.seat), solutions, "")


def win_in_two() -> Puzzle:
    [state] = late_positions(card_set(CARDS), [32])
    return puzzle_of(state, Goal(Kind.WIN, state.seat, 2))


def attempt(puzzle: Puzzle, seed: int = 1) -> Attempt:
    """An attempt against rivals who move at random."""
    return Attempt(puzzle, Random(seed), lambda seen, rng: rng.choice(legal_actions(seen)))


def test_following_the_proof_solves_the_puzzle_whatever_the_rivals_do() -> None:
    puzzle = win_in_two()
    for seed in range(20):
        tried = attempt(puzzle, seed)
        [first] = puzzle.solutions
        tried.play(first)
        while tried.solved is None:
            assert tried.state.seat == puzzle.goal.seat
            tried.play(tried.answer())
        assert tried.solved
        assert tried.plies[0][:2] == (puzzle.goal.seat, first)


def test_wrong_action_is_refuted_by_the_rival() -> None:
    puzzle = win_in_two()
    wrong = [action for action in legal_actions(puzzle.view) if action not in puzzle.solutions]
    replies = 0
    for action in wrong:
        tried = attempt(puzzle)
        tried.play(action)
        assert tried.solved is False
        assert tried.plies[0][:2] == (puzzle.goal.seat, action)
        replies += len(tried.plies) > 1
    assert replies > len(wrong) / 2


def test_solver_always_moves_if_rivals_do_not_matter() -> None:
    [state] = late_positions(card_set(CARDS), [38])
    goal = Goal(Kind.POINTS, state.seat, 2, points=state.players[state.seat].points + 4)
    puzzle = puzzle_of(state, goal)
    tried = attempt(puzzle)
    tried.play(next(iter(puzzle.solutions)))
    assert tried.solved is None
    assert tried.state.seat == goal.seat
    assert {ply.seat for ply in tried.plies} == {goal.seat}


def test_wrong_turn_is_refuted_after_tokens_are_returned(catalogue: Catalogue) -> None:
    puzzle = next(one for one in load_puzzles(catalogue).puzzles if one.id == "win-2-07")
    action = parse_action("take W U R", catalogue)
    assert action not in puzzle.solutions
    tried = attempt(puzzle)
    tried.play(action)
    assert tried.solved is False
    taken, returned, reply = tried.plies
    assert (taken.action, type(returned.action)) == (action, Return)
    assert (taken.seat, returned.seat) == (puzzle.goal.seat, puzzle.goal.seat)
    assert reply.seat != puzzle.goal.seat
