"""The length of what a listener hears, in words and characters. `make readers` measures it with voices and braille."""

from collections.abc import Iterator
from statistics import mean

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words.languages import ENGLISH, set_language
from tests.plain.spoken_game import GOALS, hear_game, hear_puzzles
from tests.tui.opened_app import make_services

WORDS_PER_SECOND = {"en": 2.75, "fr": 3.6}
CHARACTERS_PER_SECOND = {"en": 13.8, "fr": 17.5}
"""The rates of espeak-ng at 180 words a minute in such sentences."""


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest, english: None) -> Iterator[str]:
    assert english is None
    set_language(request.param)
    yield request.param
    set_language(ENGLISH)


@pytest.mark.parametrize("computers", [1, 3])
async def test_answers_are_as_short_as_their_goals(catalogue: Catalogue, language: str, computers: int) -> None:
    answers = [*await hear_game(catalogue, computers), await hear_puzzles(make_services(catalogue))]
    for question in {answer.question for answer in answers}:
        texts = [answer.text for answer in answers if answer.question == question]
        assert mean(len(text.split()) for text in texts) <= GOALS[question] * WORDS_PER_SECOND[language], texts
        assert mean(map(len, texts)) <= GOALS[question] * CHARACTERS_PER_SECOND[language], texts


async def test_answers_have_no_signs_that_voices_drop_or_spell(catalogue: Catalogue, language: str) -> None:
    told = "".join(answer.text for answer in await hear_game(catalogue, 3))
    assert len(told) > 4000
    assert not {*told} & {*"`%+*=<>/|_#~\xa0\u202f−"}
    assert language != "en" or told.isascii()
