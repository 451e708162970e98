"""Fingers for a player at the table: an action of the rules as the keys, or the places to click, that make it."""

from collections.abc import Iterator
from random import Random
from typing import assert_never

from textual.pilot import Pilot

from splendor_tui.presentation.table_model import CardSlot, DeckSlot, NobleSlot, PileSlot, ReservedSlot, Slot
from splendor_tui.rules.actions import Action, Buy, ChooseNoble, Forfeit, Pass, Reserve, ReserveTop, Return, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import Colour, count
from splendor_tui.rules.legality import legal_actions, nobles_due
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.state import COLUMNS
from splendor_tui.rules.view import View
from splendor_tui.tui.screens.game_over_screen import GameOverScreen
from splendor_tui.tui.screens.hand_over_screen import HandOverScreen
from splendor_tui.tui.screens.table_screen import TableScreen
from splendor_tui.tui.widgets.board import Board
from splendor_tui.tui.widgets.key_hints import KeyHints

CARD_KEYS = "zxcvasdfqwer"


def lively(view: View, rng: Random) -> Action:
    """An action that keeps a game moving and meets every question that the rules can ask."""
    legal = legal_actions(view)
    purchases = [action for action in legal if isinstance(action, Buy)]
    if purchases and rng.random() < 0.9:
        bought = max(purchases, key=lambda action: (action.card.points, rng.random()))
        return rng.choice(all_payments(bought.card, view.players[view.seat]))
    takes = [action for action in legal if isinstance(action, Take)]
    return rng.choice(takes) if takes and rng.random() < 0.8 else rng.choice(legal)


def slots_of(view: View, action: Action) -> Iterator[Slot]:
    """What has to be pointed at, in order, before the action is confirmed."""
    match action:
        case Take(gems):
            yield from _piles([count(gems, colour) for colour in Colour])
        case Return(gems, gold):
            yield from _piles([*(count(gems, colour) for colour in Colour), gold])
        case Buy(card=card) | Reserve(card=card):
            yield card_slot(view, card)
        case ReserveTop(level):
            yield DeckSlot(level)
        case ChooseNoble(noble):
            yield NobleSlot(view.nobles.index(noble))
        case Pass():
            pass
        case Forfeit():
            raise AssertionError("fingers do not give up")
        case _ as never:
            assert_never(never)


def _piles(counts: list[int]) -> Iterator[PileSlot]:
    for pile, amount in zip((*Colour, None), counts, strict=False):
        for _each in range(amount):
            yield PileSlot(pile)


def card_slot(view: View, card: Card) -> CardSlot | ReservedSlot:
    """Where the card lies for the player to move."""
    if card in view.grid:
        row, column = divmod(view.grid.index(card), COLUMNS)
        return CardSlot(row + 1, column)
    return ReservedSlot([held.card for held in view.players[view.seat].reserved].index(card))


def keys_of(view: View, action: Action) -> list[str]:
    """The keys of a qwerty keyboard that make the action."""
    keys = [_key(view, slot) for slot in slots_of(view, action)]
    if isinstance(action, Buy):
        payments = all_payments(action.card, view.players[view.seat])
        keys += ["p"] * payments.index(action)
    return [*keys, "space" if isinstance(action, Reserve) else "enter"]


def _key(view: View, slot: Slot) -> str:
    match slot:
        case CardSlot(level, column):
            return CARD_KEYS[(level - 1) * COLUMNS + column]
        case DeckSlot(level):
            return "bgt"[level - 1]
        case PileSlot(colour):
            return "6" if colour is None else str(colour + 1)
        case ReservedSlot(index):
            return str(index + 7)
        case NobleSlot(index):
            due = nobles_due(view, view.players[view.seat])
            return str(due.index(view.nobles[index]) + 1)
        case _:
            raise AssertionError(f"nothing is chosen by {slot}")


class Met:
    """What a game has asked its players."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def note(self, view: View, action: Action) -> None:
        """Remember what this action was an answer to."""
        self.asked.add(type(action).__name__)
        if isinstance(action, Buy):
            payments = all_payments(action.card, view.players[view.seat])
            if payments.index(action):
                self.asked.add("other payment")
            if action.card not in view.grid:
                self.asked.add("from the hand")


async def play_by_keys(pilot: Pilot[int], rng: Random) -> Met:
    """Play the match on the screen to its end with the keyboard."""
    met = Met()
    while not isinstance(screen := pilot.app.screen, GameOverScreen):
        if isinstance(screen, HandOverScreen):
            met.asked.add("curtain")
            await pilot.press("enter")
        elif isinstance(screen, TableScreen) and screen.flow.drawn:
            met.asked.add("drawn")
            await pilot.press("enter")
        elif isinstance(screen, TableScreen) and screen.flow.to_move:
            view = screen.sitting.view
            action = lively(view, rng)
            met.note(view, action)
            await pilot.press(*keys_of(view, action))
            assert screen.sitting.controller.ply > view.ply, f"{action} was not played"
        else:
            await pilot.pause()
    return met


async def play_by_mouse(pilot: Pilot[int], rng: Random) -> None:
    """Play the match on the screen to its end with the mouse alone."""
    while not isinstance(screen := pilot.app.screen, GameOverScreen):
        if isinstance(screen, HandOverScreen):
            await pilot.click("#ready", offset=(30, 0))
        elif isinstance(screen, TableScreen) and screen.flow.drawn:
            await click_hint(pilot, "confirm")
        elif isinstance(screen, TableScreen) and screen.flow.to_move:
            view = screen.sitting.view
            action = lively(view, rng)
            for slot in slots_of(view, action):
                await click_slot(pilot, slot)
            if isinstance(action, Buy):
                for _time in range(all_payments(action.card, view.players[view.seat]).index(action)):
                    await click_hint(pilot, "payment")
            await click_hint(pilot, "reserve" if isinstance(action, Reserve) else "confirm")
            assert screen.sitting.controller.ply > view.ply, f"{action} was not played"
        else:
            await pilot.pause()


async def click_slot(pilot: Pilot[int], slot: Slot) -> None:
    """Click on a place of the table."""
    region = pilot.app.screen.query_one(Board).places()[slot]
    assert await pilot.click(offset=(region.x + 1, region.y))


async def click_hint(pilot: Pilot[int], action: str) -> None:
    """Click on the key hint of an action of the screen."""
    hints = pilot.app.screen.query_one(KeyHints)
    places = {hint.action: region for hint, region in hints.picture.places}
    region = places[f"screen.{action}"]
    assert await pilot.click(KeyHints, offset=(region.x, region.y))
