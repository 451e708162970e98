"""Converts a screen to comparable text: its characters, and below them a letter for the ink of each character."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from splendor_tui.tui.app.app import SplendorApp
from splendor_tui.tui.look import theme
from tests.tui.scenes import strips

NOTHING: Final = "."
NAMED: Final = {
    "o": theme.PLAIN,
    **dict(zip("WUGRK*", theme.GEM_INKS, strict=True)),
    "s": theme.STRONG,
    "q": theme.QUIET,
    "l": theme.LINE,
    "c": theme.CAN,
    "x": theme.CURSOR,
    "X": theme.CHOSEN,
    "P": theme.TURN,
    "T": theme.TITLE,
    "n": theme.NEW,
    "N": theme.MARK,
    "!": theme.ALERT,
    "B": theme.BACK,
}
OTHERS: Final = "123456789abdefghikmprtuvwyzACDEFHIJLMOQSVYZ"
ATTRIBUTES: Final = ("bold", "dim", "italic", "underline", "strike", "reverse")
JEWEL: Final = "j"
"""The letter of all colours that only jewels use. There are too many of them for separate letters."""
HALVES: Final = frozenset("▀▄█")
VISIBLE_IN_SPACES: Final = frozenset({"underline", "strike", "reverse"})


def ink_map(app: SplendorApp) -> str:
    """The screen as rows of characters, rows of inks, and the legend of the inks."""
    rows = strips(app)
    letters = _letters(app, rows)
    inks = ["".join(letters[described(piece)] * piece.cell_length for piece in row) for row in rows]
    used = set(chain.from_iterable(inks))
    legend = sorted(f"{letter} {words}" for words, letter in letters.items() if letter in used and letter != JEWEL)
    parts = [[row.text.replace("\xa0", " ").rstrip() for row in rows], [row.rstrip(NOTHING) for row in inks], legend]
    rule = "-" * rows[0].cell_length
    return f"\n{rule}\n".join("\n".join(part) for part in parts) + "\n"


def described(piece: Segment) -> str:
    """The visible part of a style: attributes, colour and background. Empty cells have only a background."""
    style = piece.style or Style.null()
    attributes = [name for name in ATTRIBUTES if getattr(style, name)]
    colour, ground = (paint.name if paint else "default" for paint in (style.color, style.bgcolor))
    if piece.text.isspace() and not VISIBLE_IN_SPACES.intersection(attributes):
        return f"on {ground}"
    return " ".join([colour, "on", ground, *attributes])


def _letters(app: SplendorApp, rows: Iterable[Strip]) -> dict[str, str]:
    """The letters of all inks. Inks of the table have their own letters, and others get the next free one."""
    letters = {described(_inked(app, " ", theme.PLAIN)): NOTHING}
    for letter, ink in NAMED.items():
        letters.setdefault(described(_inked(app, "x", ink)), letter)
    free = iter(OTHERS)
    for piece in chain.from_iterable(rows):
        if (words := described(piece)) not in letters:
            letters[words] = JEWEL if HALVES.issuperset(piece.text) else next(free)
    return letters


def _inked(app: SplendorApp, text: str, ink: str) -> Segment:
    """A text in an ink as displayed by the terminal, on the background of the screen."""
    style = app.screen.visual_style + app.stylesheet.parse_style(ink)
    pieces = [Segment(text, style.rich_style)]
    for line_filter in app.get_line_filters():
        pieces = line_filter.apply(pieces, app.screen.background_colors[1])
    return pieces[0]
