"""A position as one line of text; docs/position.md is the exact grammar.

    seat 0 main round 6 ply 10 viewer 0 / grid 1-05 1-09 1-13 1-02 2-05 2-09 2-11 2-20 3-01 3-07 3-12 3-18 /
    nobles charles-v mary-stuart machiavelli / W2 U1 *1 cards 1-12 1-17 reserved 2-07 1-30? / K3 cards 1-03 reserved ?2

It says what a seat may know; with the decks appended it is the whole state. What follows from the rest (bank, bonuses, points,
sizes of the decks, whether the target is reached) is not written but worked out, so that it cannot be wrong.
"""

from collections.abc import Sequence
from typing import Final

from splendor_tui.rules.cards import LEVELS, Card
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.errors import PositionError
from splendor_tui.rules.gems import COLOUR_LETTERS, GOLD_LETTER, NO_GEMS, Tokens, pack, unpack
from splendor_tui.rules.legality import Position
from splendor_tui.rules.position_parts import (
    NOBLES,
    Head,
    PartReader,
    PlayerPart,
    format_cards,
    format_head,
    format_nobles,
    format_player,
    read_head,
    refusal,
)
from splendor_tui.rules.possible import impossibilities, is_mid_turn
from splendor_tui.rules.state import GEMS_OF_EACH, GOLD_TOKENS, MAX_PLAYERS, MIN_PLAYERS, GameOptions, State
from splendor_tui.rules.view import PlayerView, View, complete
from splendor_tui.words import N_, NN_, quoted

MAX_TEXT: Final = 4_000
_SEPARATOR: Final = "/"
_GRID: Final = "grid"
_DECKS: Final = "decks"


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
    parts = [
        format_head(head),
        format_cards(_GRID, position.grid),
        format_nobles(position.nobles),
        *map(format_player, position.players),
    ]
    if isinstance(position, State):
        parts.append(format_cards(_DECKS, [card for level in LEVELS for card in position.deck(level)]))
    return f" {_SEPARATOR} ".join(parts)


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
    reader = PartReader(catalogue)
    head = read_head(head_words, len(seats))
    grid = reader.grid(grid_words[1:])
    nobles = reader.nobles(N_("Nobles"), noble_words[1:])
    told = [reader.player(seat, words) for seat, words in enumerate(seats)]
    deck = None if decks is None else reader.cards(N_("Decks"), decks)
    _check_who_knows(told, head.viewer, whole=deck is not None)
    bank = _bank_of([part.tokens for part in told])
    players = tuple(map(_player, told))
    low, middle, high = (_cards_left(level, reader.unseen(level), told, deck) for level in LEVELS)
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
    for number, label in enumerate(("seat", _GRID, NOBLES)):
        words = parts[number] if number < len(parts) else []
        if words[:1] != [label]:
            allowed = N_("it begins with {label}", label=quoted(label))
            raise refusal(N_("Part {number}", number=number + 1), " ".join(words), allowed)
    return parts


def _check_who_knows(told: Sequence[PlayerPart], viewer: int | None, *, whole: bool) -> None:
    """See that a card reserved from a deck is named where it is known, and nowhere else."""
    if whole and viewer is not None:
        raise PositionError(N_("A position tells either its viewer or its decks, which no viewer knows."))
    for seat, player in enumerate(told):
        part = N_("Seat {seat}", seat=seat)
        for held in player.reserved:
            known = whole or not held.blind or seat == viewer
            if known and held.card is None:
                allowed = N_("whoever sees this position knows the card, so it is named, like {card}", card="2-07?")
                raise refusal(part, f"?{held.level}", allowed)
            if not known and held.card is not None:
                allowed = N_(
                    "whoever sees this position does not know the card; write {hidden}", hidden=f"?{held.level}"
                )
                raise refusal(part, f"{held.card.id}?", allowed)


def _bank_of(held: Sequence[Tokens]) -> Tokens:
    """What the players leave in the bank. Raises PositionError where they hold more than there is."""
    players = len(held)
    left = []
    holdings = [(*unpack(gems), gold) for gems, gold in held]
    for letter, *amounts in zip(COLOUR_LETTERS + GOLD_LETTER, *holdings, strict=True):
        in_all = GOLD_TOKENS if letter == GOLD_LETTER else GEMS_OF_EACH[players]
        if sum(amounts) > in_all:
            sentence = N_(
                "The players hold {held} together; {players} players play with {in_all}.",
                held=f"{letter}{sum(amounts)}",
                players=players,
                in_all=f"{letter}{in_all}",
            )
            raise PositionError(sentence)
        left.append(in_all - sum(amounts))
    *gems, gold = left
    return Tokens(pack(gems), gold)


def _player(told: PlayerPart) -> PlayerView:
    return PlayerView(
        gems=told.tokens.gems,
        gold=told.tokens.gold,
        bonuses=sum((card.bonus_gem for card in told.cards), NO_GEMS),
        points=sum(card.points for card in told.cards) + sum(noble.points for noble in told.nobles),
        cards=told.cards,
        reserved=told.reserved,
        nobles=told.nobles,
        forfeited=told.forfeited,
    )


def _cards_left(level: int, unseen: Sequence[Card], told: Sequence[PlayerPart], deck: Sequence[Card] | None) -> int:
    """How many cards the deck of this level holds: where it is not told, the unseen ones that no hand hides."""
    if deck is not None:
        if unseen:
            raise PositionError(
                N_("The card {card} is nowhere; with the decks told, each has its place.", card=unseen[0].id)
            )
        return sum(card.level == level for card in deck)
    hidden = sum(held.card is None and held.level == level for player in told for held in player.reserved)
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
