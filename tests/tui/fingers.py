"""Plays at the table, with keys or clicks for the actions of the rules."""

import time
from random import Random
from typing import Final

from textual.geometry import Offset

from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.selection import slots_of
from splendor_tui.presentation.table_model import NobleSlot, Slot
from splendor_tui.rules.actions import Action, Buy, Reserve
from splendor_tui.rules.legality import visiting_nobles
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.view import View
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.board import Board
from splendor_tui.tui.widgets.key_row import TableHints
from splendor_tui.tui.widgets.prompt_line import PromptLine
from tests.presentation.choosing import QWERTY, lively
from tests.tui.opened_app import Player

PATIENCE: Final = 60.0
"""The maximum time for a computer's move on a busy machine, in seconds."""


async def play_out(pilot: Player, rng: Random, *, mouse: bool = False) -> set[str]:
    """Play the match on the screen to its end, and fail if it stalls. Returns the phases and kinds of actions met."""
    met: set[str] = set()
    acted = time.monotonic()
    while not isinstance(screen := pilot.app.screen, GameOverScreen):
        if isinstance(screen, HandOverScreen):
            met.add("hand-over")
            await pilot.click("#ready", offset=(30, 0)) if mouse else await pilot.press("enter")
        elif isinstance(screen, TableScreen) and screen.session.hot_seat.shows_drawn_card:
            met.add("drawn")
            await click_hint(pilot, commands.CONFIRM) if mouse else await pilot.press("enter")
        elif isinstance(screen, TableScreen) and screen.session.hot_seat.to_move:
            view = screen.session.view
            action = lively(view, rng)
            met.add(type(action).__name__)
            if _payments_before(view, action):
                met.add("other payment")
            if isinstance(action, Buy) and action.card not in view.grid:
                met.add("from the hand")
            await click_action(pilot, view, action) if mouse else await pilot.press(*keys_of(view, action))
            assert screen.session.controller.ply > view.ply, f"{action} was not played"
        else:
            assert time.monotonic() < acted + PATIENCE, f"{screen} waits for nobody:\n{pilot.text}"
            await pilot.pause()
            continue
        acted = time.monotonic()
    return met


def keys_of(view: View, action: Action) -> list[str]:
    """The keys for the action on a qwerty keyboard."""
    slots = [_key(view, slot) for slot in slots_of(view, action)]
    reserve = ["space"] if isinstance(action, Reserve) else []
    return [*slots, *["p"] * _payments_before(view, action), *reserve, "enter"]


def _key(view: View, slot: Slot) -> str:
    if isinstance(slot, NobleSlot):
        due = visiting_nobles(view, view.players[view.seat])
        return str(due.index(view.nobles[slot.index]) + 1)
    return QWERTY[slot]


def _payments_before(view: View, action: Action) -> int:
    """The number of payments that the table offers before this one."""
    return all_payments(action.card, view.players[view.seat]).index(action) if isinstance(action, Buy) else 0


async def click_action(pilot: Player, view: View, action: Action) -> None:
    """Play an action with the mouse."""
    for slot in slots_of(view, action):
        await click_slot(pilot, slot)
    for _time in range(_payments_before(view, action)):
        await click_hint(pilot, commands.PAYMENT)
    if isinstance(action, Reserve):
        await click_hint(pilot, commands.RESERVE)
    await click_hint(pilot, commands.CONFIRM)


async def click_slot(pilot: Player, slot: Slot) -> None:
    """Click on a slot of the table."""
    region = pilot.app.screen.query_one(Board).places()[slot]
    assert await pilot.click(offset=(region.x + 1, region.y))


async def click_hint(pilot: Player, command: Command) -> None:
    """Click on the key label of a command, or on the prompt if only that has room for it."""
    screen, does = pilot.app.screen, command.action
    hints, prompt = screen.query_one(TableHints), screen.query_one(PromptLine).content_region
    hints.render()  # this frame was skipped
    if does in hints.places:
        place = hints.content_region.offset + hints.places[does].offset
    else:
        cells = [Offset(x, prompt.y) for x in range(prompt.x, prompt.right)]
        place = next(cell for cell in cells if screen.get_style_at(*cell).meta.get("@click") == does)
    assert await pilot.click(offset=place)
