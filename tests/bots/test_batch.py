"""What numpy does for many positions at once is what compiled code does for each."""

from collections.abc import Iterator

import numpy as np
import pytest

from splendor_tui.bots.learned.batch_course import are_over, play_turns, refill_and_pass_on, share_wins
from splendor_tui.bots.learned.batch_judging import Judge
from splendor_tui.bots.learned.batch_turns import list_turns_of_many
from splendor_tui.bots.learned.box import Box, Small, box_of
from splendor_tui.bots.learned.cells import SEATS, cells_of
from splendor_tui.bots.learned.course import is_over, pass_on, play_turn, refill, share_win
from splendor_tui.bots.learned.judging import judge_turns, new_desk
from splendor_tui.bots.learned.turns import MAX_TURNS, TURN, list_turns
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.view import view
from tests.bots.kernel import lively_net
from tests.rules.random_play import Setting, plies, start


def positions(numbers: range, catalogue: Catalogue) -> Iterator[tuple[Box, Small]]:
    """Of each random game the box, and every ninth position as its seat sees it, (n, CELLS)."""
    for number in numbers:
        setting = Setting.number(number, catalogue)
        seen = [ply.before for ply in plies(setting, start(setting))][number % 9 :: 9]
        if seen:
            yield box_of(setting.catalogue), np.stack([cells_of(view(state, state.seat)) for state in seen])


GAMES = pytest.mark.parametrize("first", range(0, 120, 30))


@GAMES
def test_many_positions_have_the_turns_that_each_has(first: int, catalogue: Catalogue) -> None:
    turns = np.empty((MAX_TURNS, TURN), np.int8)
    for box, cells in positions(range(first, first + 30), catalogue):
        for position, listed in zip(cells, list_turns_of_many(box, cells), strict=True):
            assert listed.tolist() == turns[: list_turns(box, position, turns)].tolist()


@GAMES
def test_turns_played_in_many_positions_lead_where_each_leads(first: int, catalogue: Catalogue) -> None:
    for box, cells in positions(range(first, first + 30), catalogue):
        listed = list_turns_of_many(box, cells)
        before = np.repeat(cells, [len(turns) for turns in listed], axis=0)
        together = before.copy()
        play_turns(box, together, np.concatenate(listed))
        shares = np.zeros(int(cells[0, SEATS]), np.float32)
        for alone, turn, after, over, won in zip(
            before, np.concatenate(listed), together, are_over(together), share_wins(together, len(shares)), strict=True
        ):
            play_turn(box, alone, turn)
            share_win(alone, shares)
            assert is_over(alone) == over
            assert shares.tolist() == won.tolist()
            if not over:
                refill(box, alone, np.random.default_rng(first))
                pass_on(alone)
                refill_and_pass_on(box, after, np.random.default_rng(first))
            assert alone.tolist() == after.tolist()


@GAMES
def test_positions_judged_together_have_the_values_of_each(first: int, catalogue: Catalogue) -> None:
    ended = 0
    for box, cells in positions(range(first, first + 30), catalogue):
        net = lively_net(int(cells[0, SEATS]))
        desk, judged = new_desk(net), Judge(box, net).judge(cells)
        for position, begin, end in zip(cells, [0, *judged.ends], judged.ends, strict=False):
            count = judge_turns(box, net, desk, position)
            assert desk.turns[:count].tolist() == judged.turns[begin:end].tolist()
            assert desk.ended[:count].tolist() == judged.ended[begin:end].tolist()
            assert np.allclose(desk.values[:count], judged.values[begin:end], atol=1e-5)
            ended += desk.ended[:count].sum()
    assert ended


def test_one_position_is_worth_the_same_alone_and_among_others(catalogue: Catalogue) -> None:
    box, cells = next(positions(range(2, 3), catalogue))
    judge = Judge(box, lively_net(int(cells[0, SEATS])))
    together = judge.judge(cells)
    alone = np.concatenate([judge.judge(cells[[row]]).values for row in range(len(cells))])
    assert np.allclose(together.values, alone, atol=1e-6)
