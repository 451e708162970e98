"""Packed gem counts behave like five plain numbers over their whole documented range."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from splendor_tui.rules.gems import (
    COLOUR_LETTERS,
    MAX_BONUS,
    MAX_PRICE,
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
    of_each,
    pack,
    single,
    total,
    unpack,
)
from splendor_tui.rules.state import GEMS_OF_EACH, GOLD_TOKENS

Counts = tuple[int, ...]
LARGEST = 31
COUNTS = st.tuples(*[st.integers(0, LARGEST)] * 5)
FEW = st.tuples(*[st.integers(0, 12)] * 5)
PAIRS = st.tuples(COUNTS, COUNTS) | st.tuples(COUNTS, FEW) | COUNTS.map(lambda counts: (counts, counts))


def test_a_box_never_needs_more_than_a_count_can_hold() -> None:
    assert MAX_BONUS + max(GEMS_OF_EACH.values()) + GOLD_TOKENS <= LARGEST
    assert 5 * MAX_PRICE <= 62


def test_the_order_of_colours_is_white_blue_green_red_black() -> None:
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
def test_sums_and_differences_are_those_of_the_counts(pair: tuple[Counts, Counts]) -> None:
    more, fewer = map(max, *pair), map(min, *pair)
    larger, smaller = tuple(more), tuple(fewer)
    assert unpack(pack(larger) - pack(smaller)) == tuple(a - b for a, b in zip(larger, smaller, strict=True))
    halves = [tuple(amount // 2 for amount in counts) for counts in pair]
    assert unpack(pack(halves[0]) + pack(halves[1])) == tuple(map(sum, zip(*halves, strict=True)))


@given(PAIRS)
def test_covers_compares_every_colour(pair: tuple[Counts, Counts]) -> None:
    held, needed = pair
    assert covers(pack(held), pack(needed)) is all(a >= b for a, b in zip(held, needed, strict=True))


@given(PAIRS)
def test_missing_is_what_lacks_of_each_colour_and_never_below_zero(pair: tuple[Counts, Counts]) -> None:
    needed, held = pair
    expected = tuple(max(0, a - b) for a, b in zip(needed, held, strict=True))
    assert unpack(missing(pack(needed), pack(held))) == expected


@given(COUNTS, st.integers(0, LARGEST))
def test_at_most_lowers_only_what_is_above_the_limit(counts: Counts, limit: int) -> None:
    assert unpack(at_most(pack(counts), limit)) == tuple(min(amount, limit) for amount in counts)


@given(FEW)
def test_the_total_is_the_sum_up_to_its_bound(counts: Counts) -> None:
    if sum(counts) <= 62:
        assert total(pack(counts)) == sum(counts)


def test_the_total_is_right_at_its_bound() -> None:
    assert total(pack([31, 31, 0, 0, 0])) == total(pack([0, 0, 0, 31, 31])) == 62
    assert total(of_each(12)) == 60
    assert total(NO_GEMS) == 0


def test_single_and_of_each() -> None:
    assert [unpack(single(colour)).index(1) for colour in Colour] == [0, 1, 2, 3, 4]
    assert all(total(single(colour)) == 1 for colour in Colour)
    assert unpack(of_each(7)) == (7, 7, 7, 7, 7)
    assert of_each(0) == NO_GEMS


def test_tokens_are_written_in_order_without_those_that_are_none() -> None:
    assert str(Tokens(pack([2, 0, 0, 0, 3]), 1)) == "W2 K3 *1"
    assert str(Tokens(pack([0, 1, 1, 1, 0]), 0)) == "U1 G1 R1"
    assert str(Tokens(NO_GEMS, 5)) == "*5"
    assert str(Tokens(NO_GEMS, 0)) == "0"


def test_a_thing_remembers_no_more_than_a_bounded_number_of_purchases() -> None:
    full: dict[int, str] = {-number: "remembered" for number in range(1, 1025)}
    thing = SimpleNamespace(cost=pack((1, 0, 0, 0, 0)), mask=mask(pack((1, 0, 0, 0, 0))), purchases=full)
    bought = affordable([thing], NO_GEMS, pack((1, 0, 0, 0, 0)), 0, lambda _thing, _gems, _gold: "made")
    assert bought == ["made"]
    assert len(full) == 1024
