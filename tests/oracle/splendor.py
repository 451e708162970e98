"""The oracle: a game as plain data, its legal lines, their effects, and the ranking of the players at the end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import TypedDict

COLOURS = ["W", "U", "G", "R", "K"]
GOLD = "*"
TOKENS = [*COLOURS, GOLD]
COLUMNS = 4
HAND_LIMIT = 3

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


@dataclass(frozen=True)
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
    """A copy that shares only what never changes with the original: printed cards and nobles, and the reservations."""
    players = [
        replace(
            player,
            tokens={**player.tokens},
            cards=[*player.cards],
            reserved=[*player.reserved],
            nobles=[*player.nobles],
        )
        for player in game.players
    ]
    decks = [[*deck] for deck in game.decks]
    return replace(game, bank={**game.bank}, grid=[*game.grid], decks=decks, nobles=[*game.nobles], players=players)


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


def price(game: Game, discount: dict[str, int], card: str) -> dict[str, int]:
    """The price of the card for a seat with these bonuses: the cost minus the bonuses for each colour, never below 0."""
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


# The legal lines


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
    discount = bonuses(game, game.seat)
    lines = set()
    for card in buyable_places(game):
        cost = price(game, discount, card)
        # Default payment: gems first, gold only for the rest.
        payment = {colour: min(cost[colour], held[colour]) for colour in COLOURS}
        payment[GOLD] = sum(cost.values()) - sum(payment.values())
        if payment[GOLD] <= held[GOLD]:
            lines.add(buy_line(card, payment))
    return lines


def all_payments(game: Game, card_id: str) -> set[str]:
    """Every payment for the card by the seat to move."""
    held = game.players[game.seat].tokens
    cost = price(game, bonuses(game, game.seat), card_id)
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


# Applying a line


class IllegalLineError(ValueError):
    """Raised for a line that is not legal in this game."""


def apply(game: Game, line: str) -> Game:
    """The game after the line. The given game does not change. Raises IllegalLineError."""
    if line not in accepted_lines(game):
        raise IllegalLineError(f"not legal in phase {game.phase!r} for seat {game.seat}: {line!r}")
    after = copy_of(game)
    carry_out(after, line)
    return after


def carry_out(game: Game, line: str) -> None:
    """Apply a legal line in place, because a copy per ply is too slow for long comparisons."""
    game.ply += 1
    verb, *words = line.split()
    if verb == "forfeit":
        forfeit(game)
    elif verb == "return":
        give_to_bank(game, read_token_words(words))
        award_nobles(game)
    elif verb == "noble":
        win_noble(game, words[0])
        end_turn(game)
    else:
        main_action(game, verb, words)


# The main action


def main_action(game: Game, verb: str, words: list[str]) -> None:
    """Apply the main action of a turn, and its consequences."""
    if verb == "take":
        for colour in words:
            take_from_bank(game, colour)
    elif verb == "reserve":
        reserve(game, words)
    elif verb == "buy":
        buy(game, words[0], read_token_words(words[1:]))

    game.passes = game.passes + 1 if verb == "pass" else 0
    game.idle_turns = game.idle_turns + 1 if verb in ("take", "pass") else 0

    if surplus(game, game.seat) > 0:
        game.phase = "return"
    else:
        award_nobles(game)


def reserve(game: Game, words: list[str]) -> None:
    """Put a face-up card or the top card of a deck in the hand, and take 1 gold if any is left."""
    hand = game.players[game.seat].reserved
    if words[0] == "deck":
        level = int(words[1])
        hand.append(Reserved(game.decks[level - 1].pop(0), blind=True))
    else:
        remove_from_grid(game, words[0])
        hand.append(Reserved(words[0], blind=False))
    if game.bank[GOLD] > 0:
        take_from_bank(game, GOLD)


def buy(game: Game, card: str, payment: dict[str, int]) -> None:
    """Pay for a card and give it to the seat to move."""
    player = game.players[game.seat]
    give_to_bank(game, payment)
    if card in game.grid:
        remove_from_grid(game, card)
    else:
        player.reserved = [reserved for reserved in player.reserved if reserved.card != card]
    player.cards.append(card)


def remove_from_grid(game: Game, card: str) -> None:
    """Remove a face-up card, and refill its slot immediately from the deck of its level."""
    space = game.grid.index(card)
    deck = game.decks[space // COLUMNS]
    # If the deck is empty, the slot remains empty, and the other cards do not move.
    game.grid[space] = deck.pop(0) if deck else None


def take_from_bank(game: Game, letter: str) -> None:
    """Move one token from the bank to the seat to move."""
    game.bank[letter] -= 1
    game.players[game.seat].tokens[letter] += 1


def give_to_bank(game: Game, amounts: dict[str, int]) -> None:
    """Move tokens from the seat to move back to the bank."""
    for letter, amount in amounts.items():
        game.players[game.seat].tokens[letter] -= amount
        game.bank[letter] += amount


# The end of a turn


def award_nobles(game: Game) -> None:
    """At the end of every turn, let one noble visit. If there are several, the player chooses."""
    coming = qualifying_nobles(game, game.seat)
    if len(coming) > 1:
        game.phase = "noble"
        return
    if len(coming) == 1:
        win_noble(game, coming[0])
    end_turn(game)


def win_noble(game: Game, noble: str) -> None:
    """Move the noble from the table to the seat to move."""
    game.nobles.remove(noble)
    game.players[game.seat].nobles.append(noble)


def end_turn(game: Game) -> None:
    """End the turn: check the target, and whether the game is over."""
    if points(game, game.seat) >= game.target:
        game.final_round = True
    if round_is_complete(game) and game.final_round:  # checked before the stalemate, so that the target is the reason
        finish(game, "target")
    elif game.passes >= len(seats_in_play(game)) or too_long(game):  # a full round of forced passes
        finish(game, "stalemate")
    else:
        next_turn(game)


def forfeit(game: Game) -> None:
    """The seat to move leaves: its tokens return to the bank; its cards, hand and nobles remain with it, out of play."""
    give_to_bank(game, dict(game.players[game.seat].tokens))
    game.players[game.seat].forfeited = True
    if len(seats_in_play(game)) == 1:  # the last seat in play wins, whatever its points
        finish(game, "forfeit")
    elif round_is_complete(game) and game.final_round:
        finish(game, "target")
    elif too_long(game):
        finish(game, "stalemate")
    else:
        next_turn(game)


def too_long(game: Game) -> bool:
    """Whether this is the last round because the game has reached 4,900 plies."""
    return game.ply >= 4_900 and round_is_complete(game)


def round_is_complete(game: Game) -> bool:
    """Whether everyone after the seat to move has had a turn in this round."""
    return not any(seat > game.seat for seat in seats_in_play(game))


def next_turn(game: Game) -> None:
    """Pass the turn to the next seat in play. If the round is complete, start a new one."""
    if round_is_complete(game):
        game.round += 1
        game.seat = seats_in_play(game)[0]
    else:
        game.seat = next(seat for seat in seats_in_play(game) if seat > game.seat)
    game.phase = "main"


def finish(game: Game, reason: str) -> None:
    """End the game. The seat to move does not change."""
    game.phase = "over"
    game.reason = reason


# The result


def outcome(game: Game) -> dict[str, object] | None:
    """The ending and the ranking of the seats, or None for an unfinished game."""
    if game.phase != "over":
        return None
    standings: list[dict[str, object]] = []
    ranks = [rank_of(game, seat) for seat in range(len(game.players))]
    for rank, seat in sorted((rank, seat) for seat, rank in enumerate(ranks)):
        player = game.players[seat]
        standings.append(
            {
                "seat": seat,
                "rank": rank,
                "points": points(game, seat),
                "cards": len(player.cards),
                "forfeited": player.forfeited,
            }
        )
    return {"reason": game.reason, "standings": standings}


def rank_of(game: Game, seat: int) -> int:
    """The rank of a seat: 1 + the number of seats ahead of it, so that a shared rank leaves a gap."""
    return 1 + sum(is_ahead(game, other, seat) for other in range(len(game.players)))


def is_ahead(game: Game, one: int, other: int) -> bool:
    """Whether seat `one` ranks before seat `other`."""
    if game.players[one].forfeited or game.players[other].forfeited:
        # Forfeited seats all share the last rank, below all others.
        return not game.players[one].forfeited
    if points(game, one) != points(game, other):
        return points(game, one) > points(game, other)
    if len(game.players[one].cards) != len(game.players[other].cards):
        return len(game.players[one].cards) < len(game.players[other].cards)  # reserved cards do not count
    # A full tie is shared, unless it is for first place and the option names its winner.
    return one == game.tie_seat and one != other and is_for_first_place(game, one)


def is_for_first_place(game: Game, seat: int) -> bool:
    """Whether no seat in play is ahead of this one in points, or in purchased cards at equal points."""
    for other in seats_in_play(game):
        if points(game, other) > points(game, seat):
            return False
        fewer = len(game.players[other].cards) < len(game.players[seat].cards)
        if points(game, other) == points(game, seat) and fewer:
            return False
    return True
