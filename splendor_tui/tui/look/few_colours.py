"""Terminals with 256 or sixteen colours: the nearest readable colours, so that rubies stay red and diamonds white."""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from splendor_tui.tui.look.theme import CHIP_GROUNDS, READABLE, contrast, linear

BLACK: Final = 0
_BROWN: Final = 3
_BRIGHT_BLACK: Final = 8
WHITE: Final = 7
_BRIGHT_WHITE: Final = 15
_GREYS: Final[tuple[int, ...]] = (BLACK, _BRIGHT_BLACK, WHITE, _BRIGHT_WHITE)
_HUES: Final[tuple[int, ...]] = (1, 3, 2, 6, 4, 5)
"""The colours by hue: red, yellow, green, cyan, blue, magenta. Add 8 for the bright variant."""
_MIN_SATURATION: Final = 0.2
"""A colour is grey if its strongest and weakest channels differ by less than this."""
_MIN_LINE_CONTRAST: Final = 2.0
"""The minimum contrast of lines."""

_FIRST_XTERM: Final = 16
_FIRST_GREY: Final = 232
_CUBE_LEVELS: Final = (0, 95, 135, 175, 215, 255)
_MAX_GREY_CHROMA: Final = 0.05
"""A colour with a lower chroma in Oklab has hardly any hue."""
_MAX_ROUNDING: Final = 0.005
"""The chroma that rounding gives to a grey."""
_HUE_WEIGHT: Final = 3

_CHIPS: Final = ((15, 0), (4, 15), (2, 0), (1, 15), (8, 15), (11, 0))
"""Background and text colours of the chips W U G R K and gold.

They are fixed, because the nearest colours would make rubies yellow and emeralds cyan.
"""


def system_colour(number: int) -> Color:
    """One of the sixteen colours, as a typical console shows it."""
    if number == _BROWN:
        return Color(0xAA, 0x55, 0)
    lift = 0x55 if number >= _BRIGHT_BLACK else 0
    red, green, blue = (0xAA * (number >> bit & 1) + lift for bit in range(3))
    return Color(red, green, blue)


class _Lab(NamedTuple):
    """A colour in Oklab, in which equal distances look equal."""

    lightness: float
    a: float
    b: float

    @property
    def chroma(self) -> float:
        return math.hypot(self.a, self.b)


