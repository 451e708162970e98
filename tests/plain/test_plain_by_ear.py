"""The length of what a listener hears, in words and characters. `make readers` measures it with voices and braille."""

import re
from collections.abc import Iterator
from statistics import mean

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words.languages import ENGLISH, set_language
from tests.plain.spoken_game import GOALS, hear_game, hear_guess, hear_home

SECONDS_PER_WORD = {"en": 0.255, "fr": 0.21}
SECONDS_PER_PAUSE = {"en": 0.31, "fr": 0.29}
"""The rates of espeak-ng at 180 words a minute in such sentences. A pause is a comma, colon, semicolon or full stop."""


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest, english: None) -> Iterator[str]:
    assert english is None
    set_language(request.param)
    yield request.param
    set_language(ENGLISH)


@pytest.mark.parametrize("computers", [1, 3])
async def test_answers_are_as_short_as_their_goals(catalogue: Catalogue, language: str, computers: int) -> None:
    answers = [*await hear_game(catalogue, computers), *await hear_home(catalogue), *await hear_guess(catalogue)]
    for question in {answer.question for answer in answers} - {""}:
        texts = [answer.text for answer in answers if answer.question == question]
        seconds = mean(
            len(text.split()) * SECONDS_PER_WORD[language]
            + len(re.findall("[,.:;]", text)) * SECONDS_PER_PAUSE[language]
            for text in texts
        )
        assert seconds <= GOALS[question], texts


async def test_answers_have_no_signs_that_voices_drop_or_spell(catalogue: Catalogue, language: str) -> None:
    told = "".join(answer.text for answer in await hear_game(catalogue, 3))
    assert len(told) > 4000
    assert not {*told} & {*"`%+*=<>/|_#~\xa0\u202f−"}
    assert language != "en" or told.isascii()
