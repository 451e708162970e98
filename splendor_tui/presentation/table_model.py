"""All that a table shows, as one value, whatever draws it: positions as the rules have them, sentences as messages.

Slots are the places of the table that a player can point at.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from splendor_tui.match.log import LogLine
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.gems import NO_GEMS, Colour, Tokens, unpack
from splendor_tui.rules.state import COLUMNS
from splendor_tui.rules.view import PlayerView, ReservedView, View
from splendor_tui.words import Message

TOP_DOWN: Final = tuple(reversed(LEVELS))
PILES: Final[tuple[Colour | None, ...]] = (*Colour, None)
NO_TOKENS: Final = Tokens(NO_GEMS, 0)


@dataclass(frozen=True, slots=True)
class CardSlot:
    """A place of the grid; columns count from 0."""

    level: int
    column: int

    @classmethod
    def of(cls, index: int) -> "CardSlot":
        """The place of a card of `View.grid`."""
        row, column = divmod(index, COLUMNS)
        return cls(LEVELS[row], column)

    @property
    def index(self) -> int:
        """Where its card is in `View.grid`."""
        return LEVELS.index(self.level) * COLUMNS + self.column


@dataclass(frozen=True, slots=True)
class DeckSlot:
    """The deck of a level."""

    level: int


@dataclass(frozen=True, slots=True)
class PileSlot:
    """A pile of the bank; None is gold."""

    colour: Colour | None


@dataclass(frozen=True, slots=True)
class NobleSlot:
    """A noble on the table, in the order of the view."""

    index: int


@dataclass(frozen=True, slots=True)
class ReservedSlot:
    """A reserved card of one's own, in the order in which they came."""

    index: int


@dataclass(frozen=True, slots=True)
class PlayerSlot:
    """A player's box."""

    seat: int


Slot: TypeAlias = CardSlot | DeckSlot | PileSlot | NobleSlot | ReservedSlot | PlayerSlot


@dataclass(frozen=True, slots=True)
class Choice:
    """A half-made choice: what would leave the bank for the player, what would come back, and the thing chosen."""

    chosen: Slot | None = None
    taken: Tokens = NO_TOKENS
    given: Tokens = NO_TOKENS

    def pile_changes(self) -> tuple[int, ...]:
        """How the six piles of the bank would change, W U G R K and gold."""
        return _moved(_counts(self.taken), _counts(self.given))


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different since the player's last turn, to be marked on the table.

    `cards` are new in the grid. The rest says by how much a number has moved: the bank's six `piles`, then for each seat its
    six `tokens` and its five `bonuses`.
    """

    cards: frozenset[Card]
    piles: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]
    bonuses: tuple[tuple[int, ...], ...]

    @classmethod
    def between(cls, before: View, after: View) -> "Changes":
        """The differences between two views of one game; a view and itself give none."""
        pairs = list(zip(before.players, after.players, strict=True))
        return cls(
            cards=frozenset(card for card in after.grid if card is not None) - frozenset(before.grid),
            piles=_moved(_counts(Tokens(before.bank, before.gold)), _counts(Tokens(after.bank, after.gold))),
            tokens=tuple(
                _moved(_counts(Tokens(old.gems, old.gold)), _counts(Tokens(new.gems, new.gold))) for old, new in pairs
            ),
            bonuses=tuple(_moved(unpack(old.bonuses), unpack(new.bonuses)) for old, new in pairs),
        )


def _counts(tokens: Tokens) -> tuple[int, ...]:
    return (*unpack(tokens.gems), tokens.gold)


def _moved(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(new - old for old, new in zip(before, after, strict=True))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of the prompt. `does` is what pointing at it does: the key command of this id, or choosing this noble."""

    message: Message
    does: str | NobleSlot | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A key command that does something now, by its id, and what it does; `primary` ones belong to the choice that is made."""

    command: str
    words: Message
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One action of a hint: the labels of the keys that choose it, the chance to win with it if known, and what speaks for it.

    `reserves` tells that after these keys the one to reserve is needed, `chosen` that the choice on the table is this one.
    """

    keys: tuple[str, ...]
    chance: Message | None
    sentence: Message
    reserves: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ShownHint:
    """A hint: what is said above its actions, if anything, and these, the best first; and what to watch out for.

    A `steady` one has the same place whatever it says, so that it does not jump from one to the next.
    """

    heading: Message | None
    suggestions: tuple[Suggestion, ...] = ()
    warning: Message | None = None
    steady: bool = False


