"""A position as one line of text; docs/position.md is the exact grammar.

    seat 0 main round 6 ply 10 viewer 0 / grid 1-05 1-09 1-13 1-02 2-05 2-09 2-11 2-20 3-01 3-07 3-12 3-18 /
    nobles charles-v mary-stuart machiavelli / W2 U1 *1 cards 1-12 1-17 reserved 2-07 1-30? / K3 cards 1-03 reserved ?2

It says what a seat may know; with the decks appended it is the whole state. What follows from the rest (bank, bonuses, points,
sizes of the decks, whether the target is reached) is not written but worked out, so that it cannot be wrong.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import PositionError, shortened
from splendor_tui.rules.gems import COLOUR_LETTERS, GOLD_LETTER, NO_GEMS, Tokens, pack, unpack
from splendor_tui.rules.legality import Holder, Position
from splendor_tui.rules.notation import CARDS_ARE, NOBLES_ARE, read_tokens
from splendor_tui.rules.possible import impossibilities, is_mid_turn
from splendor_tui.rules.state import (
    COLUMNS,
    DEFAULT_TARGET,
    GEMS_OF_EACH,
    GOLD_TOKENS,
    MAX_PLAYERS,
    MAX_TARGET,
    MIN_PLAYERS,
    GameOptions,
    Phase,
    Reserved,
    State,
)
from splendor_tui.rules.view import PlayerView, ReservedView, View, complete
from splendor_tui.words import N_, NN_, Message, either, listed, quoted

MAX_TEXT: Final = 4_000
_SEPARATOR: Final = "/"
_GRID: Final = "grid"
_DECKS: Final = "decks"
_NOBLES: Final = "nobles"
_CARDS: Final = "cards"
_RESERVED: Final = "reserved"
_LABELS: Final = (_CARDS, _RESERVED, _NOBLES)
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


# --- writing ------------------------------------------------------------------------------------------------------------


def format_position(position: Position) -> str:
    """The position in one line: a view as its viewer knows it, a state with all that is hidden.

    It reads back as an equal one if a game with all cards of its catalogue has come to it.
    """
    head = Head(
        seat=position.seat,
        phase=position.phase,
        round=position.round,
        ply=position.ply,
        passes=position.passes,
        idle=position.idle_turns,
        target=position.options.target,
        tie=position.options.tie_seat,
        viewer=position.viewer if isinstance(position, View) else None,
    )
    numbers = [f" {name} {getattr(head, name)}" for name, usual in _USUAL.items() if getattr(head, name) != usual]
    parts = [
        f"seat {head.seat} {head.phase}{''.join(numbers)}",
        _format_cards(_GRID, position.grid),
        _format_nobles(position.nobles),
        *map(_format_player, position.players),
    ]
    if isinstance(position, State):
        parts.append(_format_cards(_DECKS, [card for level in LEVELS for card in position.deck(level)]))
    return f" {_SEPARATOR} ".join(parts)


def _format_cards(label: str, cards: Iterable[Card | None]) -> str:
    return " ".join([label, *(card.id if card else _EMPTY_PLACE for card in cards)])


def _format_nobles(nobles: Iterable[Noble]) -> str:
    return " ".join([_NOBLES, *(noble.id for noble in nobles)])


def _format_player(player: Holder) -> str:
    words = [_FORFEITED if player.forfeited else str(Tokens(player.gems, player.gold))]
    if player.cards:
        words.append(_format_cards(_CARDS, player.cards))
    if player.reserved:
        words += [_RESERVED, *map(_format_reserved, player.reserved)]
    if player.nobles:
        words.append(_format_nobles(player.nobles))
    return " ".join(words)


def _format_reserved(held: Reserved | ReservedView) -> str:
    if held.card is not None:
        return f"{held.card.id}?" if held.blind else held.card.id
    return f"?{held.level}"


# --- reading ------------------------------------------------------------------------------------------------------------


def parse_position(text: str, catalogue: Catalogue) -> View | State:
    """The position that a text stands for: a state where the decks are told, else a view.

    Any white space stands for a blank. Raises PositionError for a text that is no position, and for a position to which no
    game with these cards comes.
    """
    if len(text) > MAX_TEXT:
        raise PositionError(N_("A position has at most {most} characters.", most=MAX_TEXT))
    head_words, grid_words, noble_words, *seats = _split(text)
    decks = seats.pop()[1:] if seats and seats[-1][:1] == [_DECKS] else None
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        sentence = NN_(
            "The position tells of {count} player; {least} to {most} can play.",
            "The position tells of {count} players; {least} to {most} can play.",
            len(seats),
            least=MIN_PLAYERS,
            most=MAX_PLAYERS,
        )
        raise PositionError(sentence)
    reader = _PartReader(catalogue)
    head = _read_head(head_words, len(seats))
    grid = reader.grid(grid_words[1:])
    nobles = reader.nobles(N_("Nobles"), noble_words[1:])
    players = tuple(reader.player(seat, words) for seat, words in enumerate(seats))
    deck = None if decks is None else reader.cards(N_("Decks"), decks)
    _check_who_knows(players, head.viewer, whole=deck is not None)
    bank = _bank_of(players)
    low, middle, high = (_cards_left(level, reader.unseen(level), players, deck) for level in LEVELS)
    view = View(
        viewer=head.viewer,
        catalogue=catalogue,
        options=GameOptions(len(players), head.target, head.tie),
        players=players,
        bank=bank.gems,
        gold=bank.gold,
        grid=grid,
        deck_counts=(low, middle, high),
        nobles=nobles,
        phase=head.phase,
        seat=head.seat,
        round=head.round,
        ply=head.ply,
        final_round=_is_final_round(players, head),
        passes=head.passes,
        idle_turns=head.idle,
    )
    for reason in impossibilities(view):
        raise PositionError(reason)
    if deck is None:
        return view
    return complete(view, {level: [card for card in deck if card.level == level] for level in LEVELS})


def _split(text: str) -> list[list[str]]:
    """The words of each part; at least the first three are there, and begin as they must."""
    parts = [part.split() for part in text.split(_SEPARATOR)]
    for number, label in enumerate(("seat", _GRID, _NOBLES)):
        words = parts[number] if number < len(parts) else []
        if words[:1] != [label]:
            allowed = N_("it begins with {label}", label=quoted(label))
            raise _refusal(N_("Part {number}", number=number + 1), " ".join(words), allowed)
    return parts


def _check_who_knows(players: Sequence[PlayerView], viewer: int | None, *, whole: bool) -> None:
    """See that a card reserved from a deck is named where it is known, and nowhere else."""
    if whole and viewer is not None:
        raise PositionError(N_("A position tells either its viewer or its decks, which no viewer knows."))
    for seat, player in enumerate(players):
        part = N_("Seat {seat}", seat=seat)
        for held in player.reserved:
            known = whole or not held.blind or seat == viewer
            if known and held.card is None:
                allowed = N_("whoever sees this position knows the card, so it is named, like {card}", card="2-07?")
                raise _refusal(part, f"?{held.level}", allowed)
            if not known and held.card is not None:
                allowed = N_(
                    "whoever sees this position does not know the card; write {hidden}", hidden=f"?{held.level}"
                )
                raise _refusal(part, f"{held.card.id}?", allowed)


def _bank_of(players: Sequence[PlayerView]) -> Tokens:
    """What the players leave in the bank. Raises PositionError where they hold more than there is."""
    left = []
    holdings = [(*unpack(player.gems), player.gold) for player in players]
    for letter, *amounts in zip(COLOUR_LETTERS + GOLD_LETTER, *holdings, strict=True):
        in_all = GOLD_TOKENS if letter == GOLD_LETTER else GEMS_OF_EACH[len(players)]
        if sum(amounts) > in_all:
            sentence = N_(
                "The players hold {held} together; {players} players play with {in_all}.",
                held=f"{letter}{sum(amounts)}",
                players=len(players),
                in_all=f"{letter}{in_all}",
            )
            raise PositionError(sentence)
        left.append(in_all - sum(amounts))
    *gems, gold = left
    return Tokens(pack(gems), gold)


def _cards_left(level: int, unseen: Sequence[Card], players: Sequence[PlayerView], deck: Sequence[Card] | None) -> int:
    """How many cards the deck of this level holds: where it is not told, the unseen ones that no hand hides."""
    if deck is not None:
        if unseen:
            raise PositionError(
                N_("The card {card} is nowhere; with the decks told, each has its place.", card=unseen[0].id)
            )
        return sum(card.level == level for card in deck)
    hidden = sum(held.card is None and held.level == level for player in players for held in player.reserved)
    if hidden > len(unseen):
        sentence = NN_(
            "{count} card of level {level} is reserved from the deck, but {left} are not in sight.",
            "{count} cards of level {level} are reserved from the deck, but {left} are not in sight.",
            hidden,
            level=level,
            left=len(unseen),
        )
        raise PositionError(sentence)
    return len(unseen) - hidden


def _is_final_round(players: Sequence[PlayerView], head: Head) -> bool:
    """Whether somebody has reached the target and ended the turn; whoever has forfeited never ended that one."""
    return any(
        player.points >= head.target and not player.forfeited and not (seat == head.seat and is_mid_turn(head.phase))
        for seat, player in enumerate(players)
    )


def _read_head(words: Sequence[str], players: int) -> Head:
    """What the first part says, where so many play. Raises PositionError."""
    part = N_("First part")
    remaining = iter(words)
    seat = _read_number(part, next(remaining), next(remaining, ""), players)
    phase = next(remaining, "")
    if phase not in list(Phase):
        raise _refusal(part, phase, N_("after the seat to move comes {phases}", phases=either(list(Phase))))
    numbers: dict[str, int] = {}
    for name in remaining:
        if name not in _USUAL or name in numbers:
            allowed = N_("numbers may follow after the words {names}, each once", names=listed(list(_USUAL)))
            raise _refusal(part, name, allowed)
        numbers[name] = _read_number(part, name, next(remaining, ""), players)
    return Head(seat, Phase(phase), **numbers)


class _PartReader:
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

    def player(self, seat: int, words: Iterable[str]) -> PlayerView:
        """What a player has. Raises PositionError."""
        part = N_("Seat {seat}", seat=seat)
        first, card_ids, hand, noble_ids = _lists(words)
        tokens = _read_tokens(part, first)
        cards = self.cards(part, card_ids)
        reserved = tuple(self._reserved(part, word) for word in hand)
        nobles = self.nobles(part, noble_ids)
        return PlayerView(
            gems=tokens.gems,
            gold=tokens.gold,
            bonuses=sum((card.bonus_gem for card in cards), NO_GEMS),
            points=sum(card.points for card in cards) + sum(noble.points for noble in nobles),
            cards=cards,
            reserved=reserved,
            nobles=nobles,
            forfeited=first == [_FORFEITED],
        )

    def _place(self, place: int, word: str) -> Card | None:
        part = N_("Grid")
        if word == _EMPTY_PLACE:
            return None
        card = self._card(part, word)
        level = LEVELS[place // COLUMNS]
        if card.level != level:
            raise _refusal(part, word, N_("place {place} is for a card of level {level}", place=place + 1, level=level))
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
            raise _refusal(part, word, CARDS_ARE)
        if card in self._cards:
            raise _refusal(part, word, N_("this card has its place already, and there is one of each"))
        self._cards.add(card)
        return card

    def _noble(self, part: Message, word: str) -> Noble:
        noble = self._catalogue.nobles_by_id.get(word)
        if noble is None:
            raise _refusal(part, word, NOBLES_ARE)
        if noble in self._nobles:
            raise _refusal(part, word, N_("this noble has its place already, and there is one of each"))
        self._nobles.add(noble)
        return noble


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
        raise _refusal(part, word, allowed)
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
        raise _refusal(part, " ".join(words), allowed)
    return tokens


def _refusal(part: Message, found: str, allowed: Message) -> PositionError:
    """The error for words that may not stand where they were read."""
    return PositionError(
        N_("{part}: found {found}; {allowed}.", part=part, found=quoted(shortened(found)), allowed=allowed)
    )
