"""The hot_seat of a match at one keyboard, without a screen: who is next, what is hidden from whom, and when it is paused."""

import asyncio
from random import Random

import pytest

from splendor_tui.bots.player import Budget
from splendor_tui.inputs.match_options import MatchOptions, make_options, parse_players
from splendor_tui.match.clock import Clock
from splendor_tui.match.computer_turns import play_computer
from splendor_tui.match.controller import MatchError, MatchPausedError, TimeOutError
from splendor_tui.match.hot_seat import HotSeat, Next
from splendor_tui.match.pause_reasons import INTERRUPTIONS, PauseReason
from splendor_tui.match.thinking_time import Thinking
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


def new_flow(catalogue: Catalogue, agreed: MatchOptions | None = None, now: Time | None = None) -> HotSeat:
    """The hot_seat of a new match with the first human at the keyboard."""
    hot_seat = HotSeat(sit_down(catalogue, agreed, now=now))
    if hot_seat.proceed() is Next.HAND_OVER:
        hot_seat.seat_next_player()
    return hot_seat


def clock_of(hot_seat: HotSeat) -> Clock:
    clock = hot_seat.controller.clock
    assert clock is not None
    return clock


def test_humans_see_the_table_in_turn_and_a_single_one_without_hand_over(catalogue: Catalogue) -> None:
    hot_seat = new_flow(catalogue, options(3))
    for seat in (0, 1, 2, 0):
        assert hot_seat.proceed() is Next.HUMAN
        assert (hot_seat.viewer, hot_seat.seat, hot_seat.to_move) == (seat, seat, True)
        act(hot_seat.controller, TAKE)
        assert not hot_seat.to_move
    hot_seat = new_flow(catalogue, options(2, bots=(1,), hand_over="always"))
    assert hot_seat.proceed() is Next.HUMAN
    act(hot_seat.controller, ReserveTop(1))
    assert not hot_seat.shows_drawn_card, "there is nobody to hand over to"
    assert hot_seat.proceed() is Next.COMPUTER
    assert hot_seat.viewer == 0
    hot_seat.controller.submit(1, TAKE, 1)
    assert hot_seat.proceed() is Next.HUMAN


def test_clock_stops_while_a_drawn_card_is_shown_until_it_is_undone_or_hidden(catalogue: Catalogue) -> None:
    hot_seat = new_flow(catalogue, options(clock=CLOCK))
    act(hot_seat.controller, ReserveTop(1))
    hot_seat.undo()
    assert not hot_seat.shows_drawn_card
    assert hot_seat.proceed() is Next.HUMAN
    assert clock_of(hot_seat).running
    act(hot_seat.controller, ReserveTop(1))
    assert hot_seat.proceed() is Next.DRAWN_CARD
    assert (hot_seat.shows_drawn_card, hot_seat.viewer, hot_seat.to_move) == (True, 0, False)
    assert not clock_of(hot_seat).running
    with pytest.raises(MatchPausedError):
        hot_seat.controller.submit(1, TAKE, 1)
    hot_seat.hide_drawn_card()
    assert hot_seat.proceed() is Next.HAND_OVER
    assert not clock_of(hot_seat).running
    hot_seat.seat_next_player()
    assert (hot_seat.proceed(), hot_seat.viewer) == (Next.HUMAN, 1)
    assert clock_of(hot_seat).running


def test_hand_over_screen_stays_after_a_pause(catalogue: Catalogue) -> None:
    hot_seat = new_flow(catalogue, options(hand_over="always", clock=CLOCK))
    act(hot_seat.controller, TAKE)
    assert hot_seat.proceed() is Next.HAND_OVER
    hot_seat.controller.pause(PauseReason.SUSPENDED)
    hot_seat.controller.resume(*INTERRUPTIONS)
    assert hot_seat.proceed() is Next.HAND_OVER
    assert hot_seat.viewer == 0, "the one before still looks until the next one is there"
    assert not clock_of(hot_seat).running
    hot_seat.seat_next_player()
    assert hot_seat.proceed() is Next.HUMAN
    assert clock_of(hot_seat).running


def test_undo_that_is_off_leaves_a_drawn_card_visible(catalogue: Catalogue) -> None:
    hot_seat = new_flow(catalogue, options(clock=CLOCK, undo="off"))
    act(hot_seat.controller, ReserveTop(1))
    with pytest.raises(MatchError, match="without undo"):
        hot_seat.undo()
    assert hot_seat.proceed() is Next.DRAWN_CARD
    assert not clock_of(hot_seat).running


