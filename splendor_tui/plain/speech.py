"""Sentences as a screen reader should read them: tokens in words, without symbols."""

from collections.abc import Callable, Mapping
from typing import Final

from splendor_tui.presentation.message_details import KeyedCard
from splendor_tui.presentation.table_model import PILES
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import Colour, Gems, Tokens, missing, unpack
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import PlayerView
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_AMOUNTS: Final[Mapping[Colour | None, Callable[[int], Message]]] = {
    Colour.WHITE: lambda amount: NN_("{count} white", "{count} white", amount),
    Colour.BLUE: lambda amount: NN_("{count} blue", "{count} blue", amount),
    Colour.GREEN: lambda amount: NN_("{count} green", "{count} green", amount),
    Colour.RED: lambda amount: NN_("{count} red", "{count} red", amount),
    Colour.BLACK: lambda amount: NN_("{count} black", "{count} black", amount),
    None: lambda amount: NN_("{count} gold", "{count} gold", amount),
}
COLOURS: Final[Mapping[Colour, Message]] = {
    Colour.WHITE: NP_("card", "white"),
    Colour.BLUE: NP_("card", "blue"),
    Colour.GREEN: NP_("card", "green"),
    Colour.RED: NP_("card", "red"),
    Colour.BLACK: NP_("card", "black"),
}
"""The colours of cards, in words."""


def to_speech(message: Message | str) -> str:
    """The sentence as a screen reader should read it, in the current language."""
    return str(message.with_details(_in_words) if isinstance(message, Message) else message)


def tokens(gems: Gems, gold: int = 0) -> Message:
    """Describe tokens in words, without zeros: `2 white, 1 gold`."""
    held = zip(PILES, (*unpack(gems), gold), strict=True)
    words = [token_amount(pile, amount) for pile, amount in held if amount]
    return enumerated(words) if words else NP_("tokens", "nothing")


def token_amount(pile: Colour | None, amount: int) -> Message:
    """Describe a number of tokens of one colour, or of gold: `2 white`."""
    return _AMOUNTS[pile](amount)


def card_face(card: Card) -> Message:
    """Describe a card's colour, number, points if any, and cost."""
    details = {"colour": COLOURS[card.bonus], "id": card.id, "cost": tokens(card.cost)}
    if card.points:
        points = NN_("{count} point", "{count} points", card.points)
        return N_("{colour} card {id}, {points}, costs {cost}", **details, points=points)
    return N_("{colour} card {id}, costs {cost}", **details)


def lacks_all(card: Card, player: PlayerView) -> bool:
    """Whether the player still needs the full printed cost of a card."""
    return not player.gold and missing(price(card, player), player.gems) == card.cost


def describe_shortfall(card: Card, player: PlayerView) -> Message:
    """Describe what the player still needs to buy a card."""
    short = shortfall(card, player)
    if not short:
        return N_("You can buy it.")
    lacking = missing(price(card, player), player.gems)
    if lacks_all(card, player):
        return N_("You have nothing towards it yet.")
    if player.gold:
        return NN_(
            "You still need {missing}; your gold replaces {count} of them.",
            "You still need {missing}; your gold replaces {count} of them.",
            player.gold,
            missing=tokens(lacking),
        )
    return N_("You still need {missing}.", missing=tokens(lacking))


def _in_words(detail: object) -> object:
    if isinstance(detail, Tokens):
        return tokens(*detail)
    if isinstance(detail, KeyedCard):
        return N_("{key}, {card}", key=detail.key, card=detail.card)
    return detail
