"""A player's screen never contains a secret: two games that differ only in hidden cards look the same."""

from random import Random
from typing import TypeAlias

import pytest
from textual.strip import Strip

from splendor_tui.match.controller import Controller
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.presentation import commands
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.table_model import PlayerSlot
from splendor_tui.rules.actions import Action, ReserveTop
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import format_position
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.board import Board
from splendor_tui.tui.widgets.table_section import SlotPicked
from tests.match.advisers import Known
from tests.match.tables import Notebook, Time, options
from tests.tui.opened_app import Player, make_services, open_app
from tests.tui.scenes import strips
from tests.tui.worlds import TwoWorlds, two_worlds

Seen: TypeAlias = list[tuple[str, list[Strip]]]

PLIES = 22
FULL_LOOK_EVERY = 10


class Attentive(Known):
    """An adviser whose chances depend on all of its input."""

    def chances(self, view: View) -> list[float]:
        rng = Random(format_position(view))
        return [rng.random() for _player in view.players]


class Eyes:
    """Watches a game as one seat, and records every screen of this seat."""

    def __init__(self, pilot: Player, seat: int) -> None:
        self.pilot = pilot
        self.seat = seat
        self.seen: Seen = []
        self._looks = 0

    async def watch(self, actions: tuple[Action, ...]) -> None:
        """Play the actions at the table."""
        drawn_before = False
        for action in actions:
            await self._pass_hand_over_screen()
            if self.pilot.table.session.hot_seat.viewer == self.seat:
                await self._look_around()
            self.pilot.table.run(self.pilot.table.session.play(action))
            await self.pilot.finish_drawing()
            if self.pilot.table.session.hot_seat.shows_drawn_card:
                if not drawn_before and self.pilot.table.session.hot_seat.viewer != self.seat:
                    drawn_before = True
                    await self._undo_and_redo()
                await self._look("drawn")
                self.pilot.table.action_confirm()
                await self.pilot.finish_drawing()

    async def _pass_hand_over_screen(self) -> None:
        while isinstance(screen := self.pilot.app.screen, HandOverScreen):
            self._remember("hand-over")
            screen.action_do(commands.READY.id)
            await self.pilot.finish_drawing()

    async def _undo_and_redo(self) -> None:
        self.pilot.table.action_do(commands.UNDO.id)
        await self.pilot.finish_drawing()
        self.pilot.table.action_do("table.redo")
        await self.pilot.finish_drawing()
        await self._pass_hand_over_screen()

    # --- looking -------------------------------------------------------------------------------------------------------

    async def _look_around(self) -> None:
        """Open everything that this seat can see. Slow screens are opened only in some positions."""
        table, app = self.pilot.table, self.pilot.app
        await self._look("table")
        table.action_do(commands.HINT.id)
        await self.pilot.finish_work()
        await self._look("hint")
        self._looks += 1
        if self._looks % FULL_LOOK_EVERY == 1:
            table.action_do(commands.CLEAR.id)
            for slot in table.query_one(Board).places():
                if not isinstance(slot, PlayerSlot):
                    table.session.clear()
                    table.on_slot_picked(SlotPicked(slot))
                    await self._look(f"choice of {slot}")
            table.action_do(commands.CLEAR.id)
            await self._look("nothing chosen")
            for seat in range(len(self.pilot.controller.names)):
                table.action_inspect()
                await self.pilot.finish_drawing()
                assert await app.run_action(f"show({seat})", app.screen)
                await self._look_and_leave(f"inspect {seat}")
            table.action_log()
            await self._look_and_leave("log")
            table.action_do(commands.MENU.id)
            await self._look_and_leave("pause")
            app.action_command_palette()
            await self._look_and_leave("palette")

    async def _look_and_leave(self, what: str) -> None:
        await self.pilot.finish_drawing()
        await self._look(what)
        self.pilot.app.screen.dismiss(None)
        await self.pilot.finish_drawing()

    async def _look(self, what: str) -> None:
        if isinstance(self.pilot.app.screen, TableScreen):
            await self.pilot.finish_work()  # they compute the chances of winning
        await self.pilot.finish_drawing()  # a hint reduces the height of the log in a second round
        if self.pilot.table.session.hot_seat.viewer == self.seat:
            self._remember(what)

    def _remember(self, what: str) -> None:
        ply = self.pilot.table.session.controller.ply
        self.seen.append((f"{what} at ply {ply}", strips(self.pilot.app)))


async def seen_in(catalogue: Catalogue, worlds: TwoWorlds, world: int) -> Seen:
    """All screens of the seat in one of the two games."""
    agreed = options(len(worlds.nobles) - 1, hand_over="hidden")
    start = State(catalogue, agreed.game_options(), worlds.decks[world], worlds.nobles)
    controller = Controller(agreed, start, journal=Notebook(), now=Time())
    place = make_services(catalogue, chances=True)
    place.adviser = Attentive
    table = TableScreen(MatchSession(LiveMatch(controller, {}, Attentive(), "secret"), place))
    async with open_app(place, table, size=(100, 30)) as pilot:
        eyes = Eyes(pilot, worlds.seat)
        await pilot.finish_drawing()
        await eyes.watch(worlds.actions)
        return eyes.seen


@pytest.mark.parametrize(("players", "seat", "seed"), [(2, 0, 1), (3, 1, 2), (4, 3, 3)])
async def test_every_screen_is_identical_in_two_worlds_with_the_same_view(
    catalogue: Catalogue, players: int, seat: int, seed: int
) -> None:
    worlds = two_worlds(catalogue, players, seat, seed, PLIES)
    assert sum(isinstance(action, ReserveTop) for action in worlds.actions) >= players
    assert worlds.decks[0] != worlds.decks[1]
    one, other = [await seen_in(catalogue, worlds, world) for world in (0, 1)]
    assert [what for what, _rows in one] == [what for what, _rows in other]
    assert len(one) > 50
    for (what, rows), (_same, others) in zip(one, other, strict=True):
        assert rows == others, what
