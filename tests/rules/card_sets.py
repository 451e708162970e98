"""Custom card sets, written as text or random."""

from collections.abc import Callable
from random import Random

from splendor_tui.rules.catalogue import CardFacts, Catalogue, NobleFacts
from splendor_tui.rules.gems import COLOUR_LETTERS, Colour

Cost = tuple[int, int, int, int, int]

SMALL_SET = """
    1 W 0 U1
    1 U 0 W2 K1
    1 G 0
    1 R 0 W3
    1 K 1 G4
    1 W 0 R2
    2 U 2 R5
    2 U 2 R5
    2 U 2 R5
    2 U 2 R5
    2 U 2 R5
    3 K 5 G7
    3 K 5 G7
    3 K 5 G7
"""
SMALL_SET_NOBLES = """
    henry-viii 3 W1
    mary-stuart 3 U1
    charles-v 3 W1 U1
"""


def card_set(cards: str = SMALL_SET, nobles: str = SMALL_SET_NOBLES) -> Catalogue:
    """Parse a catalogue from lines `level bonus points cost` and `id points cost`, with costs like `W2 K1`."""
    return Catalogue(
        [
            CardFacts(level=int(level), bonus=Colour(COLOUR_LETTERS.index(bonus)), points=int(points), cost=cost(words))
            for level, bonus, points, *words in map(str.split, filled(cards))
        ],
        [
            NobleFacts(id=noble, name=noble.replace("-", " ").title(), points=int(points), cost=cost(words))
            for noble, points, *words in map(str.split, filled(nobles))
        ],
    )


def filled(text: str) -> list[str]:
    """The lines that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def cost(words: list[str]) -> Cost:
    """Parse five counts from words like `W2 K1`."""
    amounts = {word[0]: int(word[1:]) for word in words}
    white, blue, green, red, black = (amounts.get(letter, 0) for letter in COLOUR_LETTERS)
    return white, blue, green, red, black


def random_card_set(rng: Random) -> Catalogue:
    """A small random card set whose decks run out. It is cheap or expensive, with many easy nobles or none."""
    everything = list(Colour)
    dearest = rng.choice([1, 3, 5, 9])
    colours_asked = rng.choice([1, 2, 5])
    noble_colours = rng.sample(everything, rng.choice([1, 2, 5]))
    cards = [
        CardFacts(
            level=level,
            bonus=rng.choice(list(Colour)),
            points=rng.choice([0, 0, 1, 2, 5]),
            cost=random_cost(rng, everything, colours_asked, lambda: rng.randint(0, dearest)),
        )
        for level in (1, 2, 3)
        for _ in range(rng.choice([1, 3, 5, 8, 12]))
    ]
    nobles = [
        NobleFacts(id=f"noble-{number}", name=f"Noble {number}", points=rng.choice([0, 3]), cost=demand)
        for number, demand in enumerate(
            random_cost(rng, noble_colours, rng.choice([1, 2]), lambda: rng.randint(1, 2))
            for _ in range(rng.choice([0, 8, 8]))
        )
    ]
    return Catalogue(cards, nobles)


def random_cost(rng: Random, palette: list[Colour], colours_asked: int, amount: Callable[[], int]) -> Cost:
    """A cost in a few random colours of a palette. Each colour has its own random amount."""
    asked = rng.sample(palette, min(colours_asked, len(palette)))
    white, blue, green, red, black = (amount() if colour in asked else 0 for colour in Colour)
    return white, blue, green, red, black
