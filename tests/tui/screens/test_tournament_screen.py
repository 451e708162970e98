"""A tournament on the screen, from its plan to its end."""

from pathlib import Path

import pytest

from splendor_tui.presentation.tournaments import begin_tournament
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.home_screen import HomeScreen
from splendor_tui.tui.screens.new_game_screen import NewGameScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.screens.tournament_screen import TournamentPlanScreen, TournamentScreen
from tests.presentation.test_tournaments import plan_of, play_games, reread
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
        pilot.shows("share the tournament")
        assert "points in the tournament" not in pilot.words, "the table had only two of the players"
        await pilot.type("g", "The tournament is over.")
        assert "r final standings" in pilot.words
        await pilot.type("r", TournamentScreen, "share the tournament")
        await pilot.type("escape", HomeScreen, hides="Rematch")
        await until(pilot, lambda: " share the victory" in pilot.text)
        await pilot.type("t", TournamentScreen, "share the tournament")
        assert pilot.words.count("round robin, 1 round, 2 games") == 1
        assert "Tournament:" not in pilot.words
        pilot.shows("S-B: points of the beaten rivals, half for an equal place.")


async def test_tournament_without_a_game_is_replaced_only_after_a_question(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    services = make_services(catalogue, tmp_path)
    before = begin_tournament(store_of(services), plan_of("Ann,Bo,Cy,Dee"), services.rng)
    async with open_app(services) as pilot:
        await pilot.type("n t", TournamentPlanScreen)
        await pilot.type("question_mark", "Begin the tournament.", hides="Deal the cards.")
        await pilot.type("escape s", TournamentPlanScreen, "again to confirm.")
        assert reread(store_of(services)).id == before.id
        await pilot.type("s", TournamentScreen)
        assert reread(store_of(services)).id != before.id


async def test_hand_over_names_the_form_of_the_tournament_for_its_rules(tmp_path: Path, catalogue: Catalogue) -> None:
    services = make_services(catalogue, tmp_path)
    begin_tournament(store_of(services), plan_of("Ann,Bo,Cy"), services.rng)
    async with open_app(services) as pilot:
        await pilot.type("t enter", TableScreen)
        await pilot.type("g enter enter", HandOverScreen, "Change this in Tournament: Hand-over.")


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


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ("Zoé,Élodie,Bo,Jean-Paul", "Zoé,Élo,Bo,Jea"),
        ("Player 1,Player 2,Player 3,Ann", "Pl1,Pl2,Pl3,Ann"),
        ("Anna,Anne,Marta,Marla", "Ana,Ane,Mta,Mla"),
        ("Annie K,Annie T,Annie Z", "AK,AT,AZ"),
    ],
)
async def test_columns_of_the_cross_table_are_headed_by_names_in_the_order_of_its_rows(
    tmp_path: Path, catalogue: Catalogue, names: str, short: str
) -> None:
    services = make_services(catalogue, tmp_path)
    one = begin_tournament(store_of(services), plan_of(names), services.rng)
    play_games(services, one, 1)
    by_name = dict(zip(names.split(","), short.split(","), strict=True))
    async with open_app(services) as pilot:
        await pilot.type("t", TournamentScreen)
        standings = reread(store_of(services)).standings
        assert len({row.place for row in standings}) < len(standings), "some places are shared"
        assert " ".join(by_name[row.name] for row in standings) in pilot.words
