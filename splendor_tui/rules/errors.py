"""The reasons for rejecting an action, and the errors of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from splendor_tui.rules.gems import Colour
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, either, quoted


class Reason(Enum):
    """A reason for rejecting an action. Its value is a message template; the error fills in the details."""

    GAME_OVER = N_("The game is over; start a new one or look at the standings.")
    MUST_RETURN = N_("You hold {held} tokens; return {surplus} first.")
    MUST_CHOOSE_NOBLE = N_("Several nobles can visit you; choose one first.")
    NOTHING_TO_RETURN = N_("You hold no more than {limit} tokens; there is nothing to return.")
    NO_NOBLE_TO_CHOOSE = N_("There is no noble to choose now.")
    TAKE_NOTHING = N_("Pick the gems that you want to take.")
    TAKE_SHAPE = NN_(
        "Take one gem of the colour that remains, or two alike from a pile of four or more.",
        "Take one gem of each of {count} colours, or two alike from a pile of four or more.",
        0,
    )
    TAKE_THREE = N_("Take exactly {count} different colours, or two alike from a pile of four or more.")
    TAKE_ALL_THAT_REMAIN = NN_(
        "Only one colour remains in the bank; take one gem of it.",
        "Only {count} colours remain in the bank; take one gem of each.",
        0,
    )
    PILE_EMPTY = N_("The {colour} pile is empty.")
    TWO_ALIKE_NEED_FOUR = N_("The {colour} pile holds {held}; two alike need {needed}.")
    GOLD_BY_RESERVING = N_("You cannot take gold; you get it by reserving a card.")
    HAND_FULL = N_("You already hold {limit} reserved cards; buy one of them first.")
    DECK_EMPTY = N_("The level {level} deck is empty.")
    NO_SUCH_LEVEL = N_("There is no level {level}; the decks have levels 1, 2 and 3.")
    CARD_NOT_FACE_UP = N_("You cannot reserve {card}: it is not face up on the table.")
    CARD_NOT_IN_REACH = N_("You cannot buy {card}: it is neither on the table nor among your reserved cards.")
    TOO_EXPENSIVE = N_("You are {short} short for {card}: you still need {missing} and hold {gold} gold.")
    PAYMENT_NOT_HELD = N_("You do not hold {payment}; you hold {held}.")
    PAYMENT_TOO_MUCH = N_(
        "You offer {payment} for {card}, which costs you {price}; that is too much, and no change is given."
    )
    PAYMENT_TOO_LITTLE = N_("You offer {payment} for {card}, which costs you {price}; that is not enough.")
    RETURN_EXACTLY = N_("You hold {held} tokens; return exactly {surplus}.")
    RETURN_NOT_HELD = N_("You cannot return {returned}; you hold {held}.")
    NOBLE_NOT_DUE = N_("{noble} cannot visit you now; choose {due}.")
    PASS_NOT_ALLOWED = N_("You may pass only if nothing else is possible.")


_PILES: Final[Mapping[Colour, Message]] = {
    Colour.WHITE: NP_("pile", "white"),
    Colour.BLUE: NP_("pile", "blue"),
    Colour.GREEN: NP_("pile", "green"),
    Colour.RED: NP_("pile", "red"),
    Colour.BLACK: NP_("pile", "black"),
}


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of the bank in a message: its colour in text, its gem on the screen."""

    colour: Colour

    def describe(self) -> Message:
        """The colour of the pile, in words."""
        return _PILES[self.colour]


class IllegalActionError(MessageError, ValueError):
    """Raised for an illegal action. The message says what to do instead.

    The values of `details` are numbers, cards, nobles, lists of nobles, a Colour or Tokens.
    """

    def __init__(self, reason: Reason, **details: object) -> None:
        sentence: Message = reason.value
        if reason is Reason.TOO_EXPENSIVE and not details["gold"]:
            sentence = N_("You still need {missing} for {card}.")
        super().__init__(sentence.filled_in(**{name: _in_a_sentence(detail) for name, detail in details.items()}))
        self.reason = reason
        self.details: Mapping[str, object] = details


def _in_a_sentence(detail: object) -> Any:
    if isinstance(detail, Colour):
        return Pile(detail)
    return either(detail) if isinstance(detail, list) else detail


class InvalidActionError(MessageError, ValueError):
    """Raised for a line that is not valid notation. The message quotes it and lists what is allowed."""

    def __init__(self, read: str, allowed: Message) -> None:
        super().__init__(N_("Found {line}; {allowed}.", line=quoted(read), allowed=allowed))


class PositionError(MessageError, ValueError):
    """Raised for an invalid position text or an impossible position. The message gives the place and the reason."""


class SetupError(MessageError, ValueError):
    """Raised for an impossible setup. The message gives the allowed values."""
