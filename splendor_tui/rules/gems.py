"""Five gem counts packed in one int. Only this module knows the layout.

A `Gems` value holds the counts of white, blue, green, red and black, starting at the lowest bits. Each takes six bits:
a count from 0 to 31 below a guard bit that is always clear. Thirty bits are one digit of a CPython int, so `a + b` and
`a - b` process all five colours in a single small addition. They are correct while every count is within 0..31;
`covers` checks whether `a - b` is allowed. Counts never get larger: a bank holds at most 7 of a colour and 5 gold, a
price is at most `MAX_PRICE`, and a catalogue has at most `MAX_BONUS` cards of a colour, so even the sum of bonuses,
gems and gold fits.

Gold is never part of a `Gems`: it is a separate plain int.
"""

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NewType, Protocol, TypeGuard, TypeVar

from splendor_tui.words import NP_, Message

if TYPE_CHECKING:

    class _Packed(int):
        """The static type of packed counts. Adding gems to gems gives gems; adding a plain int is a type error."""

        def __add__(self, other: "Gems", /) -> "Gems": ...  # type: ignore[override]
        def __sub__(self, other: "Gems", /) -> "Gems": ...  # type: ignore[override]
        def __and__(self, other: int, /) -> "Gems": ...
        def __or__(self, other: int, /) -> "Gems": ...
        def __mul__(self, times: int, /) -> "Gems": ...
        def __rmul__(self, times: int, /) -> "Gems": ...
        def __rshift__(self, bits: int, /) -> "Gems": ...

else:
    _Packed = int  # the innermost loops need the speed of a plain int

Gems = NewType("Gems", _Packed)

_WIDTH: Final = 6
_FIELD: Final = (1 << _WIDTH) - 1
_ONES: Final = Gems(_Packed(sum(1 << _WIDTH * place for place in range(5))))
_GUARDS: Final = Gems(_Packed(_ONES << (_WIDTH - 1)))
_FULL: Final = _GUARDS - _ONES
_MAX_CACHED: Final = 1024  # cached purchases per card: a memory limit that only very long searches reach
_GOLD: Final = 5 * _WIDTH  # the position of the gold bits in the keys of `affordable`

NO_GEMS: Final = Gems(_Packed(0))
MAX_PRICE: Final = 9
MAX_BONUS: Final = 19


class Colour(IntEnum):
    """The five gem colours, always in the order W U G R K."""

    WHITE = 0
    BLUE = 1
    GREEN = 2
    RED = 3
    BLACK = 4

    @property
    def letter(self) -> str:
        """The letter used in notation, the same in every language."""
        return COLOUR_LETTERS[self]

    @property
    def shown_letter(self) -> str:
        """The letter displayed in the current language."""
        return _SHOWN_LETTERS[self].translated()

    def __str__(self) -> str:
        return self.name.lower()


_COLOURS: Final = tuple(Colour)
COLOUR_LETTERS: Final = "WUGRK"
_SHOWN_LETTERS: Final = (
    # Translators: One letter for each gem, of its colour or of its stone; all five are different.
    NP_("letter of a gem", "W"),
    NP_("letter of a gem", "U"),
    NP_("letter of a gem", "G"),
    NP_("letter of a gem", "R"),
    NP_("letter of a gem", "K"),
)
GOLD_LETTER: Final = "*"


def pack(counts: Iterable[int]) -> Gems:
    """Pack five counts (0..31 each, order W U G R K).

    >>> unpack(pack([1, 0, 0, 2, 0]) + single(Colour.BLUE))
    (1, 1, 0, 2, 0)
    """
    return Gems(_Packed(sum(number << _WIDTH * place for place, number in enumerate(counts))))


def is_gems(value: object) -> TypeGuard[Gems]:
    """Whether an untrusted value is packed gems: a plain int without guard bits or higher bits."""
    return type(value) is int and value & _FULL == value


def unpack(gems: Gems) -> tuple[int, int, int, int, int]:
    """The five counts in the order W U G R K."""
    return gems & 63, gems >> 6 & 63, gems >> 12 & 63, gems >> 18 & 63, gems >> 24


def single(colour: Colour) -> Gems:
    """One gem of a colour."""
    return Gems(_Packed(1 << _WIDTH * colour))


def of_each(count: int) -> Gems:
    """The same count of every colour."""
    return count * _ONES


def count(gems: Gems, colour: Colour) -> int:
    """The count of one colour."""
    return gems >> _WIDTH * colour & _FIELD


