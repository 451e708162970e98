"""Replaces seats in messages by names, and adds keys, prices and requirements to cards and nobles."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from splendor_tui.bots.reasons import PlayerAt
from splendor_tui.presentation.table_model import ShownHint, Slot, slot_of
from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.view import View
from splendor_tui.words import N_, Message


class KeyedCard(NamedTuple):
    """A card in a sentence, together with its key label."""

    key: str
    card: Card

    def describe(self) -> Message:
        """Put the key after the card: before it, the key "a" would read as an article."""
        return N_("{card}\xa0({key})", key=self.key, card=self.card)


def with_names(message: Message, names: Sequence[str]) -> Message:
    """Replace seats in the sentence with player names."""
    return message.with_details(lambda detail: names[detail.seat] if isinstance(detail, PlayerAt) else detail)


def with_keys(message: Message, view: View, keys: Mapping[Slot, str]) -> Message:
    """Add the key of every card in the sentence that has one."""

    def keyed(detail: object) -> object:
        if not isinstance(detail, Card):
            return detail
        try:
            return KeyedCard(keys[slot_of(view, detail)], detail)
        except (ValueError, KeyError):  # a rival has reserved it, or it cannot be picked now
            return detail

    return message.with_details(keyed)


def with_requirements(hint: ShownHint, nobles: Collection[Noble]) -> ShownHint:
    """Add the requirements of these nobles to the hint's sentences. The table does not show their names."""

    def described(detail: object) -> object:
        if isinstance(detail, Noble) and detail in nobles:
            return N_("{noble} ({bonuses})", noble=detail, bonuses=Tokens(detail.cost, 0))
        return detail

    return hint._replace(
        heading=hint.heading and hint.heading.with_details(described),
        suggestions=tuple(one._replace(sentence=one.sentence.with_details(described)) for one in hint.suggestions),
    )
