"""The template has every message, with usable placeholders, and every packaged language matches it."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from textwrap import dedent

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.presentation.rulebook import rules_in_brief
from splendor_tui.rules.gems import Colour
from splendor_tui.tui.screens.inspect_screen import CAN_BUY
from splendor_tui.tui.widgets.card_faces import CAN
from splendor_tui.words import N_, NN_
from splendor_tui.words.languages import ENGLISH, FOLDER, languages, set_language
from tests.words.template import TEMPLATE, Found, extracted, lesson_sentences, sentences_in, updated

OTHERS = [language for language in languages() if language != ENGLISH]
ARGUMENT = re.compile(r"%(?:\(\w+\))?[a-z]")
HIGH_MARKS = re.compile(r" (?:[:;!?»]|%(?![\w(]))|« ")
CLOSED = (".", "?", ":", "!", "…")


@cache
def translated(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def said(message: Message) -> tuple[str, ...]:
    """The forms of the translation."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def forms(language: str) -> Iterator[tuple[str, str]]:
    """Yield each translated form with the English form that contains all details."""
    for message in translated(language):
        if message.id:
            many = message.id if isinstance(message.id, str) else message.id[-1]
            yield from ((many, form) for form in said(message) if form)


def details(text: str) -> set[tuple[str, str | None]]:
    """The placeholders: ours in braces with their formats, and those of argparse."""
    if "{" not in text:
        # A language with its own quotation marks writes %s instead of %r.
        return {(re.sub("r$", "s", name), None) for name in ARGUMENT.findall(text)}
    return {(name, spec) for _words, name, spec, _conversion in Formatter().parse(text) if name is not None}


def sentences(catalog: Catalog) -> list[Found]:
    """The messages of a template."""
    return [
        Found((one.id,) if isinstance(one.id, str) else tuple(one.id), one.context, tuple(one.auto_comments))
        for one in catalog
        if one.id
    ]


def placeholders(text: str) -> list[tuple[str, str | None]]:
    return [(name, conversion) for _words, name, _spec, conversion in Formatter().parse(text) if name is not None]


@pytest.fixture(scope="module")
def found() -> list[Found]:
    """The messages of the source."""
    return sentences(extracted())


def test_template_has_exactly_the_messages_of_the_source(found: list[Found]) -> None:
    with TEMPLATE.open("rb") as file:
        there = sentences(read_po(file))
    assert there == found, "run `make messages`"


def test_nested_messages_are_found() -> None:
    source = """
    # Translators: Not of gold.
    N_("{number} of {things}", number=f"{NP_('number', 'one')}", things=NN_("{count} card", "{count} cards", 2))
    """
    forms = [(found.context, found.forms) for found in sentences_in(dedent(source))]
    assert forms == [(None, ("{number} of {things}",)), ("number", ("one",)), (None, ("{count} card", "{count} cards"))]
    assert next(sentences_in(dedent(source))).comments == ("Translators: Not of gold.",)


def test_placeholders_are_plain_names_and_a_plural_has_those_of_its_singular(found: list[Found]) -> None:
    """Placeholders are names in braces, without `!r`, attributes or positions. A language may use either form for any number.

    The learning game names cards and nobles by their ids.
    """
    catalogue = load_catalogue()
    things = {*catalogue.cards_by_id, *catalogue.nobles_by_id}
    assert sum(len(sentence.forms) == 2 for sentence in found) > 30
    for sentence in found:
        for text in sentence.forms:
            for name, conversion in placeholders(text):
                assert (name.isidentifier() or name in things, conversion) == (True, None), text
        assert set(placeholders(sentence.forms[0])) <= set(placeholders(sentence.forms[-1])), sentence


# --- the packaged languages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str) -> None:
    found = translated(language)
    lacking = [message.id for message in found if message.id and (message.fuzzy or not all(said(message)))]
    assert lacking == [], "translate these, or leave the file out"
    sentences = {(message.context, message.id) for message in found}
    assert sentences == {(message.context, message.id) for message in extracted()}, "run `make messages`"


