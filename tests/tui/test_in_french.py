"""Every screen in French: no word is cut without saying so, and a game is played with French keys and letters."""

import re
from collections.abc import Callable, Iterable
from gettext import GNUTranslations
from pathlib import Path
from random import Random

import pytest
from wcwidth import wcswidth

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.live_match import begin
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Colour
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.words import current_language
from splendor_tui.words.current_language import languages, speak
from tests.tui.fingers import play_by_keys
from tests.tui.opened_app import make_services, open_app, screen_text
from tests.tui.test_pseudo_language import WHOLE, known, looks, shown

WORD = re.compile(r"[^\W\d_]+")


@pytest.fixture
def spoken(english: None, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """French in force, and all words that it has said."""
    assert english is None
    words: set[str] = set()

    def listening(method: Callable[..., str]) -> Callable[..., str]:
        def said(*args: object) -> str:
            sentence = method(*args)
            words.update(WORD.findall(f"{sentence} {sentence[:1].upper()}{sentence[1:]}"))  # a title has a capital
            return sentence

        return said

    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        monkeypatch.setattr(GNUTranslations, name, listening(getattr(GNUTranslations, name)))
    speak("fr")
    return words


def cut_words(text: str, spoken: set[str], known: Iterable[str]) -> list[str]:
    """The words that nobody has said and that no ellipsis marks as cut; a single letter is a key or a gem."""
    whole = spoken.union(*map(WORD.findall, known))
    found = re.findall(r"[^\W\d_]{2,}…?", text)
    return [word for word in found if not word.endswith("…") and word not in whole]


@pytest.mark.parametrize("scene", WHOLE)
async def test_every_screen_has_room_for_french_at_80_by_24(
    catalogue: Catalogue, tmp_path: Path, spoken: set[str], scene: str
) -> None:
    async with shown(catalogue, tmp_path, WHOLE[scene], (80, 24)) as stage:
        names = list(known(catalogue, stage))

        def check(text: str) -> None:
            assert cut_words(text, spoken, names) == [], text

        await looks(stage, scene, check)


@pytest.mark.parametrize("language", languages())
def test_the_letters_of_the_gems_are_five_and_one_cell_wide(language: str) -> None:
    speak(language)
    letters = [colour.shown_letter for colour in Colour]
    assert len({letter.casefold() for letter in letters}) == len(letters)
    assert {wcswidth(letter) for letter in letters} == {1}


async def test_a_game_is_played_in_french(catalogue: Catalogue, tmp_path: Path) -> None:
    speak("fr")
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
