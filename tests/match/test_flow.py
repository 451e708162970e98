"""The flow of a match at one keyboard, without a screen: who is next, what is hidden from whom, and when it is paused."""

import asyncio
from random import Random

import pytest

from splendor_tui.bots.player import Budget
from splendor_tui.inputs.match_options import MatchOptions, make_options, parse_players
from splendor_tui.match.clock import Clock
from splendor_tui.match.computer_turns import Thinking, play_computer
from splendor_tui.match.controller import MatchError, MatchPausedError, TimeOutError
from splendor_tui.match.flow import Flow, Next
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason, describe_interruption
from splendor_tui.rules.actions import Action, Forfeit, ReserveTop, Take
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import pack
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.view import View
from tests.match.tables import Time, act, options, sit_down

TAKE = Take(pack((1, 1, 1, 0, 0)))
CLOCK = (60, 300)


class Slow:
    """A computer player that takes time and then plays the first action."""

    def __init__(self, now: Time, seconds: float) -> None:
        self._now = now
        self._seconds = seconds

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:  # noqa: ARG002 - the signature of a bot
        self._now.seconds += self._seconds
        return legal_actions(view)[0]


def new_flow(catalogue: Catalogue, agreed: MatchOptions | None = None, now: Time | None = None) -> Flow:
    """The flow of a new match with the first human at the keyboard."""
    flow = Flow(sit_down(catalogue, agreed, now=now))
    if flow.proceed() is Next.HAND_OVER:
        flow.seat_next_player()
    return flow


def clock_of(flow: Flow) -> Clock:
    clock = flow.controller.clock
    assert clock is not None
    return clock


def test_humans_see_the_table_in_turn_and_a_single_one_without_hand_over(catalogue: Catalogue) -> None:
    flow = new_flow(catalogue, options(3))
    for seat in (0, 1, 2, 0):
        assert flow.proceed() is Next.HUMAN
        assert (flow.viewer, flow.seat, flow.to_move) == (seat, seat, True)
        act(flow.controller, TAKE)
        assert not flow.to_move
    flow = new_flow(catalogue, options(2, bots=(1,), hand_over="always"))
    assert flow.proceed() is Next.HUMAN
    act(flow.controller, ReserveTop(1))
    assert not flow.shows_drawn_card, "there is nobody to hand over to"
    assert flow.proceed() is Next.COMPUTER
    assert flow.viewer == 0
    flow.controller.submit(1, TAKE, 1)
    assert flow.proceed() is Next.HUMAN


def test_clock_stops_while_a_drawn_card_is_shown(catalogue: Catalogue) -> None:
    flow = new_flow(catalogue, options(clock=CLOCK))
    act(flow.controller, ReserveTop(1))
    assert flow.proceed() is Next.DRAWN_CARD
    assert (flow.shows_drawn_card, flow.viewer, flow.to_move) == (True, 0, False)
    assert not clock_of(flow).running
    with pytest.raises(MatchPausedError):
        flow.controller.submit(1, TAKE, 1)
    flow.hide_drawn_card()
    assert flow.proceed() is Next.HAND_OVER
    assert not clock_of(flow).running
    flow.seat_next_player()
    assert (flow.proceed(), flow.viewer) == (Next.HUMAN, 1)
    assert clock_of(flow).running


@pytest.mark.parametrize("paused", [False, True])
def test_hand_over_screen_stays_after_a_pause(catalogue: Catalogue, paused: bool) -> None:
    flow = new_flow(catalogue, options(hand_over="always", clock=CLOCK))
    act(flow.controller, TAKE)
    assert flow.proceed() is Next.HAND_OVER
    if paused:
        flow.controller.pause(PauseReason.SUSPENDED)
        flow.controller.resume(*INTERRUPTIONS)
    assert flow.proceed() is Next.HAND_OVER
    assert flow.viewer == 0, "the one before still looks until the next one is there"
    assert not clock_of(flow).running
    flow.seat_next_player()
    assert flow.proceed() is Next.HUMAN
    assert clock_of(flow).running