def test_updated_file_has_the_current_messages_and_keeps_translations() -> None:
    head = '# A language.\nmsgid ""\nmsgstr ""\n"Language: de\\n"\n'
    old = '#, fuzzy\nmsgid "The game is over."\nmsgstr "Schluss."\n\nmsgid "Gone."\nmsgstr "Weg."\n'
    new = updated(f"{head}\n{old}", "de")
    assert new.startswith(f"{head}\n")
    assert '#, fuzzy\nmsgid "The game is over."\nmsgstr "Schluss."\n' in new
    assert "Gone." not in new
    assert 'msgctxt "verb"\nmsgid "Take"\nmsgstr ""\n' in new
    assert updated(new, "de") == new


@pytest.mark.parametrize("language", OTHERS)
def test_translation_has_the_same_placeholders_outer_spaces_and_final_punctuation(language: str) -> None:
    """A form for a single number may lack the placeholder, because it may spell the number out."""
    plurals = {message.id[-1] for message in translated(language) if not isinstance(message.id, str)}
    for english, form in forms(language):
        may_lack = {("count", "")} if english in plurals else set()
        assert details(form) | may_lack == details(english) | may_lack, form
        assert (form.startswith(" "), form.endswith(" ")) == (english.startswith(" "), english.endswith(" ")), form
        assert form.endswith(CLOSED) or not english[1:].endswith(CLOSED), form


@pytest.mark.parametrize("language", OTHERS)
def test_lesson_quotes_the_translated_screen_texts(language: str) -> None:
    set_language(language)
    shown = {
        "3 short": {str(NN_("{count} short", "{count} short", 3))},
        "can buy": {str(CAN), str(CAN_BUY)},  # on a card, and in the details of a player
    }
    told = set(lesson_sentences())
    quoting = [one for one in translated(language) if one.id in told and "“" in str(one.id)]
    assert {english for one in quoting for english in re.findall("“(.+?)”", str(one.id))} == set(shown)
    for sentence in quoting:
        for english in re.findall("“(.+?)”", str(sentence.id)):
            assert any(words in str(sentence.string) for words in shown[english])


@pytest.mark.parametrize("language", OTHERS)
def test_review_explains_the_letters_of_the_language(language: str) -> None:
    set_language(language)
    english = "{text} means two white gems, {table} on the table. W is white, U blue, G green, R red, K black, * gold."
    explained = re.findall(r"\b([A-Z]) \w", str(N_(english, text="", table="")))
    assert explained == [colour.shown_letter for colour in Colour]


def test_typed_french_apostrophes_become_curved() -> None:
    head = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n'
    old = "msgid \"You cannot take gold; you get it by reserving a card.\"\nmsgstr \"L'or n'est pas 'pris'.\"\n"
    assert "L’or n’est pas 'pris'." in updated(f"{head}\n{old}", "fr")
    assert [form for _english, form in forms("fr") if re.search(r"\w'\w", form)] == [], "run `make messages`"


UNIDIOMATIC = (
    r"\bd[eu] \{(name|names|rival|player)\}",  # "de Ann"
    r"\bque \{(name|names|rival|player)\}(?! (peut|est))",  # "que Ann"; the lesson's rival is no problem
    r"réservée \{card\}",  # a card brings its article
    r"(?<!on )\bréserve\b(?! de temps)(?! \{held)",  # the rulebook has a bank and reserved cards
    r"gemme|\bpayable\b|à portée|assez vu|ordinateur a dormi|tout adversaire|\bpâle|suspendue|part du disque|en rond\b",
    r"^gagné$|^(le )?dernier tour$|[Rr]ien encore|n’y a pas de carte\.|comme indice",
)


def test_french_avoids_unidiomatic_phrases_and_breaking_spaces_before_high_punctuation() -> None:
    assert [form for _english, form in forms("fr") if HIGH_MARKS.search(form)] == []
    for message in translated("fr"):
        if message.context != "words to type":  # both forms are accepted
            for form in said(message):
                assert not re.search("|".join(UNIDIOMATIC), form.replace("\xa0", " ")), form


def test_french_rules_use_the_terms_of_the_rulebook_and_the_singular_for_zero() -> None:
    set_language("fr")
    cards = [str(NN_("{count} card", "{count} cards", number)) for number in (0, 1, 2)]
    assert cards == ["0 carte", "1 carte", "2 cartes"]
    rules = " ".join(map(str, rules_in_brief()))
    for term in ("cartes développement", "points de prestige", "tuile Noble", "si l’égalité demeure"):
        assert term in rules
