"""A game can be played with French keys and letters."""

from pathlib import Path
from random import Random

import pytest
from wcwidth import wcswidth

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.live_match import begin
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.tui.look.glyphs import ASCII
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.card_faces import SMALL_CARD, gem_names
from splendor_tui.tui.widgets.card_grid import GridColumns
from splendor_tui.words import current_language
from splendor_tui.words.current_language import languages, set_language
from tests.tui.fingers import play_by_keys
from tests.tui.opened_app import make_services, open_app, screen_text


@pytest.mark.parametrize("language", languages())
def test_the_legend_of_the_smallest_table_names_every_gem_and_gold(language: str) -> None:
    set_language(language)
    room = GridColumns.across(59).x(1) - 2
    assert len(gem_names(ASCII, room)) <= SMALL_CARD[1]


@pytest.mark.parametrize("language", languages())
def test_the_letters_of_the_gems_are_five_and_one_cell_wide(language: str) -> None:
    set_language(language)
    letters = [colour.shown_letter for colour in Colour]
    assert len({letter.casefold() for letter in letters}) == len(letters)
    assert {wcswidth(letter) for letter in letters} == {1}


async def test_a_game_is_played_in_french(catalogue: Catalogue, tmp_path: Path) -> None:
    set_language("fr")
    place = make_services(catalogue, tmp_path, language="fr")
    live = begin(place, make_options(parse_players("Ann,Bo"), seed="1"))
    async with open_app(place, TableScreen(live)) as pilot:
        assert "Ann : pierres 1–5" in screen_text(pilot.app).replace("\xa0", " ")
        await play_by_keys(pilot, Random(1))
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameOverScreen)
        shown_at_last = screen_text(pilot.app)
    assert " gagne" in shown_at_last
    assert "le plus de points" in shown_at_last
    assert current_language.translation().gettext("The game is over.") == "La partie est terminée."
