"""The oracle itself, ruling by ruling from rules.md, on tiny card sets."""

from __future__ import annotations

import json

import pytest

from .splendor import (
    CardData,
    Game,
    IllegalLineError,
    NobleData,
    Reserved,
    all_payments,
    apply,
    deal,
    legal_actions,
    outcome,
    snapshot,
)

TOKENS = "WUGRK*"


def amounts(words: str) -> dict[str, int]:
    """All six amounts from words like "W2 *1"."""
    return dict.fromkeys(TOKENS, 0) | {word[0]: int(word[1:]) for word in words.split()}


def card(bonus: str, cost: str = "", points: int = 0) -> CardData:
    return {"bonus": bonus, "points": points, "cost": {w[0]: int(w[1:]) for w in cost.split()}}


def noble(needs: str) -> NobleData:
    return {"points": 3, "needs": {w[0]: int(w[1:]) for w in needs.split()}}


# Two cards stay in the deck of level 1, one in that of level 2; level 3 has only three, so a space is empty.
CARDS = {
    "1-01": card("W", "U1"),
    "1-02": card("U", "W2 K1"),
    "1-03": card("G"),
    "1-04": card("R", "W3"),
    "1-05": card("K", "G4", points=1),
    "1-06": card("W", "R2"),
    **{f"2-0{number}": card("U", "R5", points=2) for number in range(1, 6)},
    **{f"3-0{number}": card("K", "G7", points=5) for number in range(1, 4)},
}
NOBLES = {"henry-viii": noble("W1"), "mary-stuart": noble("U1"), "charles-v": noble("W1 U1")}


def new_game(players: int = 2, target: int = 15, tie_seat: int | None = None, nobles: str = "") -> Game:
    decks = [[name for name in CARDS if name.startswith(level)] for level in "123"]
    return deal(CARDS, NOBLES, players, target, decks, nobles.split(), tie_seat)


def give(game: Game, seat: int, words: str) -> None:
    """Move tokens from the bank to a seat."""
    for letter, amount in amounts(words).items():
        game.bank[letter] -= amount
        game.players[seat].tokens[letter] += amount


def play(game: Game, *lines: str) -> Game:
    for line in lines:
        game = apply(game, line)
    return game


def with_verb(game: Game, verb: str) -> set[str]:
    return {line for line in legal_actions(game) if line.split()[0] == verb}


def locked_game(players: int = 2, target: int = 15, nobles: str = "") -> Game:
    """Nobody can do anything but pass: no coloured gems in the bank, no cards, empty hands."""
    game = deal(CARDS, NOBLES, players, target, [[], [], []], nobles.split(), None)
    game.bank = amounts("")
    return game


def result(game: Game) -> tuple[object, list[tuple[object, object]]]:
    """The reason, and (seat, rank) in the order of the standings."""
    end = outcome(game)
    assert end is not None
    standings = end["standings"]
    assert isinstance(standings, list)
    return end["reason"], [(line["seat"], line["rank"]) for line in standings]


# Set-up


