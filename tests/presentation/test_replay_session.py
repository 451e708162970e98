"""Replaying a game: by steps, by rounds, by itself, and without the secrets of the game."""

import asyncio
from random import Random

import pytest

from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Leave, Open, Show, Think
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.playback import Playback, playback
from splendor_tui.presentation.replay_session import ReplaySession
from splendor_tui.record import Record
from splendor_tui.rules.actions import ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import View, view
from tests.presentation.choosing import asked, lively
from tests.record.recorded import Table
from tests.tui.opened_app import make_services


def recorded(catalogue: Catalogue, plies: int = 1000, seed: int = 5) -> Record:
    """The record of a game, or of its first plies."""
    table, rng = Table(catalogue, seed=seed), Random(seed)
    while table.state.phase is not Phase.OVER and table.state.ply < plies:
        table.play(lively(view(table.state, table.state.seat), rng))
    return table.record()


@pytest.fixture(scope="module")
def game(catalogue: Catalogue) -> Playback:
    return playback(recorded(catalogue), catalogue)


@pytest.fixture
def session(catalogue: Catalogue, game: Playback) -> ReplaySession:
    return ReplaySession(game, make_services(catalogue))


def test_playback_has_every_position_and_the_first_one_of_each_round(game: Playback) -> None:
    assert [seen.ply for seen in game.views] == list(range(game.last + 1))
    assert all(seen.viewer is None for seen in game.views)
    for number in range(1, game.rounds + 1):
        assert game.round_start(number) == [seen.round for seen in game.views].index(number)
    assert game.round_start(game.rounds + 1) == game.last


def hidden(seen: View) -> int:
    """The number of unknown reserved cards."""
    return sum(held.card is None for player in seen.players for held in player.reserved)


def test_only_a_finished_game_reveals_blind_reserves(catalogue: Catalogue) -> None:
    table, rng = Table(catalogue, seed=5), Random(5)
    table.play(ReserveTop(2))
    while table.state.phase is not Phase.OVER:
        table.play(lively(view(table.state, table.state.seat), rng))
    record = table.record()
    over, going = playback(record, catalogue), playback(record._replace(result=None), catalogue)
    assert over.over
    assert not going.over
    assert any(map(hidden, going.views))
    assert not any(map(hidden, over.views))


def test_invalid_record_is_shown_until_its_first_error(catalogue: Catalogue) -> None:
    record = recorded(catalogue, 10)
    forged = record.plies[6].model_copy(update={"digest": record.plies[0].digest})
    game = playback(record._replace(plies=(*record.plies[:6], forged, *record.plies[7:])), catalogue)
    assert game.last == 6
    assert "7" in str(game.problem)


def test_commands_go_by_steps_and_rounds_to_both_ends_and_to_a_typed_round(session: ReplaySession) -> None:
    game = session.game

    def place(*pressed: Command) -> int:
        for command in pressed:
            session.do(command)
        return session.at

    assert asked(session).startswith(f"action 0 of {game.last}  The cards are dealt.")
    assert place(commands.NEXT, commands.NEXT, commands.PREVIOUS) == 1
    assert f"action 1 of {game.last}  Ann " in asked(session)
    assert place(commands.NEXT_ROUND) == game.round_start(2)
    assert place(commands.NEXT_ROUND, commands.PREVIOUS_ROUND) == game.round_start(2)
    assert place(commands.END_OF_GAME, commands.NEXT) == game.last
    assert "The end: " in asked(session)
    assert place(commands.START_OF_GAME, commands.PREVIOUS, commands.DIGITS[9], commands.DIGITS[9]) == 0
    assert f"Go to round {game.rounds} of {game.rounds}?" in asked(session), "there is no later one"
    assert place(commands.LEAVE_REPLAY) == 0
    assert "action 0" in asked(session)
    assert place(commands.DIGITS[1], commands.DIGITS[2], commands.PLAY) == game.round_start(12)
    assert session.do(commands.LEAVE_REPLAY) == Leave()


def test_previous_round_is_first_the_start_of_the_current_one(session: ReplaySession) -> None:
    for command in (commands.NEXT_ROUND, commands.NEXT_ROUND, commands.NEXT):
        session.do(command)
    for number in (3, 2, 1, 1):
        session.do(commands.PREVIOUS_ROUND)
        assert session.at == session.game.round_start(number)


async def test_replay_runs_by_itself_until_it_is_stopped(session: ReplaySession) -> None:
    for _time in range(2):
        session.do(commands.FASTER_REPLAY)
    effect = session.do(commands.PLAY)
    for place in (1, 2):
        assert isinstance(effect, Think)
        effect = await effect.work()
        assert session.at == place
    assert isinstance(effect, Think)
    waiting = asyncio.create_task(effect.work())
    session.do(commands.PLAY)
    assert await waiting == Show()
    assert session.at == 2
    effect = session.do(commands.PLAY)
    session.do(commands.END_OF_GAME)
    assert isinstance(effect, Think)
    assert await effect.work() == Show(), "nothing follows"


async def test_replay_that_is_played_at_its_end_runs_from_the_start(session: ReplaySession) -> None:
    for command in (commands.FASTER_REPLAY, commands.FASTER_REPLAY, commands.END_OF_GAME):
        session.do(command)
    effect = session.do(commands.PLAY)
    assert session.at == 0
    assert isinstance(effect, Think)
    await effect.work()
    assert session.at == 1


def test_reserved_cards_follow_the_setting_until_the_player_chooses(session: ReplaySession) -> None:
    services = session._services  # noqa: SLF001 - a session has no other use for them
    assert session.model().open_reserves
    session.do(commands.OPEN_HANDS)
    assert not session.model().open_reserves
    assert services.settings.open_hands, "the choice is for this replay"
    services.settings = services.settings.changed(open_hands=False)
    assert not ReplaySession(session.game, services).model().open_reserves


def test_unfinished_game_has_no_standings_and_never_reveals_its_reserves_or_decks(catalogue: Catalogue) -> None:
    session = ReplaySession(playback(recorded(catalogue, 30), catalogue), make_services(catalogue))
    session.do(commands.END_OF_GAME)
    assert commands.STANDINGS not in {offer.command for offer in session.model().offers}
    for command, why in (
        (commands.STANDINGS, "This record stops before the end"),
        (commands.OPEN_HANDS, "This game is not over"),
        (commands.COPY_RECORD, "The record reveals the decks"),
    ):
        assert session.do(command) == Show()
        assert asked(session).startswith(why)
        assert not session.model().open_reserves


def test_finished_game_opens_its_standings_and_its_record(session: ReplaySession) -> None:
    for command in (commands.STANDINGS, commands.COPY_RECORD):
        assert session.do(command) == Open(command)
