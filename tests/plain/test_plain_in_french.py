"""The plain mode in French, with French words and letters, and with English words and notation."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.plain.console import Console, EndOfInputError
from splendor_tui.plain.typed_commands import FIRST_TURN, LESSON, OVER, PAUSED_ON_TURN, PUZZLE_OPEN, TYPED, find_verb
from splendor_tui.presentation.commands import Command
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from splendor_tui.rules.legality import visiting_nobles
from splendor_tui.words.languages import ENGLISH, set_language
from tests.match.tables import options, play_any, save_match
from tests.plain.typist import Typist, all_in, typed
from tests.rules.tables import promo_game
from tests.tui.opened_app import make_services
from tests.tui.positions import must_choose_noble


@pytest.fixture(autouse=True)
def french(english: None) -> Iterator[None]:
    """Run every test of this module in French."""
    assert english is None
    set_language("fr")
    yield
    set_language(ENGLISH)


@pytest.mark.parametrize(
    "line",
    [
        *("prendre d s e", "PRENDRE DSE", "pren blanc, bleu et vert", "pren 1d s1 1 éme"),
        *("prendre saphir emeraude diamant", "take w u g", "prendre w u g", "prendre wse"),
    ],
)
async def test_gems_are_taken_by_french_and_english_words(catalogue: Catalogue, line: str) -> None:
    told = await Typist(catalogue).types(line)
    assert all_in(["Ann, à vous. Vous avez 0 jeton.", "Ann a pris blanc bleu vert.", "Bo, à vous. "], told)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prendre d s", "Prenez 3 couleurs différentes"),
        ("prendre", "Nommez les jetons, par exemple : prendre d s e."),
        ("prendre or", "L’or ne se prend pas"),
        ("prendre x", "« x » n’est pas une couleur."),
        ("achetez", "Vouliez-vous dire acheter ou achetable ?"),
        ("re", "Vouliez-vous dire réserver, rendre, rétablir, réglages ou règles ?"),
        ("reserver", "Nommez une carte par sa touche, par exemple : réserver d."),
        ("indice tout", "prendre bleu rouge noir : "),
        ("quel est le score", "\nVouliez-vous dire score ?\n"),
        ("c’est à qui", "\nVouliez-vous dire table ?\n"),
        ("qui gagne", "\nVouliez-vous dire table ?\n"),
        ("et le score", "\nVouliez-vous dire score ?\n"),
        ("score tout", "avec un but comme premier-3 ou meilleur-5, ou avec libre."),
        ("aide prendre", "prendre d s e : Trois couleurs"),
    ],
)
async def test_invalid_line_gets_a_french_reply(catalogue: Catalogue, line: str, said: str) -> None:
    told = await Typist(catalogue).types(line, "")
    assert said in told
    assert not {*told} & {"\xa0", "%", "`"}, "which some voices and braille tables drop or spell"


async def test_french_colour_lists_its_cards(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    here = {card.bonus for card in typist.table.view_for(0).grid if card is not None}
    faces = ["blanche", "bleue", "verte", "rouge", "noire"]
    for colour, name in enumerate(["blanc", "saphir", "vertes", "rouge", "noi"]):
        told = await typist.types(f"cartes {name}")
        shown = {face for face in faces if f", {face} pour" in told or f", {face}, " in told}
        assert shown == ({faces[colour]} if colour in here else set())


async def test_noble_is_chosen_by_its_french_name(catalogue: Catalogue) -> None:
    start = must_choose_noble(catalogue).state
    due = visiting_nobles(start, start.players[start.seat])[0]
    told = await Typist(catalogue, options(4), start=start).types("prêt", f"noble {due.shown_name.split()[0]}")
    assert f"{due.shown_name} a rendu visite à Cy." in told


@pytest.mark.parametrize(
    ("language", "lines", "said"),
    [
        ("en", ["take w", "noble lucrezia", "ready"], "Lucrezia Borgia visited"),
        ("fr", ["prendre d", "noble lucrèce", "prêt"], "Lucrèce Borgia"),
    ],
)
async def test_promo_nobles_visit_in_both_languages(
    catalogue: Catalogue, language: str, lines: list[str], said: str
) -> None:
    set_language(language)
    start = promo_game(catalogue, 2)
    start.bank = pack([1, 0, 0, 0, 0])
    for player in start.players:
        player.bonuses = pack([4, 3, 3, 4, 3])
    told = await Typist(catalogue, options(promo_nobles=True), start=start).types(*lines)
    assert said in told
    assert "Matthias Corvin" in told


async def test_level_that_replaces_an_engine_is_typed_by_its_french_name(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    assert place.store is not None
    _game_id, table = save_match(place.store, catalogue, make_options(parse_players("Ann,Bo=@gone")))
    play_any(table, Random(1))
    told = await typed(place, "reprendre", "gone", "Marchand")
    asked = "Qui joue à sa place"
    unknown = "inconnu ; niveaux possibles : Apprenti,"
    assert all_in(["Bo est le moteur", asked, unknown, asked, "Bo a pris", " jeton"], told)


@pytest.mark.parametrize("possible", [TYPED, FIRST_TURN, PAUSED_ON_TURN, LESSON, PUZZLE_OPEN, OVER])
def test_command_words_are_unique_in_both_languages(possible: Sequence[Command]) -> None:
    for verb in possible:
        assert {find_verb(word, (verb,)) for word in (*verb.words, *verb.english)} == {verb}
    words = [word for verb in possible for word in {*verb.words, *verb.english}]
    shared = {word for word in words if words.count(word) > 1}
    assert shared <= (
        {"hint", "advice", "indice", "conseil", "next", "suite", "suivant"} if possible is TYPED else set()
    )


async def test_french_prompt_has_a_plain_space() -> None:
    told: list[str] = []
    console = Console(lambda: None, told.append, interactive=True, is_ready=lambda: True)
    with pytest.raises(EndOfInputError):
        await console.line("Élève", lambda: None)
    assert told == ["Élève : "]
