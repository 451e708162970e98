"""Matches that start from a position instead of a deal: played, undone, saved, resumed, recorded and replayed."""

from random import Random

import pytest

from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.controller import Controller
from splendor_tui.match.log import logged_plies
from splendor_tui.presentation.playback import playback
from splendor_tui.record import begin_from, final_state, first_state, format_record, parse_record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import Phase, State
from splendor_tui.store import Store
from tests.match.tables import Notebook, Time, load_match, options, play_any, play_out, save_match
from tests.rules.random_play import Setting, plies, start
from tests.store.stored import NOON


def reached(catalogue: Catalogue, phase: Phase, *, seat: int = 1) -> State:
    """A position of a three-player game with this seat to move in this phase, after formatting and parsing."""
    for number in range(1, 600, 3):
        setting = Setting.number(number, catalogue)
        if setting.catalogue is not catalogue:
            continue
        for ply in plies(setting, start(setting)):
            if ply.after.phase is phase and ply.after.seat == seat and ply.after.round > 3:
                return begin_from(format_position(ply.after), catalogue)
    raise AssertionError(f"no such position: {phase}")


def agreed_for(position: State, clock: tuple[int, int] | None = None) -> MatchOptions:
    return options(3, clock=clock, target=position.options.target, tie_seat=position.options.tie_seat)


@pytest.fixture(params=[Phase.MAIN, Phase.RETURN_GEMS, Phase.CHOOSE_NOBLE], ids=str)
def position(request: pytest.FixtureRequest, catalogue: Catalogue) -> State:
    return reached(catalogue, request.param)


def test_match_from_a_position_is_played_undone_and_resumed(
    catalogue: Catalogue, store: Store, position: State
) -> None:
    rng, agreed = Random(1), agreed_for(position, clock=(60, 300))
    game_id, table = save_match(store, catalogue, agreed, position)
    assert (table.seat, table.ply) == (1, 0)
    for _ply in range(3):
        play_any(table, rng)
    while table.can_undo(table.seat):
        table.undo(table.seat)
    assert table.ply == 0
    assert table.view_for(1) == Controller(agreed, position, journal=Notebook(), now=Time()).view_for(1)
    table.redo()
    play_any(table, rng)
    again = load_match(store, catalogue, game_id)
    assert again.view_for(2) == table.view_for(2)
    assert again.log == table.log
    play_out(again, rng)
    assert store.games()[0].finished is not None


def test_record_of_a_match_from_a_position_replays(catalogue: Catalogue, store: Store, position: State) -> None:
    game_id, table = save_match(store, catalogue, agreed_for(position), position)
    play_out(table, Random(2))
    record = parse_record(format_record(store.export_record(game_id)).encode())
    assert (record.header.version, record.header.deal) == (2, None)
    assert (record.plies[0].ply, record.plies[0].seat) == (1, 1)
    assert digest(final_state(record, catalogue)) == record.plies[-1].digest
    assert [told.step for told in logged_plies(record, catalogue)] == list(table.steps)
    assert playback(record, catalogue).views[0].round == position.round
    imported = store.import_record(record, NOON)
    assert store.export_record(imported) == record


def test_untouched_position_is_saved_as_its_deal(catalogue: Catalogue, store: Store) -> None:
    dealt, _table = save_match(store, catalogue, options(seed="1"))
    header = store.load(dealt).header
    begun = begin_from(format_position(first_state(header, catalogue)), catalogue)
    game_id, _again = save_match(store, catalogue, options(), begun)
    assert store.load(game_id).header == header


def test_clock_runs_for_the_seat_to_move_in_the_position(catalogue: Catalogue) -> None:
    now, position = Time(), reached(catalogue, Phase.MAIN)
    table = Controller(agreed_for(position, clock=(5, 3)), position, journal=Notebook(), now=now)
    table.begin()
    for _second in range(6):
        now.seconds += 1
        assert table.tick() is None
    assert table.clock is not None
    assert table.clock.snapshot() == (0, 3000, 2000, 3000)
    play_any(table, Random(1))
    table.undo(1)
    assert table.clock.seat == 1
