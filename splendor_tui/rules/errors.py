"""Why an action is refused: a reason for code, and a sentence for the player."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from splendor_tui.rules.gems import Colour
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, either, quoted


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


_MOST_SHOWN: Final = 60

_PILES: Final[Mapping[Colour, Message]] = MappingProxyType(
    {
        Colour.WHITE: NP_("pile", "white"),
        Colour.BLUE: NP_("pile", "blue"),
        Colour.GREEN: NP_("pile", "green"),
        Colour.RED: NP_("pile", "red"),
        Colour.BLACK: NP_("pile", "black"),
    }
)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of the bank in a sentence; whoever draws the sentence may show its gem instead of the word."""

    colour: Colour

    def told(self) -> Message:
        """The colour of the pile."""
        return _PILES[self.colour]


_SENTENCES: Final[Mapping[Reason, Message]] = MappingProxyType(
    {
        Reason.GAME_OVER: N_("The game is over; start a new one or look at the standings."),
        Reason.MUST_RETURN: N_("You hold {held} tokens; return {surplus} first."),
        Reason.MUST_CHOOSE_NOBLE: N_("Several nobles come to you; choose one of them first."),
        Reason.NOTHING_TO_RETURN: N_("You hold no more than {limit} tokens; there is nothing to return."),
        Reason.NO_NOBLE_TO_CHOOSE: N_("There is no noble to choose now."),
        Reason.TAKE_NOTHING: N_("Pick the gems that you want to take."),
        Reason.TAKE_THREE: N_("Take {allowed} different colours, not fewer, or two alike from a pile of four or more."),
        Reason.PILE_EMPTY: N_("The {colour} pile is empty."),
        Reason.TWO_ALIKE_NEED_FOUR: N_("The {colour} pile holds {held}; two alike need {needed}."),
        Reason.GOLD_BY_RESERVING: N_("Gold is never taken by itself; it comes with a card that you reserve."),
        Reason.HAND_FULL: N_("You hold {limit} reserved cards already; buy one of them first."),
        Reason.DECK_EMPTY: N_("The level {level} deck is empty."),
        Reason.NO_SUCH_LEVEL: N_("There is no level {level}; decks have the levels 1, 2 and 3."),
        Reason.CARD_NOT_FACE_UP: N_("You cannot reserve {card}: it does not lie face up on the table."),
        Reason.CARD_NOT_IN_REACH: N_(
            "You cannot buy {card}: it is neither on the table nor among your reserved cards."
        ),
        Reason.TOO_EXPENSIVE: N_("You are {short} short for {card}: you lack {missing} and hold {gold} gold."),
        Reason.PAYMENT_NOT_HELD: N_("You do not hold {payment}; you hold {held}."),
        Reason.PAYMENT_TOO_MUCH: N_(
            "You offer {payment} for {card}, which costs you {price}; that is too much, and no change is given."
        ),
        Reason.PAYMENT_TOO_LITTLE: N_("You offer {payment} for {card}, which costs you {price}; that is not enough."),
        Reason.RETURN_EXACTLY: N_("You hold {held} tokens; return exactly {surplus}."),
        Reason.RETURN_NOT_HELD: N_("You cannot return {returned}; you hold {held}."),
        Reason.NOBLE_NOT_DUE: N_("{noble} does not come to you now; choose {due}."),
        Reason.PASS_NOT_ALLOWED: N_("You may only pass when nothing else can be done."),
    }
)
"""Those whose form does not depend on the details."""


def _sentence(reason: Reason, **details: Any) -> Message:
    match reason:
        case Reason.TAKE_SHAPE:
            return NN_(
                "Take one gem of the colour that remains, or two alike from a pile of four or more.",
                "Take one gem each of {count} colours, or two alike from a pile of four or more.",
                details["allowed"],
            )
        case Reason.TAKE_ALL_THAT_REMAIN:
            return NN_(
                "Only one colour remains in the bank; take one gem of it.",
                "Only {count} colours remain in the bank; take one of each of them.",
                details["allowed"],
            )
        case Reason.TOO_EXPENSIVE if not details["gold"]:
            return N_("You lack {missing} for {card}.", missing=details["missing"], card=details["card"])
        case Reason.PILE_EMPTY | Reason.TWO_ALIKE_NEED_FOUR:
            details["colour"] = Pile(details["colour"])
        case Reason.NOBLE_NOT_DUE:
            details["due"] = either(details["due"])
    return _SENTENCES[reason].filled_in(**details)


class IllegalActionError(MessageError, ValueError):
    """An action that the rules do not allow now; the message says what the player can do.

    `details` are what it is about: numbers, cards, nobles, a Colour or Tokens.
    """

    def __init__(self, reason: Reason, **details: object) -> None:
        super().__init__(_sentence(reason, **details))
        self.reason = reason
        self.details: Mapping[str, object] = details


class InvalidActionError(MessageError, ValueError):
    """A line that is not an action in notation; the message says what was read and what is allowed."""

    def __init__(self, read: str, allowed: Message) -> None:
        self.read = shortened(read)
        super().__init__(N_("Found {line}; {allowed}.", line=quoted(self.read), allowed=allowed))


class PositionError(MessageError, ValueError):
    """A text that is no position, or one to which no game comes; the message says where, what was read and what is allowed."""


def shortened(read: str) -> str:
    """What was read, or its beginning: enough of it for a sentence."""
    return read if len(read) <= _MOST_SHOWN else read[:_MOST_SHOWN] + "…"
