"""The list of challenges, and a challenge at the table."""

from pathlib import Path

from splendor_tui.presentation.challenge_session import Attempt
from splendor_tui.presentation.challenges import CHALLENGES, known_names, scores_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.challenges_screen import ChallengeScreen, ChallengesScreen, WhoPlaysScreen
from tests.presentation.test_challenges import FirstActionIsBest
from tests.tui.opened_app import make_services, open_app


async def test_each_name_has_an_attempt_of_its_own(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path, names=("Ann", "Bo"))
    for name in ("", "Ann"):
        scores_of(CHALLENGES[0], services, name).save(Attempt(score=7))
    async with open_app(services) as pilot:
        await pilot.type("a", WhoPlaysScreen, "Ann", "Bo")
        await pilot.type("enter", ChallengesScreen, "Ann", "Today: 7 points.")
        await pilot.type("escape a B enter", ChallengesScreen, "Bo", "Not played yet. Best today: Ann, 7 points.")
        scores_of(CHALLENGES[1], services, "Ann").save(Attempt(score=12))
        await pilot.type("escape a B enter", ChallengesScreen)
        assert pilot.place_of("7 Ann")[0] == pilot.place_of("12 Ann")[0] + 1, "aligned"
        await pilot.type("enter", ChallengeScreen, "Bo")
        scores_of(CHALLENGES[0], services, "Bo").save(Attempt(score=9))
        await pilot.type("escape", ChallengesScreen, "Today: 9 points. Best today: Bo, 9 points.", " 9 Bo")
        await pilot.type("escape a", WhoPlaysScreen)
        await pilot.type("A n", "New player: An")
        await pilot.type("down enter", ChallengesScreen, "An", "Not played yet.")
    assert known_names(services) == ["Bo", "Ann"]


async def test_a_guess_on_the_screen(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path)
    services.reviewer = FirstActionIsBest
    async with open_app(services) as pilot:
        await pilot.type("a", ChallengesScreen, "Guess the Grandmaster", "Not played yet.", "Enter start")
        await pilot.type("enter", ChallengeScreen, "POSITION 1 of 10")
        await pilot.press("1", "2", "3", "enter")
        await pilot.settle()
        pilot.shows("The best move: 10 points.", "next position")
        await pilot.type("space p", "next position", "leave")
        await pilot.type("enter", "POSITION 2 of 10")
        await pilot.type("q", "POSITION 2 of 10")
        scores_of(CHALLENGES[2], services).save(Attempt(score=7))
        await pilot.type(
            "escape escape", ChallengesScreen, "Today: 10 points.", "You can continue today's attempt", "Enter continue"
        )
        await pilot.type("down", "Enter start")
        await pilot.type("down", "Enter practise")
        await pilot.type("home", "Enter continue")
        await pilot.type("enter", ChallengeScreen, "POSITION 2 of 10", "Your attempt continues where you left it.")
