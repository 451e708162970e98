"""A language is a single file, as translators write it. Faulty entries fall back to English."""

from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from babel.messages import Catalog
from babel.messages.pofile import PoFileError, write_po

from hatch_build import LANGUAGES, compile_languages, compiled
from splendor_tui.words import N_, NN_, NNP_, NP_, Message, language_files, listed
from splendor_tui.words.language_files import ENGLISH, LanguageFileError, languages, set_language

LONG = 'A line that is so long that it is written in several, with a "quote", a \\ and\na second line, about {thing}.'
ENTRIES = (
    (None, "Take {tokens}.", "Prendre {tokens}."),
    (None, ("{count} card", "{count} cards"), ("{count} carte", "{count} cartes")),
    ("pile", "white", "blanche"),
    ("hand", ("{count} card", "{count} cards"), ("{count} carte en main", "{count} cartes en main")),
    ("list of two", "{first} and {last}", "{first} et {last}"),
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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(language_files, "FOLDER", tmp_path)
    return tmp_path


def use_language(folder: Path, entries: str) -> None:
    """Use a new language with these entries."""
    (folder / "xx.po").write_text(
        f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n{entries}', encoding="utf-8"
    )
    compile_languages(folder)
    set_language("xx")


def test_language_file_is_used(folder: Path) -> None:
    (folder / "fr.po").write_text(po_file(), encoding="utf-8")
    compile_languages(folder)
    set_language("fr")
    assert languages() == (ENGLISH, "fr")
    assert str(N_("Take {tokens}.", tokens="W1")) == "Prendre W1."
    assert str(listed(["Ann", "Bo"])) == "Ann et Bo"
    assert str(NP_("pile", "white")) == "blanche"
    assert str(N_(LONG, thing=N_("Not translated."))).startswith("A LINE THAT IS SO LONG")
    assert [str(NN_("{count} card", "{count} cards", number)) for number in (0, 2)] == ["0 carte", "2 cartes"]
    assert str(NNP_("hand", "{count} card", "{count} cards", 3)) == "3 cartes en main"


def test_empty_and_fuzzy_translations_stay_english(folder: Path) -> None:
    (folder / "fr.po").write_text(po_file(), encoding="utf-8")
    compile_languages(folder)
    set_language("fr")
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


def test_translation_without_the_argument_of_argparse_stays_english(folder: Path) -> None:
    use_language(folder, '#, python-format\nmsgid "not %s"\nmsgstr "nicht %(name)s"\n')
    assert str(N_("not %s")) == "not %s"


def test_invalid_po_file_cannot_be_compiled() -> None:
    with pytest.raises(PoFileError):
        compiled("msgid Take")


def test_compiled_languages_match_their_sources() -> None:
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
        for context, template, _translation in ENTRIES:
            one, *more = (template,) if isinstance(template, str) else template
            details = dict.fromkeys(("tokens", "first", "last", "thing"), "x")
            for count in (0, 1, 2, 5):
                str(
                    Message(
                        one, {"count": count, **details}, plural=more[0] if more else None, count=count, context=context
                    )
                )
