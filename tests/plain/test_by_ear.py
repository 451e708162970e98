"""The game as blind players hear it: most useful text first, no repetitions, and every answer can be typed."""

import re
from pathlib import Path

import pytest

from splendor_tui.plain.verbs import FIRST_TURN, RARE, Verb
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import parse_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, known_state
from tests.match.tables import options
from tests.plain.typist import Typist, all_in

GRID = "grid 1-01 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-12 / nobles mary-stuart charles-v machiavelli"
OTHERS = "take w u g"


def position(catalogue: Catalogue, text: str) -> State:
    seen = parse_position(text, catalogue)
    return known_state(seen) if isinstance(seen, View) else seen


async def test_rules_are_ten_sentences_with_details_on_request(catalogue: Catalogue) -> None:
    heard = (await Typist(catalogue).types("rules")).splitlines()
    rules = heard[heard.index("Type rules all for every detail.") - 10 :]
    assert rules[0].startswith("You buy cards with gems.")
    everything = (await Typist(catalogue).types("rules all")).splitlines()
    assert "Type rules all for every detail." not in everything
    details = everything[everything.index(rules[9]) + 1 :]
    assert len(details) == 12
    assert all(line.endswith(".") and line[0].isupper() for line in details)
    assert "gold" in details[2]


async def test_affordable_cards_come_first_then_level_one(catalogue: Catalogue) -> None:
    start = position(catalogue, f"seat 0 main / {GRID} / R2 K1 / 0")
    lines = (await Typist(catalogue, start=start).types("cards")).splitlines()
    first = lines.index("z: white card 1-01, costs 2 red, 1 black. You can buy it.")
    after = [line.split(",")[0] for line in lines[first + 1 :]]
    assert [line for line in after if line.startswith("Level")] == ["Level 1", "Level 2", "Level 3"]
    assert after[0] == "Level 1"
    assert lines[-1] == "Type cards 1 for one level, cards blue for one colour."
    assert sum(line.startswith("z: ") for line in lines) == 1
    assert lines[-2] == "You have nothing towards the other cards yet.", "once, and not for each card"
    fewer = await Typist(catalogue, start=start).types("cards 2")
    assert "Level 1" not in fewer
    assert "one colour" not in fewer


async def test_help_lists_common_commands_and_all_on_request(catalogue: Catalogue) -> None:
    short = (await Typist(catalogue).types("help")).splitlines()
    assert sum(": " in line for line in short[2:]) <= len(FIRST_TURN) - len(RARE) + 1
    assert short[-1].endswith("Type help all to see what they do.")
    assert all(str(verb) in short[-1] for verb in RARE)
    whole = await Typist(catalogue).types("help all")
    assert "clock, also time: your time left." in whole
    assert all(f"\n{verb.line}" in whole for verb in FIRST_TURN)


async def test_empty_line_repeats_the_question_in_one_line(catalogue: Catalogue) -> None:
    told = await Typist(catalogue).types("", "reserve t", "", "ready", "", "ready", "pause", "", "continue")
    assert all_in(
        [
            "Ann, take, reserve or buy. Type help for the commands.\nAnn reserved",
            "Type ready to hand over.\nType ready to hand over.\n",
            "Bo, type ready.\nBo, type ready.\n",
            "Type continue to resume play.\nType continue to resume play.\n",
        ],
        told,
    )


async def test_buying_a_colour_lists_its_cards_and_their_keys(catalogue: Catalogue) -> None:
    start = position(catalogue, f"seat 0 main / {GRID} / 0 / 0")
    told = await Typist(catalogue, start=start).types("buy red")
    said = "Give the key of one card: v for the red card 1-31"
    assert said in told


async def test_refusal_names_the_key_of_the_card(catalogue: Catalogue) -> None:
    start = position(catalogue, f"seat 0 main / {GRID} / 0 / 0")
    assert "You still need 2 red, 1 black for z, the white card 1-01." in await Typist(catalogue, start=start).types(
        "buy 1-01"
    )


@pytest.mark.parametrize(("holds", "near"), [("W2 R1 K4", True), ("0", False)])
async def test_turn_begins_with_the_leader_and_rivals_near_the_target(
    catalogue: Catalogue, holds: str, near: bool
) -> None:
    start = position(catalogue, f"seat 0 main target 14 / {GRID} / 0 cards 2-02 / {holds} cards 3-02 3-04 3-01")
    told = await Typist(catalogue, start=start).types()
    assert "Ann, your turn. Round 1, 0 tokens.\nPoints: Bo has 12 of 14, Ann has 1.\n" in told
    assert ("Watch out: Bo needs 2 more points and can get them on the next turn." in told) is near


async def test_rival_without_another_turn_causes_no_warning(catalogue: Catalogue) -> None:
    head = "seat 2 main round 9 target 3"
    start = position(catalogue, f"{head} / {GRID} henry-viii / 0 cards 3-02 / W2 R1 K4 cards 2-02 / 0")
    told = await Typist(catalogue, options(3), start=start).types("ready")
    assert "your last turn" in told
    assert "Watch out" not in told


async def test_face_up_and_blind_reserves_are_described_differently(catalogue: Catalogue) -> None:
    told = await Typist(catalogue).types(
        "reserve z", "reserve t", "ready", "ready", "rivals", OTHERS, "ready", "rivals"
    )
    assert "Reserved: a level 3 card, drawn from the deck." in told
    assert "Reserved: the white card 1-01, now face down. Type look 1-01 for its price." in told


async def test_last_turn_of_the_round_ends_the_game_with_a_reason(catalogue: Catalogue) -> None:
    start = position(catalogue, f"seat 1 main target 2 / {GRID} / 0 / W2 R1 K4")
    told = await Typist(catalogue, start=start).types("buy 2-10")
    last = "Bo reached the target on the last turn of the round.\nThe game is over.\n"
    assert last in told
    assert "this is the last round" not in told


def test_lesson_writes_levels_as_arabic_numbers() -> None:
    lesson = (Path(__file__).parents[2] / "assets" / "lesson.yaml").read_text(encoding="utf-8")
    assert not re.search(r"\blevel\s+I", lesson), (
        "its sentences are read aloud as well, and the cards are told as level 2"
    )


def test_help_shows_each_command_without_placeholder_words() -> None:
    assert [verb.line for verb in Verb if verb.line.endswith(" a")] == [], "'buy a: a card' says nothing"
    for verb in (Verb.HELP, Verb.CARDS, Verb.PUZZLES):
        assert verb.line == str(verb), "the example does what the words beside it say first"
