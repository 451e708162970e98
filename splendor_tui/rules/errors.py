"""Why an action is refused: a reason for code, and a sentence for the player."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

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


_SENTENCES: Final[Mapping[Reason, Callable[..., Message]]] = MappingProxyType(
    {
        Reason.GAME_OVER: lambda: N_("The game is over; start a new one or look at the standings."),
        Reason.MUST_RETURN: lambda held, surplus: N_(
            "You hold {held} tokens; return {surplus} first.", held=held, surplus=surplus
        ),
        Reason.MUST_CHOOSE_NOBLE: lambda: N_("Several nobles come to you; choose one of them first."),
        Reason.NOTHING_TO_RETURN: lambda limit: N_(
            "You hold no more than {limit} tokens; there is nothing to return.", limit=limit
        ),
        Reason.NO_NOBLE_TO_CHOOSE: lambda: N_("There is no noble to choose now."),
        Reason.TAKE_NOTHING: lambda: N_("Pick the gems that you want to take."),
        Reason.TAKE_SHAPE: lambda allowed: NN_(
            "Take one gem of the colour that remains, or two alike from a pile of four or more.",
            "Take one gem each of {count} colours, or two alike from a pile of four or more.",
            allowed,
        ),
        Reason.TAKE_THREE: lambda allowed: N_(
            "Take {allowed} different colours, not fewer, or two alike from a pile of four or more.",
            allowed=allowed,
        ),
        Reason.TAKE_ALL_THAT_REMAIN: lambda allowed: NN_(
            "Only one colour remains in the bank; take one gem of it.",
            "Only {count} colours remain in the bank; take one of each of them.",
            allowed,
        ),
        Reason.PILE_EMPTY: lambda colour: N_("The {colour} pile is empty.", colour=Pile(colour)),
        Reason.TWO_ALIKE_NEED_FOUR: lambda colour, held, needed: N_(
            "The {colour} pile holds {held}; two alike need {needed}.", colour=Pile(colour), held=held, needed=needed
        ),
        Reason.GOLD_BY_RESERVING: lambda: N_("Gold is never taken by itself; it comes with a card that you reserve."),
        Reason.HAND_FULL: lambda limit: N_(
            "You hold {limit} reserved cards already; buy one of them first.", limit=limit
        ),
        Reason.DECK_EMPTY: lambda level: N_("The level {level} deck is empty.", level=level),
        Reason.NO_SUCH_LEVEL: lambda level: N_(
            "There is no level {level}; decks have the levels 1, 2 and 3.", level=level
        ),
        Reason.CARD_NOT_FACE_UP: lambda card: N_(
            "You cannot reserve {card}: it does not lie face up on the table.", card=card
        ),
        Reason.CARD_NOT_IN_REACH: lambda card: N_(
            "You cannot buy {card}: it is neither on the table nor among your reserved cards.", card=card
        ),
        Reason.TOO_EXPENSIVE: lambda card, short, missing, gold: (
            N_(
                "You are {short} short for {card}: you lack {missing} and hold {gold} gold.",
                card=card,
                short=short,
                missing=missing,
                gold=gold,
            )
            if gold
            else N_("You lack {missing} for {card}.", missing=missing, card=card)
        ),
        Reason.PAYMENT_NOT_HELD: lambda payment, held: N_(
            "You do not hold {payment}; you hold {held}.", payment=payment, held=held
        ),
        Reason.PAYMENT_TOO_MUCH: lambda card, price, payment: N_(
            "You offer {payment} for {card}, which costs you {price}; that is too much, and no change is given.",
            payment=payment,
            card=card,
            price=price,
        ),
        Reason.PAYMENT_TOO_LITTLE: lambda card, price, payment: N_(
            "You offer {payment} for {card}, which costs you {price}; that is not enough.",
            payment=payment,
            card=card,
            price=price,
        ),
        Reason.RETURN_EXACTLY: lambda held, surplus: N_(
            "You hold {held} tokens; return exactly {surplus}.", held=held, surplus=surplus
        ),
        Reason.RETURN_NOT_HELD: lambda returned, held: N_(
            "You cannot return {returned}; you hold {held}.", returned=returned, held=held
        ),
        Reason.NOBLE_NOT_DUE: lambda noble, due: N_(
            "{noble} does not come to you now; choose {due}.", noble=noble, due=either(due)
        ),
        Reason.PASS_NOT_ALLOWED: lambda: N_("You may only pass when nothing else can be done."),
    }
)


class IllegalActionError(MessageError, ValueError):
    """An action that the rules do not allow now; the message says what the player can do.

    `details` are what it is about: numbers, cards, nobles, a Colour or Tokens.
    """

    def __init__(self, reason: Reason, **details: object) -> None:
        super().__init__(_SENTENCES[reason](**details))
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
