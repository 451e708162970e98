from string import Formatter

import pytest
from wcwidth import wcswidth

from splendor_tui.words import N_
from splendor_tui.words.current_language import ENGLISH, UnknownLanguageError, languages, speak
from splendor_tui.words.pseudo import disguised
from tests.words.pseudo import english_left, pseudo_language

SENTENCES = [
    "Take {allowed} different colours, not fewer, or two alike from a pile of four or more.",
    "the following arguments are required: %s",
    "argument %(argument_name)s: %(message)s",
    "{points:.1f} points",
]


def fields(template: str) -> list[tuple[str | None, str | None]]:
    return [(name, spec) for _words, name, spec, _conversion in Formatter().parse(template)]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_pseudo_language_keeps_what_stands_for_details(sentence: str) -> None:
    assert fields(disguised(sentence)) == fields(sentence)
    if "%" in sentence:
        values = ("x",) if "%s" in sentence else {"argument_name": "x", "message": "x"}
        assert "x" in disguised(sentence) % values


def test_the_pseudo_language_is_a_third_longer_and_has_no_wide_letter() -> None:
    sentence = SENTENCES[0].replace("{allowed}", "")
    letters = sum(map(str.isalpha, sentence))
    assert len(disguised(sentence)) == len(sentence) + letters // 3
    assert wcswidth(disguised(sentence)) == len(disguised(sentence))


def test_english_that_is_left_is_found_whole_or_in_part() -> None:
    with pseudo_language():
        assert english_left(str(N_("Take {tokens} from the bank.", tokens="W2 *1")), ["W2"]) == []
        assert english_left(f"{N_('card')}s, and {N_('a {colour} gem', colour='white')}", []) == [
            str(N_("card")) + "s",
            "and",
            "white",
        ]


def test_only_whole_words_are_known() -> None:
    assert english_left("Ann took Anna's W2 and W", ["Ann", "W", "W2"]) == ["took", "Anna", "s", "and"]


def test_an_unknown_language_changes_nothing() -> None:
    with pseudo_language():
        before = str(N_("Take"))
        for unknown in ("tlh", "", "../../etc", "EN"):
            with pytest.raises(UnknownLanguageError):
                speak(unknown)
        assert str(N_("Take")) == before != "Take"
    assert str(N_("Take")) == "Take"


def test_a_player_is_offered_english_and_whatever_has_a_file() -> None:
    assert languages() == (ENGLISH, "fr")
