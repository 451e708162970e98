from pathlib import Path

import pytest

from splendor_tui.words import N_, current_language
from splendor_tui.words.choose_language import language_name, put_in_force
from splendor_tui.words.current_language import ENGLISH, OF_THE_SYSTEM, UnknownLanguageError, language_of, languages

GOOD = (
    'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n"X-Format: 1\\n"\n\nmsgid "Take"\nmsgstr "Nimm"\n'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(current_language, "FOLDER", tmp_path)
    (tmp_path / "de.po").write_text(GOOD, encoding="utf-8")
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
def test_the_system_names_its_language_in_its_locale(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language


def test_every_language_has_a_name_in_itself() -> None:
    assert [language_name(language) for language in languages()] == ["English", "Français"]


@pytest.mark.usefixtures("folder")
def test_a_language_is_asked_for_by_its_code_or_left_to_the_system() -> None:
    assert put_in_force("de", {}) is None
    assert str(N_("Take")) == "Nimm"
    assert put_in_force(OF_THE_SYSTEM, {"LANG": "en_GB"}) is None
    assert str(N_("Take")) == "Take"
    assert put_in_force(OF_THE_SYSTEM, {"LANG": "de_AT"}) is None
    assert str(N_("Take")) == "Nimm"
    with pytest.raises(UnknownLanguageError):
        put_in_force("fr", {})
    assert str(N_("Take")) == "Nimm"


@pytest.mark.parametrize(
    "text",
    [
        b"msgid Take",
        b"\xff\xfe",
        b'"of nothing"\n',
        b'msgid "Take"\nmsgid "Buy"\nmsgstr "Nimm"\n',
        GOOD.replace("plural=0", "plural=n").encode(),
        GOOD.replace("plural=0", "plural=(5 % n)").encode(),
        GOOD.replace("plural=0", "plural=__import__('os')").encode(),
    ],
)
def test_a_damaged_file_is_told_and_english_goes_on(folder: Path, text: bytes) -> None:
    put_in_force("de", {})
    (folder / "xx.po").write_bytes(text)
    assert str(put_in_force("xx", {})) == "The language file xx.po is damaged; the program speaks English now."
    assert str(N_("Take")) == "Take"
    assert language_name("xx") == "xx"


def test_a_file_that_is_gone_is_told_too(folder: Path) -> None:
    (folder / "yy.po").mkdir()
    assert "yy.po is damaged" in str(put_in_force("yy", {}))


def test_a_file_of_a_newer_format_is_told_and_english_goes_on(folder: Path) -> None:
    (folder / "zz.po").write_text(GOOD.replace("X-Format: 1", "X-Format: 2"), encoding="utf-8")
    told = "The language file zz.po is for a newer version of the program; this one goes on in English."
    assert str(put_in_force("zz", {})) == told
    assert current_language.languages() == (ENGLISH, "de", "zz")
