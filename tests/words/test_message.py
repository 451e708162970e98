import pickle
from dataclasses import dataclass
from typing import Any

import pytest

from splendor_tui.words import (
    N_,
    NN_,
    NNP_,
    NP_,
    Message,
    MessageError,
    Piece,
    either,
    enumerated,
    listed,
)
from splendor_tui.words.languages import set_language
from tests.words.pseudo import english_left, pseudo_language


@dataclass
class Thing:
    """A detail that supplies its own text."""

    name: str

    def describe(self) -> Message:
        return N_("a {name}", name=self.name)


def test_message_fills_in_its_template() -> None:
    assert str(N_("You hold {held} tokens.", held=12)) == "You hold 12 tokens."
    assert str(N_("{name} wins", name="{0.__class__} {x}")) == "{0.__class__} {x} wins", (
        "braces in a value mean nothing"
    )
    assert str(N_("{thing:>7}|{word:5}|", thing=Thing("card"), word=N_("gem"))) == " a card|gem  |"
    texts = [str(NN_("{count} card", "{count} cards", number)) for number in (0, 1, 2)]
    assert texts == ["0 cards", "1 card", "2 cards"]


def test_message_is_shown_in_the_current_language() -> None:
    message = N_("The {colour} pile is empty.", colour=NP_("pile", "white"))
    error = MessageError(message)
    before = str(message)
    with pseudo_language():
        during = str(message)
        assert str(error) == during
    assert before == str(message) == str(error) == "The white pile is empty."
    assert english_left(during) == []


def test_numbers_have_the_decimal_point_of_the_language() -> None:
    message = N_("{points:.1f} points, {rank:>3}", points=2.25, rank=1)
    assert str(message) == "2.2 points,   1"
    assert list(message.pieces()) == [Piece("", "points", "2.2"), Piece(" points, ", "rank", "  1")]
    set_language("fr")
    assert str(message) == "2,2 points,   1"


def test_pieces_keep_details_unformatted() -> None:
    card = Thing("card")
    pieces = [Piece("You drew ", "card", card), Piece(".", "", None)]
    assert list(N_("You drew {card}.", card=card).pieces()) == pieces


def test_messages_with_the_same_words_and_details_are_equal() -> None:
    assert NN_("{count} card", "{count} cards", 2) == NN_("{count} card", "{count} cards", 2)
    different: list[Any] = [N_("a"), N_("b"), NP_("x", "a"), N_("a", x=1), NN_("a", "b", 1), NN_("a", "b", 2), "a"]
    assert all((one == other) == (one is other) for one in different for other in different)
    assert len({N_("a", x=1), N_("a", x=1), N_("b")}) == 2


def test_message_can_be_pickled() -> None:
    message = NNP_("deck", "{count} card, {name}", "{count} cards, {name}", 2, name=NP_("pile", "white"))
    assert pickle.loads(pickle.dumps(message)) == message  # noqa: S301 - what was just written


def test_english_lists() -> None:
    for things, texts in (
        (["Ann"], ["Ann", "Ann", "Ann"]),
        (["Ann", "Bo"], ["Ann and Bo", "Ann or Bo", "Ann, Bo"]),
        (["Ann", "Bo", "Cy", 4], ["Ann, Bo, Cy and 4", "Ann, Bo, Cy or 4", "Ann, Bo, Cy, 4"]),
    ):
        assert [str(join(things)) for join in (listed, either, enumerated)] == texts
    for join in (listed, either, enumerated):
        with pytest.raises(ValueError, match="empty"):
            join([])