def colours(gems: Gems) -> list[Colour]:
    """The colours with at least one gem."""
    return [colour for colour in _COLOURS if gems >> _WIDTH * colour & _FIELD]


def total(gems: Gems) -> int:
    """The sum of the five counts; correct up to 62, which tokens and prices never exceed."""
    return gems % 63  # 64 leaves 1 when divided by 63, so every field counts once


def covers(held: Gems, needed: Gems) -> bool:
    """Whether `held` has at least as many gems as `needed` in every colour."""
    return ((held | _GUARDS) - needed) & _GUARDS == _GUARDS


def missing(needed: Gems, held: Gems) -> Gems:
    """The gems of `needed` that `held` lacks, by colour."""
    difference = (needed | _GUARDS) - held
    positive = difference & _GUARDS
    return difference & (positive - (positive >> 5))


def at_most(gems: Gems, limit: int) -> Gems:
    """The gems, with each count capped at `limit`."""
    return gems - missing(gems, limit * _ONES)


class Tokens(NamedTuple):
    """Gems and gold together. `str()` gives their notation, like `W2 K3 *1`, or `0` for none.

    >>> str(Tokens(pack([2, 0, 0, 0, 3]), gold=1))
    'W2 K3 *1'
    """

    gems: Gems
    gold: int

    def describe(self) -> Message:
        """The notation, using the letters of the current language."""
        shown: dict[str, str | int | None] = {
            letter: colour.shown_letter for letter, colour in zip(COLOUR_LETTERS, Colour, strict=True)
        }
        return Message("{tokens}", {"tokens": str(self).translate(str.maketrans(shown))})

    def __str__(self) -> str:
        counts = zip(COLOUR_LETTERS + GOLD_LETTER, (*unpack(self.gems), self.gold), strict=True)
        return " ".join(f"{letter}{amount}" for letter, amount in counts if amount) or "0"


def mask(gems: Gems) -> Gems:
    """All six bits of every colour present. Only bonuses within the mask of a cost lower the price."""
    return pack(_FIELD if amount else 0 for amount in unpack(gems))


T = TypeVar("T")


class HasCost(Protocol):
    """Something with a cost in gems or bonuses."""

    @property
    def cost(self) -> Gems:
        """The cost."""


class Priced(HasCost, Protocol[T]):
    """Something with a cost before bonuses, and a cache of its purchases."""

    @property
    def mask(self) -> Gems:
        """`mask(cost)`: the bonuses that affect the price."""

    @property
    def purchases(self) -> dict[int, T]:
        """The cache of `affordable`. The key is the relevant bonuses, or the payment if it includes gold."""


C = TypeVar("C", bound=HasCost)
P = TypeVar("P", bound=Priced[Any])


def affordable(
    things: Iterable[P | None], bonuses: Gems, gems: Gems, gold: int, buy: Callable[[P, Gems, int], T]
) -> list[T]:
    """The affordable things, each as `buy(thing, gems, gold)` with its payment.

    Bonuses lower the price. Gems pay for it, and gold only for what the gems do not cover. This is the innermost loop
    of every search: it processes the packed counts inline, and caches purchases on each thing, because the same few
    thousand recur.
    """
    guards = _GUARDS  # a local name is faster
    slack = _FULL - bonuses - gems  # cost + slack sets a guard bit exactly if the cost is not covered
    slack_with_gold = slack - gold * _ONES
    purchases: list[T] = []
    for thing in things:
        if thing is None or thing.cost + slack_with_gold & guards:
            continue
        key: int = bonuses & thing.mask
        if gold:
            excess = thing.cost + slack
            short = excess & guards
            if short:
                ones = short >> (_WIDTH - 1)
                lacking = (excess & short - ones) + ones
                needed = lacking % 63  # total(lacking)
                if needed > gold:
                    continue
                key = (needed << _GOLD) + missing(thing.cost, bonuses) - lacking
        try:
            purchases.append(thing.purchases[key])
        except KeyError:
            needed = key >> _GOLD
            payment = Gems(_Packed(key - (needed << _GOLD))) if needed else missing(thing.cost, bonuses)
            purchase = buy(thing, payment, needed)
            if len(thing.purchases) < _MAX_CACHED:
                thing.purchases[key] = purchase
            purchases.append(purchase)
    return purchases


def covered(things: Iterable[C], supply: Gems) -> list[C]:
    """The things whose cost the supply covers."""
    slack = _FULL - supply
    found = []
    for thing in things:
        if not thing.cost + slack & _GUARDS:
            found.append(thing)  # noqa: PERF401 - a comprehension costs a call
    return found
