"""Every packaged language matches the program's messages in forms and details."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

from splendor_tui.presentation.rulebook import rules_in_brief
from splendor_tui.tui.screens.player_details import CAN_BUY
from splendor_tui.tui.widgets.card_faces import CAN
from splendor_tui.words import NN_, language_files
from splendor_tui.words.language_files import ENGLISH, languages, set_language
from tests.words.template import extracted, lesson_sentences, updated

OTHERS = [language for language in languages() if language != ENGLISH]
ARGUMENT = re.compile(r"%(?:\(\w+\))?[a-z]")
HIGH_MARKS = re.compile(r" (?:[:;!?»]|%(?![\w(]))|« ")
CLOSED = (".", "?", ":", "!", "…")


def translated(language: str) -> Catalog:
    with (language_files.FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Yield each translated form with the English form that contains all details."""
    if message.id:
        many = message.id if isinstance(message.id, str) else message.id[-1]
        said = (message.string,) if isinstance(message.string, str) else message.string
        yield from ((many, form) for form in said or () if form)


def all_forms(message: Message) -> bool:
    """Whether there is a form for every number."""
    said = (message.string,) if isinstance(message.string, str) else message.string
    return bool(said) and all(said or ())


def details(text: str) -> set[tuple[str, str | None]]:
    """The placeholders: ours in braces with their formats, and those of argparse."""
    if "{" not in text:
        # A language with its own quotation marks writes %s instead of %r.
        return {(re.sub("r$", "s", name), None) for name in ARGUMENT.findall(text)}
    return {(name, spec) for _words, name, spec, _conversion in Formatter().parse(text) if name is not None}


@pytest.fixture
def french() -> Iterator[None]:
    set_language("fr")
    yield
    set_language(ENGLISH)


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str) -> None:
    found = translated(language)
    lacking = [message.id for message in found if message.id and (message.fuzzy or not all_forms(message))]
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
def test_translation_has_the_same_placeholders(language: str) -> None:
    """The exception is a form for a single number, which may spell the number out."""
    for message in translated(language):
        for english, form in forms(message):
            may_lack = set() if isinstance(message.id, str) else {("count", "")}
            assert details(form) | may_lack == details(english) | may_lack, form


@pytest.mark.parametrize("language", OTHERS)
def test_translation_has_the_same_outer_spaces_and_final_punctuation(language: str) -> None:
    for message in translated(language):
        for english, form in forms(message):
            assert (form.startswith(" "), form.endswith(" ")) == (english.startswith(" "), english.endswith(" ")), form
            assert form.endswith(CLOSED) or not english[1:].endswith(CLOSED), form


def test_french_has_no_breaking_space_before_high_punctuation() -> None:
    for message in translated("fr"):
        for _english, form in forms(message):
            assert not HIGH_MARKS.search(form), form


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


def test_typed_french_apostrophes_become_curved() -> None:
    head = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n'
    old = "msgid \"You cannot take gold; you get it by reserving a card.\"\nmsgstr \"L'or n'est pas 'pris'.\"\n"
    assert "L’or n’est pas 'pris'." in updated(f"{head}\n{old}", "fr")
    for message in translated("fr"):
        for _english, form in forms(message):
            assert not re.search(r"\w'\w", form), "run `make messages`"


@pytest.mark.usefixtures("french")
def test_french_uses_the_singular_for_zero_and_one() -> None:
    cards = [str(NN_("{count} card", "{count} cards", number)) for number in (0, 1, 2)]
    assert cards == ["0 carte", "1 carte", "2 cartes"]


@pytest.mark.parametrize(
    "unidiomatic",
    [
        r"\bd[eu] \{(name|names|rival|player)\}",  # "de Ann"
        r"(?<!on )\bréserve\b(?! de temps)(?! \{held)",  # the rulebook has a bank and reserved cards
        r"gemme",
        r"\bpayable\b|à portée",
        r"assez vu",
        r"ordinateur a dormi",
        r"tout adversaire",
        r"\bpâle",
        r"suspendue",
        r"^gagné$",
        r"^(le )?dernier tour$",
        r"[Rr]ien encore",
        r"n’y a pas de carte\.",
        r"comme indice",
        r"part du disque",
        r"en rond\b",
    ],
)
def test_french_avoids_unidiomatic_phrases(unidiomatic: str) -> None:
    for message in translated("fr"):
        if message.context != "words to type":  # both forms are accepted
            for _english, form in forms(message):
                assert not re.search(unidiomatic, form.replace("\xa0", " ")), form


def test_french_rules_use_the_terms_of_the_rulebook(french: None) -> None:
    assert french is None
    rules = " ".join(map(str, rules_in_brief()))
    for term in ("cartes développement", "points de prestige", "tuile Noble", "si l’égalité demeure"):
        assert term in rules
