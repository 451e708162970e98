"""Mistakes of a reviewed game as tasks in the plain mode: judged, saved, and listed with the puzzles."""

from pathlib import Path

import pytest

from splendor_tui.match.services import Services
from splendor_tui.plain.typed_actions import keys_of_places, typed_line
from splendor_tui.presentation.review_session import ReviewSession
from splendor_tui.review.game_review import judge_turn
from splendor_tui.review.practice import Practice
from splendor_tui.rules.catalogue import Catalogue
from tests.plain.typist import all_in, typed
from tests.review.reviewing import Reviewer, play_game
from tests.tui.opened_app import make_services


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
    first, keys = mistakes[0], keys_of_places("qwerty")
    played, better = (typed_line(action, first.view, keys) for action in (first.played[0], first.better))
    output = await typed(
        services, "review", "practice ann", "save", played, "retry", better, "save", "next", "quit", "quit"
    )
    assert all_in(
        [
            "Type practice to look for better moves yourself.",
            f"Mistake 1 of {len(mistakes)}, in round {first.view.round}.\n",
            "What is better?\n",
            "Saved with your own puzzles, as own-1.",
            "The Grandmaster is judging it…\n",
            "That was the move played: ",
            "Solved! ",
            "save is not available now.",
            f"Mistake 2 of {len(mistakes)}, ",
        ],
        output,
    )
    again = await typed(services, "puzzles", "own-1", better, "quit", "quit")
    assert all_in(["Your own: own-1 (solved).", "Your own puzzle own-1.", "Solved! "], again)


async def test_practice_without_games_mistakes_or_the_named_player_says_why(services: Services) -> None:
    services.reviewer = lambda: Reviewer(0.5)
    assert "No finished games yet.\n" in await typed(services, "practice", "quit")
    assert services.store is not None
    play_game(services.store, services.catalogue)
    output = await typed(services, "practice", "practice cy", "quit")
    assert "The review found no mistake to practise.\n" in output
    assert "No player has that name. The players are Ann, Bo.\n" in output
