"""The table's glyphs, in two sets: `unicode`, and `ascii` for limited terminals.

Every glyph is one cell wide, except the arrow in ASCII, and has no emoji form. A glyph is never the only sign of a
state: a word or letter repeats it. Gems have five shapes in five colours. Without colours, the table shows a legend.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from splendor_tui.rules.gems import Colour
from splendor_tui.words import N_, Message
from splendor_tui.words.spelling import ASCII_MARKS


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
    spelling=ASCII_MARKS,
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
SAMPLE_ROW: Final = 1
ASK_WIDTH: Final = f"\x1b[{SAMPLE_ROW + 1}H\x1b[6n▲\x1b[6n\x1b[{SAMPLE_ROW + 1}H\x1b[K"
"""Asks a terminal for its cursor's position before and after a symbol, and removes the symbol.

It is two cells wide where terminals follow East Asian conventions. In other encodings, its bytes in UTF-8 are several
characters, none of which hides what follows. An answer about the first row would look like shift+F3.
"""


def why_plain(encoding: str, environ: Mapping[str, str], cells: int = 1) -> Message | None:
    """The reason why the ASCII set suits the terminal better, or None. `cells` is its answer to ASK_WIDTH."""
    try:
        repr(UNICODE).encode(encoding)
    except UnicodeEncodeError:
        return N_("Plain ones, because the encoding {encoding} lacks the others.", encoding=encoding)
    if environ.get("TERM") == "linux":
        return N_("Plain ones, because the Linux console lacks some of the others.")
    if cells == 0:
        return N_("Plain ones, because this terminal does not draw the others.")
    if cells > 1:
        return N_("Plain ones, because this terminal draws the others {cells} columns wide.", cells=cells)
    return None
