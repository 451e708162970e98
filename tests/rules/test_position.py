"""Positions as text: what is written is read back, and impossible positions are refused. Digests cover the full position."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.errors import PositionError
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.position import MAX_TEXT, format_position, parse_position
from splendor_tui.rules.state import Phase, State, new_game
from splendor_tui.rules.turn import advance
from splendor_tui.rules.view import View, determinize, view
from tests.rules.card_sets import card_set
from tests.rules.invariants import assert_invariants
from tests.rules.random_play import random_games
from tests.rules.tables import lay, play, tokens

GRID = "grid 1-05 1-09 1-13 1-02 2-05 2-09 2-11 2-20 3-01 3-07 3-12 3-18"
NOBLES = "nobles charles-v mary-stuart machiavelli"
ANN = "W2 U1 *1 cards 1-12 1-17 reserved 2-07 1-30?"
BO = "K3 cards 1-03 reserved ?2"
SEEN = f"seat 0 main round 6 ply 10 viewer 0 / {GRID} / {NOBLES} / {ANN} / {BO}"


@cache
def random_text(number: int, catalogue: Catalogue) -> tuple[str, Catalogue]:
    """A position of the game with this number from a random point of view, and its cards."""
    rng = Random(f"position {number}")
    states = [ply.after for ply in random_games([number], catalogue)]
    state = rng.choice([states[-1], rng.choice(states), rng.choice(states)])
    viewers = [None, *range(len(state.players))]
    known = state if rng.random() < 0.3 else view(state, rng.choice(viewers))
    return format_position(known), state.catalogue


def refusal(text: str, catalogue: Catalogue) -> str:
    """The error message for invalid text."""
    with pytest.raises(PositionError) as error:
        parse_position(text, catalogue)
    return str(error.value)


# --- reading back ------------------------------------------------------------------------------------------------------


def test_bank_decks_points_and_bonuses_follow_from_the_rest(catalogue: Catalogue) -> None:
    seen = parse_position(SEEN, catalogue)
    assert isinstance(seen, View)
    assert (seen.bank, seen.gold) == tokens("W2 U3 G4 R4 K1 *4")
    assert seen.deck_counts == (40 - 4 - 4, 30 - 4 - 2, 20 - 4)
    assert [player.points for player in seen.players] == [0, 0]
    assert seen.players[0].bonuses == catalogue.cards_by_id["1-12"].bonus_gem + catalogue.cards_by_id["1-17"].bonus_gem
    assert not seen.final_round


def test_views_and_states_parse_back_unchanged(catalogue: Catalogue) -> None:
    rng = Random("read back")
    for ply in random_games(range(40), catalogue):
        state = ply.after
        if rng.random() < (0.95 if state.phase is Phase.MAIN else 0.5):
            continue
        back = parse_position(format_position(state), state.catalogue)
        assert isinstance(back, State)
        assert digest(back) == digest(state)
        assert format_position(back) == format_position(state)
        for viewer in (None, *range(len(state.players))):
            seen = view(state, viewer)
            assert parse_position(format_position(seen), state.catalogue) == seen


def test_byte_order_mark_order_of_tokens_and_white_space_do_not_matter(catalogue: Catalogue) -> None:
    written = SEEN.replace("W2 U1 *1", "*1 U1 W2").replace("round 6 ply 10", "ply 10 round 6")
    assert parse_position("\ufeff" + written.replace(" / ", "/").replace(" ", "\n\t"), catalogue) == parse_position(
        SEEN, catalogue
    )


@pytest.mark.parametrize(
    ("options", "head"),
    [
        (GameOptions(2), "seat 0 main /"),
        (GameOptions(3, target=21), "seat 0 main target 21 /"),
        (GameOptions(4, tie_seat=0), "seat 0 main tie 0 /"),
    ],
)
def test_only_unusual_values_are_written(catalogue: Catalogue, options: GameOptions, head: str) -> None:
    text = format_position(new_game(catalogue, options, 1))
    assert text.startswith(head)
    assert text.split(" / ")[3:-1] == ["0"] * options.players


# --- points of view ----------------------------------------------------------------------------------------------------


def test_blind_reserve_is_named_only_to_its_owner() -> None:
    state = play(lay(nobles="henry-viii mary-stuart charles-v"), "reserve deck 1", "reserve 2-01")
    assert " / *1 reserved 1-05? / *1 reserved 2-01" in format_position(view(state, 0))
    assert " / *1 reserved ?1 / *1 reserved 2-01" in format_position(view(state, 1))
    assert " / *1 reserved ?1 / *1 reserved 2-01" in format_position(view(state, None))
    assert " / *1 reserved 1-05? / *1 reserved 2-01 / decks 1-06 3-" not in format_position(view(state, 0))
    assert format_position(state).endswith(" / *1 reserved 1-05? / *1 reserved 2-01 / decks 1-06")


# --- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (SEEN, "", "Part 1: found ''; it begins with 'seat'."),
        ("grid", "table", "Part 2: found 'table 1-05 1-09 1-13 1-02 2-05 2-09 2-11 2-20 3-01 3-07 3-12…'; it begins"),
        (f" / {BO}", "", "A position has 2 to 4 players, not 1."),
        (SEEN, SEEN + " / 0 / 0 / 0", "A position has 2 to 4 players, not 5."),
        (SEEN, "x" * (MAX_TEXT + 1), "A position has at most 4000 characters."),
        ("seat 0", "seat 2", "First part: found '2'; 'seat' needs a number from 0 to 1."),
        ("main", "buy", "First part: found 'buy'; the phase is main, return, noble or over."),
        ("round 6", "round 6 round 6", "First part: found 'round'; each of the words"),
        ("ply 10", "ply 010", "First part: found '010'; 'ply' needs a number from 0 to 9999."),
        ("ply 10", "ply ١", "First part: found '١'; 'ply' needs a number from 0 to 9999."),
        ("ply 10", "passes 3", "First part: found '3'; 'passes' needs a number from 0 to 2."),
        (" 3-18", "", "The grid has 12 places, not 11; - is an empty one."),
        ("1-05", "1-99", "Grid: found '1-99'; a card is named by its level and number, like 2-07."),
        ("1-05", "2-30", "Grid: found '2-30'; place 1 is for a level 1 card."),
        ("1-05", "1-12", "Seat 0: found '1-12'; it is already in the position."),
        ("charles-v", "Charles", "Nobles: found 'Charles'; a noble is named by its id, like charles-v."),
        ("machiavelli", "charles-v", "Nobles: found 'charles-v'; it is already in the position."),
        ("W2 U1 *1", "0 W2", "Seat 0: found '0 W2'; tokens come first: W2 *1, 0 or forfeited."),
        (BO, "cards 1-03 K3", "Seat 1: found ''; tokens come first: W2 *1, 0 or forfeited."),
        ("?2", "2-01?", "Seat 1: found '2-01?'; write it like ?2."),
        ("1-30?", "?1", "Seat 0: found '?1'; write it like 2-07?."),
        (SEEN, SEEN + " / decks", "A position has either a viewer or decks, not both: no viewer knows the decks."),
        # Valid text, but an impossible position:
        ("W2", "W5", "The players hold W5, but the game has only W4."),
        ("K3 cards", "K3 *5 cards", "The players hold *6, but the game has only *5."),
        ("W2 U1 *1", "W4 U4 G3", "Seat 0 cannot hold 11 tokens in phase main."),
        ("0 main", "0 return", "Seat 0 cannot hold 4 tokens in phase return."),
        ("0 main", "0 over", "Phase over contradicts"),
        ("1-09", "-", "Place 2 of level 1 is empty, but its deck is not."),
        ("?2", "?2 ?1 ?3 ?3", "Seat 1 has more than 3 reserved cards."),
        (" machiavelli", "", "A game with 2 players has 3 nobles, not 2."),
        ("K3 cards 1-03", "forfeited", "Phase main contradicts"),
        ("ply 10", "passes 2 idle 2 ply 10", "Phase main contradicts"),
    ],
)
def test_invalid_text_or_impossible_view_gets_the_place_and_the_reason(
    catalogue: Catalogue, old: str, new: str, sentence: str
) -> None:
    assert refusal(SEEN.replace(old, new, 1), catalogue).startswith(sentence)


BOX = card_set()
WHOLE = (
    "seat 0 main / grid 1-01 1-02 1-03 1-04 2-01 2-02 2-03 2-04 3-01 - - - / nobles mary-stuart charles-v / "
    "0 cards 1-06 nobles henry-viii / 0 cards 3-02 3-03 / decks 1-05 2-05"
)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({" 2-05": ""}, "The card 2-05 is not in the position."),
        ({"1-05 2-05": "1-05 1-05"}, "Decks: found '1-05'; it is already in the position."),
        ({"3-03": "reserved ?3", "0 main": "1 main"}, "Seat 1: found '?3'; write it like 2-07?"),
        ({"3-03": "3-03 reserved ?3", " / decks 1-05 2-05": ""}, "Level 3 has only 0 unseen cards."),
        ({"1-06 ": "1-05 ", "decks 1-05": "decks 1-06"}, "Seat 0 has too few cards for the noble henry-viii."),
        ({"0 main": "1 main target 10"}, "Phase main contradicts"),
        ({"0 main": "0 over target 10"}, "Phase over contradicts"),
        ({"0 cards 1": "forfeited cards 1", "0 cards 3": "forfeited cards 3"}, "Phase main contradicts"),
        ({"0 main": "0 return passes 1 idle 1", "0 cards": "W4 U4 G3 cards"}, "Phase return contradicts"),
    ],
)
def test_impossible_state_gets_the_reason(changes: dict[str, str], sentence: str) -> None:
    assert refusal(changed(changes), BOX).startswith(sentence)


@pytest.mark.parametrize(
    "changes",
    [
        {"0 main": "0 main target 11"},
        {"0 main": "1 over target 10"},
        {"0 main": "1 over passes 2 idle 2"},
        {"0 main": "1 over ply 4900"},
        {"0 main": "0 main passes 1 idle 1"},
        {"0 main": "0 over", "0 cards": "forfeited cards"},
        {"0 main": "1 main target 10", "1-06 nobles": "1-06 3-02 3-03 nobles", "/ 0 cards 3-02 3-03": "/ 0"},
    ],
)
def test_unusual_position_is_possible(changes: dict[str, str]) -> None:
    parse_position(changed(changes), BOX)


def changed(changes: dict[str, str]) -> str:
    """The small complete position, with the first occurrence of each string replaced."""
    text = WHOLE
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_noble_may_be_named_like_a_part() -> None:
    cards = card_set(nobles="cards 3 W1\nnobles 3 U1\ndecks 3 G1\ngrid 3 K1")
    text = f"{WHOLE.partition('nobles')[0]}nobles decks nobles / 0 cards 1-06 nobles cards / 0 cards 3-02 3-03 / decks 1-05 2-05"
    assert format_position(parse_position(text, cards)) == text


@pytest.mark.parametrize(("line", "final"), [(None, False), ("noble mary-stuart", True), ("forfeit", False)])
def test_final_round_begins_after_a_turn_that_ended_with_the_target(line: str | None, final: bool) -> None:
    position = parse_position(
        "seat 0 noble target 2 / grid 1-01 1-02 1-03 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 - / "
        "nobles henry-viii mary-stuart charles-v / 0 cards 1-06 2-05 / 0 / 0 / decks 1-05",
        BOX,
    )
    assert isinstance(position, State)
    state = play(position, line) if line else position
    assert state.final_round is final
    again = parse_position(format_position(state), BOX)
    assert isinstance(again, State)
    assert digest(again) == digest(state)


# --- fuzzing -----------------------------------------------------------------------------------------------------------

SCRAPS: list[str] = [
    *"WUGRK*?-/0123456789 ", "W9", "?2", "1-05", "2-05?", "decks", "forfeited", "nobles", "reserved", "cards", "charles-v",
    "over", "return", "noble", "main", "viewer 1", "passes 1", "idle 3", "target 3", "tie 1", "ply 4900", " / ",
]  # fmt: skip


def spoiled(text: str, rng: Random) -> str:
    """The text with one small error, as made by a careless typist or a hostile program."""
    words = text.split()
    place, other = rng.randrange(len(words)), rng.randrange(len(words))
    match rng.randrange(7):
        case 0:
            words[place] = rng.choice(SCRAPS)
        case 1:
            del words[place]
        case 2:
            words.insert(place, rng.choice(SCRAPS))
        case 3:
            words[place], words[other] = words[other], words[place]
        case 4:
            words[place] = words[other]
        case 5:
            parts = text.split(" / ")
            rng.shuffle(parts)
            return " / ".join(parts)
        case _:
            at = rng.randrange(len(text))
            return text[:at] + rng.choice(SCRAPS) + text[at + rng.randrange(3) :]
    return " ".join(words)


@settings(deadline=None, max_examples=400)
@given(number=st.integers(0, 10_000), accidents=st.integers(1, 4))
def test_damaged_position_gets_an_error_or_is_playable(catalogue: Catalogue, number: int, accidents: int) -> None:
    text, cards = random_text(number % 200, catalogue)
    rng = Random(number)
    for _accident in range(accidents):
        text = spoiled(text, rng)
    found = read(text, cards)
    if isinstance(found, PositionError):
        assert str(found).isprintable()
        assert str(found).endswith(".")
        assert len(str(found)) < 400
        return
    assert format_position(parse_position(format_position(found), cards)) == format_position(found)
    state = found if isinstance(found, State) else determinize(found, rng)
    for _ply in range(5):
        assert_invariants(state)
        if state.phase is Phase.OVER:
            break
        advance(state, rng.choice(legal_actions(state)))


def read(text: str, cards: Catalogue) -> View | State | PositionError:
    """The position, or the error."""
    try:
        return parse_position(text, cards)
    except PositionError as error:
        return error


@given(st.text(st.characters(), max_size=200))  # without an alphabet, it would first encode every character
@example("seat \x1b[2J")
@example("seat 0 main / grid \u202e")
@example("\ud800")
def test_random_text_gets_an_error_without_control_characters(catalogue: Catalogue, text: str) -> None:
    assert refusal(text, catalogue).isprintable()


# --- the documentation -------------------------------------------------------------------------------------------------


PAGE = (Path(__file__).parents[2] / "docs" / "position.md").read_text(encoding="utf-8")
PRINTED = re.findall(r"^(seat .+)$|`(seat [^`]+)`", PAGE, re.MULTILINE)


@pytest.mark.parametrize("printed", [block or inline for block, inline in PRINTED])
def test_documented_position_is_formatted_as_printed(catalogue: Catalogue, printed: str) -> None:
    assert format_position(parse_position(printed, catalogue)) == printed


def test_all_documented_positions_are_found() -> None:
    assert len(PRINTED) == 4
    assert PRINTED[0][0] == SEEN


@pytest.mark.parametrize(("old", "new"), [("1-05", "2-30"), ("K3", "W0")])
def test_documented_error_is_the_message(catalogue: Catalogue, old: str, new: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(SEEN.replace(old, new), catalogue)
    assert str(error.value) in PAGE.splitlines()


def test_digest_covers_the_deck_order_but_not_the_order_of_dealt_cards() -> None:
    one = lay(("1-01 1-02 1-03 1-04 1-05 1-06", "", ""))
    other = lay(("1-01 1-02 1-03 1-04 1-06 1-05", "", ""))
    assert digest(one) != digest(other)
    other.decks = (other.decks[0][:4][::-1] + one.decks[0][4:], *other.decks[1:])
    assert digest(one) == digest(other)
