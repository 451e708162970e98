"""Complete games with keyboard and mouse, in English and French. Every decision occurs, and all is saved as played."""

from pathlib import Path
from random import Random

import pytest

from splendor_tui import cli
from splendor_tui.inputs.house_rules import MatchRules
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.lesson.saved_lesson import session_of
from splendor_tui.match.match_lifecycle import begin
from splendor_tui.match.services import Services
from splendor_tui.record import format_record
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.words.languages import ENGLISH, set_language
from tests.tui.fingers import play_out
from tests.tui.opened_app import make_services, open_app


def check_record(place: Services, folder: Path) -> None:
    """Check that the only saved game is finished, and that `splendor-tui verify` accepts it."""
    assert place.store is not None
    (kept,) = place.store.games()
    assert kept.finished is not None
    record = place.store.export_record(kept.id)
    file = folder / "game.jsonl"
    file.write_text(format_record(record))
    assert cli.main(["verify", str(file)]) == 0


ACTIONS = {"Take", "Return", "Buy", "Reserve", "ReserveTop", "ChooseNoble"}


@pytest.mark.parametrize(
    ("players", "target", "size", "language", "mouse", "expected"),
    [
        ("Ann,=merchant,Cy", 6, (120, 40), ENGLISH, False, {"Take", "Buy", "Reserve"}),
        (
            "Ann,Bo,Cy,Dee",
            15,
            (80, 24),
            "fr",
            False,
            ACTIONS | {"hand-over", "drawn", "other payment", "from the hand"},
        ),
        ("Ann,Bo", 6, (80, 24), ENGLISH, True, {"Take", "Buy", "Reserve"}),
    ],
    ids=["three players with a computer", "four players with every decision in French", "two players by mouse alone"],
)
async def test_game_is_played_to_its_end_and_saved_as_played(
    catalogue: Catalogue,
    tmp_path: Path,
    players: str,
    target: int,
    size: tuple[int, int],
    language: str,
    expected: set[str],
    *,
    mouse: bool,
) -> None:
    set_language(language)
    place = make_services(catalogue, tmp_path, bot_pace=0.0, language=language)
    live = begin(place, make_options(parse_players(players), MatchRules(target=target), seed="4"))
    async with open_app(place, TableScreen(session_of(live, place)), size) as pilot:
        met = await play_out(pilot, Random(4), mouse=mouse)
        await pilot.pause()
        shown = pilot.text
    assert met >= expected
    assert (ended := live.controller.outcome) is not None
    assert all(live.controller.names[seat] in shown for seat in ended.winners)
    check_record(place, tmp_path)
