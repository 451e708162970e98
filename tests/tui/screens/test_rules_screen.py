"""The rules on one page. They are complete, and use the current numbers."""

from itertools import chain

import pytest
from textual.geometry import Size

from splendor_tui.inputs.match_options import MatchRules
from splendor_tui.presentation.rulebook import turn_rulings
from splendor_tui.rules import constants
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.legality import DIFFERENT_TAKEN, PILE_FOR_TWO_ALIKE
from splendor_tui.tui.look.drawn_message import draw_message
from splendor_tui.tui.look.glyphs import ASCII, UNICODE, Glyphs
from splendor_tui.tui.screens.rules_screen import RulesScreen, rule_columns, rules_page
from splendor_tui.tui.widgets.card_faces import STONES
from splendor_tui.words import either
from splendor_tui.words.languages import languages, set_language
from tests.tui.at_the_table import seated, until
from tests.tui.opened_app import make_services, open_app

SMALLEST = Size(80, 23)  # the heading takes a row


def page(catalogue: Catalogue, glyphs: Glyphs = UNICODE, size: Size = SMALLEST) -> str:
    return rules_page(rule_columns(catalogue, MatchRules()), glyphs, size).plain


def rulings(catalogue: Catalogue) -> dict[str, str]:
    return {
        str(ruling.title): draw_message(ruling.text, UNICODE).plain
        for ruling in chain(*rule_columns(catalogue, MatchRules()))
    }


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [SMALLEST, Size(100, 29), Size(120, 39), Size(200, 60)])
def test_every_word_of_the_rules_fits_the_width(catalogue: Catalogue, size: Size, language: str) -> None:
    set_language(language)
    text = page(catalogue, size=size)
    assert max(map(len, text.splitlines())) <= size.width
    shown = sorted(text.split())
    for title, words in rulings(catalogue).items():
        for word in (*title.split(), *words.split()):
            shown.remove(word)  # each word of each ruling appears as often as it is used


def test_columns_are_side_by_side_only_if_each_is_wide_enough(catalogue: Catalogue) -> None:
    for size, side_by_side in ((SMALLEST, False), (Size(100, 29), True)):
        first = next(row for row in page(catalogue, size=size).splitlines() if row.strip().startswith("Turn"))
        assert ("Nobles" in first) is side_by_side


def test_rules_give_the_reasons_for_disputed_cases(catalogue: Catalogue) -> None:
    said = rulings(catalogue)
    for title, words in {
        "Few colours": f"the action is to take {DIFFERENT_TAKEN}",
        "Full hands": "only what you hold at the end of a turn",
        "Gold or gem": "gold replace any gem",
        "Two nobles": "one visit per turn",
        "Only passes": "nothing can change",
        "Standstill": f"the round of action {constants.LAST_ROUND_AT} is the last",
    }.items():
        assert words in said[title]


def test_rules_use_the_constants_of_the_program(catalogue: Catalogue) -> None:
    said = rulings(catalogue)
    assert f"Take {DIFFERENT_TAKEN} gems of different colours" in said["Take"]
    assert f"a pile of {PILE_FOR_TWO_ALIKE} or more" in said["Take"]
    assert f"hold at most {constants.HAND_LIMIT}" in said["Reserve"]
    assert f"more than {constants.TOKEN_LIMIT}" in said["Tokens"]
    assert f"{catalogue.nobles[0].points} points" in said["Nobles"]
    assert f"{constants.DEFAULT_TARGET} points" in said["End"]
    assert f"{constants.LAST_ROUND_AT} actions" in said["Pass"]
    assert f"{constants.GOLD_TOKENS} gold" in said["Deal"]
    assert f"{either(list(constants.GEMS_OF_EACH.values()))} gems of each colour" in said["Deal"]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_gem_sign_is_explained(catalogue: Catalogue, glyphs: Glyphs) -> None:
    names = page(catalogue, glyphs)
    for colour, stone in zip(Colour, STONES, strict=True):
        assert f"{glyphs.gem(colour)} {colour} {stone}" in names
    assert f"{glyphs.gold} gold" in names
    assert f"You also take 1{glyphs.gold}," in " ".join(draw_message(turn_rulings()[2].text, glyphs).plain.split())


async def test_f2_and_r_open_and_close_the_rules_and_escape_closes_them(catalogue: Catalogue) -> None:
    async with open_app(make_services(catalogue)) as pilot:
        before = pilot.app.screen
        await pilot.press("f2", "f2", "r", "r")
        assert pilot.app.screen is before
        await pilot.type("f2", RulesScreen, "2. When a player reaches", hides="PgUp")
        await pilot.press("pagedown")
        await until(pilot, lambda: "gems and gold held" in pilot.text)
        await pilot.press("end")
        await until(pilot, lambda: "4900 is the last." in pilot.words)
        assert "PgDn" not in pilot.text
        await pilot.press("escape")
        assert pilot.app.screen is before


async def test_rules_at_a_table_are_those_of_its_match(catalogue: Catalogue) -> None:
    async with seated(catalogue, target="10", open_reserves="true") as pilot:
        await pilot.type("f2", "When a player reaches 10 points")
        await pilot.press("pagedown", "pagedown")
        await until(pilot, lambda: "Cards reserved from the table stay visible." in pilot.words)