@pytest.mark.parametrize(("players", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_bank_depends_on_the_number_of_players(players: int, gems: int) -> None:
    assert new_game(players).bank == amounts(f"W{gems} U{gems} G{gems} R{gems} K{gems} *5")


def test_first_four_of_each_deck_are_face_up_and_missing_ones_leave_a_space() -> None:
    game = new_game()
    assert game.grid[:4] == ["1-01", "1-02", "1-03", "1-04"]
    assert game.grid[8:] == ["3-01", "3-02", "3-03", None]
    assert game.decks == [["1-05", "1-06"], ["2-05"], []]


def test_snapshot_of_a_new_game_is_complete_plain_data() -> None:
    picture = snapshot(new_game(nobles="charles-v"))
    nobody = {
        "tokens": amounts(""),
        "bonuses": {"W": 0, "U": 0, "G": 0, "R": 0, "K": 0},
        "points": 0,
        "cards": [],
        "reserved": [],
        "nobles": [],
        "forfeited": False,
    }
    grid = ["1-01", "1-02", "1-03", "1-04", "2-01", "2-02", "2-03", "2-04", "3-01", "3-02", "3-03", None]
    assert picture == {
        "phase": "main",
        "seat": 0,
        "round": 1,
        "ply": 0,
        "bank": amounts("W4 U4 G4 R4 K4 *5"),
        "grid": grid,
        "decks": [["1-05", "1-06"], ["2-05"], []],
        "nobles": ["charles-v"],
        "final_round": False,
        "passes": 0,
        "idle_turns": 0,
        "players": [nobody, nobody],
    }
    assert json.loads(json.dumps(picture)) == picture


def test_apply_leaves_the_game_given_as_it_was() -> None:
    game = new_game()
    before = snapshot(game)
    assert snapshot(apply(game, "reserve deck 1")) != before
    assert snapshot(game) == before


# Take


@pytest.mark.parametrize(
    ("bank", "takes"),
    [
        ("W1 U1 G1 R1 *5", {"take W U G", "take W U R", "take W G R", "take U G R"}),
        ("W1 G1 K3", {"take W G K"}),
        ("U3 K1", {"take U K"}),
        ("U1", {"take U"}),
        ("*5", set()),
    ],
)
def test_take_exactly_three_colours_or_one_of_each_that_remains(bank: str, takes: set[str]) -> None:
    game = new_game()
    game.bank = amounts(bank)
    assert with_verb(game, "take") == takes


@pytest.mark.parametrize(("pile", "legal"), [(3, False), (4, True), (5, True)])
def test_two_alike_need_four_in_the_bank(pile: int, legal: bool) -> None:
    game = new_game()
    game.bank["R"] = pile
    assert ("take R R" in legal_actions(game)) is legal


def test_two_alike_and_the_last_colour_are_separate_choices() -> None:
    game = new_game()
    game.bank = amounts("U4")
    assert with_verb(game, "take") == {"take U", "take U U"}


def test_take_moves_gems_from_the_bank() -> None:
    game = play(new_game(), "take W U G", "take R R")
    assert game.bank == amounts("W3 U3 G3 R2 K4 *5")
    assert [player.tokens for player in game.players] == [amounts("W1 U1 G1"), amounts("R2")]


@pytest.mark.parametrize("line", ["take U W G", "take W U", "take W", "take * W U", "take", "", "dance", "pass"])
def test_lines_that_are_not_legal_notation_are_refused(line: str) -> None:
    with pytest.raises(IllegalLineError):
        apply(new_game(), line)


# Reserve


def test_reserve_face_up_takes_gold_and_refills_the_same_space() -> None:
    game = play(new_game(), "reserve 1-02")
    assert game.players[0].reserved == [Reserved("1-02", blind=False)]
    assert game.players[0].tokens == amounts("*1")
    assert game.bank["*"] == 4
    assert game.grid[:4] == ["1-01", "1-05", "1-03", "1-04"]


def test_reserve_from_a_deck_takes_its_top_and_leaves_the_grid() -> None:
    game = play(new_game(), "reserve deck 1")
    assert game.players[0].reserved == [Reserved("1-05", blind=True)]
    assert game.decks[0] == ["1-06"]
    assert game.grid == new_game().grid


def test_reserve_without_gold_in_the_bank_gives_none() -> None:
    game = new_game()
    game.bank["*"] = 0
    assert play(game, "reserve 1-02").players[0].tokens == amounts("")


def test_reserve_from_an_empty_deck_is_illegal() -> None:
    assert "reserve deck 2" in legal_actions(new_game())
    assert "reserve deck 3" not in legal_actions(new_game())


def test_three_in_hand_are_the_most() -> None:
    game = play(new_game(), "reserve 1-01", "take W U G", "reserve deck 1", "take W U G", "reserve 2-01", "take R R")
    assert with_verb(game, "reserve") == set()


def test_space_stays_empty_when_the_deck_is_empty_and_the_others_do_not_shift() -> None:
    game = play(new_game(), "reserve 3-01", "reserve 3-03")
    assert game.grid[8:] == [None, "3-02", None, None]


# Buy


def test_buy_costs_gems_which_go_back_to_the_bank_and_refills() -> None:
    game = new_game()
    give(game, 0, "W3 U1")
    game = play(game, "buy 1-04 W3")
    assert game.players[0].cards == ["1-04"]
    assert game.players[0].tokens == amounts("U1")
    assert game.bank == amounts("W4 U3 G4 R4 K4 *5")
    assert game.grid[:4] == ["1-01", "1-02", "1-03", "1-05"]


def test_free_card_is_bought_without_payment_words() -> None:
    assert with_verb(new_game(), "buy") == {"buy 1-03"}


def test_bonuses_lower_the_price_but_never_below_zero() -> None:
    game = new_game()
    game.players[0].cards = ["1-01", "1-06", "2-01"]  # W W U
    assert with_verb(game, "buy") == {"buy 1-01", "buy 1-03"}
    give(game, 0, "W1 K1")
    assert with_verb(game, "buy") == {"buy 1-01", "buy 1-02 K1", "buy 1-03", "buy 1-04 W1"}


def test_bonuses_beyond_the_cost_leave_a_free_card_in_all_payments_too() -> None:
    game = new_game()
    game.players[0].cards = ["2-01", "2-02"]
    assert all_payments(game, "1-01") == {"buy 1-01"}


def test_default_payment_spends_gold_only_for_what_is_short() -> None:
    game = new_game()
    give(game, 0, "W2 *2")
    assert with_verb(game, "buy") == {"buy 1-01 *1", "buy 1-02 W2 *1", "buy 1-03", "buy 1-04 W2 *1"}


def test_gold_may_replace_a_colour_that_the_player_still_holds() -> None:
    game = new_game()
    give(game, 0, "W3 K1 *2")
    payments = {"buy 1-02 W2 K1", "buy 1-02 W1 K1 *1", "buy 1-02 W2 *1", "buy 1-02 K1 *2", "buy 1-02 W1 *2"}
    assert all_payments(game, "1-02") == payments
    game = play(game, "buy 1-02 W1 *2")
    assert game.players[0].tokens == amounts("W2 K1")
    assert game.bank["*"] == 5


@pytest.mark.parametrize("line", ["buy 1-02 W2", "buy 1-02 W3 K1", "buy 1-02 K1 W2", "buy 1-02 W2 *2", "buy 2-01"])
def test_payment_is_exact_and_affordable(line: str) -> None:
    game = new_game()
    give(game, 0, "W3 K1 *1")
    with pytest.raises(IllegalLineError):
        apply(game, line)


def test_own_reserved_card_may_be_bought_and_the_grid_stays() -> None:
    game = play(new_game(), "reserve 1-03", "take W U G")
    grid = list(game.grid)
    game = play(game, "buy 1-03")
    assert (game.players[0].cards, game.players[0].reserved) == (["1-03"], [])
    assert game.grid == grid


def test_others_reserved_cards_cards_in_decks_and_unknown_cards_have_no_payments() -> None:
    game = play(new_game(), "reserve 1-03")
    give(game, 1, "G4")
    assert all_payments(game, "1-03") == all_payments(game, "1-06") == all_payments(game, "9-99") == set()
    assert all_payments(game, "1-05") == {"buy 1-05 G4"}


# More than 10 tokens


def test_exactly_the_surplus_is_returned_gold_and_just_taken_ones_included() -> None:
    game = new_game()
    give(game, 0, "W4 U4 *1")
    game = play(game, "take G R K")
    assert (game.phase, game.seat, game.ply) == ("return", 0, 1)
    assert len(legal_actions(game)) == 17  # 2 tokens of W4 U4 G R K *: 6 * 5 / 2 mixed, W2, U2
    assert {"return W2", "return W1 *1", "return G1 R1"} <= legal_actions(game)
    assert not {"return W1", "return W3", "return *2", "return *1 W1"} & legal_actions(game)
    game = play(game, "return W1 *1")
    assert game.players[0].tokens == amounts("W3 U4 G1 R1 K1")
    assert game.bank == amounts("W1 G3 R3 K3 *5")
    assert (game.phase, game.seat, game.ply) == ("main", 1, 2)


def test_ten_tokens_are_not_too_many() -> None:
    game = new_game()
    give(game, 0, "W4 U3")
    assert play(game, "take G R K").phase == "main"


def test_gold_of_a_reserve_counts_for_the_limit() -> None:
    game = new_game()
    give(game, 0, "W4 U4 R2")
    assert legal_actions(play(game, "reserve 1-01")) == {"return W1", "return U1", "return R1", "return *1"}


# Nobles


def test_one_noble_comes_by_itself_for_bonuses_alone() -> None:
    game = new_game(nobles="henry-viii mary-stuart")
    give(game, 0, "U2")
    game = play(game, "buy 1-01 U1")
    assert (game.players[0].nobles, game.nobles) == (["henry-viii"], ["mary-stuart"])
    assert snapshot(game)["players"][0]["points"] == 3  # type: ignore[index]
    assert (game.seat, game.ply) == (1, 1)


def test_of_several_nobles_the_player_chooses_and_the_others_may_come_after_a_take() -> None:
    game = new_game(nobles="henry-viii mary-stuart charles-v")
    game.players[0].cards = ["1-01", "1-02"]
    game = play(game, "take W U G")
    assert (game.phase, game.seat) == ("noble", 0)
    assert legal_actions(game) == {"noble henry-viii", "noble mary-stuart", "noble charles-v"}
    game = play(game, "noble mary-stuart")
    assert (game.phase, game.seat, game.ply) == ("main", 1, 2)
    assert game.nobles == ["henry-viii", "charles-v"]
    game = play(game, "take W U G", "reserve 1-01", "noble charles-v", "take R R", "take G R K")
    assert game.players[0].nobles == ["mary-stuart", "charles-v", "henry-viii"]


def test_nobles_come_after_the_return_of_tokens() -> None:
    game = new_game(nobles="henry-viii")
    game.players[0].cards = ["1-01"]
    give(game, 0, "W4 U4")
    game = play(game, "take G R K")
    assert (game.phase, game.players[0].nobles) == ("return", [])
    assert play(game, "return W1").players[0].nobles == ["henry-viii"]


# Pass and stalemate


def test_pass_is_forced_and_only_then_legal() -> None:
    game = locked_game()
    assert legal_actions(game) == {"pass"}
    game.bank["W"] = 1
    assert legal_actions(game) == {"take W"}
    with pytest.raises(IllegalLineError):
        apply(game, "pass")


def test_full_round_of_passes_is_a_stalemate() -> None:
    game = play(locked_game(players=3), "pass", "pass")
    assert (game.passes, game.phase) == (2, "main")
    game = play(game, "pass")
    assert (game.phase, game.seat, game.round, legal_actions(game)) == ("over", 2, 1, set())
    assert result(game) == ("stalemate", [(0, 1), (1, 1), (2, 1)])


def test_full_round_of_passes_may_begin_with_any_seat() -> None:
    game = locked_game()
    game.bank["W"] = 1
    game = play(game, "take W", "pass")
    assert (game.passes, game.round) == (1, 2)
    assert result(play(game, "pass"))[0] == "stalemate"


def test_any_other_action_breaks_the_row_of_passes() -> None:
    game = play(locked_game(), "pass")
    game.bank["W"] = 1
    assert play(game, "take W").passes == 0


def test_noble_at_the_end_of_a_pass_does_not_break_the_row() -> None:
    game = locked_game(nobles="henry-viii")
    game.players[1].cards = ["1-01"]
    game = play(game, "pass", "pass")
    assert game.players[1].nobles == ["henry-viii"]
    assert result(game) == ("stalemate", [(1, 1), (0, 2)])


def test_target_goes_before_stalemate() -> None:
    game = locked_game(target=3, nobles="henry-viii")
    game.players[1].cards = ["1-01"]
    assert result(play(game, "pass", "pass")) == ("target", [(1, 1), (0, 2)])


def test_idle_turns_count_takes_and_passes_until_a_buy_or_a_reserve() -> None:
    games = [new_game()]
    for line in ("take W U G", "take R R", "reserve 1-01", "take W U G", "buy 1-03"):
        games.append(apply(games[-1], line))
    assert [game.idle_turns for game in games] == [0, 1, 2, 0, 1, 0]
    assert play(locked_game(), "pass").idle_turns == 1


def test_idle_turns_are_counted_at_the_main_action_and_a_return_leaves_them() -> None:
    game = play(new_game(), "take W U G", "take R R")
    give(game, 0, "W3 U3 K1")
    game = play(game, "reserve 1-01")
    assert (game.phase, game.idle_turns) == ("return", 0)
    assert play(game, "return *1").idle_turns == 0
    game = new_game()
    give(game, 0, "W4 U4")
    game = play(game, "take G R K")
    assert (game.phase, game.idle_turns) == ("return", 1)
    assert play(game, "return W1").idle_turns == 1


# The end


def test_target_at_the_end_of_a_turn_completes_the_round() -> None:
    game = new_game(players=3, target=1)
    game.players[1].cards = ["1-05"]
    game = play(game, "take W U G")
    assert not game.final_round
    game = play(game, "take W U G")
    assert (game.final_round, game.phase, game.seat) == (True, "main", 2)
    game = play(game, "take W U G")
    assert (game.phase, game.seat, game.round) == ("over", 2, 1)
    assert result(game) == ("target", [(1, 1), (0, 2), (2, 2)])


def test_last_seat_reaching_the_target_ends_at_once() -> None:
    game = play(new_game(target=1), "take W U K")
    game.players[1].cards = ["1-03", "1-06"]
    game.grid[3] = "1-05"
    give(game, 1, "G3")
    game = play(game, "buy 1-05 G3")
    assert (game.phase, game.seat, game.round, game.final_round) == ("over", 1, 1, True)
    assert result(game) == ("target", [(1, 1), (0, 2)])


def test_noble_may_reach_the_target() -> None:
    game = new_game(target=3, nobles="mary-stuart henry-viii")
    game.players[0].cards = ["1-01", "1-02"]
    game = play(game, "take W U G")
    assert (game.phase, game.final_round) == ("noble", False)
    assert play(game, "noble henry-viii").final_round


def test_finished_game_refuses_everything() -> None:
    game = play(locked_game(), "pass", "pass")
    for line in ("pass", "forfeit", "take W"):
        with pytest.raises(IllegalLineError):
            apply(game, line)


def test_running_game_has_no_outcome() -> None:
    assert outcome(new_game()) is None


# Standings


def finished(cards: list[list[str]], tie_seat: int | None = None) -> Game:
    """A game of which only the end matters: these cards before the seats."""
    game = new_game(len(cards), tie_seat=tie_seat)
    for player, names in zip(game.players, cards, strict=True):
        player.cards = names
    game.phase, game.reason = "over", "target"
    return game


def test_tie_goes_to_fewest_purchased_cards_and_reserved_ones_do_not_count() -> None:
    game = finished([["1-05", "1-05"], ["2-01"], ["1-05"]])
    game.players[1].reserved = [Reserved("1-01", blind=True), Reserved("1-02", blind=False)]
    assert result(game)[1] == [(1, 1), (0, 2), (2, 3)]
    assert outcome(game)["standings"][0] == {  # type: ignore[index]
        "seat": 1,
        "rank": 1,
        "points": 2,
        "cards": 1,
        "forfeited": False,
    }


def test_full_tie_is_shared_and_leaves_a_gap() -> None:
    assert result(finished([["2-01"], ["1-01"], ["2-02"], ["1-05"]]))[1] == [(0, 1), (2, 1), (3, 3), (1, 4)]


def test_named_seat_wins_a_full_tie_for_the_first_rank_alone() -> None:
    assert result(finished([["2-01"], ["2-02"], ["2-03"], []], tie_seat=1))[1] == [
        (1, 1),
        (0, 2),
        (2, 2),
        (3, 4),
    ]
    assert result(finished([["3-01"], ["2-02"], ["2-03"]], tie_seat=2))[1] == [(0, 1), (1, 2), (2, 2)]
    assert result(finished([["2-01"], ["2-02"], []], tie_seat=2))[1] == [(0, 1), (1, 1), (2, 3)]


# Forfeit


def test_forfeit_is_always_accepted_but_never_listed() -> None:
    game = new_game(nobles="henry-viii mary-stuart")
    game.players[0].cards = ["1-01", "1-02"]
    give(game, 0, "W4 U4")
    in_return = play(game, "take G R K")
    in_noble = play(in_return, "return W1")
    for position in (game, in_return, in_noble):
        assert "forfeit" not in legal_actions(position)
        assert apply(position, "forfeit").phase == "over"
    assert [game.phase, in_return.phase, in_noble.phase] == ["main", "return", "noble"]


def test_last_seat_standing_wins_whatever_the_points() -> None:
    game = new_game()
    game.players[0].cards = ["2-01"]
    game = play(game, "forfeit")
    assert (game.phase, game.seat, game.round, game.ply) == ("over", 0, 1, 1)
    assert result(game) == ("forfeit", [(1, 1), (0, 2)])


def test_forfeit_gives_tokens_back_and_keeps_the_rest_out_of_play() -> None:
    game = new_game(players=3)
    game.players[0].cards = ["2-01"]
    game.players[0].nobles = ["charles-v"]
    game = play(game, "reserve 1-01", "take W U G", "take W U G", "forfeit")
    gone = snapshot(game)["players"][0]  # type: ignore[index]
    assert gone == {
        "tokens": amounts(""),
        "bonuses": {"W": 0, "U": 1, "G": 0, "R": 0, "K": 0},
        "points": 5,
        "cards": ["2-01"],
        "reserved": [["1-01", False]],
        "nobles": ["charles-v"],
        "forfeited": True,
    }
    assert game.bank["*"] == 5
    assert "1-01" not in game.grid


def test_forfeited_seat_is_skipped_and_rounds_go_on_without_it() -> None:
    game = play(new_game(players=3), "take W U G", "take W U G", "forfeit")
    assert (game.seat, game.round) == (0, 2)
    game = play(game, "take W U G", "take W U G")
    assert (game.seat, game.round) == (0, 3)
    game = new_game(players=3)
    game = play(game, "forfeit", "take W U G", "take W U G")
    assert (game.seat, game.round) == (1, 2)


def test_forfeit_of_the_last_seat_in_the_final_round_ends_the_game() -> None:
    game = new_game(players=3, target=1)
    game.players[0].cards = ["1-05"]
    game = play(game, "take W U G", "take W U G", "forfeit")
    assert (game.phase, game.seat, game.round) == ("over", 2, 1)
    assert result(game) == ("target", [(0, 1), (1, 2), (2, 3)])


def test_forfeiter_gets_no_noble_and_reaches_no_target() -> None:
    game = new_game(players=3, target=1, nobles="henry-viii")
    game.players[0].cards = ["1-01", "1-05"]
    game = play(game, "forfeit")
    assert (game.players[0].nobles, game.final_round, game.phase) == ([], False, "main")


def test_forfeited_seats_share_the_last_rank_below_everybody() -> None:
    game = new_game(players=4, target=1)
    game.players[0].cards = ["2-01"]
    game.players[2].cards = ["1-05"]
    game = play(game, "forfeit", "forfeit", "take W U G", "take W U G")
    assert result(game) == ("target", [(2, 1), (3, 2), (0, 3), (1, 3)])


def test_forfeit_keeps_the_counts_and_is_no_stalemate_by_itself() -> None:
    game = play(locked_game(players=3), "pass", "pass", "forfeit")
    assert (game.phase, game.passes, game.idle_turns, game.seat) == ("main", 2, 2, 0)
    game = play(game, "pass")
    assert result(game) == ("stalemate", [(0, 1), (1, 1), (2, 3)])


def test_forfeit_in_the_middle_of_a_turn_leaves_the_action_done() -> None:
    game = new_game(players=3)
    game.idle_turns = 7
    give(game, 0, "W4 U4 R2")
    game = play(game, "reserve 1-01")
    assert game.idle_turns == 0
    game.idle_turns = 7
    game = play(game, "forfeit")
    assert game.players[0].reserved == [Reserved("1-01", blind=False)]
    assert game.bank == amounts("W5 U5 G5 R5 K5 *5")
    assert (game.idle_turns, game.phase, game.seat) == (7, "main", 1)
