"""The flow of a match at one keyboard, without a screen: who is next, what is hidden from whom, and what is paused."""

import asyncio
from random import Random

import pytest

from splendor_tui.bots.player import Budget
from splendor_tui.inputs.match_options import MatchOptions, make_options, parse_players
from splendor_tui.match.clock import Clock
from splendor_tui.match.controller import (
    INTERRUPTIONS,
    MatchError,
    MatchPausedError,
    PauseReason,
    TimeOutError,
    describe_interruption,
)
from splendor_tui.match.flow import Flow, Next
from splendor_tui.match.thinking import Thinking, play_computer
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
    """A computer player that takes time, then the first action."""

    def __init__(self, now: Time, seconds: float) -> None:
        self._now = now
        self._seconds = seconds

    def choose(self, view: View, rng: Random, budget: Budget) -> Action:  # noqa: ARG002 - as the protocol has it
        self._now.seconds += self._seconds
        return legal_actions(view)[0]


def begun(catalogue: Catalogue, agreed: MatchOptions | None = None, now: Time | None = None) -> Flow:
    """The flow of a new match, with the first human at the keyboard."""
    flow = Flow(sit_down(catalogue, agreed, now=now))
    if flow.proceed() is Next.HAND_OVER:
        flow.seat_next_player()
    return flow


def clock_of(flow: Flow) -> Clock:
    clock = flow.controller.clock
    assert clock is not None
    return clock


def test_people_move_one_after_another_and_look_in_turn(catalogue: Catalogue) -> None:
    flow = begun(catalogue, options(3))
    for seat in (0, 1, 2, 0):
        assert flow.proceed() is Next.HUMAN
        assert (flow.viewer, flow.seat, flow.to_move) == (seat, seat, True)
        act(flow.controller, TAKE)
        assert not flow.to_move


def test_a_human_alone_looks_all_the_time_and_needs_no_hand_over_screen(catalogue: Catalogue) -> None:
    flow = begun(catalogue, options(2, bots=(1,), hand_over="always"))
    assert flow.proceed() is Next.HUMAN
    act(flow.controller, ReserveTop(1))
    assert not flow.shows_drawn_card, "there is nobody to hand over to"
    assert flow.proceed() is Next.COMPUTER
    assert flow.viewer == 0
    flow.controller.submit(1, TAKE, 1)
    assert flow.proceed() is Next.HUMAN


def test_a_drawn_card_is_shown_before_computers_move_on_to_another_human(catalogue: Catalogue) -> None:
    flow = begun(catalogue, options(3, bots=(1,)))
    act(flow.controller, ReserveTop(1))
    assert (flow.proceed(), flow.viewer) == (Next.DRAWN_CARD, 0)
    flow.hide_drawn_card()
    assert flow.proceed() is Next.COMPUTER


def test_the_clock_stands_while_a_drawn_card_is_shown_and_nothing_is_played(catalogue: Catalogue) -> None:
    now = Time()
    flow = begun(catalogue, options(clock=CLOCK), now)
    act(flow.controller, ReserveTop(1))
    assert flow.proceed() is Next.DRAWN_CARD
    assert (flow.shows_drawn_card, flow.viewer, flow.to_move) == (True, 0, False)
    for now.seconds in range(1, 40):
        flow.controller.tick()
    assert clock_of(flow).snapshot() == (60_000, 300_000, 300_000)
    with pytest.raises(MatchPausedError):
        flow.controller.submit(1, TAKE, 1)
    flow.hide_drawn_card()
    assert flow.proceed() is Next.HAND_OVER
    for now.seconds in range(40, 80):
        flow.controller.tick()
    assert clock_of(flow).snapshot() == (60_000, 300_000, 300_000)
    flow.seat_next_player()
    assert (flow.proceed(), flow.viewer) == (Next.HUMAN, 1)
    assert clock_of(flow).running


@pytest.mark.parametrize("paused", [False, True])
def test_the_hand_over_screen_goes_on_hiding_through_a_pause(catalogue: Catalogue, paused: bool) -> None:
    flow = begun(catalogue, options(hand_over="always", clock=CLOCK))
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


def test_undoing_a_drawn_card_while_it_is_shown_gives_the_turn_back(catalogue: Catalogue) -> None:
    flow = begun(catalogue, options(clock=CLOCK))
    act(flow.controller, ReserveTop(1))
    flow.undo()
    assert not flow.shows_drawn_card
    assert flow.proceed() is Next.HUMAN
    assert clock_of(flow).running
    act(flow.controller, TAKE)


def test_what_cannot_be_undone_changes_nothing_while_a_drawn_card_is_shown(catalogue: Catalogue) -> None:
    flow = begun(catalogue, options(clock=CLOCK, undo="off"))
    act(flow.controller, ReserveTop(1))
    with pytest.raises(MatchError, match="without undo"):
        flow.undo()
    assert flow.proceed() is Next.DRAWN_CARD
    assert not clock_of(flow).running


@pytest.mark.parametrize(("hand_over", "after"), [("hidden", Next.HAND_OVER), ("never", Next.HUMAN)])
def test_a_card_that_one_human_may_see_comes_back_behind_a_hand_over_screen(
    catalogue: Catalogue, hand_over: str, after: Next
) -> None:
    flow = begun(catalogue, options(hand_over=hand_over))
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