@dataclass(frozen=True, slots=True)
class ShownClock:
    """The time of the player to move as text, and whether it is nearly used up; by seat the reserves of the others."""

    text: str
    urgent: bool = False
    others: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableModel:
    """The table as one seat sees it.

    `names` are fit to be shown, in seat order; `kinds` say what plays there, None for a human. `keys` are the labels of the keys
    that choose each slot. `preview` is what `seat` would have by the choice; `one_comes` are several nobles of which one would
    come besides, once it is chosen. `log` has the newest line last. `prompt` and `offers` say what is asked and what can be
    done. `clock` is None without a clock; `banner` is what the players must not miss, such as NOT SAVED. `open_reserves` is the
    house option. `drawn` tells that the viewer looks at a card that they drew, before the next player has the keyboard; `over`
    whether the game has ended, by the rules or by agreement.
    `hint` is what was asked for and not dropped yet, `lit` where its best action points while nothing is chosen. `chances` are
    those of all seats to win, as text; empty where none are shown.
    """

    view: View
    names: tuple[str, ...]
    kinds: tuple[Message | None, ...]
    changes: Changes
    keys: Mapping[Slot, str] = field(default_factory=dict)
    choice: Choice = Choice()
    preview: PlayerView | None = None
    one_comes: tuple[Noble, ...] = ()
    log: tuple[LogLine, ...] = ()
    prompt: tuple[Phrase, ...] = ()
    offers: tuple[Offer, ...] = ()
    clock: ShownClock | None = None
    banner: Message | None = None
    open_reserves: bool = False
    drawn: bool = False
    over: bool = False
    hint: ShownHint | None = None
    lit: frozenset[Slot] = frozenset()
    chances: tuple[Message, ...] = ()

    @property
    def seat(self) -> int:
        """The seat for which prices and distances are counted: the viewer's, for an onlooker that of the player to move."""
        return self.view.seat if self.view.viewer is None else self.view.viewer

    @property
    def active(self) -> int:
        """The seat whose turn it is for those who look: the viewer's until they hand over what they drew, else that to move."""
        return self.seat if self.drawn else self.view.seat

    @property
    def round(self) -> int:
        """The round of the turn that is shown as `active`."""
        return self.view.round - (self.drawn and self.view.seat < self.active)

    @property
    def player(self) -> PlayerView:
        """The possessions of `seat`."""
        return self.view.players[self.seat]

    @property
    def after(self) -> PlayerView:
        """The possessions of `seat` as the choice would leave them."""
        return self.preview or self.player

    def possessions(self, seat: int) -> PlayerView:
        """What a player has, and what the choice would leave whoever makes it."""
        return self.after if seat == self.seat else self.view.players[seat]

    def points(self, seat: int) -> int:
        """The points that a player has by the choice, those of a noble that is still to be chosen included."""
        return self.possessions(seat).points + min((noble.points for noble in self._to_choose(seat)), default=0)

    def noble_count(self, seat: int) -> int:
        """How many nobles a player has by the choice, one that is still to be chosen included."""
        return len(self.possessions(seat).nobles) + bool(self._to_choose(seat))

    def _to_choose(self, seat: int) -> tuple[Noble, ...]:
        return self.one_comes if seat == self.seat else ()

    def key(self, slot: Slot) -> str:
        """The label of the key that chooses a slot; empty when it has none."""
        return self.keys.get(slot, "")

    def card(self, slot: CardSlot | ReservedSlot) -> Card | None:
        """The card in a slot; None where the grid stays empty, and for a reserved card that is not to be shown."""
        if isinstance(slot, ReservedSlot):
            held = self.player.reserved[slot.index]
            return self.open_card(held) if self.view.viewer is None else held.card
        return self.view.grid[slot.index]

    def open_card(self, held: ReservedView) -> Card | None:
        """A reserved card as everybody may see it. Rulebook: never; the house option shows what was taken face up."""
        return held.card if self.open_reserves and not held.blind else None

    def noble(self, slot: NobleSlot) -> Noble:
        """The noble at a place."""
        return self.view.nobles[slot.index]


def card_at(view: View, slot: CardSlot | ReservedSlot) -> Card | None:
    """The card in a slot, as the player to move sees it; None where none lies."""
    if isinstance(slot, CardSlot):
        return view.grid[slot.index]
    hand = view.players[view.seat].reserved
    return hand[slot.index].card if slot.index < len(hand) else None


def slot_of(view: View, card: Card) -> CardSlot | ReservedSlot:
    """Where a card of the grid, or of the hand of the player to move, lies. Raises ValueError for any other card."""
    if card in view.grid:
        return CardSlot.of(view.grid.index(card))
    return ReservedSlot([held.card for held in view.players[view.seat].reserved].index(card))
