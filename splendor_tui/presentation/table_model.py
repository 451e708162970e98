"""Everything that a table shows, as one value, independent of the toolkit.

A slot is a place on the table that a player can pick.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from splendor_tui.bots.levels import UnknownLevelError, get_level
from splendor_tui.inputs.match_options import ENGINE, HUMAN
from splendor_tui.match.clock import Clock
from splendor_tui.match.log import LogLine, Step
from splendor_tui.presentation.commands import Command
from splendor_tui.rules.actions import Action
from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.constants import COLUMNS, HAND_LIMIT
from splendor_tui.rules.gems import NO_GEMS, Colour, Tokens, unpack
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import PlayerView, ReservedView, View
from splendor_tui.words import N_, NP_, Message

if TYPE_CHECKING:
    from splendor_tui.presentation.series import Series
    from splendor_tui.presentation.tournaments import Tournament

TOP_DOWN: Final = tuple(reversed(LEVELS))
PILES: Final[tuple[Colour | None, ...]] = (*Colour, None)
STONES: Final = (N_("diamond"), N_("sapphire"), N_("emerald"), N_("ruby"), N_("onyx"))
"""The names of the gems, by `Colour`."""
NO_TOKENS: Final = Tokens(NO_GEMS, 0)
_URGENT_SECONDS: Final = 10.0
_CARD_KEYS: Final = {"qwerty": "zxcvasdfqwer", "azerty": "wxcvqsdfazer", "qwertz": "yxcvasdfqwer"}
"""Arranged like the cards, level 1 first."""
_DECK_KEYS: Final = "bgt"
_FIRST_RESERVED_KEY: Final = 7


@dataclass(frozen=True, slots=True)
class CardSlot:
    """A place in the grid. Columns are numbered from 0."""

    level: int
    column: int

    @classmethod
    def of(cls, index: int) -> "CardSlot":
        """The slot of the card at this index of `View.grid`."""
        row, column = divmod(index, COLUMNS)
        return cls(LEVELS[row], column)

    @property
    def index(self) -> int:
        """The index of the slot's card in `View.grid`."""
        return LEVELS.index(self.level) * COLUMNS + self.column


@dataclass(frozen=True, slots=True)
class DeckSlot:
    """The deck of a level."""

    level: int


@dataclass(frozen=True, slots=True)
class PileSlot:
    """A pile of the bank. None means gold."""

    colour: Colour | None


@dataclass(frozen=True, slots=True)
class NobleSlot:
    """A noble on the table, by its index in `View.nobles`."""

    index: int


@dataclass(frozen=True, slots=True)
class ReservedSlot:
    """A reserved card of the player to move, oldest first."""

    index: int


@dataclass(frozen=True, slots=True)
class PlayerSlot:
    """A player's box."""

    seat: int


Slot: TypeAlias = CardSlot | DeckSlot | PileSlot | NobleSlot | ReservedSlot | PlayerSlot


def slot_keys(keyboard: str) -> dict[Slot, str]:
    """Map each slot that has a key, except the gold, to this key. The table and plain text have the same keys."""
    return {
        **{CardSlot.of(index): key for index, key in enumerate(_CARD_KEYS[keyboard])},
        **{DeckSlot(level): key for level, key in zip(LEVELS, _DECK_KEYS, strict=True)},
        **{PileSlot(colour): str(colour + 1) for colour in Colour},
        **{ReservedSlot(index): str(_FIRST_RESERVED_KEY + index) for index in range(HAND_LIMIT)},
    }


class Changes(NamedTuple):
    """The changes since the player's last turn, to be marked on the table.

    `cards` are new in the grid, or were drawn into a visible reserve. The other fields are increases, or decreases if
    negative: `piles` for the bank's six piles, `tokens` and `bonuses` for each seat's six kinds of tokens and five
    colours of bonuses.
    """

    cards: frozenset[Card]
    piles: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]
    bonuses: tuple[tuple[int, ...], ...]

    @classmethod
    def between(cls, before: View, after: View) -> "Changes":
        """The changes between two views of one game."""
        pairs = list(zip(before.players, after.players, strict=True))
        return cls(
            cards=frozenset(
                card
                for card in (*after.grid, *(held.card for old, new in pairs for held in _drawn(old, new)))
                if card is not None and card not in before.grid
            ),
            piles=_moved((*unpack(before.bank), before.gold), (*unpack(after.bank), after.gold)),
            tokens=tuple(_moved(_tokens(old), _tokens(new)) for old, new in pairs),
            bonuses=tuple(_moved(unpack(old.bonuses), unpack(new.bonuses)) for old, new in pairs),
        )

    @classmethod
    def since(cls, steps: Sequence[Step], seat: int | None, now: View) -> "Changes":
        """The changes since the end of the seat's last turn.

        Cards that appeared during that turn count as new, because the seat could not choose them yet. For an observer,
        return the changes since the start of the last step.
        """
        if not steps:
            return cls.between(now, now)
        if seat is None:
            return cls.between(steps[-1].before, now)
        ends = (at for at in reversed(range(len(steps))) if steps[at].seat == seat and steps[at].after.seat != seat)
        end = next(ends, None)
        if end is None:
            return cls.between(steps[0].before, now)
        begin = end
        while begin and steps[begin].before.phase is not Phase.MAIN:
            begin -= 1
        return cls.between(steps[end].after, now)._replace(cards=cls.between(steps[begin].before, now).cards)


