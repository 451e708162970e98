"""Every message can be translated: it is in the template, and has usable placeholders."""

from string import Formatter
from textwrap import dedent
from typing import NamedTuple

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from splendor_tui.inputs.assets import load_catalogue
from tests.words.template import TEMPLATE, extracted, sentences_in


class Sentence(NamedTuple):
    """A translator's entry. It has two forms if it depends on a number."""

    context: str | None
    forms: tuple[str, ...]
    comments: tuple[str, ...]


def sentences(catalog: Catalog) -> list[Sentence]:
    return [
        Sentence(
            entry.context, (entry.id,) if isinstance(entry.id, str) else tuple(entry.id), tuple(entry.auto_comments)
        )
        for entry in catalog
        if entry.id
    ]


def details(text: str) -> list[tuple[str, str | None]]:
    return [(name, conversion) for _words, name, _spec, conversion in Formatter().parse(text) if name is not None]


@pytest.fixture(scope="module")
def found() -> list[Sentence]:
    """The messages of the source."""
    return sentences(extracted())


def test_template_has_exactly_the_messages_of_the_source(found: list[Sentence]) -> None:
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


def test_placeholders_are_plain_names(found: list[Sentence]) -> None:
    """Placeholders are names in braces, without `!r`, attributes or positions.

    The learning game names cards and nobles by their ids.
    """
    catalogue = load_catalogue()
    things = {*catalogue.cards_by_id, *catalogue.nobles_by_id}
    texts = [text for sentence in found for text in sentence.forms]
    assert len(texts) > 300
    for text in texts:
        for name, conversion in details(text):
            assert (name.isidentifier() or name in things, conversion) == (True, None), text


def test_plural_form_has_all_placeholders_of_the_singular(found: list[Sentence]) -> None:
    """A language may use either form for any number."""
    plurals = [sentence.forms for sentence in found if len(sentence.forms) == 2]
    assert plurals
    for one, many in plurals:
        assert set(details(one)) <= set(details(many)), many
