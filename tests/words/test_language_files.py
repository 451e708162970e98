from pathlib import Path
from string import Formatter

import pytest
from wcwidth import wcswidth

from hatch_build import compiled
from splendor_tui.words import N_, language_files
from splendor_tui.words.choose_language import language_name, switch_language
from splendor_tui.words.language_files import (
    ENGLISH,
    FOLDER,
    OF_THE_SYSTEM,
    UnknownLanguageError,
    language_of,
    languages,
    set_language,
)
from splendor_tui.words.pseudo import disguised
from tests.words.pseudo import english_left, pseudo_language

SENTENCES = [
    "Take exactly {allowed} different colours, or two alike from a pile of four or more.",
    "the following arguments are required: %s",
    "argument %(argument_name)s: %(message)s",
    "{points:.1f} points",
]


def fields(template: str) -> list[tuple[str | None, str | None]]:
    return [(name, spec) for _words, name, spec, _conversion in Formatter().parse(template)]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_pseudo_language_preserves_placeholders(sentence: str) -> None:
    assert fields(disguised(sentence)) == fields(sentence)
    if "%" in sentence:
        values = ("x",) if "%s" in sentence else {"argument_name": "x", "message": "x"}
        assert "x" in disguised(sentence) % values


def test_pseudo_language_is_a_third_longer_without_wide_letters() -> None:
    sentence = SENTENCES[0].replace("{allowed}", "")
    letters = sum(map(str.isalpha, sentence))
    assert len(disguised(sentence)) == len(sentence) + letters // 3
    assert wcswidth(disguised(sentence)) == len(disguised(sentence))


def test_remaining_english_is_found_even_inside_a_message() -> None:
    with pseudo_language():
        assert english_left(str(N_("Take {tokens} from the bank.", tokens="W2 *1")), ["W2"]) == []
        assert english_left(f"{N_('card')}s, and {N_('a {colour} gem', colour='white')}", []) == [
            str(N_("card")) + "s",
            "and",
            "white",
        ]


def test_only_whole_words_are_exempt() -> None:
    assert english_left("Ann took Anna's W2 and W", ["Ann", "W", "W2"]) == ["took", "Anna", "s", "and"]


def test_unknown_language_changes_nothing() -> None:
    with pseudo_language():
        before = str(N_("Take"))
        for unknown in ("tlh", "", "../../etc", "EN"):
            with pytest.raises(UnknownLanguageError):
                set_language(unknown)
        assert str(N_("Take")) == before != "Take"
    assert str(N_("Take")) == "Take"


def test_available_languages_are_english_and_those_with_a_file() -> None:
    assert languages() == (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.po")))


# --- the language at the start ----------------------------------------------------------------------------------------


GOOD = """msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

msgid "Take"
msgstr "Nimm"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(language_files, "FOLDER", tmp_path)
    (tmp_path / "de.mo").write_bytes(compiled(GOOD))
    return tmp_path


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_BE@euro"}, "fr"),
        ({"LANG": "frr_DE"}, "en"),
        ({"LANG": "../fr"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "en_GB"}, "fr"),
        ({"LC_ALL": "C", "LC_MESSAGES": "fr_FR", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "tlh", "LANG": "fr_FR"}, "en"),
    ],
)
def test_system_language_is_taken_from_the_locale(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language


def test_every_language_is_named_in_that_language() -> None:
    names = {language: language_name(language) for language in languages()}
    assert names["en"] == "English"
    assert names["fr"] == "Français"
    assert len({*names.values()}) == len(names)


@pytest.mark.usefixtures("folder")
def test_language_is_chosen_by_code_or_by_the_system() -> None:
    assert switch_language("de", {}) is None
    assert str(N_("Take")) == "Nimm"
    assert switch_language(OF_THE_SYSTEM, {"LANG": "en_GB"}) is None
    assert str(N_("Take")) == "Take"
    assert switch_language(OF_THE_SYSTEM, {"LANG": "de_AT"}) is None
    assert str(N_("Take")) == "Nimm"
    with pytest.raises(UnknownLanguageError):
        switch_language("fr", {})
    assert str(N_("Take")) == "Nimm"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"msgid Take",
        compiled(GOOD)[:100],
        compiled(GOOD).replace(b"plural=0", b"plural=("),
        compiled(GOOD).replace(b"plural=0", b"plural=q"),
        compiled(GOOD).replace(b"plural=0;", b"plural=1%n"),
    ],
)
def test_damaged_language_file_is_reported_and_english_is_used(folder: Path, content: bytes) -> None:
    switch_language("de", {})
    (folder / "xx.mo").write_bytes(content)
    assert str(switch_language("xx", {})) == "The language file xx.mo is damaged; the program uses English."
    assert str(N_("Take")) == "Take"
    assert language_name("xx") == "xx"


def test_unreadable_language_file_is_reported(folder: Path) -> None:
    (folder / "yy.mo").mkdir()
    assert "yy.mo is damaged" in str(switch_language("yy", {}))
