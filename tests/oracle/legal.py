"""The legal lines of a position."""

from __future__ import annotations

from itertools import combinations, product

from .state import COLOURS, GOLD, TOKENS, Game, price, qualifying_nobles, surplus

HAND_LIMIT = 3


def legal_actions(game: Game) -> set[str]:
    """The legal lines of the seat to move. Purchases have only their default payment, and forfeit is excluded."""
    if game.phase == "main":
        actions = takes(game) | reserves(game) | default_buys(game)
        return actions or {"pass"}  # a pass is legal, and forced, only if nothing else is
    if game.phase == "return":
        return returns(game)
    if game.phase == "noble":
        return {f"noble {noble}" for noble in qualifying_nobles(game, game.seat)}
    return set()


def accepted_lines(game: Game) -> set[str]:
    """Every applicable line: the legal actions, every other payment, and forfeit."""
    if game.phase == "over":
        return set()
    lines = legal_actions(game) | {"forfeit"}
    if game.phase == "main":
        for card in buyable_places(game):
            lines |= all_payments(game, card)
    return lines


def takes(game: Game) -> set[str]:
    """Every way to take gems from the bank. Gold can never be taken."""
    remaining = [colour for colour in COLOURS if game.bank[colour] > 0]
    lines = set()
    # Exactly 3 colours. If only 1 or 2 colours remain, one gem of each. If none remains, no take.
    how_many = min(3, len(remaining))
    if how_many > 0:
        for colours in combinations(remaining, how_many):
            lines.add("take " + " ".join(colours))
    for colour in COLOURS:
        if game.bank[colour] >= 4:  # two alike: the pile holds 4 before taking
            lines.add(f"take {colour} {colour}")
    return lines


def reserves(game: Game) -> set[str]:
    """Every face-up card and every deck that is not empty, unless the hand is full."""
    if len(game.players[game.seat].reserved) >= HAND_LIMIT:
        return set()
    lines = {f"reserve {card}" for card in game.grid if card is not None}
    for level in (1, 2, 3):
        if game.decks[level - 1]:
            lines.add(f"reserve deck {level}")
    return lines


def buyable_places(game: Game) -> list[str]:
    """The cards that the seat to move may buy: face up, or in its own hand."""
    face_up = [card for card in game.grid if card is not None]
    return face_up + [reserved.card for reserved in game.players[game.seat].reserved]


def default_buys(game: Game) -> set[str]:
    """A purchase with the default payment for every card that the seat to move can afford."""
    held = game.players[game.seat].tokens
    lines = set()
    for card in buyable_places(game):
        cost = price(game, game.seat, card)
        # Default payment: gems first, gold only for the rest.
        payment = {colour: min(cost[colour], held[colour]) for colour in COLOURS}
        payment[GOLD] = sum(cost.values()) - sum(payment.values())
        if payment[GOLD] <= held[GOLD]:
            lines.add(buy_line(card, payment))
    return lines


def all_payments(game: Game, card_id: str) -> set[str]:
    """Every payment for the card by the seat to move."""
    held = game.players[game.seat].tokens
    cost = price(game, game.seat, card_id)
    lines = set()
    # Gold replaces any colour, even one that the player still holds, so a payment may use any number of gems from 0.
    for gems in product(*[range(min(cost[colour], held[colour]) + 1) for colour in COLOURS]):
        payment = dict(zip(COLOURS, gems, strict=True))
        payment[GOLD] = sum(cost.values()) - sum(gems)
        if payment[GOLD] <= held[GOLD]:
            lines.add(buy_line(card_id, payment))
    return lines


def returns(game: Game) -> set[str]:
    """Every choice of exactly the surplus from all tokens held, including gold and tokens that were just taken."""
    held = game.players[game.seat].tokens
    too_many = surplus(game, game.seat)
    lines = set()
    for amounts in product(*[range(min(held[letter], too_many) + 1) for letter in TOKENS]):
        if sum(amounts) == too_many:
            lines.add(f"return {token_words(dict(zip(TOKENS, amounts, strict=True)))}")
    return lines


def buy_line(card: str, payment: dict[str, int]) -> str:
    """The notation of a purchase. If the card is free, there are no payment words."""
    return f"buy {card} {token_words(payment)}".strip()


def token_words(amounts: dict[str, int]) -> str:
    """Amounts in notation, like "W2 K3 *1", in the order W U G R K *. Zero amounts are omitted."""
    return " ".join(f"{letter}{amounts[letter]}" for letter in TOKENS if amounts[letter] > 0)


def read_token_words(words: list[str]) -> dict[str, int]:
    """Parse the amounts in words like ["W2", "*1"]."""
    return {word[0]: int(word[1:]) for word in words}
