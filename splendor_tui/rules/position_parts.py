"""The parts of a position as text: how each of them is written, and how it is read back; docs/position.md is the grammar."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import PositionError, shortened
from splendor_tui.rules.gems import NO_GEMS, Tokens
from splendor_tui.rules.legality import Holder
from splendor_tui.rules.notation import CARDS_ARE, NOBLES_ARE, read_tokens
from splendor_tui.rules.state import COLUMNS, DEFAULT_TARGET, MAX_TARGET, Phase, Reserved
from splendor_tui.rules.view import ReservedView
from splendor_tui.words import N_, Message, either, listed, quoted

NOBLES: Final = "nobles"
_CARDS: Final = "cards"
_RESERVED: Final = "reserved"
_LABELS: Final = (_CARDS, _RESERVED, NOBLES)
_EMPTY_PLACE: Final = "-"
_NO_TOKENS: Final = "0"
_FORFEITED: Final = "forfeited"
_PLACES: Final = COLUMNS * len(LEVELS)
_MOST_COUNTED: Final = 9_999
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,3}")
_UNKNOWN: Final = re.compile(r"\?([123])")


class Head(NamedTuple):
    """What the first part says: the seat to move and its phase, and the numbers that are not the usual ones, by name."""

    seat: int
    phase: Phase
    round: int = 1
    ply: int = 0
    passes: int = 0
    idle: int = 0
    target: int = DEFAULT_TARGET
    tie: int | None = None
    viewer: int | None = None


_USUAL: Final = Head._field_defaults


class PlayerPart(NamedTuple):
    """What the part of a player says."""

    tokens: Tokens
    forfeited: bool
    cards: tuple[Card, ...]
    reserved: tuple[ReservedView, ...]
    nobles: tuple[Noble, ...]


def format_head(head: Head) -> str:
    """The first part."""
    numbers = [f" {name} {getattr(head, name)}" for name, usual in _USUAL.items() if getattr(head, name) != usual]
    return f"seat {head.seat} {head.phase}{''.join(numbers)}"


def read_head(words: Sequence[str], players: int) -> Head:
    """What the first part says, where so many play. Raises PositionError."""
    part = N_("First part")
    remaining = iter(words)
    seat = _read_number(part, next(remaining), next(remaining, ""), players)
    phase = next(remaining, "")
    if phase not in list(Phase):
        raise refusal(part, phase, N_("after the seat to move comes {phases}", phases=either(list(Phase))))
    numbers: dict[str, int] = {}
    for name in remaining:
        if name not in _USUAL or name in numbers:
            allowed = N_("numbers may follow after the words {names}, each once", names=listed(list(_USUAL)))
            raise refusal(part, name, allowed)
        numbers[name] = _read_number(part, name, next(remaining, ""), players)
    return Head(seat, Phase(phase), **numbers)


def format_cards(label: str, cards: Iterable[Card | None]) -> str:
    """The part with the grid, or with the decks."""
    return " ".join([label, *(card.id if card else _EMPTY_PLACE for card in cards)])


def format_nobles(nobles: Iterable[Noble]) -> str:
    """The part with the nobles on the table."""
    return " ".join([NOBLES, *(noble.id for noble in nobles)])


def format_player(player: Holder) -> str:
    """The part of a player."""
    words = [_FORFEITED if player.forfeited else str(Tokens(player.gems, player.gold))]
    if player.cards:
        words.append(format_cards(_CARDS, player.cards))
    if player.reserved:
        words += [_RESERVED, *map(_format_reserved, player.reserved)]
    if player.nobles:
        words.append(format_nobles(player.nobles))
    return " ".join(words)


class PartReader:
    """Reads the parts with cards and nobles; it knows which of them have had their place already."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._cards: set[Card] = set()
        self._nobles: set[Noble] = set()

    def unseen(self, level: int) -> list[Card]:
        """The cards of a level that have had no place yet."""
        return [card for card in self._catalogue.level(level) if card not in self._cards]

    def grid(self, words: Sequence[str]) -> tuple[Card | None, ...]:
        """The twelve places of the grid. Raises PositionError."""
        if len(words) != _PLACES:
            sentence = N_(
                "The grid has {found} places; there are {needed}, and {empty} stands for an empty one.",
                found=len(words),
                needed=_PLACES,
                empty=_EMPTY_PLACE,
            )
            raise PositionError(sentence)
        return tuple(self._place(place, word) for place, word in enumerate(words))

    def nobles(self, part: Message, words: Iterable[str]) -> tuple[Noble, ...]:
        """The nobles of these names. Raises PositionError."""
        return tuple(self._noble(part, word) for word in words)

    def cards(self, part: Message, words: Iterable[str]) -> tuple[Card, ...]:
        """The cards of these ids. Raises PositionError."""
        return tuple(self._card(part, word) for word in words)

    def player(self, seat: int, words: Iterable[str]) -> PlayerPart:
        """What a player has. Raises PositionError."""
        part = N_("Seat {seat}", seat=seat)
        tokens, cards, reserved, nobles = _lists(words)
        return PlayerPart(
            tokens=_read_tokens(part, tokens),
            forfeited=tokens == [_FORFEITED],
            cards=self.cards(part, cards),
            reserved=tuple(self._reserved(part, word) for word in reserved),
            nobles=self.nobles(part, nobles),
        )

    def _place(self, place: int, word: str) -> Card | None:
        part = N_("Grid")
        if word == _EMPTY_PLACE:
            return None
        card = self._card(part, word)
        level = LEVELS[place // COLUMNS]
        if card.level != level:
            raise refusal(part, word, N_("place {place} is for a card of level {level}", place=place + 1, level=level))
        return card

    def _reserved(self, part: Message, word: str) -> ReservedView:
        unknown = _UNKNOWN.fullmatch(word)
        if unknown is not None:
            return ReservedView(level=int(unknown[1]), blind=True, card=None)
        card = self._card(part, word.removesuffix("?"))
        return ReservedView(level=card.level, blind=word.endswith("?"), card=card)

    def _card(self, part: Message, word: str) -> Card:
        card = self._catalogue.cards_by_id.get(word)
        if card is None:
            raise refusal(part, word, CARDS_ARE)
        if card in self._cards:
            raise refusal(part, word, N_("this card has its place already, and there is one of each"))
        self._cards.add(card)
        return card

    def _noble(self, part: Message, word: str) -> Noble:
        noble = self._catalogue.nobles_by_id.get(word)
        if noble is None:
            raise refusal(part, word, NOBLES_ARE)
        if noble in self._nobles:
            raise refusal(part, word, N_("this noble has its place already, and there is one of each"))
        self._nobles.add(noble)
        return noble


def refusal(part: Message, found: str, allowed: Message) -> PositionError:
    """The error for words that may not stand where they were read."""
    return PositionError(
        N_("{part}: found {found}; {allowed}.", part=part, found=quoted(shortened(found)), allowed=allowed)
    )


def _format_reserved(held: Reserved | ReservedView) -> str:
    if held.card is not None:
        return f"{held.card.id}?" if held.blind else held.card.id
    return f"?{held.level}"


def _read_number(part: Message, name: str, word: str, players: int) -> int:
    least = 1 if name in {"round", "target"} else 0
    match name:
        case "seat" | "tie" | "viewer":
            most = players - 1
        case "passes":
            most = players
        case "target":
            most = MAX_TARGET
        case _:
            most = _MOST_COUNTED
    if _NUMBER.fullmatch(word) is None or not least <= int(word) <= most:
        allowed = N_("after {name} comes a number from {least} to {most}", name=quoted(name), least=least, most=most)
        raise refusal(part, word, allowed)
    return int(word)


def _lists(words: Iterable[str]) -> list[list[str]]:
    """The words of a player's part: tokens, cards, reserved cards and nobles. A noble may be named like one of the labels."""
    lists: list[list[str]] = [[]]
    for word in words:
        if word in _LABELS[len(lists) - 1 :]:
            lists += [[] for _list in range(_LABELS.index(word) + 2 - len(lists))]
        else:
            lists[-1].append(word)
    return lists + [[] for _list in range(len(_LABELS) + 1 - len(lists))]


def _read_tokens(part: Message, words: Sequence[str]) -> Tokens:
    if list(words) in ([_NO_TOKENS], [_FORFEITED]):
        return Tokens(NO_GEMS, 0)
    tokens = read_tokens(words)
    if tokens is None or not words:
        allowed = N_(
            "first come tokens like {example}, {none} for none, or {forfeited}",
            example="W2 *1",
            none=_NO_TOKENS,
            forfeited=_FORFEITED,
        )
        raise refusal(part, " ".join(words), allowed)
    return tokens
