"""Jewels as lists of facets, sampled at any size, then painted into cells: with coloured half blocks, or with characters.

The shapes match the glyphs, so the outline alone identifies a jewel: a brilliant seen from the side for ◇, a lozenge
for ◆, a triangle for ▲, a round cut for ● and a stepped square for ■. Facet coordinates range from -1 to 1.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final, Literal, NamedTuple, TypeAlias

from textual.color import Color

from splendor_tui.rules.gems import Colour
from splendor_tui.tui.look.paint import Block, Span, merged
from splendor_tui.tui.look.theme import PLAIN, STRONG

Point: TypeAlias = tuple[float, float]

_SAMPLES: Final = 4
"""Samples per pixel, horizontally and vertically."""
_MARGIN: Final = 1.04
_LIGHT: Final[Point] = (-0.5, -0.75)
"""The light comes from the upper left."""
_GLINT: Final[Point] = (-0.3, -0.42)
_DARKEST: Final = 0.5
"""A darker facet would be invisible on a dark background."""


class Facet(NamedTuple):
    """A flat piece of a jewel and its brightness, where 1 is the colour of the stone."""

    corners: tuple[Point, ...]
    light: float


class Sample(NamedTuple):
    """A pixel: the fraction that the jewel covers, its brightness, and its glint. All are at least 0."""

    cover: float
    light: float
    glint: float


def _ring(corners: int, turned: float) -> list[Point]:
    angles = [2 * pi * (corner + turned) / corners for corner in range(corners)]
    return [(cos(angle), sin(angle)) for angle in angles]


def _shrunk(outline: Sequence[Point], by: float) -> list[Point]:
    return [(x * by, y * by) for x, y in outline]


def _steps(outline: Sequence[Point], *inner: float, sparkle: float = 0.07) -> tuple[Facet, ...]:
    """Rings of facets around the table, which is a jewel's flat top.

    Facets towards the light are brighter, and every second one slightly more so.
    """
    facets: list[Facet] = []
    for outer_by, inner_by in zip((1.0, *inner), inner, strict=False):
        outer, within = _shrunk(outline, outer_by), _shrunk(outline, inner_by)
        for this in range(len(outline)):
            following = (this + 1) % len(outline)
            x, y = ((outer[this][axis] + outer[following][axis]) / 2 for axis in (0, 1))
            facing = x * _LIGHT[0] + y * _LIGHT[1]
            light = max(_DARKEST, 0.86 + 0.5 * facing + (sparkle if this % 2 else -sparkle))
            facets.append(Facet((outer[this], outer[following], within[following], within[this]), light))
    return (*facets, Facet(tuple(_shrunk(outline, inner[-1])), 1.18))


def _brilliant() -> tuple[Facet, ...]:
    left, right, centre, tip = (-0.58, -0.78), (0.58, -0.78), (0.0, -0.78), (0.0, 1.0)
    girdle = ((-1.0, -0.28), (-0.4, -0.28), (0.4, -0.28), (1.0, -0.28))
    return (
        Facet((left, girdle[0], girdle[1]), 0.94),
        Facet((left, girdle[1], centre), 1.16),
        Facet((centre, girdle[1], girdle[2]), 1.3),
        Facet((centre, girdle[2], right), 1.04),
        Facet((right, girdle[2], girdle[3]), 0.8),
        Facet((girdle[0], girdle[1], tip), 0.84),
        Facet((girdle[1], girdle[2], tip), 1.05),
        Facet((girdle[2], girdle[3], tip), 0.66),
    )


def _octagon(x1: float, y1: float, x2: float, y2: float) -> list[Point]:
    """A symmetrical octagon, given its two corners on the lower right."""
    return [(-x1, -y1), (x1, -y1), (x2, -y2), (x2, y2), (x1, y1), (-x1, y1), (-x2, y2), (-x2, -y2)]


_LOZENGE: Final = _octagon(0.14, 1.0, 0.92, 0.12)
_TRIANGLE: Final = ((-0.2, -0.94), (0.2, -0.94), (1.0, 0.62), (0.8, 0.9), (-0.8, 0.9), (-1.0, 0.62))
_SQUARE: Final = _octagon(0.64, 0.92, 0.9, 0.66)
_FACETS: Final = {
    Colour.WHITE: _brilliant(),
    Colour.BLUE: _steps(_LOZENGE, 0.5),
    Colour.GREEN: _steps(_TRIANGLE, 0.7, 0.42),
    Colour.RED: _steps(_ring(10, 0.5), 0.52, sparkle=0.1),
    Colour.BLACK: _steps(_SQUARE, 0.74, 0.46),
}


@cache
def sampled(jewel: Colour, width: int, height: int) -> tuple[tuple[Sample, ...], ...]:
    """Sample a jewel at this size. Pixels are square."""
    return tuple(_row(_FACETS[jewel], y, width, height) for y in range(height))


def _row(facets: Sequence[Facet], row: int, width: int, height: int) -> tuple[Sample, ...]:
    """Sample a row of pixels line by line. All points of a line share its intersections with the facets."""
    covers, lights = [0] * width, [0.0] * width
    across = [_at((point + 0.5) / _SAMPLES, width) for point in range(width * _SAMPLES)]
    for down in range(_SAMPLES):
        y = _at(row + (down + 0.5) / _SAMPLES, height)
        intervals = [(*_interval(facet.corners, y), facet.light) for facet in facets if _crosses(facet.corners, y)]
        for point, x in enumerate(across):
            for left, right, light in intervals:
                if left <= x < right:
                    covers[point // _SAMPLES] += 1
                    # a facet is not uniform: it is brighter towards the light
                    lights[point // _SAMPLES] += light - 0.07 * (x + y)
                    break
    middle = _at(row + 0.5, height)
    return tuple(
        Sample(cover / _SAMPLES**2, light / cover if cover else 0.0, _glint((_at(column + 0.5, width), middle)))
        for column, (cover, light) in enumerate(zip(covers, lights, strict=True))
    )


def _at(pixel: float, pixels: int) -> float:
    return (pixel / pixels * 2 - 1) * _MARGIN


def _glint(point: Point) -> float:
    """The brightness, at this point, of the star with four rays at `_GLINT`."""
    across, down = abs(point[0] - _GLINT[0]), abs(point[1] - _GLINT[1])
    return max(0.0, 1 - 2.2 * (across + down) - 9 * across * down)


def _crosses(corners: Sequence[Point], y: float) -> bool:
    """Whether the line at `y` crosses a facet."""
    return min(corner[1] for corner in corners) <= y < max(corner[1] for corner in corners)


def _interval(corners: Sequence[Point], y: float) -> tuple[float, float]:
    """The interval in which the line at `y` crosses a facet. Requires a convex facet."""
    edges = zip(corners, (corners[-1], *corners[:-1]), strict=True)
    left, right = sorted((x2 - x1) * (y - y1) / (y2 - y1) + x1 for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y))
    return left, right


# --- painting ----------------------------------------------------------------------------------------------------------

Way: TypeAlias = Literal["many", "few", "shades", "ascii"]

_RAMPS: Final = {"shades": "░▒▓█", "ascii": ":-=+*#%@"}
"""Characters by density, lightest first."""
_BRIGHTEST: Final = 1.35
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


class JewelStyle(NamedTuple):
    """How to paint jewels: the method, the colours of the stones W U G R K, and the background."""

    way: Way
    stones: tuple[str, ...] = _STONES_OF_DARK
    ground: str = "#15131B"

    @classmethod
    def of(cls, way: Way, ground: str, *, dark: bool) -> "JewelStyle":
        """The style for a dark or light theme with this background."""
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
    """A cell whose upper and lower halves have these colours. None shows the background."""
    if above == below:
        return (" ", PLAIN) if above is None else ("█", above)
    if above is None:
        return ("▄", str(below))
    return ("▀", above if below is None else f"{above} on {below}")


def _colour(pixel: Sample, jewel: Colour, style: JewelStyle, *, glint: bool) -> str | None:
    """The colour of a pixel. None outside the jewel."""
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
