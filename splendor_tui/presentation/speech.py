"""Sentences as a screen reader should read them: tokens and signs in words, and cards without their numbers."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from splendor_tui.match.log import LoggedCard
from splendor_tui.presentation.message_details import KeyedCard
from splendor_tui.presentation.table_model import PILES, STONES
from splendor_tui.rules.cards import CARD_COLOURS, Card
from splendor_tui.rules.gems import Colour, Gems, Tokens, missing, unpack
from splendor_tui.rules.payments import price, shortfall
from splendor_tui.rules.view import PlayerView
from splendor_tui.words import N_, NN_, NNP_, NP_, Message, in_one_row, listed

_AMOUNTS: Final[Mapping[Colour | None, Callable[[int], Message]]] = {
    Colour.WHITE: lambda amount: NN_("{count} white", "{count} white", amount),
    Colour.BLUE: lambda amount: NN_("{count} blue", "{count} blue", amount),
    Colour.GREEN: lambda amount: NN_("{count} green", "{count} green", amount),
    Colour.RED: lambda amount: NN_("{count} red", "{count} red", amount),
    Colour.BLACK: lambda amount: NN_("{count} black", "{count} black", amount),
    None: lambda amount: NN_("{count} gold", "{count} gold", amount),
}
_STONES: Final[Mapping[Colour | None, Callable[[int], Message]]] = {
    Colour.WHITE: lambda amount: NN_("{count} diamond", "{count} diamonds", amount),
    Colour.BLUE: lambda amount: NN_("{count} sapphire", "{count} sapphires", amount),
    Colour.GREEN: lambda amount: NN_("{count} emerald", "{count} emeralds", amount),
    Colour.RED: lambda amount: NN_("{count} ruby", "{count} rubies", amount),
    Colour.BLACK: lambda amount: NN_("{count} onyx", "{count} onyx", amount),
    None: _AMOUNTS[None],
}
_SINGLE: Final[Mapping[Colour | None, Message]] = {
    Colour.WHITE: NP_("token", "white"),
    Colour.BLUE: NP_("token", "blue"),
    Colour.GREEN: NP_("token", "green"),
    Colour.RED: NP_("token", "red"),
    Colour.BLACK: NP_("token", "black"),
    None: NP_("token", "gold"),
}


class CardFace(NamedTuple):
    """A card in a list: its colour, number if shown, key if given, and points if any and wanted."""

    card: Card
    key: str = ""
    has_points: bool = True

    def describe(self, *, with_number: bool = True) -> Message:
        """The description, with the card's number or without it."""
        card, name = self.card, CARD_COLOURS[self.card.bonus]
        if with_number:
            name = N_("{colour} {id}", colour=name, id=card.id)
        if self.key:
            name = N_("{card} {key}", card=name, key=self.key)
        if not card.points or not self.has_points:
            return name
        if self.key:  # without the pause of a comma
            return NN_("{count}-point {card}", "{count}-point {card}", card.points, card=name)
        return N_("{card}, {points}", card=name, points=NNP_("card", "{count} point", "{count} points", card.points))


_PERCENT: Final = re.compile(r"(\d)\s*%")
_MINUTES: Final = re.compile(r"(\d+)\s*min\b")
_SIGNED: Final = re.compile(r"(?<![^\s(])[-−](?=\d)")
_COLON_BEFORE_NUMBER: Final = re.compile(r"\s*:(?=\s+\d)")
"""French readers speak it as "2 points"."""


def to_speech(message: Message | str, *, numbers: bool = False) -> str:
    """The sentence as a screen reader should read it, in the current language. Cards have their `numbers` on request."""
    text = str(in_words(message, numbers=numbers) if isinstance(message, Message) else message)
    text = _PERCENT.sub(rf"\1 {NP_('after a number', 'percent')}", text)
    text = _MINUTES.sub(lambda found: str(NN_("{count} minute", "{count} minutes", int(found[1]))), text)
    text = _SIGNED.sub(f"{NP_('sign of a number', 'minus')} ", text)
    return _COLON_BEFORE_NUMBER.sub(",", text)


def in_words(message: Message, *, numbers: bool = False) -> Message:
    """The sentence with tokens in words, and cards without their numbers unless they are wanted."""
    return message.with_details(partial(_in_words, numbers))


def in_writing(message: Message) -> Message:
    """The sentence in words for a text to send: with the stones that cards on the screen name, and commas between tokens."""
    return message.with_details(_in_writing)


def _in_writing(detail: object) -> object:
    match detail:
        case Tokens():
            return listed([_STONES[pile](amount) for pile, amount in _held(*detail)])
        case LoggedCard(card):
            return _in_writing(card)
        case Card(bonus=bonus):
            return _card(detail, STONES[bonus])
        case _:
            return detail


def tokens(gems: Gems, gold: int = 0) -> Message:
    """Describe tokens in words, without zeros and without the pauses of commas: `2 white 1 gold`, or only `white blue`."""
    return in_one_row(_tokens(gems, gold))


def _tokens(gems: Gems, gold: int) -> Sequence[Message]:
    held = _held(gems, gold)
    if len(held) > 1 and all(amount == 1 for _pile, amount in held):
        return [_SINGLE[pile] for pile, _amount in held]
    return [token_amount(*each) for each in held] or [NP_("tokens", "nothing")]


def _held(gems: Gems, gold: int) -> Sequence[tuple[Colour | None, int]]:
    return [(pile, amount) for pile, amount in zip(PILES, (*unpack(gems), gold), strict=True) if amount]


def pile_names(piles: Sequence[Colour | None]) -> Message:
    """Name piles without the pauses of commas: `white blue`."""
    return in_one_row([_SINGLE[pile] for pile in piles])


def token_amount(pile: Colour | None, amount: int) -> Message:
    """Describe a number of tokens of one colour, or of gold: `2 white`."""
    return _AMOUNTS[pile](amount)


def card_face(card: Card, key: str = "") -> Message:
    """Describe a card's colour, key if given, points if any, and cost."""
    return N_("{card} for {cost}", card=CardFace(card, key), cost=tokens(card.cost))


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
        return N_("Missing {missing}; you have {gold}.", missing=tokens(lacking), gold=token_amount(None, player.gold))
    return N_("Missing {missing}.", missing=tokens(lacking))


def _in_words(numbers: bool, detail: object) -> object:
    match detail:
        case Tokens():
            return tokens(*detail)
        case CardFace():
            return detail.describe(with_number=numbers)
        case KeyedCard(key, card):
            return N_("{card} at key {key}", key=key, card=_in_words(numbers, card))
        case Card() | LoggedCard() if numbers:
            return detail.describe()
        case LoggedCard(card):
            return _in_words(numbers, card)
        case Card(bonus=bonus):
            return _card(detail, CARD_COLOURS[bonus])
        case _:
            return detail


def _card(card: Card, colour: Message) -> Message:
    if not card.points:
        return N_("the {colour} card", colour=colour)
    return NN_(
        "the {colour} card with {count} point", "the {colour} card with {count} points", card.points, colour=colour
    )