@pytest.mark.parametrize(("hand_over", "after"), [("hidden", Next.HAND_OVER), ("never", Next.HUMAN)])
def test_undo_of_a_blind_reserve_needs_a_hand_over_screen(catalogue: Catalogue, hand_over: str, after: Next) -> None:
    hot_seat = new_flow(catalogue, options(hand_over=hand_over))
    act(hot_seat.controller, ReserveTop(1))
    hot_seat.hide_drawn_card()
    hot_seat.proceed()
    hot_seat.seat_next_player()
    hot_seat.undo()
    assert hot_seat.proceed() is after
    if after is Next.HAND_OVER:
        hot_seat.seat_next_player()
    assert (hot_seat.proceed(), hot_seat.viewer) == (Next.HUMAN, 0)
    hot_seat.controller.redo()
    assert hot_seat.controller.ply == 1
    assert hot_seat.proceed() is after
    if after is Next.HAND_OVER:
        hot_seat.seat_next_player()
    hot_seat.undo()
    hot_seat.proceed()
    hot_seat.seat_next_player()
    act(hot_seat.controller, TAKE)
    assert hot_seat.proceed() is Next.HUMAN, "nobody holds a hidden card any more"


def test_only_undoing_another_human_needs_confirmation(catalogue: Catalogue) -> None:
    hot_seat = new_flow(catalogue, options(2, hand_over="never"))
    assert not hot_seat.others_steps_to_undo, "nothing was done yet"
    act(hot_seat.controller, TAKE)
    hot_seat.proceed()
    assert hot_seat.others_steps_to_undo == hot_seat.controller.steps
    act(hot_seat.controller, ReserveTop(1))
    assert not hot_seat.others_steps_to_undo, "it is still the turn of whoever drew the card"
    alone = new_flow(catalogue, make_options(parse_players("Ann,=merchant")))
    act(alone.controller, TAKE)
    assert not alone.others_steps_to_undo
    strict = new_flow(catalogue, options(2, hand_over="never", undo="off"))
    act(strict.controller, TAKE)
    strict.proceed()
    assert not strict.others_steps_to_undo, "that cannot be taken back, which is told at once"


def test_undo_on_the_hand_over_screen_keeps_the_table_hidden(catalogue: Catalogue) -> None:
    hot_seat = new_flow(catalogue, make_options(parse_players("Ann,=merchant,Bo")).changed({"hand_over": "always"}))
    assert not hot_seat.can_undo_unseen, "the table is open"
    act(hot_seat.controller, TAKE)
    assert hot_seat.proceed() is Next.COMPUTER
    hot_seat.controller.submit(1, parse_action("take W U G", catalogue), 1)
    assert hot_seat.proceed() is Next.HAND_OVER
    assert hot_seat.can_undo_unseen
    hot_seat.undo_unseen()
    assert hot_seat.controller.ply == 0
    assert (hot_seat.proceed(), hot_seat.viewer) == (Next.HAND_OVER, None), "anybody may have pressed the key"
    assert not hot_seat.can_undo_unseen
    hot_seat.seat_next_player()
    assert (hot_seat.proceed(), hot_seat.viewer) == (Next.HUMAN, 0)
    strict = new_flow(catalogue, options(2, hand_over="always", undo="off"))
    act(strict.controller, TAKE)
    assert strict.proceed() is Next.HAND_OVER
    assert not strict.can_undo_unseen


@pytest.mark.parametrize("undo", ["free", "own-turn", "off"])
def test_undo_on_the_hand_over_screen_is_possible_after_resuming(catalogue: Catalogue, undo: str) -> None:
    table = sit_down(catalogue, options(2, hand_over="always", undo=undo))
    act(table, TAKE)
    act(table, TAKE)
    resumed = HotSeat(table)
    assert resumed.proceed() is Next.HAND_OVER
    assert resumed.can_undo_unseen is (undo != "off")
    if undo != "off":
        resumed.undo_unseen()
        assert (resumed.proceed(), table.ply, table.seat) == (Next.HAND_OVER, 1, 1)
        assert resumed.can_undo_unseen is (undo == "free"), "Ann may not be at the keyboard"


@pytest.mark.parametrize("undo", ["free", "own-turn"])
def test_several_turns_can_be_undone_at_the_hand_over_after_the_end_only_if_undo_is_free(
    catalogue: Catalogue, undo: str
) -> None:
    hot_seat = new_flow(catalogue, options(2, hand_over="always", undo=undo))
    for action in (TAKE, ReserveTop(1), Forfeit()):
        act(hot_seat.controller, action)
        hot_seat.hide_drawn_card()
        if hot_seat.proceed() is Next.HAND_OVER:
            hot_seat.seat_next_player()
    hot_seat.undo()
    assert hot_seat.proceed() is Next.HAND_OVER
    assert hot_seat.can_undo_unseen is (undo == "free")
    assert [step.seat for step in hot_seat.others_steps_to_undo] == ([1] if undo == "free" else [])


