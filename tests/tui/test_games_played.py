"""Complete games on the real screen, with keyboard and mouse. Every decision occurs, and all is saved as played."""

from pathlib import Path
from random import Random

from splendor_tui import cli
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.match.live_match import begin
from splendor_tui.match.services import Services
from splendor_tui.record import final_state, format_record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from tests.tui.fingers import Met, play_by_keys, play_by_mouse
from tests.tui.opened_app import make_services, open_app, screen_text


async def play(
    place: Services, players: str, seed: int, *, mouse: bool = False, size: tuple[int, int] = (80, 24)
) -> Met:
    """Play a complete game and check the standings on the screen. Returns the phases covered."""
    live = begin(place, make_options(parse_players(players), seed=str(seed)))
    async with open_app(place, TableScreen(live), size) as pilot:
        if mouse:
            met = Met()
            await play_by_mouse(pilot, Random(seed))
        else:
            met = await play_by_keys(pilot, Random(seed))
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameOverScreen)
        shown = screen_text(pilot.app)
    ended = live.controller.outcome
    assert ended is not None
    for seat in ended.winners:
        assert live.controller.names[seat] in shown
    return met


def check_record(place: Services, catalogue: Catalogue, folder: Path) -> None:
    """Check that the only saved game is finished, and that `splendor-tui verify` accepts it."""
    assert place.store is not None
    (kept,) = place.store.games()
    assert kept.finished is not None
    record = place.store.export_record(kept.id)
    assert final_state(record, catalogue).ply == kept.plies
    file = folder / "game.jsonl"
    file.write_text(format_record(record))
    assert cli.main(["verify", str(file)]) == 0


async def test_two_players_play_a_game_with_the_keyboard(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    await play(place, "Ann,Bo", 1)
    check_record(place, catalogue, tmp_path)


async def test_three_players_including_a_computer_play_a_game_with_the_keyboard(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    place = make_services(catalogue, tmp_path, bot_pace=0.0)
    await play(place, "Ann,=merchant,Cy", 3, size=(120, 40))
    check_record(place, catalogue, tmp_path)


async def test_four_players_play_a_game_with_every_decision_with_the_keyboard(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    place = make_services(catalogue, tmp_path)
    met = await play(place, "Ann,Bo,Cy,Dee", 4)
    actions = {"Take", "Return", "Buy", "Reserve", "ReserveTop", "ChooseNoble"}
    assert actions | {"hand-over", "drawn", "other payment", "from the hand"} <= met.asked
    check_record(place, catalogue, tmp_path)


async def test_two_players_play_a_game_by_mouse_alone(catalogue: Catalogue, tmp_path: Path) -> None:
    place = make_services(catalogue, tmp_path)
    await play(place, "Ann,Bo", 2, mouse=True)
    check_record(place, catalogue, tmp_path)
