"""The thinking time of computer players, and requests to answer sooner."""

import asyncio
from collections.abc import Callable
from random import Random
from time import monotonic, sleep

import pytest

from splendor_tui.bots.heuristic_evaluation import MERCHANT
from splendor_tui.bots.heuristic_policy import HeuristicPolicy
from splendor_tui.inputs.house_rules import ClockOptions
from splendor_tui.inputs.match_options import ENGINE, MatchOptions, SeatOptions, make_options, parse_players
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.adviser import hint_seconds
from splendor_tui.match.computer_turns import play_computer, pondering
from splendor_tui.match.controller import Controller
from splendor_tui.match.thinking_time import Thinking, thinking_seconds, thinks_long
from splendor_tui.rules.actions import Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from splendor_tui.rules.view import View
from tests.match.advisers import Adviser, until
from tests.match.tables import Time, sit_down

TAKE = Take(pack((1, 1, 1, 0, 0)))
PATIENT = Settings(thinking_seconds=30, bot_pace=0)


def against(catalogue: Catalogue, kind: str, clock: ClockOptions | None = None, now: Time | None = None) -> Controller:
    """A match in which this computer player is to move."""
    command = "./mine" if kind == ENGINE else None
    seats = (SeatOptions(name="Ann"), SeatOptions(name="Bo", kind=kind, command=command))
    table = sit_down(catalogue, MatchOptions(players=seats, clock=clock), now=now)
    table.submit(0, TAKE, 0)
    return table


def test_settings_limit_the_time_of_the_strongest_level_and_engines(catalogue: Catalogue) -> None:
    for kind, seconds in (("apprentice", 1), ("merchant", 1), ("guildmaster", 0.2), ("grandmaster", 30), (ENGINE, 30)):
        table = against(catalogue, kind)
        assert thinking_seconds(table, PATIENT) == seconds, kind
        assert thinks_long(table) == (seconds == 30), kind


@pytest.mark.parametrize("kind", ["guildmaster", "grandmaster", ENGINE])
def test_planned_time_stays_within_the_clock(catalogue: Catalogue, kind: str) -> None:
    now = Time()
    table = against(catalogue, kind, ClockOptions(turn_seconds=10, reserve_seconds=0), now)
    spent = 0.0
    while spent < 9.9:  # a return or the choice of a noble belongs to the same turn
        planned = thinking_seconds(table, PATIENT)
        assert 0 < planned <= (10 - spent) / 2
        spent += max(planned, 1)
        now.seconds = spent
        if spent < 10:
            table.tick()


def test_hint_takes_a_second_or_the_chosen_time_but_at_most_half_of_the_turn(catalogue: Catalogue) -> None:
    for wanted, turn, seconds in ((0.2, None, 1), (20, None, 20), (20, 60, 20), (20, 8, 4)):
        clock = ClockOptions(turn_seconds=turn, reserve_seconds=0) if turn else None
        assert hint_seconds(against(catalogue, "merchant", clock).clock, Settings(thinking_seconds=wanted)) == seconds


async def test_hurried_computer_plays_its_best_action_so_far(catalogue: Catalogue) -> None:
    table, thinker = against(catalogue, "grandmaster"), Adviser(patient=True)
    thinking = Thinking(30, monotonic)
    assert thinking.passed is None, "it starts once the computer is ready"
    turn = asyncio.create_task(play_computer(table, {1: thinker}, Random(1), thinking, lambda: 10))
    while not thinker.reported.is_set():
        await asyncio.sleep(0.01)
    assert not turn.done()
    assert thinking.passed == 0
    thinking.hurry()
    await asyncio.wait_for(turn, 5)
    assert table.ply == 2
    assert not any("random" in str(line.message) for line in table.log)


# --- on the opponent's time ------------------------------------------------------------------------------------------


class Ponder(HeuristicPolicy):
    """Records the views to ponder, and ponders until it is cancelled."""

    def __init__(self) -> None:
        super().__init__(MERCHANT)
        self.views: list[View] = []
        self.is_searching = False

    def ponder(self, view: View, rng: Random, cancelled: Callable[[], bool]) -> None:  # noqa: ARG002
        self.views.append(view)
        self.is_searching = True
        while not cancelled():
            sleep(0.005)
        self.is_searching = False


async def test_next_slow_computer_ponders_from_its_own_view_if_the_setting_allows_it(catalogue: Catalogue) -> None:
    table = sit_down(catalogue, make_options(parse_players("Ann,=merchant,Cy,=grandmaster")))
    bots = {1: Ponder(), 3: Ponder()}
    with pondering(table, bots, Random(1), allowed=Settings().ponder):
        await asyncio.sleep(0.05)
    assert bots[3].views == []
    with pondering(table, bots, Random(1), allowed=True):
        await until(lambda: bots[3].is_searching)
    await until(lambda: not bots[3].is_searching)
    assert bots[3].views == [table.view_for(3)]
    assert (bots[3].views[0].viewer, bots[3].views[0].seat) == (3, 0)
    assert bots[1].views == []
