"""Jewels painted into cells, with coloured half blocks or with characters of different density."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from textual.color import Color

from splendor_tui.rules.gems import Colour
from splendor_tui.tui.look.jewels import Sample, sampled
from splendor_tui.tui.look.paint import Block, Span, merged
from splendor_tui.tui.look.theme import PLAIN, STRONG

Way: TypeAlias = Literal["many", "few", "shades", "ascii"]

_RAMPS: Final = {"shades": "░▒▓█", "ascii": ":-=+*#%@"}
"""Characters by density, lightest first."""
_DARKEST, _BRIGHTEST = 0.5, 1.35
_HALF: Final = 0.5
_MIN_COVER: Final = 0.25
"""Minimum coverage of a painted pixel with few colours. A higher value would cut the corners of small jewels."""
_MIN_GLINT: Final = 0.45
"""Minimum glint of a pixel that is drawn white with few colours, or as a star with characters."""
_FEW_COLOURS: Final = (
    ("ansi_white", "ansi_bright_white"),
    ("ansi_blue", "ansi_bright_blue"),
    ("ansi_green", "ansi_bright_green"),
    ("ansi_red", "ansi_bright_red"),
    ("ansi_bright_black", "ansi_white"),
)
"""A dark and a bright colour for each stone."""
_STONES_OF_DARK: Final = ("#E9E6DC", "#2F6EE0", "#2AA862", "#D62C40", "#6C627C")
_STONES_OF_LIGHT: Final = ("#DEDEE8", "#2A62C9", "#2E9E5C", "#C22F3D", "#4A4356")
_LETTERS_ON_DARK: Final = ("#E9E6DC", "#7FA8F5", "#4CC985", "#F2727F", "#A79DB8")
_LETTERS_ON_LIGHT: Final = ("#6B655A", "#1F4FA8", "#1B6B3A", "#A61B34", "#4A4356")
"""Stone colours for jewels drawn with letters, whose thin lines need more contrast."""


@dataclass(frozen=True, slots=True)
class JewelStyle:
    """How to paint jewels: the method, the colours of the stones W U G R K, and the background."""

    way: Way
    stones: tuple[str, ...] = _STONES_OF_DARK
    ground: str = "#15131B"

    @classmethod
    def of(cls, way: Way, ground: str, *, dark: bool) -> "JewelStyle":
        """Return the style for a dark or light theme with this background."""
        if way == "ascii":
            return cls(way, _LETTERS_ON_DARK if dark else _LETTERS_ON_LIGHT)
        if way != "many":
            return cls(way)
        return cls(way, _STONES_OF_DARK if dark else _STONES_OF_LIGHT, ground)


IN_COLOUR: Final = JewelStyle("many")
"""The style for the game's dark theme."""


@lru_cache(512)
def jewel_block(jewel: Colour, cells: int, rows: int, style: JewelStyle, *, glint: bool = False) -> Block:
    """Paint a jewel at this size, given in cells. `glint` adds a star of light."""
    if style.way in _RAMPS:
        pixels = sampled(jewel, cells, rows)
        return tuple(merged(_symbol(pixel, jewel, style, glint=glint) for pixel in row) for row in pixels)
    pixels = sampled(jewel, cells, 2 * rows)
    return tuple(
        merged(
            _halves(_colour(above, jewel, style, glint=glint), _colour(below, jewel, style, glint=glint))
            for above, below in zip(pixels[2 * row], pixels[2 * row + 1], strict=True)
        )
        for row in range(rows)
    )


def _halves(above: str | None, below: str | None) -> Span:
    """Return a cell whose upper and lower halves have these colours. None shows the background."""
    if above == below:
        return (" ", PLAIN) if above is None else ("█", above)
    if above is None:
        return ("▄", str(below))
    return ("▀", above if below is None else f"{above} on {below}")


def _colour(pixel: Sample, jewel: Colour, style: JewelStyle, *, glint: bool) -> str | None:
    """Return the colour of a pixel. None outside the jewel."""
    if style.way == "few":
        if pixel.cover < _MIN_COVER:
            return None
        shade, lit_shade = _FEW_COLOURS[jewel]
        if glint and pixel.glint > _MIN_GLINT:
            return "ansi_bright_white"
        return lit_shade if pixel.light > 1 else shade
    if not pixel.cover:
        return None
    stone, white = Color.parse(style.stones[jewel]), Color(255, 255, 255)
    red, green, blue = (int(part * min(1.0, pixel.light)) for part in stone.rgb)
    lit = Color(red, green, blue).blend(white, min(0.5, 1.1 * max(0.0, pixel.light - 1)))
    if glint:
        lit = lit.blend(white, pixel.glint)
    return Color.parse(style.ground).blend(lit, pixel.cover).hex


def _symbol(pixel: Sample, jewel: Colour, style: JewelStyle, *, glint: bool) -> Span:
    if pixel.cover < _HALF:
        return (" ", PLAIN)
    if glint and pixel.glint > _MIN_GLINT:
        return ("*", STRONG if style.way == "ascii" else f"{STRONG} reverse")
    ramp = _RAMPS[style.way]
    level = int((pixel.light - _DARKEST) / (_BRIGHTEST - _DARKEST) * len(ramp))
    return (ramp[max(0, min(level, len(ramp) - 1))], style.stones[jewel] if style.way == "ascii" else PLAIN)
