"""A position as one line of text; docs/position.md is the exact grammar.

    seat 0 main round 6 ply 10 viewer 0 / grid 1-05 1-09 1-13 1-02 2-05 2-09 2-11 2-20 3-01 3-07 3-12 3-18 /
    nobles charles-v mary-stuart machiavelli / W2 U1 *1 cards 1-12 1-17 reserved 2-07 1-30? / K3 cards 1-03 reserved ?2

It contains what is visible to a seat; with the decks appended, it is the complete state. Bank, bonuses, points, deck sizes
and the final round follow from the rest and are omitted, so they cannot be wrong.

Positions that are clearly impossible in a game are rejected; the rules can continue from any other. An accepted
position may still be unreachable from any deal.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, TypeVar

from splendor_tui.rules.cards import LEVELS, Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.constants import (
    COLUMNS,
    MAX_PLAYERS,
    MIN_PLAYERS,
)
from splendor_tui.rules.errors import PositionError
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import COLOUR_LETTERS, GOLD_LETTER, NO_GEMS, Tokens, pack, unpack
from splendor_tui.rules.legality import Holder, Position
from splendor_tui.rules.notation import CARDS_ARE, NOBLES_ARE, read_tokens
from splendor_tui.rules.reachability import impossibilities, is_mid_turn
from splendor_tui.rules.state import Phase, Reserved, State
from splendor_tui.rules.view import PlayerView, ReservedView, View, complete
from splendor_tui.words import N_, Message, either, listed, quoted

MAX_TEXT: Final = 4_000
_BYTE_ORDER_MARK: Final = "\ufeff"  # some editors begin a file with it
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
_MAX_NUMBER: Final = 9_999
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,3}")
_UNKNOWN: Final = re.compile(r"\?([123])")


_ThingT = TypeVar("_ThingT", Card, Noble)


_RULES: Final = {
    "tie" if rule.name == "tie_seat" else rule.name.replace("_", "-"): rule for rule in fields(GameOptions)[1:]
}
_USUAL: Final[Mapping[str, int | None]] = {
    "round": 1,
    "ply": 0,
    "passes": 0,
    "idle": 0,
    **{word: getattr(GameOptions(MIN_PLAYERS), rule.name) for word, rule in _RULES.items()},
    "viewer": None,
}
"""The numbers in the first part of a position, with the values at which they are omitted."""


# --- writing ------------------------------------------------------------------------------------------------------------


def format_position(position: Position) -> str:
    """The position in one line. It contains all hidden cards of a state, and only the known ones of a view.

    It parses back to an equal position if the game uses all cards of its catalogue.

    >>> format_position(state)[:50]
    'seat 0 main / grid 1-06 1-36 1-13 1-20 2-23 2-20 2'
    """
    numbers = {
        "round": position.round,
        "ply": position.ply,
        "passes": position.passes,
        "idle": position.idle_turns,
        **{word: getattr(position.options, rule.name) for word, rule in _RULES.items()},
        "viewer": position.viewer if isinstance(position, View) else None,
    }
    unusual = [f" {name} {number:d}" for name, number in numbers.items() if number != _USUAL[name]]
    parts = [
        f"seat {position.seat} {position.phase}{''.join(unusual)}",
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
    """Parse a position: a state if the text has decks, else a view. Any white space separates words.

    Raises PositionError for invalid text or an impossible position.

    >>> format_position(parse_position(format_position(state), catalogue)) == format_position(state)
    True
    """
    if len(text) > MAX_TEXT:
        raise PositionError(N_("A position has at most {most} characters.", most=MAX_TEXT))
    parts = [part.split() for part in text.removeprefix(_BYTE_ORDER_MARK).split(_SEPARATOR)]
    for number, label in enumerate(("seat", _GRID, _NOBLES)):
        words = parts[number] if number < len(parts) else []
        if words[:1] != [label]:
            part = N_("Part {number}", number=number + 1)
            raise _refusal(part, " ".join(words), N_("it begins with {label}", label=quoted(label)))
    head_words, grid_words, noble_words, *seats = parts
    decks = seats.pop()[1:] if seats and seats[-1][:1] == [_DECKS] else None
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        limits = {"least": MIN_PLAYERS, "most": MAX_PLAYERS, "found": len(seats)}
        raise PositionError(N_("A position has {least} to {most} players, not {found}.", **limits))
    reader = _Reader(catalogue)
    seat, phase, numbers = _read_head(head_words, len(seats))
    rules = {rule.name: bool(numbers[word]) if rule.type is bool else numbers[word] for word, rule in _RULES.items()}
    options = GameOptions(len(seats), **rules)
    viewer = numbers["viewer"]
    grid = reader.grid(grid_words[1:])
    nobles = reader.nobles(N_("Nobles"), noble_words[1:])
    players = tuple(reader.player(place, words) for place, words in enumerate(seats))
    deck = None if decks is None else reader.cards(N_("Decks"), decks)
    _check_secrets(players, viewer, complete=deck is not None)
    bank = _bank(options, players)
    low, middle, high = (_deck_size(level, reader.unseen(level), players, deck) for level in LEVELS)
    final_round = any(
        # A player who reaches the target on this turn has not finished the turn yet.
        player.points >= options.target and not player.forfeited and not (place == seat and is_mid_turn(phase))
        for place, player in enumerate(players)
    )
    view = View(
        viewer=viewer,
        catalogue=catalogue,
        options=options,
        players=players,
        bank=bank.gems,
        gold=bank.gold,
        grid=grid,
        deck_counts=(low, middle, high),
        nobles=nobles,
        phase=phase,
        seat=seat,
        round=numbers["round"],
        ply=numbers["ply"],
        final_round=final_round,
        passes=numbers["passes"],
        idle_turns=numbers["idle"],
    )
    if reason := next(impossibilities(view), None):
        raise PositionError(reason)
    if deck is None:
        return view
    return complete(view, {level: [card for card in deck if card.level == level] for level in LEVELS})


def _read_head(words: Sequence[str], players: int) -> tuple[int, Phase, dict[str, Any]]:
    """The seat to move, its phase, and all numbers."""
    part = N_("First part")
    remaining = iter(words)
    seat = _read_number(part, next(remaining), next(remaining, ""), players)
    phase = next(remaining, "")
    if phase not in list(Phase):
        raise _refusal(part, phase, N_("the phase is {phases}", phases=either(list(Phase))))
    numbers: dict[str, int] = {}
    for name in remaining:
        if name not in _USUAL or name in numbers:
            raise _refusal(
                part,
                name,
                N_("each of the words {names} appears at most once, with one number", names=listed(list(_USUAL))),
            )
        numbers[name] = _read_number(part, name, next(remaining, ""), players)
    return seat, Phase(phase), {**_USUAL, **numbers}


def _read_number(part: Message, name: str, word: str, players: int) -> int:
    most = {**dict.fromkeys(("seat", "tie", "viewer"), players - 1), "passes": players}
    limits = {"least": int(name == "round"), "most": most.get(name, _MAX_NUMBER)}
    if name in _RULES:
        limits |= {"most": 1} if _RULES[name].type is bool else _RULES[name].metadata
    if _NUMBER.fullmatch(word) is None or not limits["least"] <= int(word) <= limits["most"]:
        raise _refusal(part, word, N_("{name} needs a number from {least} to {most}", name=quoted(name), **limits))
    return int(word)


class _Reader:
    """Parses cards and nobles, and rejects duplicates."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._seen: set[Card | Noble] = set()

    def unseen(self, level: int) -> list[Card]:
        """The cards of a level that have not appeared yet."""
        return [card for card in self._catalogue.level(level) if card not in self._seen]

    def grid(self, words: Sequence[str]) -> tuple[Card | None, ...]:
        """Parse the twelve slots of the grid. Raises PositionError."""
        if len(words) != _PLACES:
            sentence = N_(
                "The grid has {needed} places, not {found}; {empty} is an empty one.",
                needed=_PLACES,
                found=len(words),
                empty=_EMPTY_PLACE,
            )
            raise PositionError(sentence)
        part = N_("Grid")
        cards = tuple(None if word == _EMPTY_PLACE else self._card(part, word) for word in words)
        for place, card in enumerate(cards):
            level = LEVELS[place // COLUMNS]
            if card is not None and card.level != level:
                allowed = N_("place {place} is for a level {level} card", place=place + 1, level=level)
                raise _refusal(part, card.id, allowed)
        return cards

    def nobles(self, part: Message, words: Iterable[str]) -> tuple[Noble, ...]:
        """Parse noble ids. Raises PositionError."""
        return tuple(self._find(part, word, self._catalogue.nobles_by_id, NOBLES_ARE) for word in words)

    def cards(self, part: Message, words: Iterable[str]) -> tuple[Card, ...]:
        """Parse card ids. Raises PositionError."""
        return tuple(self._card(part, word) for word in words)

    def player(self, seat: int, words: Iterable[str]) -> PlayerView:
        """Parse the player in this seat. Raises PositionError."""
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

    def _reserved(self, part: Message, word: str) -> ReservedView:
        if unknown := _UNKNOWN.fullmatch(word):
            return ReservedView(level=int(unknown[1]), blind=True, card=None)
        card = self._card(part, word.removesuffix("?"))
        return ReservedView(level=card.level, blind=word.endswith("?"), card=card)

    def _card(self, part: Message, word: str) -> Card:
        return self._find(part, word, self._catalogue.cards_by_id, CARDS_ARE)

    def _find(self, part: Message, word: str, by_id: Mapping[str, _ThingT], allowed: Message) -> _ThingT:
        found = by_id.get(word)
        if found is None:
            raise _refusal(part, word, allowed)
        if found in self._seen:
            raise _refusal(part, word, N_("it is already in the position"))
        self._seen.add(found)
        return found


def _lists(words: Iterable[str]) -> list[list[str]]:
    """Split a player's words into tokens, cards, reserved cards and nobles.

    Labels are recognized only in order, so a noble's id may be the same as a label.
    """
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
        options = either(["W2 *1", _NO_TOKENS, _FORFEITED])
        raise _refusal(part, " ".join(words), N_("tokens come first: {options}", options=options))
    return tokens


def _check_secrets(players: Sequence[PlayerView], viewer: int | None, *, complete: bool) -> None:
    """Check that each card reserved from a deck is listed if and only if it is visible to the viewer. Raises PositionError."""
    if complete and viewer is not None:
        raise PositionError(N_("A position has either a viewer or decks, not both: no viewer knows the decks."))
    for seat, player in enumerate(players):
        for held in player.reserved:
            is_known = complete or not held.blind or seat == viewer
            if is_known != (held.card is not None):
                right = "2-07?" if is_known else f"?{held.level}"
                raise _refusal(
                    N_("Seat {seat}", seat=seat), _format_reserved(held), N_("write it like {example}", example=right)
                )


def _bank(options: GameOptions, players: Sequence[PlayerView]) -> Tokens:
    """The tokens left in the bank. Raises PositionError."""
    left = []
    holdings = [(*unpack(player.gems), player.gold) for player in players]
    for letter, *amounts in zip(COLOUR_LETTERS + GOLD_LETTER, *holdings, strict=True):
        in_all = options.gold if letter == GOLD_LETTER else options.gems_of_each
        if sum(amounts) > in_all:
            held = {"held": f"{letter}{sum(amounts)}", "in_all": f"{letter}{in_all}"}
            raise PositionError(N_("The players hold {held}, but the game has only {in_all}.", **held))
        left.append(in_all - sum(amounts))
    *gems, gold = left
    return Tokens(pack(gems), gold)


def _deck_size(level: int, unseen: Sequence[Card], players: Sequence[PlayerView], deck: Sequence[Card] | None) -> int:
    """The size of a level's deck. If the text has no decks, the size is computed from the unseen cards."""
    if deck is not None:
        if unseen:
            raise PositionError(N_("The card {card} is not in the position.", card=unseen[0].id))
        return sum(card.level == level for card in deck)
    hidden = sum(held.card is None and held.level == level for player in players for held in player.reserved)
    if hidden > len(unseen):
        raise PositionError(N_("Level {level} has only {left} unseen cards.", level=level, left=len(unseen)))
    return len(unseen) - hidden


def _refusal(part: Message, found: str, allowed: Message) -> PositionError:
    """The error for an invalid part of a position."""
    return PositionError(N_("{part}: found {found}; {allowed}.", part=part, found=quoted(found), allowed=allowed))