def test_undo_of_a_shown_drawn_card_returns_the_turn_or_changes_nothing(catalogue: Catalogue) -> None:
    flow = new_flow(catalogue, options(clock=CLOCK))
    act(flow.controller, ReserveTop(1))
    flow.undo()
    assert not flow.shows_drawn_card
    assert flow.proceed() is Next.HUMAN
    assert clock_of(flow).running
    flow = new_flow(catalogue, options(clock=CLOCK, undo="off"))
    act(flow.controller, ReserveTop(1))
    with pytest.raises(MatchError, match="without undo"):
        flow.undo()
    assert flow.proceed() is Next.DRAWN_CARD
    assert not clock_of(flow).running


@pytest.mark.parametrize(("hand_over", "after"), [("hidden", Next.HAND_OVER), ("never", Next.HUMAN)])
def test_undo_of_a_blind_reserve_needs_a_hand_over_screen(catalogue: Catalogue, hand_over: str, after: Next) -> None:
    flow = new_flow(catalogue, options(hand_over=hand_over))
    act(flow.controller, ReserveTop(1))
    flow.hide_drawn_card()
    flow.proceed()
    flow.seat_next_player()
    flow.undo()
    assert flow.proceed() is after
    if after is Next.HAND_OVER:
        flow.seat_next_player()
    assert (flow.proceed(), flow.viewer) == (Next.HUMAN, 0)
    flow.controller.redo()
    assert flow.controller.ply == 1
    assert flow.proceed() is after
    if after is Next.HAND_OVER:
        flow.seat_next_player()
    flow.undo()
    flow.proceed()
    flow.seat_next_player()
    act(flow.controller, TAKE)
    assert flow.proceed() is Next.HUMAN, "nobody holds a hidden card any more"


def test_only_undoing_another_human_needs_confirmation(catalogue: Catalogue) -> None:
    flow = new_flow(catalogue, options(2, hand_over="never"))
    assert not flow.others_steps_to_undo, "nothing was done yet"
    act(flow.controller, TAKE)
    flow.proceed()
    assert flow.others_steps_to_undo == flow.controller.steps
    act(flow.controller, ReserveTop(1))
    assert not flow.others_steps_to_undo, "it is still the turn of whoever drew the card"
    alone = new_flow(catalogue, make_options(parse_players("Ann,=merchant")))
    act(alone.controller, TAKE)
    assert not alone.others_steps_to_undo
    strict = new_flow(catalogue, options(2, hand_over="never", undo="off"))
    act(strict.controller, TAKE)
    strict.proceed()
    assert not strict.others_steps_to_undo, "that cannot be taken back, which is told at once"


def test_undo_on_the_hand_over_screen_keeps_the_table_hidden(catalogue: Catalogue) -> None:
    flow = new_flow(catalogue, make_options(parse_players("Ann,=merchant,Bo")).changed({"hand_over": "always"}))
    assert not flow.can_undo_unseen, "the table is open"
    act(flow.controller, TAKE)
    assert flow.proceed() is Next.COMPUTER
    flow.controller.submit(1, parse_action("take W U G", catalogue), 1)
    assert flow.proceed() is Next.HAND_OVER
    assert flow.can_undo_unseen
    flow.undo_unseen()
    assert flow.controller.ply == 0
    assert (flow.proceed(), flow.viewer) == (Next.HAND_OVER, None), "anybody may have pressed the key"
    assert not flow.can_undo_unseen
    flow.seat_next_player()
    assert (flow.proceed(), flow.viewer) == (Next.HUMAN, 0)
    strict = new_flow(catalogue, options(2, hand_over="always", undo="off"))
    act(strict.controller, TAKE)
    assert strict.proceed() is Next.HAND_OVER
    assert not strict.can_undo_unseen


