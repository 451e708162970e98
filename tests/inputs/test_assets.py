"""The card set in assets/ is that of the original game. The expected values are in this module, independent of the files."""

from itertools import groupby

from splendor_tui.rules.cards import Card, Noble
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import Tokens

# A line per level and colour: the points and the price of each card, by number.
CARDS = """
1 white: 0 R2 K1, 0 U1 G1 R1 K1, 0 U1 G2 R1 K1, 0 U2 K2, 0 U2 G2 K1, 0 U3, 0 W3 U1 K1, 1 G4
1 blue: 0 K3, 0 G2 K2, 0 U1 G3 R1, 0 W1 K2, 0 W1 G1 R1 K1, 0 W1 G1 R2 K1, 0 W1 G2 R2, 1 R4
1 green: 0 R3, 0 U1 R2 K2, 0 U2 R2, 0 W1 U1 R1 K1, 0 W1 U1 R1 K2, 0 W1 U3 G1, 0 W2 U1, 1 K4
1 red: 0 U2 G1, 0 W1 R1 K3, 0 W1 U1 G1 K1, 0 W2 R2, 0 W2 G1 K2, 0 W2 U1 G1 K1, 0 W3, 1 W4
1 black: 0 G1 R3 K1, 0 G2 R1, 0 G3, 0 W1 U1 G1 R1, 0 W1 U2 G1 R1, 0 W2 G2, 0 W2 U2 R1, 1 U4
2 white: 1 G3 R2 K2, 1 W2 U3 R3, 2 R5, 2 R5 K3, 2 G1 R4 K2, 3 W6
2 blue: 1 U2 G2 R3, 1 U2 G3 K3, 2 U5, 2 W2 R1 K4, 2 W5 U3, 3 U6
2 green: 1 W2 U3 K2, 1 W3 G2 R3, 2 G5, 2 U5 G3, 2 W4 U2 K1, 3 G6
2 red: 1 U3 R2 K3, 1 W2 R2 K3, 2 K5, 2 W1 U4 G2, 2 W3 K5, 3 R6
2 black: 1 W3 G3 K2, 1 W3 U2 G2, 2 G5 R3, 2 U1 G4 R2, 2 W5, 3 K6
3 white: 3 U3 G3 R5 K3, 4 K7, 4 W3 R3 K6, 5 W3 K7
3 blue: 3 W3 G3 R3 K5, 4 W6 U3 K3, 4 W7, 5 W7 U3
3 green: 3 W5 U3 R3 K3, 4 U7, 4 W3 U6 G3, 5 U7 G3
3 red: 3 W3 U5 G3 K3, 4 G7, 4 U3 G6 R3, 5 G7 R3
3 black: 3 W3 U3 G5 R3, 4 R7, 4 G3 R6 K3, 5 R7 K3
"""

NOBLES = """
henry-viii, Henry VIII, 3 R4 K4
mary-stuart, Mary Stuart, 3 G4 R4
suleiman-the-magnificent, Suleiman the Magnificent, 3 U4 G4
isabella-of-castile, Isabella of Castile, 3 W4 K4
machiavelli, Machiavelli, 3 W4 U4
francis-i-of-france, Francis I of France, 3 G3 R3 K3
catherine-de-medici, Catherine de' Medici, 3 U3 G3 R3
charles-v, Charles V, 3 W3 R3 K3
elisabeth-of-austria, Elisabeth of Austria, 3 W3 U3 K3
anne-of-brittany, Anne of Brittany, 3 W3 U3 G3
"""


def printed(thing: Card | Noble) -> str:
    return f"{thing.points} {Tokens(thing.cost, 0)}"


def test_every_card_matches_the_printed_game(catalogue: Catalogue) -> None:
    lines = [
        f"{level} {colour}: {', '.join(map(printed, cards))}"
        for level in (1, 2, 3)
        for colour, cards in groupby(catalogue.level(level), key=lambda card: card.bonus)
    ]
    assert lines == CARDS.strip().splitlines()


def test_every_noble_matches_the_printed_game(catalogue: Catalogue) -> None:
    lines = [f"{noble.id}, {noble.name}, {printed(noble)}" for noble in catalogue.nobles]
    assert lines == NOBLES.strip().splitlines()
