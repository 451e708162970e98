"""A language is a single file, as translators write it. Faulty entries fall back to English."""

from io import BytesIO
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po
from wcwidth import wcswidth

from hatch_build import LANGUAGES, compile_languages, compiled
from splendor_tui.words import N_, NN_, NNP_, NP_, Message, listed
from splendor_tui.words.languages import (
    ENGLISH,
    FOLDER,
    OF_THE_SYSTEM,
    LanguageFileError,
    UnknownLanguageError,
    language_of,
    languages,
    set_language,
)
from splendor_tui.words.pseudo import disguised
from splendor_tui.words.switch_language import language_name, switch_language
from tests.words.pseudo import english_left, pseudo_language

LONG = 'A line that is so long that it is written in several, with a "quote", a \\ and\na second line, about {thing}.'
ENTRIES = (
    (None, "Take {tokens}.", "Prendre {tokens}."),
    (None, ("{count} card", "{count} cards"), ("{count} carte", "{count} cartes")),
    ("pile", "white", "blanche"),
    ("hand", ("{count} card", "{count} cards"), ("{count} carte en main", "{count} cartes en main")),
    ("list of two", "{first} and {last}", "{first} et {last}"),
    (None, "{last} is taken by {first}.", "{first} prend {last}."),
    (None, LONG, LONG.upper().replace("{THING}", "{thing}")),
    (None, "Not translated.", ""),
    (None, ("{count} egg", "{count} eggs"), ("{count} œuf", "")),
)


def po_file() -> str:
    """A file as Babel and translation tools write it."""
    catalog = Catalog(locale="fr")
    for context, template, translation in ENTRIES:
        catalog.add(template, translation, context=context, auto_comments=["Translators: a note"])
    catalog.add("Buy", "Rendre", flags={"fuzzy"})
    content = BytesIO()
    write_po(content, catalog, width=60)
    return content.getvalue().decode()


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
    monkeypatch.setattr("splendor_tui.words.languages.FOLDER", tmp_path)
    return tmp_path


def use_language(folder: Path, entries: str) -> None:
    """Use a new language with these entries."""
    (folder / "xx.po").write_text(
        f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n{entries}', encoding="utf-8"
    )
    compile_languages(folder)
    set_language("xx")


def test_every_shipped_translation_is_compiled() -> None:
    """A `%` before a word such as "of" looks like a placeholder, and such an entry stays English."""
    for source in LANGUAGES.glob("*.po"):
        catalog = read_po(BytesIO(source.read_bytes()))
        assert [message.id for message, _errors in catalog.check()] == []


def test_language_file_is_used_except_for_empty_and_fuzzy_translations(folder: Path) -> None:
    (folder / "fr.po").write_text(po_file(), encoding="utf-8")
    compile_languages(folder)
    set_language("fr")
    assert languages() == (ENGLISH, "fr")
    assert str(N_("Take {tokens}.", tokens="W1")) == "Prendre W1."
    assert str(N_("{last} is taken by {first}.", first=listed(["Ann", "Bo"]), last="W1")) == "Ann et Bo prend W1."
    assert str(NP_("pile", "white")) == "blanche"
    assert str(N_(LONG, thing=N_("Not translated."))).startswith("A LINE THAT IS SO LONG")
    assert [str(NN_("{count} card", "{count} cards", number)) for number in (0, 2)] == ["0 carte", "2 cartes"]
    assert str(NNP_("hand", "{count} card", "{count} cards", 3)) == "3 cartes en main"
    # Empty and fuzzy translations stay English.
    assert str(N_("Not translated.")) == "Not translated."
    assert str(N_("Buy")) == "Buy"
    assert str(NP_("another meaning", "white")) == "white"
    assert str(NN_("{count} egg", "{count} eggs", 2)) == "2 eggs"


@pytest.mark.parametrize("said", ["{n:d} Karten", "{n} von {all}", "{n Karten", "}"])
def test_translation_with_wrong_placeholders_stays_english(folder: Path, said: str) -> None:
    use_language(folder, f'msgid "{{n}} cards"\nmsgstr "{said}"\n')
    assert str(N_("{n} cards", n="two")) == "two cards"
    use_language(folder, f'msgid "{{n}} card"\nmsgid_plural "{{n}} cards"\nmsgstr[0] "{said}"\nmsgstr[1] "{said}"\n')
    assert str(NN_("{n} card", "{n} cards", 2, n="two")) == "two cards"
    use_language(folder, '#, python-format\nmsgid "not %s"\nmsgstr "nicht %(name)s"\n')
    assert str(N_("not %s")) == "not %s"


def test_compiled_languages_match_their_sources() -> None:
    with pytest.raises(PoFileError):
        compiled("msgid Take")
    for source in LANGUAGES.glob("*.po"):
        assert source.with_suffix(".mo").read_bytes() == compiled(source.read_text("utf-8")), "run `make messages`"