def test_only_what_another_human_did_has_to_be_asked_for(catalogue: Catalogue) -> None:
    flow = begun(catalogue, options(2, hand_over="never"))
    assert not flow.others_steps_to_undo, "nothing was done yet"
    act(flow.controller, TAKE)
    flow.proceed()
    assert flow.others_steps_to_undo == flow.controller.steps
    act(flow.controller, ReserveTop(1))
    assert not flow.others_steps_to_undo, "it is still the turn of whoever drew the card"
    alone = begun(catalogue, make_options(parse_players("Ann,=merchant")))
    act(alone.controller, TAKE)
    assert not alone.others_steps_to_undo
    strict = begun(catalogue, options(2, hand_over="never", undo="off"))
    act(strict.controller, TAKE)
    strict.proceed()
    assert not strict.others_steps_to_undo, "that cannot be taken back, which is told at once"


def test_what_was_done_is_undone_behind_the_hand_over_screen_too_and_it_stays(catalogue: Catalogue) -> None:
    flow = begun(catalogue, make_options(parse_players("Ann,=merchant,Bo")).changed({"hand_over": "always"}))
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


def test_behind_the_hand_over_screen_only_what_may_be_undone_is(catalogue: Catalogue) -> None:
    flow = begun(catalogue, options(2, hand_over="always", undo="off"))
    act(flow.controller, TAKE)
    assert flow.proceed() is Next.HAND_OVER
    assert not flow.can_undo_unseen


def test_one_hand_over_screen_is_enough(catalogue: Catalogue) -> None:
    flow = begun(catalogue)
    act(flow.controller, ReserveTop(1))
    flow.hide_drawn_card()
    flow.proceed()
    flow.seat_next_player()
    flow.undo()
    flow.proceed()
    flow.seat_next_player()
    act(flow.controller, TAKE)
    assert flow.proceed() is Next.HUMAN, "nobody holds a hidden card any more"


def test_the_end_is_for_everybody_to_look_at_and_can_be_undone(catalogue: Catalogue) -> None:
    flow = begun(catalogue, options(clock=CLOCK))
    act(flow.controller, Forfeit())
    assert (flow.proceed(), flow.viewer, flow.to_move) == (Next.END, None, False)
    assert not clock_of(flow).running
    assert flow.controller.names_in_play() == ("Bo",)
    flow.undo()
    assert (flow.proceed(), flow.viewer) == (Next.HUMAN, 0)
    assert clock_of(flow).running


@pytest.mark.parametrize("reason", INTERRUPTIONS)
def test_a_pause_says_why_and_lasts_until_the_players_are_there(catalogue: Catalogue, reason: PauseReason) -> None:
    flow = begun(catalogue, options(clock=CLOCK))
    assert flow.controller.interruption is None
    flow.controller.pause(reason)
    assert flow.controller.interruption is reason
    assert str(describe_interruption(reason)).endswith(".")
    with pytest.raises(MatchPausedError):
        act(flow.controller, TAKE)
    flow.controller.resume(*INTERRUPTIONS)
    assert flow.controller.interruption is None
    act(flow.controller, TAKE)


@pytest.mark.parametrize("slept", [False, True])
async def test_a_computer_waits_until_the_match_goes_on(catalogue: Catalogue, slept: bool) -> None:
    now = Time()
    flow = begun(catalogue, options(2, bots=(1,), clock=CLOCK), now)
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


async def test_a_computer_whose_time_is_used_up_leaves_the_game(catalogue: Catalogue) -> None:
    now = Time()
    flow = begun(catalogue, options(2, bots=(1,), clock=(5, 0)), now)
    act(flow.controller, TAKE)
    now.seconds = 3
    flow.controller.tick()
    with pytest.raises(TimeOutError, match="Bo"):
        await play_computer(flow.controller, {1: Slow(now, 3)}, Random(1), Thinking(1, now), lambda: 0)
    assert flow.proceed() is Next.END


def test_the_hand_over_screen_comes_as_soon_as_someone_holds_a_card_that_not_all_have_seen(
    catalogue: Catalogue,
) -> None:
    flow = begun(catalogue)
    flow.controller.submit(0, TAKE, 0)
    assert flow.proceed() is Next.HUMAN
    flow.controller.submit(1, ReserveTop(1), 1)
    flow.hide_drawn_card()
    assert flow.proceed() is Next.HAND_OVER
    flow.seat_next_player()
    assert flow.proceed() is Next.HUMAN


@pytest.mark.parametrize(("hand_over", "then"), [("always", Next.HAND_OVER), ("never", Next.HUMAN)])
def test_the_option_shows_the_hand_over_screen_always_or_never(
    catalogue: Catalogue, hand_over: str, then: Next
) -> None:
    table = sit_down(catalogue, options(hand_over=hand_over))
    assert Flow(table).proceed() is then
    table.resume(PauseReason.HAND_OVER)
    table.submit(0, ReserveTop(1), 0)
    table.resume(PauseReason.DRAWN_CARD)
    assert Flow(table).proceed() is then
