"""The cards, tokens and nobles that an action moves. Cards drawn into a reserve move face down."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from splendor_tui.presentation.table_model import (
    PILES,
    CardSlot,
    Changes,
    DeckSlot,
    NobleSlot,
    PileSlot,
    PlayerSlot,
    ReservedSlot,
    Slot,
)
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Colour
from splendor_tui.rules.view import View, nobles_in_play


class Back(NamedTuple):
    """A face-down card."""

    level: int


class TokenStack(NamedTuple):
    """Tokens of one colour, or of gold if `colour` is None."""

    colour: Colour | None
    amount: int


Thing: TypeAlias = Card | Back | Noble | TokenStack


class Flight(NamedTuple):
    """An object moving from one slot to another."""

    thing: Thing
    start: Slot
    end: Slot

    @property
    def turns_up(self) -> bool:
        """Whether this is a card from a deck that is turned face up in the grid."""
        return isinstance(self.thing, Back) and isinstance(self.end, CardSlot)


def flights(before: View, after: View) -> tuple[Flight, ...]:
    """The movements between two views. Empty unless they are exactly one action apart."""
    if after.ply != before.ply + 1 or not _is_same_game(before, after):
        return ()
    return (*_refills(before, after), *_tokens(before, after), *_cards(before, after), *_nobles(before, after))


def visits(before: View, after: View) -> tuple[tuple[int, Noble], ...]:
    """The nobles won between two views, with their owners' seats. Empty if the views are more than a round apart."""
    if after.ply <= before.ply or after.round > before.round + 1 or not _is_same_game(before, after):
        return ()
    pairs = enumerate(zip(before.players, after.players, strict=True))
    return tuple((seat, noble) for seat, (old, new) in pairs for noble in new.nobles[len(old.nobles) :])


def _is_same_game(before: View, after: View) -> bool:
    """Whether the same nobles are in play and nobody has fewer cards. Successive puzzles are from different games."""
    return _nobles_in_play(before) == _nobles_in_play(after) and all(
        new.cards[: len(old.cards)] == old.cards for old, new in zip(before.players, after.players, strict=True)
    )


def _nobles_in_play(view: View) -> tuple[int, set[Noble]]:
    """The number of players, and all nobles on the table or with a player."""
    return len(view.players), {*nobles_in_play(view)}


def _refills(before: View, after: View) -> Iterator[Flight]:
    for place, (old, new) in enumerate(zip(before.grid, after.grid, strict=True)):
        if new is not None and new != old:
            yield Flight(Back(new.level), DeckSlot(new.level), CardSlot.of(place))


def _tokens(before: View, after: View) -> Iterator[Flight]:
    player = PlayerSlot(before.seat)
    for colour, change in zip(PILES, Changes.between(before, after).tokens[before.seat], strict=True):
        if change:
            start, end = (PileSlot(colour), player) if change > 0 else (player, PileSlot(colour))
            yield Flight(TokenStack(colour, abs(change)), start, end)


def _cards(before: View, after: View) -> Iterator[Flight]:
    old, new = before.players[before.seat], after.players[before.seat]
    for card in new.cards[len(old.cards) :]:
        if card in before.grid:
            start: Slot = CardSlot.of(before.grid.index(card))
        else:
            pairs = enumerate(zip(old.reserved, new.reserved, strict=False))
            gone = next((place for place, (had, has) in pairs if had != has), len(new.reserved))
            start = _hand(before, before.seat, gone)
        yield Flight(card, start, PlayerSlot(before.seat))
    for place, held in enumerate(new.reserved[len(old.reserved) :], len(old.reserved)):
        end = _hand(after, before.seat, place)
        if held.card is not None and held.card in before.grid:
            yield Flight(held.card, CardSlot.of(before.grid.index(held.card)), end)
        else:  # only its owner has seen it
            yield Flight(Back(held.level), DeckSlot(held.level), end)


def _hand(seen: View, seat: int, place: int) -> Slot:
    """The slot of a reserved card: its place in the visible hand, otherwise the player's box."""
    shown = seen.seat if seen.viewer is None else seen.viewer
    return ReservedSlot(place) if seat == shown else PlayerSlot(seat)


def _nobles(before: View, after: View) -> Iterator[Flight]:
    for seat, noble in visits(before, after):
        yield Flight(noble, NobleSlot(before.nobles.index(noble)), PlayerSlot(seat))
