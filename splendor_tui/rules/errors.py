"""Why an action is refused: a reason for code, and a sentence for the player.

The sentence is a template with named details, kept apart so that it can be translated as a whole.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Reason(StrEnum):
    """Why an action is not legal."""

    GAME_OVER = "game-over"
    MUST_RETURN = "must-return"
    MUST_CHOOSE_NOBLE = "must-choose-noble"
    NOTHING_TO_RETURN = "nothing-to-return"
    NO_NOBLE_TO_CHOOSE = "no-noble-to-choose"
    TAKE_NOTHING = "take-nothing"
    TAKE_SHAPE = "take-shape"
    TAKE_THREE = "take-three"
    TAKE_ALL_THAT_REMAIN = "take-all-that-remain"
    PILE_EMPTY = "pile-empty"
    TWO_ALIKE_NEED_FOUR = "two-alike-need-four"
    GOLD_BY_RESERVING = "gold-by-reserving"
    HAND_FULL = "hand-full"
    DECK_EMPTY = "deck-empty"
    NO_SUCH_LEVEL = "no-such-level"
    CARD_NOT_FACE_UP = "card-not-face-up"
    CARD_NOT_IN_REACH = "card-not-in-reach"
    TOO_EXPENSIVE = "too-expensive"
    PAYMENT_NOT_HELD = "payment-not-held"
    PAYMENT_TOO_MUCH = "payment-too-much"
    PAYMENT_TOO_LITTLE = "payment-too-little"
    RETURN_EXACTLY = "return-exactly"
    RETURN_NOT_HELD = "return-not-held"
    NOBLE_NOT_DUE = "noble-not-due"
    PASS_NOT_ALLOWED = "pass-not-allowed"  # noqa: S105 - no password


SENTENCES: Final[Mapping[Reason, str]] = MappingProxyType(
    {
        Reason.GAME_OVER: "The game is over; start a new one or look at the standings.",
        Reason.MUST_RETURN: "You hold {held} tokens; return {surplus} first.",
        Reason.MUST_CHOOSE_NOBLE: "Several nobles come to you; choose one of them first.",
        Reason.NOTHING_TO_RETURN: "You hold no more than {limit} tokens; there is nothing to return.",
        Reason.NO_NOBLE_TO_CHOOSE: "There is no noble to choose now.",
        Reason.TAKE_NOTHING: "Pick the gems that you want to take.",
        Reason.TAKE_SHAPE: "Take one gem each of {allowed} colours, or two of one colour from a pile of four.",
        Reason.TAKE_THREE: "Take {allowed} different colours, not fewer, or two of one colour from a pile of four.",
        Reason.TAKE_ALL_THAT_REMAIN: "Only {allowed} colours remain in the bank; take one of each of them.",
        Reason.PILE_EMPTY: "The {colour} pile is empty.",
        Reason.TWO_ALIKE_NEED_FOUR: "The {colour} pile holds {held}; two alike need {needed}.",
        Reason.GOLD_BY_RESERVING: "Gold is never taken by itself; it comes with a card that you reserve.",
        Reason.HAND_FULL: "You hold {limit} reserved cards already; buy one of them first.",
        Reason.DECK_EMPTY: "The level {level} deck is empty.",
        Reason.NO_SUCH_LEVEL: "There is no level {level}; decks have the levels 1, 2 and 3.",
        Reason.CARD_NOT_FACE_UP: "Card {card} does not lie face up on the table.",
        Reason.CARD_NOT_IN_REACH: "Card {card} is neither on the table nor among your reserved cards.",
        Reason.TOO_EXPENSIVE: "Card {card} is {short} short: {missing} are missing, and you hold {gold} gold.",
        Reason.PAYMENT_NOT_HELD: "You do not hold {payment}; you hold {held}.",
        Reason.PAYMENT_TOO_MUCH: "Card {card} costs you {price}; {payment} is more, and no change is given.",
        Reason.PAYMENT_TOO_LITTLE: "Card {card} costs you {price}; {payment} is not enough.",
        Reason.RETURN_EXACTLY: "You hold {held} tokens; return exactly {surplus}.",
        Reason.RETURN_NOT_HELD: "You cannot return {returned}; you hold {held}.",
        Reason.NOBLE_NOT_DUE: "{noble} does not come to you now; choose {allowed}.",
        Reason.PASS_NOT_ALLOWED: "You may only pass when nothing else can be done.",
    }
)


class IllegalActionError(ValueError):
    """An action that the rules do not allow now; `str()` is a sentence that says what the player can do.

    `template` and `details` are that sentence in two parts, for a translator. Details are numbers, strings, a Colour or Tokens.
    """

    def __init__(self, reason: Reason, **details: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details: Mapping[str, object] = details

    @property
    def template(self) -> str:
        """The sentence before its details are filled in."""
        return SENTENCES[self.reason]

    def __str__(self) -> str:
        return self.template.format_map(self.details)


class InvalidActionError(ValueError):
    """A line that is not an action in notation; `str()` says what was read and what is allowed."""

    def __init__(self, read: str, allowed: str) -> None:
        self.read = read if len(read) <= 60 else read[:60] + "…"
        self.allowed = allowed
        super().__init__(f"Read {self.read!r}; {allowed}.")