def test_end_is_visible_to_all_and_a_secret_card_of_a_player_who_resigned_hides_nothing(catalogue: Catalogue) -> None:
    hot_seat = new_flow(catalogue, options(clock=CLOCK))
    act(hot_seat.controller, Forfeit())
    assert (hot_seat.proceed(), hot_seat.viewer, hot_seat.to_move) == (Next.END, None, False)
    assert not clock_of(hot_seat).running
    assert hot_seat.controller.names_in_play() == ("Bo",)
    hot_seat.undo()
    assert (hot_seat.proceed(), hot_seat.viewer) == (Next.HUMAN, 0)
    assert clock_of(hot_seat).running
    hot_seat = new_flow(catalogue, options(3))
    act(hot_seat.controller, ReserveTop(1))
    hot_seat.hide_drawn_card()
    for seat in (1, 2, 0):
        assert hot_seat.proceed() is Next.HAND_OVER
        hot_seat.seat_next_player()
        act(hot_seat.controller, TAKE if seat else Forfeit())
    assert (hot_seat.proceed(), hot_seat.viewer) == (Next.HUMAN, 1)


@pytest.mark.parametrize("slept", [False, True])
async def test_computer_waits_during_a_pause(catalogue: Catalogue, slept: bool) -> None:
    now = Time()
    hot_seat = new_flow(catalogue, options(2, bots=(1,), clock=CLOCK), now)
    act(hot_seat.controller, TAKE)
    assert hot_seat.proceed() is Next.COMPUTER
    if not slept:
        hot_seat.controller.pause(PauseReason.HIDDEN)
    turn = asyncio.create_task(
        play_computer(hot_seat.controller, {1: Slow(now, 600 if slept else 0)}, Random(1), Thinking(1, now), lambda: 0)
    )
    await asyncio.sleep(0.3)
    assert not turn.done()
    assert hot_seat.controller.interruption is (PauseReason.SLEPT if slept else None)
    hot_seat.controller.resume(PauseReason.HIDDEN)
    hot_seat.controller.resume(*INTERRUPTIONS)
    await asyncio.wait_for(turn, 5)
    assert hot_seat.controller.ply == 2


async def test_computer_without_time_forfeits(catalogue: Catalogue) -> None:
    now = Time()
    hot_seat = new_flow(catalogue, options(2, bots=(1,), clock=(5, 0)), now)
    act(hot_seat.controller, TAKE)
    now.seconds = 3
    hot_seat.controller.tick()
    with pytest.raises(TimeOutError, match="Bo"):
        await play_computer(hot_seat.controller, {1: Slow(now, 3)}, Random(1), Thinking(1, now), lambda: 0)
    assert hot_seat.proceed() is Next.END


def test_hand_over_screen_appears_always_once_a_card_is_secret_or_never(catalogue: Catalogue) -> None:
    found = {}
    for hand_over in ("always", "hidden", "never"):
        table = sit_down(catalogue, options(hand_over=hand_over))
        at_first = HotSeat(table).proceed()
        table.resume(PauseReason.HAND_OVER)
        act(table, ReserveTop(1))
        table.resume(PauseReason.DRAWN_CARD)
        found[hand_over] = (at_first, HotSeat(table).proceed())
    always, hidden = (Next.HAND_OVER, Next.HAND_OVER), (Next.HUMAN, Next.HAND_OVER)
    assert found == {"always": always, "hidden": hidden, "never": (Next.HUMAN, Next.HUMAN)}


def test_humans_in_play_may_agree_behind_the_hand_over_screen_and_play_on_after_undoing_that(
    catalogue: Catalogue,
) -> None:
    flow = new_flow(catalogue, options(4, bots=(1,), hand_over="hidden"))
    table = flow.controller
    act(table, Forfeit())
    act(table, TAKE)
    flow.proceed()
    act(table, ReserveTop(1))
    table.resume(PauseReason.DRAWN_CARD)
    assert flow.proceed() is Next.HAND_OVER
    assert flow.agreeing == ["Cy", "Dee"]
    table.agree(table.ply)
    assert flow.proceed() is Next.END
    flow.undo()
    assert flow.proceed() is Next.HAND_OVER
    flow.seat_next_player()
    assert not table.pauses
