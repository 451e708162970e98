"""A language is one file, as translators write it: languages/fr.po."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import write_po

from splendor_tui.words import N_, NN_, NNP_, NP_, current_language, listed
from splendor_tui.words.current_language import ENGLISH, speak
from splendor_tui.words.po_file import PoFile

LONG = 'A line that is so long that it is written in several, with a "quote", a \\ and\na second line, about {thing}.'


def written(locale: str, *entries: tuple[str | None, str | tuple[str, ...], str | tuple[str, ...]]) -> str:
    """A file as Babel, and so a translator's tool, writes it."""
    catalog = Catalog(locale=locale)
    for context, template, translation in entries:
        catalog.add(template, translation, context=context, auto_comments=["Translators: a note"])
    content = BytesIO()
    write_po(content, catalog, width=60)
    return content.getvalue().decode()


FRENCH = written(
    "fr",
    (None, "Take {tokens}.", "Prendre {tokens}."),
    (None, ("{count} card", "{count} cards"), ("{count} carte", "{count} cartes")),
    ("pile", "white", "blanche"),
    ("hand", ("{count} card", "{count} cards"), ("{count} carte en main", "{count} cartes en main")),
    ("list of two", "{first} and {last}", "{first} et {last}"),
    (None, LONG, LONG.upper().replace("{THING}", "{thing}")),
    (None, "Not translated.", ""),
)


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """French is in the folder of the languages, and in force."""
    (tmp_path / "fr.po").write_text(FRENCH, encoding="utf-8")
    monkeypatch.setattr(current_language, "FOLDER", tmp_path)
    speak("fr")
    yield
    speak(ENGLISH)


@pytest.mark.usefixtures("french")
def test_a_file_is_a_language_that_can_be_spoken() -> None:
    assert current_language.languages() == (ENGLISH, "fr")
    assert str(N_("Take {tokens}.", tokens="W1")) == "Prendre W1."
    assert str(listed(["Ann", "Bo"])) == "Ann et Bo"
    assert str(NP_("pile", "white")) == "blanche"
    assert str(N_(LONG, thing=N_("Not translated."))).startswith("A LINE THAT IS SO LONG")


@pytest.mark.usefixtures("french")
def test_what_is_not_translated_stays_english() -> None:
    assert str(N_("Not translated.")) == "Not translated."
    assert str(NP_("another meaning", "white")) == "white"
    assert [str(NN_("{count} egg", "{count} eggs", number)) for number in (1, 2)] == ["1 egg", "2 eggs"]


def test_the_language_has_its_own_rule_for_numbers() -> None:
    french = PoFile(FRENCH)
    assert [french.ngettext("{count} card", "{count} cards", number)[8:] for number in (0, 1, 2)] == [
        "carte",
        "carte",
        "cartes",
    ]
    assert french.npgettext("hand", "{count} card", "{count} cards", 2) == "{count} cartes en main"
    polish = PoFile(written("pl", (None, ("{count} card", "{count} cards"), ("karta", "karty", "kart"))))
    found = [polish.ngettext("{count} card", "{count} cards", number) for number in (1, 2, 5, 12, 22)]
    assert found == ["karta", "karty", "kart", "kart", "karty"]


def test_what_a_tool_has_only_guessed_is_not_shown() -> None:
    guessed = '#, fuzzy\nmsgid "Take"\nmsgstr "Rendre"\n\n#~ msgid "Gone"\n#~ msgstr "Parti"\n\nmsgid "Buy"\nmsgstr "Acheter"\n'
    translation = PoFile(guessed)
    assert [translation.gettext(text) for text in ("Take", "Gone", "Buy")] == ["Take", "Gone", "Acheter"]


@pytest.mark.parametrize(
    "said", ["{n:.1f} Karten", "{cards!r} Karten", "{n} von {all}", "{n Karten", "}", "{n} %s", "{n.__class__}"]
)
def test_a_translation_with_other_details_than_its_sentence_is_not_shown(said: str) -> None:
    """It could not be filled in."""
    translation = PoFile(f'msgid "{{n}} cards"\nmsgstr "{said}"\n')
    assert translation.gettext("{n} cards") == "{n} cards"


def test_a_sentence_lacks_no_form() -> None:
    translation = PoFile('msgid "{count} card"\nmsgid_plural "{count} cards"\nmsgstr[0] "{count} Karte"\n')
    assert translation.ngettext("{count} card", "{count} cards", 2) == "{count} cards"


@pytest.mark.parametrize("text", ["msgid Take", 'msgid "Take', "Take"])
def test_a_text_that_is_no_po_file_is_a_bug(text: str) -> None:
    with pytest.raises(ValueError, match="Take"):
        PoFile(text)


@pytest.mark.usefixtures("french")
def test_a_message_with_number_and_meaning_finds_its_form() -> None:
    assert str(NNP_("hand", "{count} card", "{count} cards", 3)) == "3 cartes en main"
