"""Notation: one line per action, which parses back to the same action. Any other line causes an error message with advice."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.errors import InvalidActionError
from splendor_tui.rules.gems import NO_GEMS, pack
from splendor_tui.rules.notation import begins_turn, format_action, parse_action
from tests.rules.card_sets import card_set

BOX = card_set()
CARD = BOX.cards_by_id["1-02"]
LINES: list[tuple[str, Action]] = [
    ("take W U G", Take(pack([1, 1, 1, 0, 0]))),
    ("take R R", Take(pack([0, 0, 0, 2, 0]))),
    ("take U", Take(pack([0, 1, 0, 0, 0]))),
    ("reserve 1-02", Reserve(CARD)),
    ("reserve deck 3", ReserveTop(3)),
    ("buy 1-02 W2 K3 *1", Buy(CARD, pack([2, 0, 0, 0, 3]), 1)),
    ("buy 1-02 *3", Buy(CARD, NO_GEMS, 3)),
    ("buy 1-02", Buy(CARD, NO_GEMS, 0)),
    ("return W1 *1", Return(pack([1, 0, 0, 0, 0]), 1)),
    ("return U1 G1 R1", Return(pack([0, 1, 1, 1, 0]), 0)),
    ("noble charles-v", ChooseNoble(BOX.nobles_by_id["charles-v"])),
    ("pass", Pass()),
    ("forfeit", Forfeit()),
]
WORDS = [*"WUGRK*", "W1", "*2", "deck", "1-02", "charles-v", "take", "reserve", "buy", "return", "noble", "pass"]
CHARACTERS = st.characters()  # without an alphabet, each process would first encode every character
OF_TAKE = "expected one to three of the letters W U G R K after 'take'"
OF_TOKENS = "write tokens as a letter (W U G R K *) and a number from 1 to 9, each letter once, like W2 *1"
OF_CARDS = "a card is named by its level and number, like 2-07"
OF_DECKS = "expected level 1, 2 or 3 after 'reserve deck'"
OF_NOBLES = "a noble is named by its id, like charles-v"
OF_LINES = (
    "expected 'take W U G', 'reserve 2-07', 'reserve deck 3', 'buy 3-12 W2 K3 *1', 'return W1 *1', "
    "'noble charles-v', 'pass' or 'forfeit'"
)


@pytest.mark.parametrize(("line", "action"), LINES)
def test_every_action_is_one_line_and_a_main_action_begins_a_turn(line: str, action: Action) -> None:
    assert format_action(action) == line
    assert parse_action(line, BOX) == action
    assert begins_turn(line) is isinstance(action, Take | Reserve | ReserveTop | Buy | Pass)


def test_letters_may_be_in_any_order() -> None:
    assert parse_action("take G W U", BOX) == parse_action("take W U G", BOX)
    assert parse_action("return *1 W1", BOX) == parse_action("return W1 *1", BOX)


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("take", OF_TAKE),
        ("take w", OF_TAKE),
        ("take W  U", OF_TAKE),
        ("take W U G R", OF_TAKE),
        ("take W U G\n", OF_TAKE),
        ("reserve 1-99", OF_CARDS),
        ("reserve １-02", OF_CARDS),
        ("reserve deck 0", OF_DECKS),
        ("reserve deck 4", OF_DECKS),
        ("reserve deck ３", OF_DECKS),
        ("buy 9-99", OF_CARDS),
        ("buy 1-02 W0", OF_TOKENS),
        ("buy 1-02 W10", OF_TOKENS),
        ("buy 1-02 W1 W1", OF_TOKENS),
        ("buy 1-02 W²", OF_TOKENS),
        ("buy 1-02 W-1", OF_TOKENS),
        ("return X1", OF_TOKENS),
        ("noble 1-02", OF_NOBLES),
        ("noble Charles V", OF_LINES),
        ("reserve", OF_LINES),
        ("pass on", OF_LINES),
        ("pass\n", OF_LINES),
        ("", OF_LINES),
        ("take W U G" + " " * 71, "a line has at most 80 characters"),
    ],
)
def test_invalid_line_gets_the_allowed_forms(line: str, allowed: str) -> None:
    with pytest.raises(InvalidActionError) as error:
        parse_action(line, BOX)
    quoted = line if len(line) <= 60 else line[:60] + "…"
    assert str(error.value) == f"Found {quoted!r}; {allowed}."


@given(
    st.text(CHARACTERS) | st.lists(st.sampled_from(WORDS) | st.text(CHARACTERS, max_size=4), max_size=6).map(" ".join)
)
@example("take \x1b[2J")
@example("buy \u202e1-02")
@example("\ud800")
def test_any_text_is_an_action_or_gets_an_error_without_control_characters(line: str) -> None:
    found = read(line)
    if isinstance(found, InvalidActionError):
        assert str(found).isprintable()
    else:
        assert parse_action(format_action(found), BOX) == found
        assert len(format_action(found)) <= 80


def read(line: str) -> Action | InvalidActionError:
    """The action in a line, or the error."""
    try:
        return parse_action(line, BOX)
    except InvalidActionError as error:
        return error
