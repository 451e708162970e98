"""The state of a game: setup, queries, and conversion to plain data."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import TypedDict

COLOURS = ["W", "U", "G", "R", "K"]
GOLD = "*"
TOKENS = [*COLOURS, GOLD]
COLUMNS = 4

GEMS_OF_EACH_COLOUR = {2: 4, 3: 5, 4: 7}
GOLD_TOKENS = 5


class CardData(TypedDict):
    """The printed values of a card: its bonus colour, points and cost. A missing colour costs 0."""

    bonus: str
    points: int
    cost: dict[str, int]


class NobleData(TypedDict):
    """The printed values of a noble: its points and required bonuses. A missing colour requires 0."""

    points: int
    needs: dict[str, int]


@dataclass
class Reserved:
    """A card in hand. `blind` is true if it came from the top of a deck, unseen by the others."""

    card: str
    blind: bool


@dataclass
class Player:
    """The possessions of a seat."""

    tokens: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TOKENS, 0))
    cards: list[str] = field(default_factory=list)
    reserved: list[Reserved] = field(default_factory=list)
    nobles: list[str] = field(default_factory=list)
    forfeited: bool = False


@dataclass
class Game:
    """A complete position. Equal games continue in the same way."""

    card_data: dict[str, CardData]
    noble_data: dict[str, NobleData]
    target: int
    tie_seat: int | None
    bank: dict[str, int]
    grid: list[str | None]
    decks: list[list[str]]
    nobles: list[str]
    players: list[Player]
    phase: str = "main"
    seat: int = 0
    round: int = 1
    ply: int = 0
    final_round: bool = False
    passes: int = 0
    idle_turns: int = 0
    reason: str | None = None  # why the game is over


def deal(
    cards: dict[str, CardData],
    nobles: dict[str, NobleData],
    players: int,
    target: int,
    decks: list[list[str]],
    nobles_shown: list[str],
    tie_seat: int | None,
) -> Game:
    """Set up a new game. The first four cards of each deck are face up, from left to right."""
    grid: list[str | None] = []
    for deck in decks:
        grid += [deck[column] if column < len(deck) else None for column in range(COLUMNS)]
    bank = dict.fromkeys(COLOURS, GEMS_OF_EACH_COLOUR[players])
    bank[GOLD] = GOLD_TOKENS
    return Game(
        card_data=cards,
        noble_data=nobles,
        target=target,
        tie_seat=tie_seat,
        bank=bank,
        grid=grid,
        decks=[list(deck[COLUMNS:]) for deck in decks],
        nobles=list(nobles_shown),
        players=[Player() for _ in range(players)],
    )


def copy_of(game: Game) -> Game:
    """A copy that shares only the printed cards and nobles with the original."""
    shared = {id(game.card_data): game.card_data, id(game.noble_data): game.noble_data}
    return copy.deepcopy(game, shared)


def bonuses(game: Game, seat: int) -> dict[str, int]:
    """The number of bonuses of each colour from the seat's purchased cards."""
    count = dict.fromkeys(COLOURS, 0)
    for card in game.players[seat].cards:
        count[game.card_data[card]["bonus"]] += 1
    return count


def points(game: Game, seat: int) -> int:
    """The points of the seat's purchased cards and nobles. Reserved cards give no points."""
    on_cards = sum(game.card_data[card]["points"] for card in game.players[seat].cards)
    on_nobles = sum(game.noble_data[noble]["points"] for noble in game.players[seat].nobles)
    return on_cards + on_nobles


def price(game: Game, seat: int, card: str) -> dict[str, int]:
    """The price of the card for the seat: the cost minus the bonuses for each colour, never below 0."""
    discount = bonuses(game, seat)
    cost = game.card_data[card]["cost"]
    return {colour: max(0, cost.get(colour, 0) - discount[colour]) for colour in COLOURS}


def surplus(game: Game, seat: int) -> int:
    """The number of tokens that the seat holds in excess of 10. Gold counts."""
    return max(0, sum(game.players[seat].tokens.values()) - 10)


def qualifying_nobles(game: Game, seat: int) -> list[str]:
    """The nobles on the table that can visit the seat. Only bonuses count, not tokens."""
    owned = bonuses(game, seat)
    coming = []
    for noble in game.nobles:
        needs = game.noble_data[noble]["needs"]
        if all(owned[colour] >= needs.get(colour, 0) for colour in COLOURS):
            coming.append(noble)
    return coming


def seats_in_play(game: Game) -> list[int]:
    """The seats that have not forfeited, in order."""
    return [seat for seat, player in enumerate(game.players) if not player.forfeited]


def snapshot(game: Game) -> dict[str, object]:
    """The full position as plain data, which shares its lists with the game."""
    players = [
        vars(player) | {"bonuses": bonuses(game, seat), "points": points(game, seat)}
        for seat, player in enumerate(game.players)
    ]
    apart = {"card_data", "noble_data", "target", "tie_seat", "reason"}
    return {name: value for name, value in vars(game).items() if name not in apart} | {"players": players}