def _lab(colour: Color) -> _Lab:
    red, green, blue = linear(colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return _Lab(
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def xterm_colour(number: int) -> Color:
    """One of the 240 colours after the sixteen standard ones, as xterm and most others show it."""
    if number >= _FIRST_GREY:
        grey = 8 + 10 * (number - _FIRST_GREY)
        return Color(grey, grey, grey)
    red, green, blue = (_CUBE_LEVELS[(number - _FIRST_XTERM) // step % 6] for step in (36, 6, 1))
    return Color(red, green, blue)


@lru_cache(4096)
def _nearest_xterm(colour: Color, behind: int | None = None) -> int:
    """The number of the nearest of the 240 colours, which must be readable on the colour `behind`, if given.

    A hue counts more than lightness and chroma, because players know gems by their hue. A colour with hardly any hue
    becomes grey.
    """
    wanted = _lab(colour)

    def distance(number: int) -> tuple[bool, float]:
        lab = _XTERM_LABS[number]
        lightness, chroma = wanted.lightness - lab.lightness, wanted.chroma - lab.chroma
        if wanted.chroma < _MAX_GREY_CHROMA:
            return lab.chroma > _MAX_ROUNDING, abs(lightness)
        hue = (wanted.a - lab.a) ** 2 + (wanted.b - lab.b) ** 2 - chroma**2
        return False, lightness**2 + chroma**2 + _HUE_WEIGHT * hue

    def is_readable(number: int) -> bool:
        return behind is None or contrast(xterm_colour(number), xterm_colour(behind)) >= READABLE

    nearest = min(_XTERM_LABS, key=distance)
    return nearest if is_readable(nearest) else min(filter(is_readable, _XTERM_LABS), key=distance)


_XTERM_LABS: Final = {number: _lab(xterm_colour(number)) for number in range(_FIRST_XTERM, 256)}


class FewColours(LineFilter):
    """Gives each piece of a line the style that `restyle` returns. Textual's own choice of 256 colours ignores the hue.

    The second argument of `restyle` is whether the piece is a line or a picture.
    """

    def __init__(self, restyle: Callable[[Style, bool], Style]) -> None:
        super().__init__()
        self._restyle = restyle

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - required by Textual
        """The segments in few colours."""
        return [
            piece
            if piece.style is None
            else Segment(piece.text, self._restyle(piece.style, _is_line(piece.text)), None)
            for piece in segments
        ]


@lru_cache(4096)
def _in_256(style: Style, line: bool) -> Style:
    """The style in the fixed colours among 256. Text stays readable; lines and pictures need not be."""
    ground, ink = style.bgcolor, style.color
    behind: int | None = None
    if ground is not None and ground.triplet is not None:
        behind = _nearest_xterm(Color(*ground.triplet))
        ground = RichColor.from_ansi(behind)
    if ink is not None and ink.triplet is not None:
        ink = RichColor.from_ansi(_nearest_xterm(Color(*ink.triplet), None if line else behind))
    return style + Style.from_color(ink, ground)


@lru_cache(4096)
def _is_line(text: str) -> bool:
    return all(character == " " or "\u2500" <= character <= "\u259f" for character in text)


@lru_cache(4096)
def _in_16(style: Style, line: bool) -> Style:
    """The style in the sixteen standard colours. Colours that the theme leaves to the terminal are unchanged."""
    ground = None if style.bgcolor is None else _ground(style.bgcolor)
    ink = style.color
    if style.bgcolor is not None and (chip := _chip(style.bgcolor)):
        ink = RichColor.from_ansi(chip[1])
    elif ink is not None and ink.triplet is not None:
        behind = BLACK if ground is None or ground.number is None else ground.number
        ink = RichColor.from_ansi(_ink(Color(*ink.triplet), behind, _MIN_LINE_CONTRAST if line else READABLE))
    restyled = style + Style.from_color(ink, ground)
    if ink is not None and ink.number == BLACK:
        restyled += Style(bold=False)  # many terminals show bold as bright, and bright black is grey
    return restyled


SIXTEEN_COLOURS: Final = FewColours(_in_16)
EIGHT_BIT_COLOURS: Final = FewColours(_in_256)
"""There is one filter of each kind, as Textual caches filtered lines by filter."""


def _chip(ground: RichColor) -> tuple[int, int] | None:
    """The fixed colours of the chip with this background."""
    return None if ground.triplet is None else _CHIP_OF.get((*ground.triplet,))


def _ground(colour: RichColor) -> RichColor:
    """The nearest background colour. A chip's background is fixed."""
    if colour.triplet is None:
        return colour
    chip = _chip(colour)
    return RichColor.from_ansi(chip[0] if chip else _nearest(Color(*colour.triplet)))


def _nearest(colour: Color) -> int:
    """The colour of the same hue, or the grey of the same lightness."""
    parts = colour.normalized
    if max(parts) - min(parts) < _MIN_SATURATION:
        return min(_GREYS, key=lambda grey: abs(system_colour(grey).brightness - colour.brightness))
    hue, _next_hue = _hues(colour)
    return hue + 8 if max(parts) > 0.7 else hue


def _hues(colour: Color) -> tuple[int, int]:
    """The two standard hues next to a colour, nearest first."""
    at = colour.hsl.h * 6
    nearer, farther = sorted((int(at), int(at) + 1), key=lambda sixth: abs(sixth - at))
    return _HUES[nearer % 6], _HUES[farther % 6]


def _ink(colour: Color, behind: int, least: float) -> int:
    """The nearest readable colour: of the same hue if possible, else of the next hue, else grey."""
    ground, nearest = system_colour(behind), _nearest(colour)
    alike: tuple[int, ...] = (nearest,)
    if nearest not in _GREYS:
        alike = (nearest, nearest + 8 if nearest < 8 else nearest - 8, _hues(colour)[1] + 8)
    greys = sorted(_GREYS, key=lambda grey: abs(system_colour(grey).brightness - colour.brightness))
    candidates: tuple[int, ...] = (*alike, *greys)
    return next((one for one in candidates if contrast(system_colour(one), ground) >= least), candidates[-1])


_CHIP_OF: Final[Mapping[tuple[int, ...], tuple[int, int]]] = {
    Color.parse(ground).rgb: pair for grounds in CHIP_GROUNDS for ground, pair in zip(grounds, _CHIPS, strict=True)
}
