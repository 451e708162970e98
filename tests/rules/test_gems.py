"""Packed gem counts behave like five plain numbers over their full documented range."""

from types import SimpleNamespace

from hypothesis import example, given
from hypothesis import strategies as st

from splendor_tui.rules.gems import (
    COLOUR_LETTERS,
    NO_GEMS,
    Colour,
    Tokens,
    affordable,
    at_most,
    colours,
    count,
    covers,
    mask,
    missing,
    pack,
    total,
    unpack,
)

Counts = tuple[int, ...]
LARGEST = 31
COUNTS = st.tuples(*[st.integers(0, LARGEST)] * 5)
FEW = st.tuples(*[st.integers(0, 12)] * 5)
PAIRS = st.tuples(COUNTS, COUNTS) | st.tuples(COUNTS, FEW) | COUNTS.map(lambda counts: (counts, counts))


def test_colours_are_in_the_order_white_blue_green_red_black() -> None:
    assert [str(colour) for colour in Colour] == ["white", "blue", "green", "red", "black"]
    assert "".join(colour.letter for colour in Colour) == COLOUR_LETTERS == "WUGRK"
    assert unpack(pack([1, 2, 3, 4, 5])) == (1, 2, 3, 4, 5)


@given(COUNTS)
def test_packing_keeps_the_counts(counts: Counts) -> None:
    gems = pack(counts)
    assert unpack(gems) == counts
    assert tuple(count(gems, colour) for colour in Colour) == counts
    assert colours(gems) == [colour for colour in Colour if counts[colour]]
    assert (gems == NO_GEMS) is not any(counts)


@given(PAIRS)
@example(((31, 31, 0, 0, 0), (0, 0, 0, 31, 31)))  # the largest total
@example(((0, 0, 0, 31, 31), (12, 12, 12, 12, 12)))
def test_packed_arithmetic_equals_that_of_the_counts(pair: tuple[Counts, Counts]) -> None:
    one, other = pair
    pairs = [*zip(one, other, strict=True)]
    larger, smaller = tuple(map(max, one, other)), tuple(map(min, one, other))
    assert unpack(pack(larger) - pack(smaller)) == tuple(abs(a - b) for a, b in pairs)
    assert unpack(pack(a // 2 for a in one) + pack(b // 2 for b in other)) == tuple(a // 2 + b // 2 for a, b in pairs)
    assert covers(pack(one), pack(other)) is all(a >= b for a, b in pairs)
    assert unpack(missing(pack(one), pack(other))) == tuple(max(0, a - b) for a, b in pairs)
    assert unpack(at_most(pack(one), other[0])) == tuple(min(a, other[0]) for a in one)
    if sum(one) <= 62:
        assert total(pack(one)) == sum(one)


def test_tokens_are_written_in_order_without_zeros() -> None:
    assert str(Tokens(pack([2, 0, 0, 0, 3]), 1)) == "W2 K3 *1"
    assert str(Tokens(pack([0, 1, 1, 1, 0]), 0)) == "U1 G1 R1"
    assert str(Tokens(NO_GEMS, 5)) == "*5"
    assert str(Tokens(NO_GEMS, 0)) == "0"


def test_remembered_purchases_are_limited() -> None:
    full: dict[int, str] = {-number: "remembered" for number in range(1, 1025)}
    thing = SimpleNamespace(cost=pack((1, 0, 0, 0, 0)), mask=mask(pack((1, 0, 0, 0, 0))), purchases=full)
    bought = affordable([thing], NO_GEMS, pack((1, 0, 0, 0, 0)), 0, lambda _thing, _gems, _gold: "made")
    assert bought == ["made"]
    assert len(full) == 1024
