"""The exact prompt for every kind of decision. Clickable phrases are in brackets."""

import pytest

from splendor_tui.inputs.choices import next_value
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.prompt import Choice, choice_offers, prompt
from splendor_tui.presentation.selection import keys_now, pick, propose
from splendor_tui.presentation.table_model import NobleSlot, PileSlot
from splendor_tui.rules.actions import Action
from splendor_tui.rules.errors import IllegalActionError, Reason
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.state import Reserved, State
from splendor_tui.rules.view import view
from tests.presentation.choosing import QWERTY, written
from tests.rules.tables import fill_bank, give, lay, lay_locked, own, play

SLOTS = {key: slot for slot, key in QWERTY.items()}


def choice(state: State, picks: str = "", *, undo_is_free: bool = True) -> Choice:
    """The choice of the player to move after these keys. `p` is another payment, and `n0` the first noble."""
    seen = view(state, state.seat)
    selection: Action | None = None
    for key in picks.split():
        if key == "p":
            selection = next_value(propose(seen, selection).payments, selection, 1)
        else:
            slot = NobleSlot(int(key[1:])) if key in ("n0", "n1") else SLOTS[key]
            selection = pick(seen, selection, slot)
    return Choice(seen, "Ann", selection, propose(seen, selection), QWERTY, undo_is_free=undo_is_free)


def says(state: State, picks: str = "", *, undo_is_free: bool = True) -> str:
    return written(prompt(choice(state, picks, undo_is_free=undo_is_free)))


def bank(words: str) -> State:
    """A state whose bank has these tokens."""
    state = lay()
    fill_bank(state, words)
    return state


def holding(words: str, *, cards: str = "", nobles: str = "") -> State:
    """A state in which the player to move has these tokens and purchased cards."""
    state = lay(nobles=nobles)
    fill_bank(state, "W9 U9 G9 R9 K9 *5")
    give(state, 0, words)
    own(state, 0, cards)
    return state


def with_surplus(words: str, taken: str) -> State:
    """A state in which a player has too many gems."""
    return play(holding(words), f"take {taken}")


def with_hand(words: str, *cards: str) -> State:
    """A state in which the player to move has these tokens and reserved cards. No cards are left except for the grid."""
    state = lay(("1-01 1-02 1-03 1-04", "2-01 2-02 2-03 2-04", "3-01 3-02 3-03"))
    give(state, 0, words)
    state.players[0].reserved = tuple(Reserved(state.catalogue.cards_by_id[card], blind=False) for card in cards)
    return state


def with_a_full_reserve() -> State:
    """A state in which the player to move has a full reserve, and every deck has cards."""
    state = holding("")
    cards = (state.catalogue.cards_by_id[card] for card in ("1-05", "1-06", "2-05"))
    state.players[0].reserved = tuple(Reserved(card, blind=False) for card in cards)
    return state


def choosing_a_noble() -> State:
    """A state in which two nobles can visit the player after one purchase."""
    return play(holding("U1", cards="2-05", nobles="henry-viii charles-v"), "buy 1-01")


START = "Ann: pick gems 1–5, a card (its key), or a deck g b to reserve."

