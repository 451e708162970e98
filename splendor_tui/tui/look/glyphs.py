"""The table's glyphs, in two sets: `unicode`, and `ascii` for limited terminals.

Every glyph is one cell wide, except the arrow in ASCII, and has no emoji form. A glyph is never the only sign of a
state: a word or letter repeats it. Gems have five shapes in five colours. Without colours, the table shows a legend.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from splendor_tui.rules.gems import Colour
from splendor_tui.words import Message


class Border(NamedTuple):
    """The six glyphs of a box."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str


ABSENT: Final = Border(" ", " ", " ", " ", " ", " ")
"""The frame of an empty slot."""


class Glyphs(NamedTuple):
    """A set of glyphs. `digits` are three rows high, starting with 0.

    `gems` are in the order W U G R K. If empty, gems are shown as letters.
    """

    gems: tuple[str, ...]
    gold: str
    turn: str
    back: str
    noble: str
    none: str
    ellipsis: str
    dot: str
    minus: str
    becomes: str
    braille: bool
    calm: Border
    heavy: Border
    chosen: Border
    double: Border
    mixed: Border
    digits: tuple[tuple[str, str, str], ...]
    spelling: Mapping[int, str]

    @property
    def levels(self) -> tuple[Border, Border, Border]:
        """The card frames by level."""
        return self.calm, self.mixed, self.double

    def write(self, words: Message | str) -> str:
        """Convert the program's own text to the glyphs of this set."""
        return str(words).translate(self.spelling)

    def gem(self, colour: Colour | None) -> str:
        """The symbol for a gem, one cell wide. None means gold."""
        if colour is None:
            return self.gold
        return self.gems[colour] if self.gems else colour.shown_letter


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
    becomes="→",
    braille=True,
    calm=Border("╭", "╮", "╰", "╯", "─", "│"),
    heavy=Border("┏", "┓", "┗", "┛", "━", "┃"),
    chosen=Border("┏", "┓", "┗", "┛", "╍", "┇"),
    double=Border("╔", "╗", "╚", "╝", "═", "║"),
    mixed=Border("╒", "╕", "╘", "╛", "═", "│"),
    digits=(
        ("▄▄▄", "█ █", "█▄█"),
        (" ▄ ", "▀█ ", "▄█▄"),
        ("▄▄▄", "▄▄█", "█▄▄"),
        ("▄▄▄", "▄▄█", "▄▄█"),
        ("▄ ▄", "█▄█", "  █"),
        ("▄▄▄", "█▄▄", "▄▄█"),
        ("▄▄▄", "█▄▄", "█▄█"),
        ("▄▄▄", "  █", "  █"),
        ("▄▄▄", "█▄█", "█▄█"),
        ("▄▄▄", "█▄█", "▄▄█"),
    ),
    spelling={},
)

ASCII: Final = Glyphs(
    gems=(),
    gold="*",
    turn=">",
    back="%",
    noble="@",
    none=".",
    ellipsis="~",
    dot="-",
    minus="-",
    becomes="->",
    braille=False,
    calm=Border(".", ".", "'", "'", "-", "|"),
    heavy=Border("+", "+", "+", "+", "=", "!"),
    chosen=Border("+", "+", "+", "+", "=", ":"),
    double=Border("+", "+", "+", "+", "=", "|"),
    mixed=Border(".", ".", "'", "'", "=", "|"),
    digits=tuple((str(digit), "", "") for digit in range(10)),
    spelling=str.maketrans(
        {"…": "...", "–": "-", "·": "-", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"'}
        | {"‹": "<", "›": ">", "→": "->", "←": "<-", "↑": "/\\", "↓": "\\/"}
        | {"×": "x", "±": "+-", "œ": "oe", "Œ": "OE", "æ": "ae"}
    ),
)


class PlainText(LineFilter):
    """Replaces typographic marks by ASCII in drawn lines. A non-breaking space remains one until the text is wrapped."""

    _MARKS: Final = {mark: plain for mark, plain in ASCII.spelling.items() if len(plain) == 1} | {ord("\xa0"): " "}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - required by Textual
        """The segments in ASCII."""
        return [Segment(text.translate(self._MARKS), style, control) for text, style, control in segments]


PLAIN_TEXT: Final = PlainText()
"""The only one, as Textual caches filtered lines by filter."""

TIERS: Final = {"unicode": UNICODE, "ascii": ASCII}


def tier_for(wanted: Literal["auto", "unicode", "ascii"], environ: Mapping[str, str]) -> str:
    """The requested set, or the one that suits the environment.

    The ASCII set is only chosen automatically for encodings other than UTF-8, or for the Linux console, which has few
    glyphs.
    """
    if wanted != "auto":
        return wanted
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    _language, named, encoding = locale.partition(".")
    other = bool(named) and encoding.lower().replace("-", "") != "utf8"
    return "ascii" if other or environ.get("TERM") == "linux" else "unicode"