def _drawn(before: PlayerView, after: PlayerView) -> Iterable[ReservedView]:
    """The cards that a player has reserved from a deck. The player has had at most one turn between the views.

    The cards themselves cannot be compared, because earlier views may hide them.
    """
    return (held for held in after.reserved[len(before.reserved) :] if held.blind)


def _tokens(player: PlayerView) -> tuple[int, ...]:
    return (*unpack(player.gems), player.gold)


def _moved(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(new - old for old, new in zip(before, after, strict=True))


class Phrase(NamedTuple):
    """A part of the prompt.

    `does` is the effect of clicking it: a command to run, or a noble to pick.
    """

    message: Message
    does: Command | NobleSlot | None = None


class Offer(NamedTuple):
    """An available command. `primary` commands act on the current choice.

    `label` and `about` describe its current effect, or are None if the command's own texts do. `opposite` is the command with
    the opposite effect, to be shown beside it.
    """

    command: Command
    label: Message | None = None
    primary: bool = False
    opposite: Command | None = None
    about: Message | None = None

    @property
    def current(self) -> Command:
        """The command, described by its current effect."""
        label, about = self.label or self.command.label, self.about or self.command.about
        return self.command._replace(label=label, about=about)


class Suggestion(NamedTuple):
    """A line of a hint: the key labels of an action, the chance of winning with it if known, and a sentence about it.

    The `action` is None in the lesson and in puzzles, which do not name one. `why` is the reason alone. `chosen` means that
    the action is the current choice.
    """

    keys: tuple[str, ...]
    chance: Message | None
    sentence: Message
    action: Action | None = None
    why: Message | None = None
    chosen: bool = False


class ShownHint(NamedTuple):
    """A hint: a heading, the suggestions, best first, and a warning.

    A `steady` hint has a minimum height, so it does not move when its text changes. The log beside it omits `news`,
    which the hint contains.
    """

    heading: Message | None
    suggestions: tuple[Suggestion, ...] = ()
    warning: Message | None = None
    steady: bool = False
    news: tuple[LogLine, ...] = ()


class ShownClock(NamedTuple):
    """The time left for the player to move, whether it is nearly used up, and the other seats' time banks."""

    text: str
    urgent: bool = False
    others: Mapping[int, str] = MappingProxyType({})

    @classmethod
    def of(cls, clock: Clock, view: View) -> "ShownClock":
        """The clock in this position."""
        seat = view.seat
        return cls(
            text=f"{_minutes(clock.turn_left)} + {_minutes(clock.banks[seat])}",
            urgent=clock.turn_left + clock.banks[seat] < _URGENT_SECONDS,
            others={
                other: _minutes(clock.banks[other])
                for other, player in enumerate(view.players)
                if other != seat and not player.forfeited
            },
        )


def _in_game(player: PlayerView) -> PlayerView:
    """The player, without reserved cards if the player is out: they have left the game."""
    return player._replace(reserved=()) if player.forfeited else player


def _minutes(seconds: float) -> str:
    whole = int(seconds + 0.999)  # 0:00 only when no time is left
    return f"{whole // 60}:{whole % 60:02}"


@dataclass(frozen=True, slots=True)
class TableModel:
    """The table as one seat sees it.

    `names` and `kinds` are in seat order. A human has no kind. `keys` are the key labels of the slots. `preview` is
    the player at `seat` after the choice. `nobles_to_choose` are the nobles that could then visit, if there are
    several. `log` is in chronological order. `banner` is a permanent warning such as NOT SAVED. `open_reserves`
    shows face-up reservations; `reserves_rule` is the house rule, None if it is unknown. `drawn` means that the
    viewer is looking at a card that they drew, before another human takes over. `over` means that the game has
    ended, by the rules or by agreement. `series` is the series or tournament of the game, if any. `lit` are the
    slots of the best suggestion while nothing is chosen. `chances` are the seats' chances of winning, or empty.
    """

    view: View
    names: tuple[str, ...]
    kinds: tuple[Message | None, ...]
    changes: Changes
    keys: Mapping[Slot, str] = field(default_factory=dict)
    chosen: Slot | None = None
    preview: PlayerView | None = None
    nobles_to_choose: tuple[Noble, ...] = ()
    log: tuple[LogLine, ...] = ()
    prompt: tuple[Phrase, ...] = ()
    offers: tuple[Offer, ...] = ()
    clock: ShownClock | None = None
    banner: Message | None = None
    open_reserves: bool = False
    reserves_rule: bool | None = None
    drawn: bool = False
    over: bool = False
    series: "Series | Tournament | None" = None
    hint: ShownHint | None = None
    lit: frozenset[Slot] = frozenset()
    chances: tuple[Message, ...] = ()

    @property
    def seat(self) -> int:
        """The viewer's seat. For an observer, the seat to move. Prices are computed for this seat."""
        return self.view.seat if self.view.viewer is None else self.view.viewer

    @property
    def active(self) -> int:
        """The seat whose turn is shown. It is the viewer's while they look at a drawn card, else the seat to move."""
        return self.seat if self.drawn else self.view.seat

    @property
    def round(self) -> int:
        """The round of the active seat's turn."""
        return self.view.round - (self.drawn and self.view.seat < self.active)

    @property
    def player(self) -> PlayerView:
        """The player at `seat`. The reserved cards of a player who is out have left the game."""
        return _in_game(self.view.players[self.seat])

    @property
    def after(self) -> PlayerView:
        """The player at `seat` after the choice."""
        return self.preview or self.player

    @property
    def has_no_turns_left(self) -> bool:
        """Whether nothing more can be bought at `seat`: the game is over, or the player has resigned."""
        return self.over or self.player.forfeited

    def pile_changes(self) -> tuple[int, ...]:
        """How the choice would change the bank's six piles: W U G R K and gold."""
        return _moved(_tokens(self.after), _tokens(self.player))

    def possessions(self, seat: int) -> PlayerView:
        """The player at a seat. If the choice is theirs, return them as they will be after it."""
        return self.after if seat == self.seat else _in_game(self.view.players[seat])

    def points(self, seat: int) -> int:
        """A player's points after the choice, including a noble still to be chosen."""
        return self.possessions(seat).points + min((noble.points for noble in self._to_choose(seat)), default=0)

    def noble_count(self, seat: int) -> int:
        """A player's number of nobles after the choice, including one still to be chosen."""
        return len(self.possessions(seat).nobles) + bool(self._to_choose(seat))

    def _to_choose(self, seat: int) -> tuple[Noble, ...]:
        return self.nobles_to_choose if seat == self.seat else ()

    def key(self, slot: Slot) -> str:
        """The key label of a slot, or an empty string."""
        return self.keys.get(slot, "")

    def card(self, slot: CardSlot | ReservedSlot) -> Card | None:
        """The card in a slot. None for an empty slot or a hidden card."""
        if isinstance(slot, ReservedSlot):
            held = self.player.reserved[slot.index]
            return self.open_card(held) if self.view.viewer is None else held.card
        return self.view.grid[slot.index]

    def open_card(self, held: ReservedView) -> Card | None:
        """A reserved card if it is public.

        Rulebook: it never is. The house rule shows cards that were reserved face up.
        """
        return held.card if self.open_reserves and not held.blind else None

    def noble(self, slot: NobleSlot) -> Noble:
        """The noble in a slot."""
        return self.view.nobles[slot.index]


def card_at(view: View, slot: CardSlot | ReservedSlot) -> Card | None:
    """The card in a slot, as the player to move sees it. None for an empty slot."""
    if isinstance(slot, CardSlot):
        return view.grid[slot.index]
    hand = view.players[view.seat].reserved
    return hand[slot.index].card if slot.index < len(hand) else None


def slot_of(view: View, card: Card) -> CardSlot | ReservedSlot:
    """The slot of a card in the grid or reserved by the player to move. Raises ValueError for other cards."""
    if card in view.grid:
        return CardSlot.of(view.grid.index(card))
    return ReservedSlot([held.card for held in view.players[view.seat].reserved].index(card))


def kind_name(kind: str) -> Message | None:
    """The name of a kind of player. None for a human."""
    if kind == HUMAN:
        return None
    if kind == ENGINE:
        return NP_("computer player", "Engine")
    try:
        return get_level(kind).name
    except UnknownLevelError:  # a record may contain an unknown level
        return Message("{level}", {"level": kind})


def shown_kinds(
    names: Sequence[str], kinds: Sequence[str], engines: Mapping[int, str] = MappingProxyType({})
) -> tuple[Message | None, ...]:
    """The kinds to show beside the names. None for a human, or if the name starts with it, as in `Merchant 2`.

    `engines` are the names that engines report, by seat.
    """
    shown = [
        Message("{name}", {"name": engines[seat]}) if seat in engines else kind_name(kind)
        for seat, kind in enumerate(kinds)
    ]
    return tuple(
        None if kind and name.casefold().startswith(str(kind).casefold()) else kind
        for name, kind in zip(names, shown, strict=True)
    )
