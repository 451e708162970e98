"""The oracle: applies lines to a game, and ranks the players of a finished game."""

from __future__ import annotations

from .legal import accepted_lines, legal_actions, read_token_words
from .state import (
    COLUMNS,
    GOLD,
    CardData,
    Game,
    NobleData,
    Player,
    Reserved,
    copy_of,
    deal,
    points,
    qualifying_nobles,
    seats_in_play,
    snapshot,
    surplus,
)

__all__ = [
    "CardData",
    "Game",
    "IllegalLineError",
    "NobleData",
    "Player",
    "Reserved",
    "accepted_lines",
    "apply",
    "carry_out",
    "deal",
    "legal_actions",
    "outcome",
    "snapshot",
]


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
