"""The end of the game: the last round is played out. Also the standings."""

import pytest

from splendor_tui.rules.constants import LAST_ROUND_AT
from splendor_tui.rules.outcome import (
    LONG_GAME_FROM,
    MAX_IDLE_TURNS,
    Ending,
    agreed_outcome,
    is_deadlock,
    makes_no_progress,
    outcome,
    outcome_of_computers,
    rounds_played,
    standings,
)
from splendor_tui.rules.state import Phase, Reserved, State
from splendor_tui.rules.view import view
from tests.rules.tables import give, lay, own, play, ranks


def finished(*tableaux: str, tie_seat: int | None = None) -> State:
    """A game that ended at the target with these purchased cards."""
    state = lay(players=len(tableaux), target=1, tie_seat=tie_seat)
    for seat, cards in enumerate(tableaux):
        own(state, seat, cards)
    state.phase, state.final_round, state.seat = Phase.OVER, True, len(tableaux) - 1
    return state


def test_the_round_in_which_a_player_reaches_the_target_is_played_out() -> None:
    state = lay(players=3, target=1)
    own(state, 1, "1-05")
    state = play(state, "take W U G")
    assert not state.final_round
    state = play(state, "take W U G")
    assert (state.final_round, state.phase, state.seat) == (True, Phase.MAIN, 2)
    assert outcome(state) is None
    state = play(state, "take W U G")
    assert (state.phase, state.seat, state.round) == (Phase.OVER, 2, 1)
    assert ranks(state) == ("target", [(1, 1), (0, 2), (2, 2)])


def test_game_ends_at_once_if_the_last_seat_reaches_the_target() -> None:
    state = play(lay(target=1), "take W U K")
    give(state, 1, "G3 *1")
    state.grid[0] = state.catalogue.cards_by_id["1-05"]
    state = play(state, "buy 1-05 G3 *1")
    assert (state.phase, state.seat, state.round, state.final_round) == (Phase.OVER, 1, 1, True)
    assert ranks(state) == ("target", [(1, 1), (0, 2)])


@pytest.mark.parametrize(
    ("tableaux", "tie_seat", "expected"),
    [
        (("1-05", "3-01", "2-01"), None, [(1, 1), (2, 2), (0, 3)]),  # most points
        (("1-05 1-05", "2-01", "1-05"), None, [(1, 1), (0, 2), (2, 3)]),  # fewest purchased cards
        (("2-01", "1-01", "2-02", "1-05"), None, [(0, 1), (2, 1), (3, 3), (1, 4)]),  # a shared victory
        (("2-01", "2-02", "2-03", ""), 1, [(1, 1), (0, 2), (2, 2), (3, 4)]),  # the named seat wins a full tie
        (("3-01", "2-02", "2-03"), 2, [(0, 1), (1, 2), (2, 2)]),  # but only for the first place
        (("2-01 1-01", "2-02"), 0, [(1, 1), (0, 2)]),  # and only in a full tie
    ],
)
def test_most_points_win_then_fewest_purchased_cards_then_the_named_seat(
    tableaux: tuple[str, ...], tie_seat: int | None, expected: list[tuple[int, int]]
) -> None:
    state = finished(*tableaux, tie_seat=tie_seat)
    assert ranks(state) == ("target", expected)
    end = outcome(state)
    assert end is not None
    assert end.winners == tuple(seat for seat, rank in expected if rank == 1)
    assert outcome(view(state, None)) == end


def test_reserved_cards_do_not_count_in_a_tie() -> None:
    state = finished("1-05 1-05", "2-01")
    for card in ("1-01", "1-02", "1-03"):
        state.players[1].reserved += (Reserved(state.catalogue.cards_by_id[card], blind=True),)
    assert ranks(state) == ("target", [(1, 1), (0, 2)])
    assert [(standing.points, standing.cards) for standing in standings(state)] == [(2, 1), (2, 2)]


@pytest.mark.parametrize(
    ("idle_turns", "ply", "stuck"),
    [
        (MAX_IDLE_TURNS, 90, True),
        (MAX_IDLE_TURNS - 1, 90, False),
        (0, LONG_GAME_FROM, True),
        (0, LONG_GAME_FROM - 1, False),
    ],
)
def test_game_makes_no_progress_after_idle_turns_or_if_it_is_long(idle_turns: int, ply: int, stuck: bool) -> None:
    state = lay()
    state.idle_turns, state.ply = idle_turns, ply
    assert makes_no_progress(state) is stuck
    state.phase = Phase.OVER
    assert not makes_no_progress(state)


@pytest.mark.parametrize(
    ("turns", "banks", "deadlocked"),
    [(24, "ABAB", True), (23, "ABAB", False), (30, "ABCD", False), (24, "ABCDA", True), (24, "AABB", True)],
)
def test_deadlock_is_a_repeated_position_after_twelve_idle_turns_each(turns: int, banks: str, deadlocked: bool) -> None:
    newest_first = []
    for number, bank in enumerate(reversed(banks)):
        state = lay()
        state.idle_turns = turns - number
        state.players[0].gold = ord(bank)
        newest_first.append(state)
    assert is_deadlock(newest_first) is deadlocked
    assert not is_deadlock([])


def test_computers_end_a_game_that_makes_no_progress() -> None:
    state = lay()
    assert outcome_of_computers(state) is None
    state.idle_turns = MAX_IDLE_TURNS
    assert outcome_of_computers(state) == agreed_outcome(state)


def test_agreement_keeps_the_current_standings() -> None:
    state = lay(players=3)
    own(state, 2, "1-05")
    agreed = agreed_outcome(state)
    assert (agreed.ending, agreed.winners) == (Ending.AGREEMENT, (2,))
    assert agreed.standings == standings(state)


@pytest.mark.parametrize(("before", "over"), [(LAST_ROUND_AT - 2, False), (LAST_ROUND_AT - 1, True)])
def test_game_ends_with_the_round_that_reaches_the_ply_limit(before: int, over: bool) -> None:
    state = lay()
    state.seat, state.ply = 1, before
    assert (play(state, "take W U G").phase is Phase.OVER) is over


def test_only_rounds_in_which_somebody_acted_count() -> None:
    start = lay()
    second = play(start, "take W U G")
    assert play(second, "take W U K").round == 2
    assert [rounds_played(acted_in) for acted_in in ((), (start,), (start, second))] == [0, 1, 1]
