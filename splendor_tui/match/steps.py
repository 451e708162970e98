"""What one applied action changed, as everybody at the table may see it."""

from dataclasses import dataclass
from typing import TypeAlias

from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.digest import digest
from splendor_tui.rules.notation import format_action
from splendor_tui.rules.outcome import Outcome, may_agree, outcome
from splendor_tui.rules.state import State
from splendor_tui.rules.view import View, view
from splendor_tui.store.journal import PlyEntry


@dataclass(frozen=True, slots=True)
class Refilled:
    """A card came from the deck to a place of the grid (0..11, counted as in `State.grid`)."""

    place: int
    card: Card


@dataclass(frozen=True, slots=True)
class Emptied:
    """A place of the grid stays empty, as its deck is."""

    place: int


@dataclass(frozen=True, slots=True)
class NobleArrived:
    """A noble came to a seat."""

    seat: int
    noble: Noble


@dataclass(frozen=True, slots=True)
class FinalRoundBegan:
    """A seat reached the target: the round that is being played is the last one."""

    seat: int


@dataclass(frozen=True, slots=True)
class AgreementPossible:
    """From now on the players may end the game by agreement."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The rules have ended the game."""

    outcome: Outcome


Event: TypeAlias = Refilled | Emptied | NobleArrived | FinalRoundBegan | AgreementPossible | GameEnded


@dataclass(frozen=True, slots=True)
class Step:
    """One applied action with the onlooker's view before and after it: nothing in it is secret from anybody.

    `ply` is the number of actions applied so far, this one included.
    """

    ply: int
    seat: int
    action: Action
    before: View
    after: View
    events: tuple[Event, ...]

    @property
    def reveals(self) -> bool:
        """Whether a card was drawn from a deck, so that somebody has seen what taking the action back cannot hide."""
        return self.before.deck_counts != self.after.deck_counts


def describe_step(before: State, action: Action, after: State) -> Step:
    """The step that led from one state to the next."""
    return Step(
        ply=after.ply,
        seat=before.seat,
        action=action,
        before=view(before, None),
        after=view(after, None),
        events=tuple(_events(before, after)),
    )


def _events(before: State, after: State) -> list[Event]:
    events: list[Event] = []
    for place, (old, new) in enumerate(zip(before.grid, after.grid, strict=True)):
        if old is not new:
            events.append(Emptied(place) if new is None else Refilled(place, new))
    seat = before.seat
    arrived = after.players[seat].nobles[len(before.players[seat].nobles) :]
    events.extend(NobleArrived(seat, noble) for noble in arrived)
    if after.final_round and not before.final_round:
        events.append(FinalRoundBegan(seat))
    if may_agree(after) and not may_agree(before):
        events.append(AgreementPossible())
    ended = outcome(after)
    if ended is not None:
        events.append(GameEnded(ended))
    return events


@dataclass(frozen=True, slots=True)
class Move:
    """A ply in the line of play: the position after it, what it changed, and the reading of the clock at its end.

    `timed_out` tells that the clock made the seat leave the game.
    """

    after: State
    step: Step
    clock: tuple[int, ...] | None
    timed_out: bool

    @property
    def ends_turn(self) -> bool:
        """Whether another turn begins after it."""
        before = self.step.before
        return self.after.seat != before.seat or self.after.round != before.round

    def entry(self) -> PlyEntry:
        """The move as the journal has it."""
        return PlyEntry(
            ply=self.step.ply,
            seat=self.step.seat,
            action=format_action(self.step.action),
            digest=digest(self.after),
            clock=self.clock,
            timed_out=self.timed_out,
        )
