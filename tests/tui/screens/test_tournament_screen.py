"""A tournament on the screen, from its plan to its end."""

from pathlib import Path

from splendor_tui.presentation.tournaments import begin_tournament
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.screens.tournament_screen import TournamentPlanScreen, TournamentScreen
from tests.presentation.test_tournaments import plan_of, reread
from tests.tui.at_the_table import until
from tests.tui.opened_app import Player, make_services, open_app, store_of


async def resign(pilot: Player) -> None:
    """The player to move resigns."""
    await pilot.type("1 2 3 enter o x x", GameOverScreen)


async def test_a_tournament_on_the_screen(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path, names=("Ann", "Bo", "Cy"))
    async with open_app(services) as pilot:
        await pilot.type("n", NewGameScreen, "t tournament")
        await pilot.type("t", TournamentPlanScreen, "At a table", "Tournament: round")
        await pilot.type("down down down right", "‹ 1")
        await pilot.type("s", TournamentScreen, "round 1 of 1", "Next: ", "Then: ")
        await pilot.type("enter", TableScreen)
        await resign(pilot)
        pilot.shows("1 round. Tournament, round 1 of 1", "Next: ", "next table")
        await pilot.type("g", "The tournament decides who plays next.")
        await pilot.type("h", HomeScreen, "Next table", "round 1 of 1")
        await pilot.type("t", TournamentScreen)
        await pilot.type("enter", TableScreen)
        await pilot.type("1 2 3 enter o h", HomeScreen)
        await until(pilot, lambda: "Being played" in pilot.text)
        await pilot.type("t enter", TableScreen)
        await resign(pilot)
        pilot.shows("share the tournament", "─ points in the tournament ─")
        await pilot.type("g", "The tournament is over.")
        assert "r final standings" in pilot.words
        await pilot.type("r", TournamentScreen, "share the tournament")
        await pilot.type("escape", HomeScreen, hides="Rematch")
        await until(pilot, lambda: " share the victory" in pilot.text)
        await pilot.type("t", TournamentScreen, "share the tournament")
        assert pilot.words.count("round robin, 1 round, 2 games") == 1
        assert "Tournament:" not in pilot.words
        pilot.shows("S-B: points of the beaten rivals.")


async def test_withdrawal_and_end_are_confirmed(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path)
    store = store_of(services)
    begin_tournament(store, plan_of("Ann,Bo,Cy,Dee"), services.rng)
    async with open_app(services) as pilot:
        await pilot.type("t", TournamentScreen)
        name = reread(store).standings[1].name
        await pilot.type("ctrl+t escape", TournamentScreen)
        assert len(pilot.app.clipboard.splitlines()) == 6
        await pilot.type("down w", f"Does {name} withdraw?")
        await pilot.type("down", "Next: ")
        assert not reread(store).plan.out
        await pilot.type("w w", f"{name} (withdrawn)", "sits out this round.")
        await pilot.type("x", "End the tournament now")
        await pilot.type("x", "There is no tournament.")