GEMS = [
    (bank("W4 U4 G4 R4 K4 *5"), "", START),
    (bank("W4 U4 G4 R4 K4 *5"), "1", "Take W1 and 2 more of other colours, or this colour again"),
    (bank("W4 U4 G4 R4 K4 *5"), "1 2", "Take W1 U1 and 1 more of another colour"),
    (bank("W4 U4 G4 R4 K4 *5"), "1 2 3", "[Take W1 U1 G1]  0 → 3/10 tokens"),
    (bank("W4 U4 G4 R4 K4 *5"), "1 1", "[Take W2]  0 → 2/10 tokens"),
    (bank("W4 U4 G4 R4 K4 *5"), "1 1 1", START),
    (bank("W4 U4 G4 R4 K4 *5"), "1 2 1", "Take U1 and 2 more of other colours, or this colour again"),
    (bank("W2 U4 *5"), "1", "Take W1 and 1 more of another colour"),
    (bank("W2 U4 *5"), "2", "Take U1 and 1 more of another colour, or this colour again"),
    (bank("K1 *5"), "5", "[Take K1]  0 → 1/10 tokens"),
    (holding("", cards="2-05", nobles="mary-stuart"), "1 1", "[Take W2]  Mary Stuart visits you  0 → 2/10 tokens"),
    (with_hand(""), "", "Ann: pick gems 1–5, or a card (its key)."),
    (with_a_full_reserve(), "", "Ann: pick gems 1–5, or a card (its key)."),
]
TOKENS = [
    (holding("W8"), "2 3 4", "[Take U1 G1 R1]  8 → 11 tokens; then you return 1"),
    (holding("W9"), "b", "[Reserve the top card of deck 1 and take a gold]  9 → 10/10 tokens  only you see the card"),
    (with_surplus("W8", "U G R"), "", "You hold 11 tokens and may keep 10: pick 1 token to return.  Keys: 1–4"),
    (with_surplus("W8", "U G R"), "1 3", "[Return G1]  11 → 10/10 tokens"),
    (with_surplus("W7 *1", "U G R"), "6 1 6", "[Return *1]  11 → 10/10 tokens"),
    (with_surplus("W8", "U G R"), "1 1", "You hold 11 tokens and may keep 10: pick 1 token to return.  Keys: 1–4"),
    (
        with_surplus("W8 *1", "U G R"),
        "",
        "You hold 12 tokens and may keep 10: pick 2 tokens to return.  Keys: 1 2 3 4 6",
    ),
    (with_surplus("W8 *1", "U G R"), "6 3", "[Return G1 *1]  12 → 10/10 tokens"),
    (with_surplus("W8 *2", "U G R"), "1", "Return W1 and 2 more tokens"),
]
CARDS = [
    (holding("U1"), "z", "[Buy the white card 1-01: pay U1]  [reserve it]"),
    (holding("U1 *1"), "z p", "[Buy the white card 1-01: pay *1]  [reserve it]"),
    (holding("G4"), "7", START),
    (holding(""), "c", "[Buy the green card 1-03 for free]  [reserve it]"),
    (holding("U1", nobles="henry-viii"), "z", "[Buy the white card 1-01: pay U1]  Henry Viii visits you"),
    (
        holding("U1", cards="2-05", nobles="henry-viii charles-v"),
        "z",
        "[Buy the white card 1-01 for free]  one of 2 nobles visits you",
    ),
    (holding("U1", nobles="mary-stuart"), "z", "[Buy the white card 1-01: pay U1]  [reserve it]"),
    (holding("R4"), "a", "You still need R1 for the blue card 2-01 (2 points).  [reserve it]"),
    (
        with_hand("R4", "1-05", "1-06", "2-05"),
        "a",
        "You still need R1 for the blue card 2-01 (2 points).  Your reserve is full.",
    ),
    (
        with_hand("*1", "1-06"),
        "7",
        "You are 1 short for the white card 1-06: you still need R2 and hold 1 gold.",
    ),
    (with_hand("U1", "1-05", "1-06", "2-05"), "z", "[Buy the white card 1-01: pay U1]"),
]
DECKS_AND_NOBLES = [
    (holding(""), "b", "[Reserve the top card of deck 1 and take a gold]  0 → 1/10 tokens  only you see the card"),
    (bank("W4 U4 G4 R4 K4"), "g", "[Reserve the top card of deck 2; no gold is left]  only you see the card"),
    (choosing_a_noble(), "", "Choose a noble:  [1 Henry Viii W1]  [2 Charles V W1 U1]"),
    (choosing_a_noble(), "n1", "[Choose Charles V W1 U1, 3 points]"),
    (lay_locked(), "", "[Pass]  You cannot take, reserve or buy anything, so your turn ends."),
]


@pytest.mark.parametrize(("state", "picks", "sentence"), [*GEMS, *TOKENS, *CARDS, *DECKS_AND_NOBLES])
def test_prompt_names_the_action_and_only_existing_commands(state: State, picks: str, sentence: str) -> None:
    question = choice(state, picks)
    assert written(prompt(question)) == sentence
    named = [phrase.does for phrase in prompt(question)] + [offer.command for offer in choice_offers(question)]
    assert all(command.action for command in named if isinstance(command, Command))


