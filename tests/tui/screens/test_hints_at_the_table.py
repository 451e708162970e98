"""Hints and chances at the table: requested, computed, hurried, cancelled, and never shown to the wrong player."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from time import sleep
from typing import Any

import pytest

from splendor_tui.bots.levels import NetPolicy
from splendor_tui.bots.player import Advice, AdvisedAction, Budget, Report, ignore_report
from splendor_tui.inputs.match_options import make_options, parse_players
from splendor_tui.lesson.saved_lesson import session_of
from splendor_tui.match.match_lifecycle import begin
from splendor_tui.presentation.table_model import CardSlot
from splendor_tui.rules.actions import Action, Reserve, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.view import View
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.card_grid import CardGrid
from splendor_tui.tui.widgets.hint_panel import HintPanel
from tests.match.advisers import Adviser
from tests.tui.at_the_table import sit, time_of, until
from tests.tui.opened_app import Player, make_services, open_app

THREE = ("1", "2", "3", "enter")


@asynccontextmanager
async def advised(
    catalogue: Catalogue,
    adviser: Adviser,
    players: str = "Ann,Bo",
    settings: dict[str, Any] | None = None,
    **rules: str,
) -> AsyncIterator[Player]:
    """A table with this adviser, which also plays as a Grandmaster."""
    place = make_services(catalogue, **(settings or {}))
    live = begin(place, make_options(parse_players(players), seed="table").changed({"hand_over": "hidden", **rules}))
    if "grandmaster" in players:
        live = replace(live, bots={1: adviser})
    async with open_app(place, TableScreen(session_of(replace(live, adviser=adviser), place))) as pilot:
        yield pilot


def panel(pilot: Player) -> list[str]:
    """The heading and the suggestions of the hint, without line breaks. Empty if there is none."""
    shown = pilot.table.query_one(HintPanel)
    rows = re.sub(r" *\n {8,}", " ", shown.render().plain).replace("\u00a0", " ").split("\n")
    return [row.rstrip() for row in rows] if shown.display else []


async def has_rows(pilot: Player, count: int) -> None:
    """Wait until the hint has this many suggestions and headings."""
    await until(pilot, lambda: len(panel(pilot)) == count)


async def hint(pilot: Player) -> None:
    """Request a hint and wait for it."""
    await pilot.press("n")
    await until(pilot, lambda: (asked := pilot.table.session.hint) is not None and asked.complete)


class Hesitant(Adviser):
    """An adviser that suggests reserving a card, or drawing one from a deck."""

    def choices(self, view: View, worth: Sequence[float]) -> list[AdvisedAction]:
        card = next(card for card in view.grid if card is not None)
        first: tuple[Action, ...] = (Reserve(card), ReserveTop(3))
        return [AdvisedAction(one, chance) for one, chance in zip(first, worth, strict=False)]


async def test_suggested_reservation_names_its_key(catalogue: Catalogue) -> None:
    async with advised(catalogue, Hesitant()) as pilot:
        await hint(pilot)
        reserve, deck = (row.split("  ")[0] for row in panel(pilot)[1:])
        assert reserve.endswith(" Space"), "Enter alone would buy the card, if it can be bought"
        assert deck == "t"


async def test_hint_has_three_actions_that_enter_the_hint_key_or_a_click_chooses(catalogue: Catalogue) -> None:
    async with advised(catalogue, Adviser()) as pilot:
        await hint(pilot)
        heading, first, *others = panel(pilot)
        assert heading == "Best first, each with your chance of winning:"
        assert first == "1 2 3  62%  Take 1◇ 1◆ 1▲: brings ◇ (z) within 2 tokens; also helps with ▲ 2p (f)."
        assert [row.partition(":")[0] for row in others] == ["1 2 4  58%  Take 1◇ 1◆ 1●", "1 2 5  40%  Take 1◇ 1◆ 1■"]
        assert pilot.table.query_one(HintPanel).region.bottom == 22, "it ends above the prompt"
        assert "1>◇ 4<   2>◆ 4<   3>▲ 4<" in pilot.text
        await pilot.type("enter", hides="1>◇")  # it is chosen, and need not be shown any more
        assert pilot.prompt == "Enter Take 1◇ 1◆ 1▲  0 → 3/10 tokens"
        for taken in ("1◇ 1◆ 1●", "1◇ 1◆ 1■", "1◇ 1◆ 1▲"):
            await pilot.type("n", f"Enter Take {taken}")
        await pilot.press("backspace")
        assert len(panel(pilot)) == 4, "first the choice is dropped, and then the hint"
        await pilot.click(HintPanel, offset=(20, 3))
        assert pilot.prompt.startswith("Enter Take 1◇ 1◆ 1●")
        await pilot.press("enter")
        assert pilot.controller.ply == 1
        assert not panel(pilot)


class Undecided(Adviser):
    """An adviser whose suggestions alternate until its time is up."""

    def advise(self, view: View, rng: Random, budget: Budget, report: Report = ignore_report) -> Advice:
        first, *choices = self.choices(view, (0.5, 0.5, 0.5))
        while not budget.cancelled():
            report(Advice((first, choices[0])))
            choices.reverse()
            self.ended.wait(0.205)
        return super().advise(view, rng, budget, report)


async def test_suggestions_under_the_pointer_keep_their_rows_during_the_search(catalogue: Catalogue) -> None:
    async with advised(catalogue, Undecided()) as pilot:
        await pilot.press("n")
        await has_rows(pilot, 3)
        await pilot.pause()  # for the layout
        await pilot.hover(HintPanel, offset=(20, 1))
        rows = panel(pilot)[1:]
        for _time in range(5):
            await pilot.pause(0.1)
            assert panel(pilot)[1:] == rows
        await pilot.hover(CardGrid)
        await until(pilot, lambda: panel(pilot)[1:] != rows)


# --- computer players with long searches -------------------------------------------------------------------------------


async def test_thinking_player_and_time_are_shown_and_a_key_ends_the_search(catalogue: Catalogue) -> None:
    thinker, settings = Adviser(patient=True), {"thinking_seconds": 10.0}
    async with advised(catalogue, thinker, "Ann,=grandmaster", settings) as pilot:
        await pilot.press(*THREE)
        await until(pilot, lambda: pilot.prompt == "Grandmaster is thinking: 0 of 10 s")
        time_of(pilot).seconds += 4
        await until(pilot, lambda: pilot.prompt == "Grandmaster is thinking: 4 of 10 s")
        assert thinker.budgets[0].seconds == 10
        await pilot.press("y")
        await until(pilot, lambda: pilot.table.session.hot_seat.to_move)
        assert pilot.controller.ply == 2
        assert "y answer now" not in pilot.text


@pytest.mark.parametrize("keys", ["u y", "o h"], ids=["undo", "leaving"])
async def test_undoing_or_leaving_cancels_the_computers_search(catalogue: Catalogue, keys: str) -> None:
    async with advised(catalogue, thinker := Adviser(patient=True), "Ann,=grandmaster") as pilot:
        await pilot.press(*THREE)
        await until(pilot, thinker.reported.is_set)
        await pilot.press(*keys.split())
        await until(pilot, thinker.ended.is_set)
        assert keys == "o h" or (pilot.controller.ply, pilot.prompt) == (0, "Nobody is thinking now.")


Pondered = list[tuple[View, Callable[[], bool]]]


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Pondered:
    """Each view that a computer ponders, and whether this was cancelled."""
    begun: Pondered = []

    def ponder(_player: NetPolicy, view: View, _rng: Random, cancelled: Callable[[], bool]) -> None:
        begun.append((view, cancelled))
        while not cancelled():
            sleep(0.005)

    monkeypatch.setattr(NetPolicy, "ponder", ponder)
    return begun


@pytest.mark.parametrize("by", ["a move", "the setting"])
async def test_pondering_ends_with_the_humans_turn_or_when_it_is_disabled(
    catalogue: Catalogue, searches: Pondered, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    monkeypatch.setattr(NetPolicy, "choose", lambda *_args: sleep(60))
    place = make_services(catalogue, ponder=True)
    async with open_app(place, sit(place, "Ann,=grandmaster")) as pilot:
        await until(pilot, lambda: searches)
        [(_view, cancelled)] = searches
        assert not cancelled()
        await (pilot.press(*THREE) if by == "a move" else pilot.change(ponder=False))
        assert cancelled()
        assert len(searches) == 1


# --- chances -----------------------------------------------------------------------------------------------------------


async def chances_are(pilot: Player, *expected: str) -> None:
    """Wait for these chances, from the first player's to the last one's."""
    await until(pilot, lambda: re.findall(r"\d+%", pilot.text) == [*expected])


async def test_enabled_chances_are_shown_beside_names_and_updated(catalogue: Catalogue) -> None:
    async with advised(catalogue, adviser := Adviser(), hand_over="never") as pilot:
        await pilot.pause(0.1)
        await chances_are(pilot)
        assert not adviser.asked
        await pilot.change(chances=True)
        await chances_are(pilot, "33%", "67%")
        await pilot.press("down", "right", "1", "2", "backspace")
        assert len(adviser.asked) == 1, "a cursor move asks for nothing"
        assert pilot.table.board.cursor != CardSlot(3, 0)
        await pilot.press(*THREE)
        await chances_are(pilot, "33%", "67%")
        assert [view.ply for view in adviser.asked] == [0, 1]
        await pilot.change(chances=False)
        await chances_are(pilot)