def test_end_is_visible_to_all_and_a_secret_card_of_a_player_who_resigned_hides_nothing(catalogue: Catalogue) -> None:
    flow = new_flow(catalogue, options(clock=CLOCK))
    act(flow.controller, Forfeit())
    assert (flow.proceed(), flow.viewer, flow.to_move) == (Next.END, None, False)
    assert not clock_of(flow).running
    assert flow.controller.names_in_play() == ("Bo",)
    flow.undo()
    assert (flow.proceed(), flow.viewer) == (Next.HUMAN, 0)
    assert clock_of(flow).running
    flow = new_flow(catalogue, options(3))
    act(flow.controller, ReserveTop(1))
    flow.hide_drawn_card()
    for seat in (1, 2, 0):
        assert flow.proceed() is Next.HAND_OVER
        flow.seat_next_player()
        act(flow.controller, TAKE if seat else Forfeit())
    assert (flow.proceed(), flow.viewer) == (Next.HUMAN, 1)


@pytest.mark.parametrize("reason", INTERRUPTIONS)
def test_pause_has_a_reason_and_lasts_until_resumed(catalogue: Catalogue, reason: PauseReason) -> None:
    flow = new_flow(catalogue, options(clock=CLOCK))
    assert flow.controller.interruption is None
    flow.controller.pause(reason)
    assert flow.controller.interruption is reason
    assert str(describe_interruption(reason, with_clock=True)).endswith(".")
    with pytest.raises(MatchPausedError):
        act(flow.controller, TAKE)
    flow.controller.resume(*INTERRUPTIONS)
    assert flow.controller.interruption is None
    act(flow.controller, TAKE)


@pytest.mark.parametrize("slept", [False, True])
async def test_computer_waits_during_a_pause(catalogue: Catalogue, slept: bool) -> None:
    now = Time()
    flow = new_flow(catalogue, options(2, bots=(1,), clock=CLOCK), now)
    act(flow.controller, TAKE)
    assert flow.proceed() is Next.COMPUTER
    if not slept:
        flow.controller.pause(PauseReason.HIDDEN)
    turn = asyncio.create_task(
        play_computer(flow.controller, {1: Slow(now, 600 if slept else 0)}, Random(1), Thinking(1, now), lambda: 0)
    )
    await asyncio.sleep(0.3)
    assert not turn.done()
    assert flow.controller.interruption is (PauseReason.SLEPT if slept else None)
    flow.controller.resume(PauseReason.HIDDEN)
    flow.controller.resume(*INTERRUPTIONS)
    await asyncio.wait_for(turn, 5)
    assert flow.controller.ply == 2


async def test_computer_without_time_forfeits(catalogue: Catalogue) -> None:
    now = Time()
    flow = new_flow(catalogue, options(2, bots=(1,), clock=(5, 0)), now)
    act(flow.controller, TAKE)
    now.seconds = 3
    flow.controller.tick()
    with pytest.raises(TimeOutError, match="Bo"):
        await play_computer(flow.controller, {1: Slow(now, 3)}, Random(1), Thinking(1, now), lambda: 0)
    assert flow.proceed() is Next.END


def test_hand_over_screen_appears_always_once_a_card_is_secret_or_never(catalogue: Catalogue) -> None:
    found = {}
    for hand_over in ("always", "hidden", "never"):
        table = sit_down(catalogue, options(hand_over=hand_over))
        at_first = Flow(table).proceed()
        table.resume(PauseReason.HAND_OVER)
        act(table, ReserveTop(1))
        table.resume(PauseReason.DRAWN_CARD)
        found[hand_over] = (at_first, Flow(table).proceed())
    always, hidden = (Next.HAND_OVER, Next.HAND_OVER), (Next.HUMAN, Next.HAND_OVER)
    assert found == {"always": always, "hidden": hidden, "never": (Next.HUMAN, Next.HUMAN)}
