"""The table in French: its letters, names and sentences fit. A whole game is in test_games_played."""

import pytest
from textual.geometry import Region
from wcwidth import wcswidth

from splendor_tui.match.match_lifecycle import begin
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.tui.look.glyphs import ASCII, UNICODE, Glyphs
from splendor_tui.tui.look.paint import plain, wrapped
from splendor_tui.tui.widgets.animation import visit_sprite
from splendor_tui.tui.widgets.card_faces import SMALL_CARD, foot, gem_names
from splendor_tui.tui.widgets.card_grid import GridColumns
from splendor_tui.words import NN_
from splendor_tui.words.languages import languages, set_language
from tests.match.tables import options
from tests.rules.tables import promo_game
from tests.tui.opened_app import Player
from tests.tui.positions import LOOK, early, table_model
from tests.tui.scenes import SCENES, at, on_stage, strips

NARROW_BOX = 21
"""The width of a player's box in the smallest window."""


@pytest.mark.parametrize("language", languages())
def test_legend_of_the_smallest_table_names_every_gem_and_gold(language: str) -> None:
    set_language(language)
    room = GridColumns.across(59).x(1) - 2
    assert len(gem_names(ASCII, room)) <= SMALL_CARD[1]


@pytest.mark.parametrize("language", languages())
def test_gem_letters_are_distinct_and_one_cell_wide(language: str) -> None:
    set_language(language)
    letters = [colour.shown_letter for colour in Colour]
    assert len({letter.casefold() for letter in letters}) == len(letters)
    assert {wcswidth(letter) for letter in letters} == {1}


@pytest.mark.parametrize("language", languages())
def test_noble_visit_shows_the_name_and_the_points(catalogue: Catalogue, language: str) -> None:
    set_language(language)
    model = table_model(early(catalogue, 2))
    for noble in catalogue.all_nobles:
        rows = plain(visit_sprite(model, LOOK, 0, noble, Region(0, 0, NARROW_BOX, 5)).block)
        words = " ".join(rows.replace("┃", " ").split())
        assert str(noble.shown_name) in words
        assert str(NN_("+{count} point", "+{count} points", noble.points)) in words


@pytest.mark.parametrize("language", languages())
def test_effect_of_the_choice_is_never_cut(language: str) -> None:
    set_language(language)
    for short in range(15):
        usual = foot(short, UNICODE, SMALL_CARD[0])
        assert foot(short, UNICODE, SMALL_CARD[0], planned=True) == usual.replace(" ", "→", 1)


@pytest.mark.parametrize("scene", ["late", "hint", "noble", "reviewing", "inspect", "games", "help", "new-game"])
async def test_plain_symbols_leave_no_typographic_mark(catalogue: Catalogue, scene: str) -> None:
    set_language("fr")
    async with on_stage(catalogue, SCENES[scene], (120, 40), glyphs="ascii") as pilot:
        assert not {*map(chr, ASCII.spelling), "\xa0"} & set("".join(row.text for row in strips(pilot.app)))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_no_line_starts_with_the_mark_after_a_non_breaking_space(glyphs: Glyphs) -> None:
    for cells in range(10, 40):
        rows = wrapped(glyphs.write("Ann, chances de victoire\xa0: 21\xa0% avant le coup"), cells, "")
        assert not [row for ((row, _ink),) in rows if row[0] in ":%"]


def test_plain_symbols_share_no_letter_with_the_gems() -> None:
    for language in languages():
        set_language(language)
        assert not {colour.shown_letter for colour in Colour} & {ASCII.noble, ASCII.back, ASCII.turn}


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        ("en", "Lucrezia Borgia", "Hints, reviews and the strongest levels know the nobles"),
        ("fr", "Lucrèce Borgia", "Les indices, les analyses et les niveaux les plus forts"),
    ],
)
async def test_table_shows_promo_nobles_and_says_that_the_masters_do_not_know_them(
    catalogue: Catalogue, language: str, name: str, said: str
) -> None:
    async def sit_down(pilot: Player) -> None:
        await pilot.change(language=language)
        agreed = options(2, promo_nobles=True)
        pilot.app.matches.play(begin(pilot.app.services, agreed, promo_game(catalogue, 2), saved=False))
        await pilot.finish_drawing()

    async with on_stage(catalogue, sit_down, (200, 60)) as pilot:
        pilot.shows(name, said)


async def test_rules_beside_the_table_change_their_language_at_once(catalogue: Catalogue) -> None:
    async with on_stage(catalogue, at("early"), (200, 60)) as pilot:
        assert "More rules" in pilot.text
        await pilot.change(language="fr")
        assert "More rules" not in pilot.text
        assert "Toutes les règles" in pilot.text
