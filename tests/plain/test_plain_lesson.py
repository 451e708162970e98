"""The learning game in the plain mode, and with input from a pipe."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from splendor_tui.bots.player import Budget
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.lesson.lesson_file import load_lesson
from splendor_tui.lesson.saved_lesson import LessonProgress
from splendor_tui.match.services import Services
from splendor_tui.plain.plain_lesson import PlainFirstGame
from splendor_tui.plain.program import PlainProgram
from splendor_tui.rules.actions import Action, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.view import View
from tests.match.tables import options
from tests.plain.typist import Typist, all_in, scripted, typed
from tests.tui.opened_app import make_services

STEPS = load_lesson(load_catalogue())


@pytest.fixture
def place(catalogue: Catalogue, tmp_path: Path) -> Services:
    return make_services(catalogue, tmp_path, names=("Ann",))


def instructions_in(told: list[str]) -> Iterator[str]:
    """Type the suggested actions, or ask for a hint, until the lesson is complete."""
    heard = 0
    for _line in range(400):
        news, heard = "".join(told[heard:]), len(told)
        if "0 tokens." in news:
            return
        asked = re.findall(r"^Type (.+)\.$", news, flags=re.MULTILINE)
        yield asked[-1] if asked else "" if "Your name in the game?" in news else "hint"


async def typed_lesson(place: Services, *lines: str) -> str:
    return await typed(place, *lines, begin_with=PlainProgram.learn)


async def test_typing_the_instructions_completes_the_lesson(place: Services) -> None:
    written: list[str] = []
    await PlainProgram(place, scripted(instructions_in(written), written)).run(PlainProgram.learn)
    told = "".join(written)
    assert all_in([f"{number} of {len(STEPS)}." for number in range(1, len(STEPS) + 1)], told)
    assert "\nYou have 0 tokens." in told
    assert "not available" not in told
    assert "pick 2 tokens to return." in told
    assert re.search(r"Look at the \w+ card at key [a-z7-9]", told), "a card comes with the key that one types"
    assert told.partition("\nYou have 0 tokens.")[0].count("New ") > 1
    assert all(len(line) <= 320 for line in told.splitlines())
    assert place.store is not None
    assert LessonProgress(place.store).done
    place.store.close()


async def test_wrong_action_gets_a_reply_and_repeats_the_step(place: Services) -> None:
    LessonProgress(place.store).reach("reserve")
    told = await typed_lesson(place, "take w u g", "next", "buy s", "reserve s")
    assert all_in(
        ["Then Nora will buy", "Type reserve s.", "Type reserve s.", "You still need ", f"19 of {len(STEPS)}."], told
    )


async def test_lesson_can_be_left_and_resumed(place: Services) -> None:
    told = await typed_lesson(place, "next", "next", "look z", "undo", "look 1-34")
    assert all_in([f"{number} of {len(STEPS)}." for number in (1, 2, 3, 4, 3, 4)], told)
    assert "Continue learning with splendor-tui learn --plain" in told
    again = await typed_lesson(place)
    assert f"4 of {len(STEPS)}." in again
    assert f"1 of {len(STEPS)}." not in again


@pytest.mark.parametrize("asked", ["can nora", "can no", "rivals"])
async def test_listing_the_rivals_affordable_cards_completes_the_step(place: Services, asked: str) -> None:
    LessonProgress(place.store).reach("rival")
    told = await typed_lesson(place, "can", "take w u g", asked)
    assert all_in(["can with a name shows which", "Type can Nora.", f"18 of {len(STEPS)}."], told)
    assert told.count("Find out what Nora can buy.") == 2, "nothing else leads on"


async def test_resumed_lesson_does_not_repeat_earlier_turns(place: Services) -> None:
    LessonProgress(place.store).reach("discount")
    told = await typed_lesson(place, "undo", "take k u r")
    before, _task, after = told.partition("Take a black gem")
    assert " took " not in before
    assert "Nora " in after


async def test_leaving_the_lesson_names_the_step_and_how_to_continue(place: Services) -> None:
    told = await typed(place, "learn", "next", "quit", "resume", "quit")
    go_on = "Type learn to continue the learning game."
    said = [f"You are at step 2 of {len(STEPS)} of the learning game.", go_on, "No game to resume", go_on]
    assert all_in(["Type learn to learn", *said], told)
    again = await typed(place)
    assert go_on in again
    assert "Type learn to learn" not in again


async def test_first_game_has_a_comment_after_each_turn(place: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda _bits: 1)  # for some deals there is no comment
    LessonProgress(place.store).reach(STEPS[-1].id)
    told = await typed_lesson(place, "next", "Bo", "take w u g", "take w u r", "resign", "yes")
    assert "Bo and Apprentice play to 10 points with 3 nobles." in told
    after = told.partition("\nYou have 0 tokens.\n")[2]
    word, _end, rest = after.partition("\n")
    assert re.search(r"^(Better|You need|You can still|Now you can).* at key [qwerasdfzxcv]", word), (
        "with the key of the card"
    )
    assert "That was your first full game." in rest
    assert rest.startswith("Apprentice "), "it is told before the rival moves"


async def test_neither_a_pause_nor_the_next_turn_repeats_a_warning(catalogue: Catalogue) -> None:
    rival_can_buy = (
        "seat 0 main ply 10 viewer 0 / grid 1-34 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-03 / "
        "nobles elisabeth-of-austria mary-stuart isabella-of-castile / 0 / R4 *1"
    )
    typist = Typist(catalogue, options(bots=(1,)), start=rival_can_buy, kind=PlainFirstGame)

    class Rival:
        def choose(self, view: View, _rng: Random, _budget: Budget) -> Action:
            possible = legal_actions(view)
            return next((action for action in possible if isinstance(action, Take)), possible[0])

    typist.live.bots = {1: Rival()}
    told = await typist.types("pause", "continue", "take w u g", "take w u g")
    assert told.count("Bo took") == 2
    assert told.count("Watch out: your rival can buy the white card with 2 points at key d next.") == 1
