"""The parts of the table model that follow from a position, for a match and for a replay."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from splendor_tui.bots.levels import UnknownLevelError, level_name
from splendor_tui.inputs.match_options import ENGINE, HUMAN
from splendor_tui.match.clock import Clock
from splendor_tui.match.log import LogLine, Step
from splendor_tui.presentation.selection import NOTHING, Proposal, Selection
from splendor_tui.presentation.table_model import (
    PILES,
    Changes,
    DeckSlot,
    NobleSlot,
    PileSlot,
    ShownClock,
    Slot,
    slot_of,
)
from splendor_tui.rules.cards import Noble
from splendor_tui.rules.gems import Colour, unpack
from splendor_tui.rules.legality import nobles_due
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import PlayerView, View
from splendor_tui.rules.view import view as view_of
from splendor_tui.words import NP_, Message

URGENT: Final = 10.0
"""Seconds left at which the clock becomes urgent."""


def kind_name(kind: str) -> Message | None:
    """The name of a kind of player; None for a human."""
    if kind == HUMAN:
        return None
    if kind == ENGINE:
        return NP_("computer player", "Engine")
    try:
        return level_name(kind)
    except UnknownLevelError:  # a record may name an unknown level
        return Message("{level}", {"level": kind})


def kinds_beside(
    names: Sequence[str], kinds: Sequence[str], engines: Mapping[int, str] = MappingProxyType({})
) -> tuple[Message | None, ...]:
    """Each seat's kind, to show beside the name; None for a human, or if the name says it, as in `Merchant 2`.

    `engines` are the names that engines give themselves, by seat.
    """
    called = [
        Message("{name}", {"name": engines[seat]}) if seat in engines else kind_name(kind)
        for seat, kind in enumerate(kinds)
    ]
    return tuple(
        None if kind and name.casefold().startswith(str(kind).casefold()) else kind
        for name, kind in zip(names, called, strict=True)
    )


def chosen_slot(view: View, selection: Selection) -> Slot | None:
    """The slot of the chosen card, deck or noble; None if there is none."""
    if selection.card is not None:
        return slot_of(view, selection.card)
    if selection.level is not None:
        return DeckSlot(selection.level)
    return None if selection.noble is None else NobleSlot(view.nobles.index(selection.noble))


def player_after(view: View, selection: Selection, proposal: Proposal) -> PlayerView | None:
    """The player to move after the choice, as far as they know; None if nothing is chosen."""
    if selection == NOTHING:
        return None
    if proposal.after is not None:
        return view_of(proposal.after, view.seat).players[view.seat]
    player = view.players[view.seat]
    if view.phase is Phase.RETURN_GEMS:
        return replace(player, gems=player.gems - selection.gems, gold=player.gold - selection.gold)
    return replace(player, gems=player.gems + selection.gems)


def keys_now(view: View, labels: Mapping[Slot, str]) -> dict[Slot, str]:
    """The key labels of the slots that can be picked in this phase.

    While tokens are returned, only piles that the player holds have a key; while a noble is chosen, nobles have those of piles.
    """
    gold = PileSlot(None)
    match view.phase:
        case Phase.RETURN_GEMS:
            held = held_piles(view.players[view.seat])
            return {
                slot: label for slot, label in labels.items() if not isinstance(slot, PileSlot) or slot.colour in held
            }
        case Phase.CHOOSE_NOBLE:
            piles = [label for slot, label in labels.items() if isinstance(slot, PileSlot)]
            keys: dict[Slot, str] = {slot: label for slot, label in labels.items() if not isinstance(slot, PileSlot)}
            keys.update(zip(due_slots(view), piles, strict=False))
            return keys
        case _:
            return {slot: label for slot, label in labels.items() if slot != gold}


def held_piles(player: PlayerView) -> Sequence[Colour | None]:
    """The piles that the player holds a token of."""
    return [pile for pile, held in zip(PILES, (*unpack(player.gems), player.gold), strict=True) if held]


def due_slots(view: View) -> list[NobleSlot]:
    """The nobles that the player to move may choose, in the order of the table."""
    due: list[Noble] = nobles_due(view, view.players[view.seat])
    return [NobleSlot(view.nobles.index(noble)) for noble in due]


def changes_since(steps: Sequence[Step], seat: int | None, now: View) -> Changes:
    """The changes since the end of the seat's last turn; for an observer, since the last step.

    Cards that appeared during that turn count as new, as the seat could not choose them yet.
    """
    if not steps:
        return Changes.between(now, now)
    if seat is None:
        return Changes.between(steps[-1].before, now)
    end = next(
        (at for at in reversed(range(len(steps))) if steps[at].seat == seat and steps[at].after.seat != seat), None
    )
    if end is None:
        return Changes.between(steps[0].before, now)
    begin = end
    while begin and steps[begin].before.phase is not Phase.MAIN:
        begin -= 1
    since = Changes.between(steps[end].after, now)
    return replace(since, cards=Changes.between(steps[begin].before, now).cards)


def news_for(seat: int, log: Sequence[LogLine]) -> Sequence[LogLine]:
    """The log lines since the seat's last turn, which its player has not seen yet."""
    for index in range(len(log) - 1, -1, -1):
        if log[index].seat == seat:
            return log[index + 1 :]
    return log


def describe_clock(clock: Clock | None, view: View) -> ShownClock | None:
    """The turn time and time bank of the seat to move, and the time banks of the others."""
    if clock is None:
        return None
    seat = view.seat
    return ShownClock(
        text=f"{_minutes(clock.turn_left)} + {_minutes(clock.banks[seat])}",
        urgent=clock.turn_left + clock.banks[seat] < URGENT,
        others={
            other: _minutes(clock.banks[other])
            for other, player in enumerate(view.players)
            if other != seat and not player.forfeited
        },
    )


def _minutes(seconds: float) -> str:
    whole = int(seconds + 0.999)  # 0:00 only when no time is left
    return f"{whole // 60}:{whole % 60:02}"