@pytest.mark.parametrize(
    ("state", "picks", "reason"),
    [
        (lay(), "1 2 3 4", Reason.TAKE_SHAPE),
        (lay(), "6", Reason.GOLD_BY_RESERVING),
        (with_surplus("W8", "U G R"), "z", Reason.MUST_RETURN),
        (with_surplus("W8", "U G R"), "b", Reason.MUST_RETURN),
        (choosing_a_noble(), "1", Reason.MUST_CHOOSE_NOBLE),
    ],
)
def test_pick_that_leads_to_no_action_gets_the_reason(state: State, picks: str, reason: Reason) -> None:
    with pytest.raises(IllegalActionError) as refused:
        choice(state, picks)
    assert refused.value.reason is reason


def near_the_end(seat: int, points: int, *, nobles: str = "", final_round: bool = False) -> State:
    """A two-player state whose player to move has this many points, a blue gem and five red ones."""
    state = lay(nobles=nobles)
    fill_bank(state, "W9 U9 G9 R9 K9 *5")
    state.seat, state.final_round = seat, final_round
    give(state, seat, "U1 R5")
    state.players[seat].points = points
    return state


@pytest.mark.parametrize(
    ("state", "picks", "ending"),
    [
        (near_the_end(0, 13), "a", "starts the last round"),
        (near_the_end(0, 12), "a", None),
        (near_the_end(0, 13), "z", None),
        (near_the_end(1, 13), "a", "ends the game"),
        (near_the_end(1, 12, nobles="henry-viii"), "z", "ends the game"),
        (near_the_end(0, 13, final_round=True), "a", None),
        (near_the_end(1, 0, final_round=True), "1 2 3", "ends the game"),
    ],
)
def test_prompt_announces_the_last_round_and_the_end(state: State, picks: str, ending: str | None) -> None:
    phrases = says(state, picks).split("  ")
    assert phrases[1:2] == [ending] if ending else not {"starts the last round", "ends the game"} & {*phrases}


def test_prompt_announces_the_last_round_before_the_noble_is_chosen() -> None:
    state = holding("U1", cards="2-05", nobles="henry-viii charles-v")
    state.players[0].points = 12
    assert says(state, "z").split("  ")[1] == "starts the last round"
    assert says(play(state, "buy 1-01"), "n0").endswith("  starts the last round")


@pytest.mark.parametrize(
    ("state", "picks", "revealed"),
    [
        (holding("U1"), "z", True),
        (holding("R4"), "a", False),  # only inspected
        (holding("G7"), "q", False),  # no card is left in that deck
        (with_hand("R2", "1-06"), "7", False),
        (holding(""), "1 2 3", False),
    ],
)
def test_prompt_announces_a_revealed_card_unless_undo_is_free(state: State, picks: str, revealed: bool) -> None:
    assert ("  then a new card is revealed" in says(state, picks, undo_is_free=False)) is revealed
    assert "revealed" not in says(state, picks)


def test_gem_keys_other_than_a_row_of_digits_are_all_named() -> None:
    labels = QWERTY | {PileSlot(colour): key for colour, key in zip(Colour, "&é\"'(", strict=True)}
    assert written(prompt(choice(lay())._replace(labels=labels))) == START.replace("1–5", "& é \" ' (")


@pytest.mark.parametrize(
    ("state", "keys"),
    [(lay(), "12345"), (with_surplus("W8", "U G R"), "1234"), (with_surplus("W8 *1", "U G R"), "12346")],
)
def test_pile_has_a_key_only_if_its_tokens_can_be_picked(state: State, keys: str) -> None:
    now = keys_now(view(state, state.seat), QWERTY)
    assert "".join(key for slot, key in now.items() if isinstance(slot, PileSlot)) == keys


@pytest.mark.parametrize(
    ("state", "picks", "commands"),
    [
        (lay(), "", []),
        (lay(), "1", ["clear"]),
        (holding("U1 *1"), "z", ["confirm", "reserve", "payment", "clear"]),
        (holding("R4"), "a", ["reserve", "clear"]),
        (holding(""), "b", ["confirm", "clear"]),
        (with_surplus("W8", "U G R"), "1", ["confirm", "clear"]),
        (choosing_a_noble(), "n0", ["confirm", "clear"]),
        (lay_locked(), "", ["confirm"]),
    ],
)
def test_prompt_offers_the_possible_commands(state: State, picks: str, commands: list[str]) -> None:
    assert [offer.command.id for offer in choice_offers(choice(state, picks))] == [f"table.{one}" for one in commands]
