"""The table in use: turns, the hand-over screen, computers, time, undo, and faults."""

import re
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from textual.color import Color
from textual.pilot import Pilot

from splendor_tui.bots.learned import net
from splendor_tui.commands.perft_command import published_setups
from splendor_tui.inputs.match_options import MatchOptions, make_options, parse_players
from splendor_tui.match.controller import Controller, PauseReason
from splendor_tui.match.live_match import begin
from splendor_tui.presentation.table_model import CardSlot, PlayerSlot, ReservedSlot
from splendor_tui.record import begin_from
from splendor_tui.rules.actions import Forfeit, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.outcome import Ending
from splendor_tui.store import StoreError, StoreFault
from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.inspect_screen import InspectScreen
from splendor_tui.tui.screens.pause_screen import PauseScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.screens.too_small_screen import TooSmallScreen
from splendor_tui.tui.widgets.board import HOME, Board
from splendor_tui.tui.widgets.card_grid import CardGrid
from tests.match.tables import Time, play_idly, play_out
from tests.tui.at_the_table import prompt, seated, sit, table, time_of, until
from tests.tui.fingers import click_hint, click_slot
from tests.tui.ink_map import described
from tests.tui.opened_app import app_of, make_services, open_app, screen_text
from tests.tui.scenes import strips

OF_THE_TABLE = ("NOBLES", " of 3", "points", "bonuses")
"""What stands on every table, and not on a curtain."""
FOR_A_TIME = "Hidden while someone holds a secret card."


def options(players: str = "Ann,Bo", **changes: object) -> MatchOptions:
    rules = {name: str(value) for name, value in changes.items()}
    plain = make_options(parse_players(players), seed="table")
    return plain.changed(rules) if rules else plain


def controller(pilot: Pilot[int]) -> Controller:
    return table(pilot).session.controller


def of_the_table(pilot: Pilot[int]) -> tuple[str, ...]:
    return tuple(words for words in OF_THE_TABLE if words in screen_text(pilot.app))


