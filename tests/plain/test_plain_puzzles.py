"""Puzzles in the plain mode, with input from a pipe."""

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.services import Services
from splendor_tui.plain.console import EndOfInputError
from splendor_tui.plain.plain_puzzles import PlainPuzzles
from splendor_tui.plain.typed_actions import typed_line
from splendor_tui.presentation.review_session import ReviewSession
from splendor_tui.presentation.table_model import slot_keys
from splendor_tui.puzzles.attempt import Attempt
from splendor_tui.puzzles.collection import load_puzzles
from splendor_tui.puzzles.proof import TooLongError
from splendor_tui.review.practice import Practice
from splendor_tui.review.turn_judgement import judge_turn
from splendor_tui.rules.actions import Action, Reserve
from splendor_tui.rules.catalogue import Catalogue
from tests.match.tables import play_out, save_match
from tests.plain.typist import all_in, run, scripted, typed
from tests.presentation.test_series import play_series
from tests.review.reviewing import Reviewer, play_game
from tests.tui.opened_app import make_services


def test_puzzle_is_tried_solved_and_saved_from_a_pipe(tmp_path: Path, catalogue: Catalogue) -> None:
    reserving = {
        puzzle: action.card.id
        for puzzle in load_puzzles(catalogue).puzzles
        if puzzle.goal.turns == 1
        for action in puzzle.solutions
        if isinstance(action, Reserve)
    }
    puzzle, card = next(iter(reserving.items()))
    lines = ["task", "", "hint", "hint", "solution", "wrong", f"reserve {card}", "puzzles", "next"]
    ended = run(tmp_path, "puzzle", puzzle.id, "--plain", lines=lines)
    assert (ended.returncode, ended.stderr) == (0, "")
    twice = r"^(.* keep every rival below .*)\n\1\n"
    assert re.search(twice, ended.stdout, re.MULTILINE), "for `task`, and for an empty line"
    told = ["Puzzle: Stop ", "Hint: ", "Type ", "1. Ann ", "I do not understand", "Solved!"]
    told += [" solved, plus 1 after seeing the solution.", "Grade 1, ", "Puzzle: "]
    assert all_in(told, ended.stdout)
    again = run(tmp_path, "puzzle", "--plain", lines=["puzzles", f"puzzles {puzzle.grade}", "puzzles nothing"])
    listed = re.findall(r"^Grade.*\bStop \d+ \(solved after seeing the solution\)", again.stdout, re.MULTILINE)
    assert listed
    assert "There is no puzzle 'nothing'." in again.stdout


def test_puzzles_are_listed_with_how_to_start_one(tmp_path: Path, catalogue: Catalogue) -> None:
    puzzles = load_puzzles(catalogue).puzzles
    lines = ["", "take w u g", "win 1", "quit", "quit"]
    for command, opening in (("puzzle", []), ("play", ["puzzles"])):
        told = run(tmp_path, command, "--plain", lines=[*opening, *"12345", *lines]).stdout
        counts = re.findall(r"^Grade \d, 0 of (\d+) solved", told, re.MULTILINE)
        assert sum(map(int, counts)) == len(puzzles)
        assert all_in(["Today's is ", "Next is Win 1."], told)
        listed = [line for line in told.splitlines() if re.match(r"Grade \d, .*: ", line)]
        names = re.findall(r"(?:Win|Stop|Noble|Points) \d+", " ".join(listed))
        assert len({*names}) == len(names) == len(puzzles)
        assert len(listed) < len(puzzles) / 2
        begin = "Type a name to start that puzzle, or type puzzles 2 for those of grade 2."
        assert all_in([begin, begin, "take is not available now", "Puzzle: Win 1, grade"], told)


async def test_score_between_puzzles_is_that_of_the_last_games(services: Services) -> None:
    play_series(services, make_options(parse_players("Ann,Bo")).changed({"series": "first-2"}), "Ann")
    told = await typed(services, "puzzles", "score", "quit", "quit")
    asked = "Series, first to 2, after 1 game: Ann 0, Bo 1.\nGame 1: Ann (0), Bo (0), Bo won.\n"
    assert all_in(["Today's is ", asked], told)


def test_skipping_an_unsolved_puzzle_is_confirmed(tmp_path: Path) -> None:
    told = run(tmp_path, "puzzle", "win-1-01", "--plain", lines=["next", "task", "next", "next"]).stdout
    assert told.count("Type next a second time to skip it.") == 2, "for each of the puzzles"
    assert told.count("Puzzle: Win 2, grade") == 1
    told = run(tmp_path, "puzzle", "win-1-01", "--plain", lines=["solution", "next"]).stdout
    assert all_in(["1. Ann ", "Puzzle: Win 2, grade"], told), "its solution is known"
    assert "not solved yet" not in told