def test_damaged_language_file_never_crashes(folder: Path) -> None:
    """The damage is reported, or some messages are wrong or in English."""
    good, rng = compiled(po_file()), Random(1)
    for number in range(1000):
        damaged = bytearray(good[: rng.randrange(len(good))] if number % 3 == 0 else good)
        for _byte in range(rng.choice((1, 1, 3, 40)) if damaged and number % 3 else 0):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        (folder / f"n{number}.mo").write_bytes(damaged)
        try:
            set_language(f"n{number}")
        except LanguageFileError:
            continue
        finally:
            (folder / f"n{number}.mo").unlink()  # every other file would be listed again and again
        for context, template, _translation in ENTRIES:
            one, *more = (template,) if isinstance(template, str) else template
            details = dict.fromkeys(("tokens", "first", "last", "thing"), "x")
            for count in (0, 1, 2, 5) if more else (1,):
                plural = more[0] if more else None
                str(Message(one, {"count": count, **details}, plural=plural, count=count, context=context))


# --- the choice of a language, and the pseudo-language ---------------------------------------------------------------

SENTENCES = [
    "Take exactly {allowed} different colours, or two alike from a pile of four or more.",
    "the following arguments are required: %s",
    "argument %(argument_name)s: %(message)s",
    "{points:.1f} points",
]


def fields(template: str) -> list[tuple[str | None, str | None]]:
    return [(name, spec) for _words, name, spec, _conversion in Formatter().parse(template)]


def test_pseudo_language_is_a_third_longer_without_wide_letters_and_preserves_placeholders() -> None:
    for sentence in SENTENCES:
        assert fields(disguised(sentence)) == fields(sentence)
    assert "x" in disguised(SENTENCES[1]) % ("x",)
    assert "x" in disguised(SENTENCES[2]) % {"argument_name": "x", "message": "x"}
    sentence = SENTENCES[0].replace("{allowed}", "")
    letters = sum(map(str.isalpha, sentence))
    assert len(disguised(sentence)) == len(sentence) + letters // 3
    assert wcswidth(disguised(sentence)) == len(disguised(sentence))


def test_remaining_english_is_found_even_inside_a_message() -> None:
    with pseudo_language():
        assert english_left(str(N_("Take {tokens} from the bank.", tokens="W2 *1")), ["W2"]) == []
        english = f"{N_('card')}s, and {N_('a {colour} gem', colour='white')}"
        assert english_left(english) == [f"{N_('card')}s", "and", "white"]


# --- the language at the start ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_BE@euro"}, "fr"),
        ({"LANG": "frr_DE"}, "en"),
        ({"LANG": "../fr"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "en_GB"}, "fr"),
        ({"LC_ALL": "C", "LC_MESSAGES": "fr_FR", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "tlh", "LANG": "fr_FR"}, "en"),
        ({"LANGUAGE": "de:fr", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANGUAGE": "de_AT:en_GB:fr", "LANG": "fr_FR"}, "en"),
        ({"LANGUAGE": "fr_CA.UTF-8", "LANG": "en_US"}, "fr"),
        ({"LANGUAGE": "de", "LANG": "fr_FR"}, "fr"),
        ({"LANGUAGE": "fr", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "fr"}, "fr"),
    ],
)
def test_system_language_is_taken_from_the_locale(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language


def test_english_and_every_language_with_a_file_is_named_in_that_language() -> None:
    assert languages() == (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.po")))
    names = {language: language_name(language) for language in languages()}
    assert names["en"] == "English"
    assert names["fr"] == "Français"
    assert len({*names.values()}) == len(names)


def test_language_is_chosen_by_code_or_by_the_system(folder: Path) -> None:
    (folder / "de.mo").write_bytes(compiled(GOOD))
    assert switch_language("de", {}) is None
    assert str(N_("Take")) == "Nimm"
    assert switch_language(OF_THE_SYSTEM, {"LANG": "en_GB"}) is None
    assert str(N_("Take")) == "Take"
    assert switch_language(OF_THE_SYSTEM, {"LANG": "de_AT"}) is None
    assert str(N_("Take")) == "Nimm"
    for unknown in ("fr", "", "../../etc", "EN"):
        with pytest.raises(UnknownLanguageError):
            switch_language(unknown, {})
    assert str(N_("Take")) == "Nimm"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        compiled(GOOD)[:100],
        compiled(GOOD).replace(b"plural=0", b"plural=("),
        compiled(GOOD).replace(b"plural=0", b"plural=q"),
        compiled(GOOD).replace(b"plural=0;", b"plural=1%n"),
    ],
)
def test_damaged_language_file_is_reported_and_english_is_used(folder: Path, content: bytes) -> None:
    switch_language("pseudo", {})
    (folder / "xx.mo").write_bytes(content)
    assert str(switch_language("xx", {})) == "The language file xx.mo is damaged; the program uses English."
    assert str(N_("Take")) == "Take"
    assert language_name("xx") == "xx"
    (folder / "yy.mo").mkdir()
    assert "yy.mo is damaged" in str(switch_language("yy", {}))
