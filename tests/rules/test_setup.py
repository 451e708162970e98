"""The table before the first turn."""

import random

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.gems import unpack
from splendor_tui.rules.state import Deal, GameOptions, Phase, State, deal_from_ids, new_game, nobles_shown, shuffle
from tests.rules.boxes import box
from tests.rules.comparison import snapshot
from tests.rules.tables import grid, held, in_bank, lay


@pytest.mark.parametrize(("players", "gems", "nobles"), [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
def test_tokens_and_nobles_depend_on_the_number_of_players(
    catalogue: Catalogue, players: int, gems: int, nobles: int
) -> None:
    state = new_game(catalogue, GameOptions(players), 1)
    assert (unpack(state.bank), state.gold) == ((gems,) * 5, 5)
    assert len(state.nobles) == nobles == nobles_shown(players)
    assert [held(state, seat) for seat in range(players)] == [""] * players
    assert (state.phase, state.seat, state.round, state.ply) == (Phase.MAIN, 0, 1, 0)
    assert (state.final_round, state.passes, state.idle_turns) == (False, 0, 0)


def test_four_cards_of_each_level_lie_face_up_and_the_others_are_in_the_decks(catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(2), 1)
    assert [card.level for card in state.grid if card] == [1] * 4 + [2] * 4 + [3] * 4
    assert state.deck_counts == [36, 26, 16]
    assert [len(state.deck(level)) for level in (1, 2, 3)] == [36, 26, 16]


def test_the_first_four_cards_of_a_deck_go_face_up_and_missing_ones_leave_a_place_empty() -> None:
    state = lay()
    assert grid(state) == "1-01 1-02 1-03 1-04 2-01 2-02 2-03 2-04 3-01 3-02 3-03 -"
    assert [[card.id for card in state.deck(level)] for level in (1, 2, 3)] == [["1-05", "1-06"], ["2-05"], []]
    assert in_bank(state) == "W4 U4 G4 R4 K4 *5"


def test_a_box_with_few_nobles_shows_all_of_them() -> None:
    state = new_game(box(nobles="only-one 3 W1"), GameOptions(4), 1)
    assert [noble.id for noble in state.nobles] == ["only-one"]


def test_a_seed_gives_the_same_deal_for_ever(catalogue: Catalogue) -> None:
    state = new_game(catalogue, GameOptions(2), "for ever")
    assert grid(state) == "1-32 1-27 1-37 1-05 2-01 2-11 2-10 2-20 3-04 3-17 3-14 3-10"
    assert [noble.id for noble in state.nobles] == ["suleiman-the-magnificent", "mary-stuart", "catherine-de-medici"]
    assert snapshot(new_game(catalogue, GameOptions(2), "for ever")) == snapshot(state)


def test_every_seed_shuffles_anew_and_numbers_may_be_seeds(catalogue: Catalogue) -> None:
    names = {digest(new_game(catalogue, GameOptions(2), seed)) for seed in (1, 2, "1", "", "é")}
    assert len(names) == 5


def test_every_card_may_come_first(catalogue: Catalogue) -> None:
    first = {shuffle(catalogue, GameOptions(2), seed).decks[2][0].id for seed in range(400)}
    assert len(first) == 20


class TestAnExplicitDeal:
    """`deal_from_ids` accepts a complete deal, and explains what is wrong with any other."""

    DECKS = (
        ("1-06", "1-05", "1-04", "1-03", "1-02", "1-01"),
        ("2-05", "2-04", "2-03", "2-02", "2-01"),
        ("3-01", "3-03", "3-02"),
    )
    NOBLES = ("charles-v", "henry-viii", "mary-stuart")

    def deal(
        self, decks: tuple[tuple[str, ...], ...] = DECKS, nobles: tuple[str, ...] = NOBLES, players: int = 2
    ) -> Deal:
        return deal_from_ids(box(), GameOptions(players), decks, nobles)

    def sentence(self, decks: tuple[tuple[str, ...], ...] = DECKS, nobles: tuple[str, ...] = NOBLES) -> str:
        with pytest.raises(ValueError, match=r"\.$") as error:
            self.deal(decks, nobles)
        return str(error.value)

    def test_sets_up_that_very_game(self) -> None:
        deal = self.deal()
        state = State(box(), GameOptions(2), deal)
        assert grid(state) == "1-06 1-05 1-04 1-03 2-05 2-04 2-03 2-02 3-01 3-03 3-02 -"
        assert [noble.id for noble in state.nobles] == [*self.NOBLES]

    def test_names_a_shuffled_deal(self, catalogue: Catalogue) -> None:
        options = GameOptions(4)
        deal = shuffle(catalogue, options, 99)
        decks = [[card.id for card in deck] for deck in deal.decks]
        assert deal_from_ids(catalogue, options, decks, [noble.id for noble in deal.nobles]) == deal

    def test_needs_three_decks(self) -> None:
        assert self.sentence(self.DECKS[:2]) == "A deal has 3 decks, not 2."

    def test_needs_every_card(self) -> None:
        low, middle, high = self.DECKS
        assert "1-01 is missing" in self.sentence((low[:-1], middle, high))
        assert "1-06 is missing" in self.sentence((("1-05", *low[1:]), middle, high))

    def test_refuses_a_card_twice(self) -> None:
        low, middle, high = self.DECKS
        assert "a card appears twice" in self.sentence((low, (*middle, "2-01"), high))

    @pytest.mark.parametrize("stranger", ["1-01", "9-99", "", "\x1b[2J"])
    def test_refuses_strange_cards(self, stranger: str) -> None:
        low, middle, high = self.DECKS
        sentence = self.sentence((low, middle, (*high, stranger)))
        assert sentence == f"Deck 3 must hold every level 3 card once; {stranger!r} does not belong there."
        assert sentence.isprintable()

    def test_refuses_a_noble_twice(self) -> None:
        assert "twice" in self.sentence(nobles=("charles-v", "charles-v", "henry-viii"))

    def test_refuses_unknown_nobles(self) -> None:
        assert self.sentence(nobles=("\x1b[2J", "charles-v", "henry-viii")) == (
            "Noble '\\x1b[2J' is not in the catalogue."
        )

    def test_needs_the_nobles_of_the_set_up(self) -> None:
        assert self.sentence(nobles=self.NOBLES[:2]) == "2 nobles are dealt; 2 players need 3."
        assert len(self.deal(players=4).nobles) == 3  # the box has no more


class TestGameOptions:
    """The three numbers of the rules are bounded."""

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_two_to_four_can_play(self, players: int) -> None:
        assert GameOptions(players).players == players

    @pytest.mark.parametrize("players", [-1, 0, 1, 5])
    def test_nobody_else_can(self, players: int) -> None:
        with pytest.raises(ValueError, match=f"^{players} players: 2 to 4 can play.$"):
            GameOptions(players)

    @pytest.mark.parametrize("target", [1, 15, 21, 50])
    def test_targets_from_1_to_50(self, target: int) -> None:
        assert GameOptions(2, target).target == target

    @pytest.mark.parametrize("target", [-1, 0, 51])
    def test_no_other_target(self, target: int) -> None:
        with pytest.raises(ValueError, match=f"^Target {target}: it may be 1 to 50 points.$"):
            GameOptions(2, target)

    def test_the_target_is_15_and_ties_are_shared_unless_told_otherwise(self) -> None:
        assert (GameOptions(2).target, GameOptions(2).tie_seat) == (15, None)

    @pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (4, 3)])
    def test_a_tie_may_be_given_to_any_seat(self, players: int, seat: int) -> None:
        assert GameOptions(players, tie_seat=seat).tie_seat == seat

    @pytest.mark.parametrize(("players", "seat"), [(2, -1), (2, 2), (3, 3)])
    def test_a_tie_cannot_be_given_to_nobody(self, players: int, seat: int) -> None:
        with pytest.raises(ValueError, match=f"^Tie seat {seat}: seats are 0 to {players - 1}.$"):
            GameOptions(players, tie_seat=seat)


def test_a_set_up_uses_no_randomness_but_its_seed(catalogue: Catalogue) -> None:
    before = random.getstate()
    new_game(catalogue, GameOptions(3), 5)
    assert random.getstate() == before