async def test_restarted_puzzle_is_shown_again(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(one for one in load_puzzles(catalogue).puzzles if one.goal.turns > 1)
    good, play = min(puzzle.solutions, key=repr), Attempt.play

    def play_once(attempt: Attempt, action: Action) -> None:
        if attempt.plies:
            raise TooLongError
        play(attempt, action)

    monkeypatch.setattr(Attempt, "play", play_once)
    told: list[str] = []
    console = scripted([typed_line(good, puzzle.view, slot_keys("qwerty")), "take w u g"], told)
    with suppress(EndOfInputError):
        await PlainPuzzles(make_services(catalogue), console).play(puzzle.id)
    before, after = "".join(told).split("so the puzzle restarts. Try something else.\n")
    assert after
    assert after in before, "the same table"


def test_unknown_puzzle_is_an_error(tmp_path: Path) -> None:
    ended = run(tmp_path, "puzzle", "nothing", "--plain")
    assert ended.returncode == 2
    assert "There is no puzzle 'nothing'." in ended.stderr


def test_puzzle_begins_with_the_solvers_holdings_and_the_table_command(tmp_path: Path) -> None:
    told = run(tmp_path, "puzzle", "win-1-01", "--plain").stdout
    opening = told[told.index("Puzzle: Win 1,") :]
    assert opening.count("\n") <= 12
    assert all_in(["Points: ", "Bonuses, ", "Type table for the full table, can "], opening)


def test_puzzle_has_a_french_name_and_keeps_its_id_and_its_earlier_name(tmp_path: Path) -> None:
    listed = run(tmp_path, "puzzle", "--plain", "--lang", "fr", lines=["problèmes 1", "1"])
    assert "Gagner 1," in listed.stdout
    assert "Parer 1," in listed.stdout
    assert "Win" not in listed.stdout
    for name in ("Gagner 10", "gagner-10", "gagner-2-01", "win-2-01"):
        begun = run(tmp_path, "puzzle", name, "--plain", "--lang", "fr")
        assert begun.returncode == 0, begun.stderr
        assert "Gagner 10" in begun.stdout


# --- mistakes of a reviewed game as tasks: judged, saved, and listed with the puzzles ---------------------------------


@pytest.fixture
def services(catalogue: Catalogue, tmp_path: Path) -> Services:
    services = make_services(catalogue, tmp_path)
    services.reviewer = Reviewer
    return services


def mistakes_of_ann(services: Services, game_id: str) -> list[Practice]:
    assert services.store is not None
    session = ReviewSession(services.store.export_record(game_id), services.catalogue, {}, lambda: 0.0)
    for turn in session.review.missing:
        judgement = judge_turn(Reviewer(), turn, session.review.maker, session.review.nodes, lambda: False)
        session.judged(session.review.with_judgement(turn, judgement))
    session.go_to(next(place for place, turn in enumerate(session.review.turns) if turn.seat == 0))
    return [*session.mistakes(game_id)]


async def test_practised_mistake_is_judged_saved_and_listed_again(services: Services) -> None:
    assert services.store is not None
    mistakes = mistakes_of_ann(services, play_game(services.store, services.catalogue))
    first, keys = mistakes[0], slot_keys("qwerty")
    played, better = (typed_line(action, first.view, keys) for action in (first.played[0], first.better))
    output = await typed(
        services, "review", "practice ann", "rivals", "save", played, "retry", better, "save", "next", "quit", "quit"
    )
    assert all_in(
        [
            "Type practice to look for better moves yourself.",
            f"Mistake 1 of {len(mistakes)}, in round {first.view.round}.\n",
            "What is better?\n",
            "Bo, ",
            "Saved with your own puzzles, as Own 1.",
            "The Grandmaster is judging it…\n",
            "That was the move played, ",
            "Type retry to restart the puzzle.\n",
            "Solved! ",
            "Type next to continue.\n",
            "It is already saved, as Own 1.",
            f"Mistake 2 of {len(mistakes)}, ",
        ],
        output,
    )
    assert "Merchant" not in output, "only a stand-in for Bo"
    again = await typed(services, "puzzles", "own-1", better, "quit", "quit")
    assert all_in(["Your own: Own 1 (solved).", "Own 1: one of your own puzzles.", "Solved! "], again)
    assert "Own 1: one of your own puzzles." in await typed(services, begin_with=lambda program: program.solve("own-1"))


async def test_practice_uses_the_game_on_the_table_and_returns_to_it(services: Services) -> None:
    assert services.store is not None
    older, _last = (play_game(services.store, services.catalogue, players=players) for players in (2, 3))
    lines = ["review", "practice zoe", "practice ann", "quit", "rematch"]
    output = await typed(services, *lines, begin_with=lambda program: program.resume_game(older))
    assert all_in(
        [
            "Type practice to look for better moves yourself.",
            "The players are Ann, Bo.\n",
            f"Mistake 1 of {len(mistakes_of_ann(services, older))}, ",
            "Type review, rematch, share, new, ",
            "Bo and Ann play to 5 points",
        ],
        output,
    )


async def test_review_names_a_computer_whose_mistakes_can_be_practised(services: Services) -> None:
    assert services.store is not None
    agreed = make_options(parse_players("Ann,Bo=merchant"), MatchRules(target=5), seed="3")
    game_id, table = save_match(services.store, services.catalogue, agreed)
    play_out(table, Random(1))
    first = mistakes_of_ann(services, game_id)[0]
    output = await typed(services, "review points", "practice", "quit", "practice bo", "quit", "quit")
    assert "For the mistakes of a computer player, type practice and its name, such as Bo.\n" in output
    own, of_bo = output.split("What is better?")[:2]
    assert f"in round {first.view.round}.\nAnn " in own
    assert "Mistake 1 of" in of_bo
    assert "\nBo " in of_bo.partition("Mistake 1 of")[2]


async def test_practice_without_games_mistakes_or_the_named_player_says_why(services: Services) -> None:
    services.reviewer = lambda: Reviewer(0.5)
    assert "No finished games yet.\n" in await typed(services, "practice", "quit")
    assert services.store is not None
    play_game(services.store, services.catalogue)
    output = await typed(services, "practice", "practice cy", "quit")
    assert "The review found no mistake to practise.\n" in output
    assert "No player has that name. The players are Ann, Bo.\n" in output
