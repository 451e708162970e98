"""Sentences for screen readers: tokens in words, and no symbols that would be spelled out."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from splendor_tui.presentation.hint import KeyedCard
from splendor_tui.presentation.table_model import PILES
from splendor_tui.rules.gems import NO_GEMS, Colour, Gems, Tokens, unpack
from splendor_tui.words import N_, NN_, NP_, Message, enumerated

_AMOUNTS: Final[Mapping[Colour | None, Callable[[int], Message]]] = MappingProxyType(
    {
        Colour.WHITE: lambda amount: NN_("{count} white", "{count} white", amount),
        Colour.BLUE: lambda amount: NN_("{count} blue", "{count} blue", amount),
        Colour.GREEN: lambda amount: NN_("{count} green", "{count} green", amount),
        Colour.RED: lambda amount: NN_("{count} red", "{count} red", amount),
        Colour.BLACK: lambda amount: NN_("{count} black", "{count} black", amount),
        None: lambda amount: NN_("{count} gold", "{count} gold", amount),
    }
)


def spoken(message: Message | str) -> str:
    """The sentence for a screen reader, in the current language."""
    return str(message.with_details(_in_words) if isinstance(message, Message) else message)


def tokens(gems: Gems, gold: int = 0) -> Message:
    """Tokens in words, without zeros: `2 white, 1 gold`."""
    return _amounts([amount or None for amount in (*unpack(gems), gold)])


def piles(gems: Gems, gold: int) -> Message:
    """Tokens in words, with zeros: `2 white, 0 blue`."""
    return _amounts([*unpack(gems), gold])


def token_amount(pile: Colour | None, amount: int) -> Message:
    """A number of tokens of a colour, or of gold: `2 white`."""
    return _AMOUNTS[pile](amount)


def _amounts(amounts: Sequence[int | None]) -> Message:
    words = [token_amount(pile, amount) for pile, amount in zip(PILES, amounts, strict=True) if amount is not None]
    return enumerated(words) if words else NP_("tokens", "nothing")


def _in_words(detail: object) -> object:
    if isinstance(detail, Tokens):
        return NP_("tokens", "nothing") if detail == Tokens(NO_GEMS, 0) else tokens(*detail)
    if isinstance(detail, KeyedCard):
        return N_("{key}, {card}", key=detail.key, card=detail.card)
    return detail