async def test_gems_are_taken_by_keys_and_the_next_player_asked(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3")
        assert "0 → 3/10 tokens" in prompt(pilot)
        await pilot.press("enter")
        assert prompt(pilot).startswith("Bo: pick gems")
        assert "Ann took 1◇ 1◆ 1▲." in screen_text(pilot.app)


@pytest.mark.parametrize(
    ("setup", "keys", "said"),
    [
        ("return-three", ("2", "5", "5", "enter"), "Ann returned 1◆ 2■."),
        ("noble-choice", ("1", "enter"), "Mary Stuart visited Ann."),
        ("forced-pass", ("enter",), "had to pass."),
    ],
)
async def test_a_match_that_begins_within_a_turn_asks_for_what_is_left_of_it(
    catalogue: Catalogue, setup: str, keys: tuple[str, ...], said: str
) -> None:
    place, position = make_services(catalogue), begin_from(published_setups()[setup].position, catalogue)
    async with open_app(place, sit(place, position=position, hand_over="never")) as pilot:
        assert (controller(pilot).seat, controller(pilot).ply) == (position.seat, 0)
        await pilot.press(*keys)
        assert controller(pilot).ply == 1
        assert said in screen_text(pilot.app)


async def test_the_chart_begins_with_the_round_of_the_position(catalogue: Catalogue) -> None:
    place, position = make_services(catalogue), begin_from(published_setups()["target-in-reach"].position, catalogue)
    live = begin(place, options("Ann,Bo,Cy", hand_over="never"), position)
    live.controller.begin()
    play_out(live.controller, Random(5))
    async with open_app(place, TableScreen(live), size=(120, 40)) as pilot:
        assert isinstance(pilot.app.screen, GameOverScreen)
        assert re.search(rf"^ +{position.round} ", screen_text(pilot.app), re.MULTILINE)


async def test_the_cursor_chooses_with_enter_and_a_chosen_card_is_dropped_when_it_leaves(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("down", "right", "enter")
        assert table(pilot).session.selection.card is controller(pilot).view_for(0).grid[5]
        await pilot.press("right")
        assert table(pilot).session.selection.card is None
        assert prompt(pilot).startswith("Ann: pick gems")


async def test_a_second_click_on_a_card_does_what_the_prompt_says(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await click_slot(pilot, CardSlot(1, 0))
        await click_hint(pilot, "reserve")
        assert controller(pilot).ply == 0
        await click_hint(pilot, "confirm")
        assert controller(pilot).ply == 1
        assert "Ann reserved" in screen_text(pilot.app)


async def test_the_right_button_buys_nothing(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        region = table(pilot).board.places()[CardSlot(1, 0)]
        await pilot.click(offset=(region.x + 1, region.y), button=3)
        assert table(pilot).session.selection.card is None


async def test_the_cursor_begins_anew_with_the_next_person(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("down", "right", "1", "2", "3", "enter")
        assert table(pilot).flow.viewer == 1
        assert table(pilot).board.cursor == HOME


async def test_what_an_action_changes_is_painted_once(catalogue: Catalogue) -> None:
    """Painting cards is the largest cost of a ply: the cursor's reset and the changes must share one frame."""
    async with seated(catalogue) as pilot:
        await pilot.press("down", "right", "1", "2", "3")
        with patch.object(CardGrid, "paint", autospec=True, side_effect=CardGrid.paint) as paint:
            await pilot.press("enter")
        assert table(pilot).flow.viewer == 1
        assert paint.call_count == 1


async def test_a_card_drawn_unseen_is_shown_to_its_owner_and_then_hidden_behind_the_curtain(
    catalogue: Catalogue,
) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.press("g", "enter")
        assert prompt(pilot).startswith("Ann, you drew")
        assert prompt(pilot).endswith("Enter pass to Bo")
        assert of_the_table(pilot) == OF_THE_TABLE
        assert "▶ Ann" in screen_text(pilot.app).splitlines()[0], "Bo has not got the keyboard yet"
        assert "▶Ann" in screen_text(pilot.app)
        drawn = controller(pilot).view_for(0).players[0].reserved[0].card
        assert drawn is not None
        assert table(pilot).session.model().card(ReservedSlot(0)) is drawn
        assert controller(pilot).clock is not None
        assert PauseReason.DRAWN_CARD in controller(pilot).pauses, "the next player's time must not run yet"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert "Pass to Bo" in screen_text(pilot.app)
        assert of_the_table(pilot) == ()
        assert not pilot.app.screen.is_modal, "nothing may shine through"
        await pilot.press("enter")
        assert of_the_table(pilot) == OF_THE_TABLE


async def test_the_curtain_says_why_it_comes_where_it_comes_for_a_time_only(catalogue: Catalogue) -> None:
    async with seated(catalogue, hand_over="hidden") as pilot:
        await pilot.press("g", "enter", "enter")
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert FOR_A_TIME in screen_text(pilot.app)


async def test_the_curtain_that_always_comes_gives_no_reason(catalogue: Catalogue) -> None:
    async with seated(catalogue, hand_over="always") as pilot:
        await pilot.press("enter", "g", "enter", "enter")
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert "Pass to Bo" in screen_text(pilot.app), "and Ann holds an unseen card"
        assert FOR_A_TIME not in screen_text(pilot.app)


async def test_hand_over_screen_ignores_keys_meant_for_the_table(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seated(catalogue, hand_over="always") as pilot:
        assert isinstance(pilot.app.screen, HandOverScreen), "before the first player too"
        await pilot.press("enter", "1", "2", "3")
        monkeypatch.setattr(HandOverScreen, "DEAF_SECONDS", 60.0)
        await pilot.press("enter", "enter", "enter", "u")
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert controller(pilot).ply == 1


async def test_what_was_opened_while_computers_moved_is_closed_before_the_curtain(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,=merchant,Bo", pace=3.0) as pilot:
        await pilot.press("g", "enter", "enter", "i")
        assert isinstance(pilot.app.screen, InspectScreen)
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOverScreen))
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert table(pilot).flow.viewer == 2


async def test_taking_back_a_card_drawn_unseen_goes_through_the_curtain(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("t", "enter", "enter")
        await pilot.press("enter", "u", "u")
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert "Pass to Ann" in screen_text(pilot.app)


async def test_an_action_is_taken_back_from_the_curtain_without_a_look_at_the_table(catalogue: Catalogue) -> None:
    async with seated(catalogue, hand_over="always") as pilot:
        assert "undo" not in screen_text(pilot.app), "nothing was done yet"
        await pilot.press("u")
        assert "Nothing can be undone here. Open the table first." in screen_text(pilot.app)
        await pilot.press("enter", "1", "2", "3", "enter")
        assert "u undo" in screen_text(pilot.app)
        await pilot.press("u")
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert controller(pilot).ply == 0
        assert "Pass to Ann" in screen_text(pilot.app)
        assert "undo" not in screen_text(pilot.app)
        await pilot.press("u", "enter")
        assert table(pilot).flow.to_move


async def test_no_palette_and_no_theme_chooser_come_over_the_curtain(catalogue: Catalogue) -> None:
    async with seated(catalogue, hand_over="always") as pilot:
        await pilot.press("ctrl+p", "f3")
        assert isinstance(pilot.app.screen, HandOverScreen)


async def test_that_more_than_the_last_action_was_taken_back_is_told_where_one_looks(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,=merchant,=merchant", pace=0.0) as pilot:
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: table(pilot).flow.to_move and controller(pilot).ply == 3)
        await pilot.press("3", "u")
        assert prompt(pilot) == "Undid the moves of Ann, Merchant and Merchant 2."
        await pilot.press("1")
        assert prompt(pilot).startswith("Take 1◇")


@pytest.mark.parametrize(("key", "rows"), [("m", "Merchant took"), ("i", "Merchant")])
async def test_what_tells_of_the_match_goes_on_with_it(catalogue: Catalogue, key: str, rows: str) -> None:
    async with seated(catalogue, "Ann,=merchant", pace=10.0) as pilot:
        await pilot.press("1", "2", "3", "enter", key)
        if key == "i":
            await pilot.press("2")
        before, app = screen_text(pilot.app), app_of(pilot)
        app.change_settings(app.services.settings.changed(bot_pace=0.0))
        await until(pilot, lambda: controller(pilot).ply == 2)
        await pilot.pause()
        assert not isinstance(pilot.app.screen, TableScreen)
        assert screen_text(pilot.app) != before
        assert rows in screen_text(pilot.app)


@pytest.mark.parametrize("key", ["i", "m"])
async def test_the_match_goes_on_while_the_screen_above_it_is_taken_apart(catalogue: Catalogue, key: str) -> None:
    """As at the end of the program, when Textual closes the top screen first."""
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3", key)
        above = pilot.app.screen
        await pilot.app._prune(above)  # noqa: SLF001  Textual has no public way that leaves it among the open screens
        assert above in pilot.app.screen_stack
        table(pilot).action_confirm()
        assert controller(pilot).ply == 1


async def test_all_whose_actions_are_taken_back_are_named(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,=merchant,Bo", hand_over="never", pace=0.0) as pilot:
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: table(pilot).flow.viewer == 2)
        await pilot.press("u")
        assert prompt(pilot) == "Undo the moves of Ann and Merchant? u again: yes"


async def test_what_another_person_did_is_only_taken_back_by_the_key_again(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3", "enter", "u")
        assert prompt(pilot) == "Undo the moves of Ann? u again: yes"
        await pilot.press("1", "3", "4", "u")
        assert prompt(pilot) == "Undo the moves of Ann? u again: yes", "Enter must not seem to say yes"
        await pilot.press("1", "u")
        assert controller(pilot).ply == 1, "another key has meant no"
        await pilot.press("u")
        assert controller(pilot).ply == 0
        await pilot.press("o", "x", "x")
        await pilot.press("t", "u")
        assert prompt(pilot) == "Ann resigned. Undo that? u again: yes"
        await pilot.press("u")
        assert controller(pilot).outcome is None


async def test_what_was_taken_back_is_played_again(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("1", "2", "3", "enter", "u", "u")
        assert controller(pilot).ply == 0
        assert "Undone: 1 action." in screen_text(pilot.app)
        await pilot.press("ctrl+r")
        assert controller(pilot).ply == 1
        await pilot.press("ctrl+r")
        assert prompt(pilot) == "There is nothing to redo."


async def test_the_menu_hides_the_table_and_stops_the_clock(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        time = time_of(pilot)
        clock = controller(pilot).clock
        assert clock is not None
        assert clock.running
        await pilot.press("o")
        assert isinstance(pilot.app.screen, PauseScreen)
        assert not clock.running
        time.seconds += 4
        await pilot.press("g")
        assert clock.running
        assert clock.turn_left == 60


async def test_whoever_has_no_time_left_forfeits_and_the_other_wins(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="5+0") as pilot:
        time = time_of(pilot)
        await click_slot(pilot, PlayerSlot(1))  # also while they look elsewhere
        for _second in range(3):
            time.seconds += 2
            table(pilot).charge_time()
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameOverScreen)
        ended = controller(pilot).outcome
        assert ended is not None
        assert (ended.ending, ended.winners) == (Ending.FORFEIT, (1,))
        assert "ran out of time" in screen_text(pilot.app)


@pytest.mark.parametrize("bell", [True, False])
async def test_the_last_ten_seconds_cannot_be_overlooked_and_ring_once_if_asked_to(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, bell: bool
) -> None:
    place = make_services(catalogue, bell=bell)
    time = place.now
    assert isinstance(time, Time)
    rung: list[SplendorApp] = []
    monkeypatch.setattr(SplendorApp, "bell", lambda app: rung.append(app))  # noqa: PLW0108  a bound method would get no app
    async with open_app(place, sit(place, clock="13+0")) as pilot:

        async def seconds_later(seconds: float) -> str:
            time.seconds += seconds
            table(pilot).charge_time()
            await pilot.pause()
            return screen_text(pilot.app).splitlines()[0]

        app = pilot.app
        assert isinstance(app, SplendorApp)

        def ink() -> str:
            return next(described(piece) for piece in strips(app)[0] if " + 0:00" in piece.text)

        def ink_of(variable: str, attributes: str) -> str:
            colours = {name: Color.parse(app.theme_variables[name]).hex.lower() for name in (variable, "panel")}
            return f"{colours[variable]} on {colours['panel']} {attributes}"

        assert (await seconds_later(2)).endswith("Bo 0:00  0:11 + 0:00")
        assert ink() == ink_of("foreground", "bold")
        assert (await seconds_later(2)).endswith("Bo 0:00   ! 0:09 + 0:00")
        assert ink() == ink_of("table-alert", "bold reverse")
        await seconds_later(1)
        assert len(rung) == bell


async def test_what_comes_a_moment_after_the_flag_is_refused_and_told(catalogue: Catalogue) -> None:
    async with seated(catalogue, "Ann,Bo,Cy", clock="5+0") as pilot:
        time = time_of(pilot)
        await pilot.press("1", "2", "3")
        time.seconds += 3
        table(pilot).charge_time()
        time.seconds += 2.5
        await pilot.press("enter")
        assert "Too late: Ann has run out of time" in " ".join(screen_text(pilot.app).split())
        assert table(pilot).flow.to_move
        assert controller(pilot).seat == 1
        assert controller(pilot).view_for(None).players[0].forfeited


async def test_a_sleep_that_an_action_finds_asks_at_once(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        time = time_of(pilot)
        await pilot.press("1", "2", "3")
        time.seconds += 3600
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, PauseScreen)
        assert "slept" in screen_text(pilot.app)
        assert controller(pilot).ply == 0
        await pilot.press("g")
        assert prompt(pilot).startswith("Enter Take 1◇ 1◆ 1▲"), "the choice is still there"
        await pilot.press("enter")
        assert controller(pilot).ply == 1


async def test_the_clock_stands_from_the_moment_when_something_hides_the_table(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        clock = controller(pilot).clock
        assert clock is not None
        await pilot.press("i")
        assert clock.running, "one may look closely while one thinks"
        await pilot.press("question_mark")
        assert not clock.running
        await pilot.press("escape")
        assert clock.running
        assert isinstance(pilot.app.screen, InspectScreen)


async def test_a_machine_that_slept_pauses_and_asks(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        time = time_of(pilot)
        time.seconds += 3600
        table(pilot).charge_time()
        await pilot.pause()
        assert isinstance(pilot.app.screen, PauseScreen)
        assert "slept" in screen_text(pilot.app)
        clock = controller(pilot).clock
        assert clock is not None
        assert clock.turn_left == 60


async def test_escape_leads_from_the_table_of_a_game_that_is_over_back_to_its_end(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("o", "x", "x")
        assert "Esc leave" in screen_text(pilot.app)
        await pilot.press("t")
        assert "Enter standings  Bksp back" in screen_text(pilot.app)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, GameOverScreen)


async def test_undo_asks_before_a_game_that_is_over_goes_on(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    table = sit(place, "Ann,=merchant")
    async with open_app(place, table) as pilot:
        await pilot.press("o", "x", "x")
        await pilot.press("t", "u")
        assert "The game is over. Undo the last turn? u again: yes" in screen_text(pilot.app)
        assert table.flow.controller.outcome is not None
        await pilot.press("u")
        assert table.flow.controller.outcome is None


async def test_agreement_ends_a_game_that_somebody_has_left(catalogue: Catalogue) -> None:
    place = make_services(catalogue)
    live = begin(place, options("Ann,Bo,Cy", hand_over="never"))
    match = live.controller
    match.begin()
    for seat in range(2):
        match.submit(seat, match.legal_actions(seat)[0], match.ply)
    match.submit(2, Forfeit(), match.ply)
    play_idly(match, Random(3), 40)
    async with open_app(place, TableScreen(live)) as pilot:
        await pilot.press("o", "a", "a")
        assert isinstance(pilot.app.screen, GameOverScreen)
        await pilot.press("t")
        assert "game over" in screen_text(pilot.app).splitlines()[0]


async def test_whoever_has_just_drawn_cannot_resign_for_the_next_player(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("g", "enter", "o")
        assert isinstance(pilot.app.screen, PauseScreen)
        assert "Resign" not in screen_text(pilot.app)


async def test_who_leaves_can_go_on_at_once(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    async with open_app(place, sit(place)) as pilot:
        game_id = table(pilot).game_id
        assert game_id is not None
        await pilot.press("1", "2", "3", "enter")
        table(pilot).leave()
        app = pilot.app
        assert isinstance(app, SplendorApp)
        app.go_on(game_id)
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)


async def test_what_cannot_be_saved_is_told_and_stands_above_the_table(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = make_services(catalogue, tmp_path)
    store = place.store
    assert store is not None

    def refuse(*_arguments: object) -> None:
        raise StoreError(StoreFault.DISK_FULL)

    async with open_app(place, sit(place)) as pilot:
        assert "NOT SAVED" not in screen_text(pilot.app)
        with monkeypatch.context() as fault:
            fault.setattr(type(store), "append", refuse)
            await pilot.press("1", "2", "3", "enter")
            assert "NOT SAVED" in screen_text(pilot.app)
            assert "The disk is full" in screen_text(pilot.app)
            await pilot.press("ctrl+q")
            assert pilot.app.is_running, "leaving warns once"
        await pilot.press("1", "2", "3", "enter")
        await until(pilot, lambda: "NOT SAVED" not in screen_text(pilot.app))


async def test_a_terminal_that_is_too_small_hides_the_table_until_it_grows(catalogue: Catalogue) -> None:
    async with seated(catalogue, clock="60+300") as pilot:
        await pilot.press("1", "2")
        await pilot.resize_terminal(79, 24)
        assert isinstance(pilot.app.screen, TooSmallScreen)
        assert "80 x 24" in screen_text(pilot.app)
        clock = controller(pilot).clock
        assert clock is not None
        assert not clock.running
        await pilot.resize_terminal(100, 30)
        assert isinstance(pilot.app.screen, TableScreen)
        assert prompt(pilot).startswith("Take 1◇ 1◆ and"), "the half-made choice is still there"
        assert clock.running


async def test_nothing_comes_between_while_the_terminal_is_too_small(catalogue: Catalogue) -> None:
    async with seated(catalogue) as pilot:
        await pilot.press("question_mark")
        await pilot.resize_terminal(60, 20)
        await pilot.press("f2", "question_mark", "escape")
        assert isinstance(pilot.app.screen, TooSmallScreen)
        await pilot.resize_terminal(100, 30)
        assert not [screen for screen in pilot.app.screen_stack if isinstance(screen, TooSmallScreen)]


async def test_leaving_keeps_the_game_and_home_offers_to_go_on(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    async with open_app(place, sit(place)) as pilot:
        await pilot.press("1", "2", "3", "enter", "o", "h")
        assert "Continue" in screen_text(pilot.app)
        await pilot.press("enter")
        assert prompt(pilot).startswith("Bo: pick gems")


async def test_the_observers_table_shows_nobody_s_hidden_card(catalogue: Catalogue) -> None:
    place = make_services(catalogue, bot_pace=0.0)
    live = begin(place, options("Ann,Bo,Cy"))
    live.controller.begin()
    live.controller.submit(0, ReserveTop(1), 0)
    live.controller.resume(PauseReason.DRAWN_CARD)
    async with open_app(place, TableScreen(live)) as pilot:
        assert isinstance(pilot.app.screen, HandOverScreen)
        beneath = table(pilot).query_one(Board).model
        assert beneath is not None
        assert beneath.view.viewer is None


async def test_a_level_without_its_net_is_told_when_the_match_begins(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net, "FOLDER", tmp_path)
    place = make_services(catalogue)
    async with open_app(place) as pilot:
        app = pilot.app
        assert isinstance(app, SplendorApp)
        app.play(begin(place, options("Ann,=guildmaster,=grandmaster")))
        await app.workers.wait_for_complete()
        await pilot.pause()
        told = [toast.message for toast in app._notifications]  # noqa: SLF001  on the screen it is wrapped
        assert ["The Merchant plays" in sentence for sentence in told].count(True) == 1
