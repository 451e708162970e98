"""Sentences as a screen reader should read them: tokens in words, without symbols."""

from collections.abc import Callable, Mapping
from typing import Final

from splendor_tui.presentation.message_details import KeyedCard
from splendor_tui.presentation.table_model import PILES
from splendor_tui.rules.gems import Colour, Gems, Tokens, unpack
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_AMOUNTS: Final[Mapping[Colour | None, Callable[[int], Message]]] = {
    Colour.WHITE: lambda amount: NN_("{count} white", "{count} white", amount),
    Colour.BLUE: lambda amount: NN_("{count} blue", "{count} blue", amount),
    Colour.GREEN: lambda amount: NN_("{count} green", "{count} green", amount),
    Colour.RED: lambda amount: NN_("{count} red", "{count} red", amount),
    Colour.BLACK: lambda amount: NN_("{count} black", "{count} black", amount),
    None: lambda amount: NN_("{count} gold", "{count} gold", amount),
}


def to_speech(message: Message | str) -> str:
    """Return the sentence as a screen reader should read it, in the current language."""
    return str(message.with_details(_in_words) if isinstance(message, Message) else message)


def tokens(gems: Gems, gold: int = 0) -> Message:
    """Describe tokens in words, without zeros: `2 white, 1 gold`."""
    held = zip(PILES, (*unpack(gems), gold), strict=True)
    words = [token_amount(pile, amount) for pile, amount in held if amount]
    return enumerated(words) if words else NP_("tokens", "nothing")


def token_amount(pile: Colour | None, amount: int) -> Message:
    """Describe a number of tokens of one colour, or of gold: `2 white`."""
    return _AMOUNTS[pile](amount)


def _in_words(detail: object) -> object:
    if isinstance(detail, Tokens):
        return tokens(*detail)
    if isinstance(detail, KeyedCard):
        return N_("{key}, {card}", key=detail.key, card=detail.card)
    return detail
