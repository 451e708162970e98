"""The signs that the table is drawn with, in two tiers: `unicode`, and `ascii` for terminals that have nothing else.

Every sign is one cell wide, has no emoji form that a terminal would prefer, and never stands alone for a state or a colour: a
letter or a word is beside it.
"""

from dataclasses import dataclass
from typing import Final

from splendor_tui.rules.gems import Colour


@dataclass(frozen=True, slots=True)
class Border:
    """The six signs of a box."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One tier of signs. `gems` are in the order W U G R K."""

    gems: tuple[str, str, str, str, str]
    gold: str
    turn: str
    back: str
    noble: str
    none: str
    ellipsis: str
    dot: str
    minus: str
    at_most: str
    becomes: str
    calm: Border
    heavy: Border
    chosen: Border
    absent: Border

    def gem(self, colour: Colour | None) -> str:
        """The sign of a colour; None is gold."""
        return self.gold if colour is None else self.gems[colour]

    def named(self, colour: Colour | None) -> str:
        """The sign and the letter of a colour, two cells; gold has its sign alone, as its letter is a star too."""
        return f"{self.gold} " if colour is None else self.gems[colour] + colour.letter


UNICODE: Final = Glyphs(
    gems=("◇", "◆", "▲", "●", "■"),
    gold="★",
    turn="▶",
    back="▒",
    noble="♔",
    none="·",
    ellipsis="…",
    dot="·",
    minus="−",
    at_most="≤",
    becomes="→",
    calm=Border("╭", "╮", "╰", "╯", "─", "│"),
    heavy=Border("┏", "┓", "┗", "┛", "━", "┃"),
    chosen=Border("╔", "╗", "╚", "╝", "═", "║"),
    absent=Border(" ", " ", " ", " ", " ", " "),
)

ASCII: Final = Glyphs(
    gems=("+", "=", "^", "@", "#"),
    gold="*",
    turn=">",
    back="%",
    noble="N",
    none=".",
    ellipsis="~",
    dot="-",
    minus="-",
    at_most="<=",
    becomes=">",
    calm=Border(".", ".", "'", "'", "-", "|"),
    heavy=Border("#", "#", "#", "#", "=", "#"),
    chosen=Border("+", "+", "+", "+", "=", "I"),
    absent=Border(" ", " ", " ", " ", " ", " "),
)

TIERS: Final = {"unicode": UNICODE, "ascii": ASCII}
