"""Jewels as lists of facets, sampled at any size. They have shapes and brightness, but no colours.

The shapes match the glyphs, so the outline alone identifies a jewel: a brilliant seen from the side for ◇, a lozenge
for ◆, a triangle for ▲, a round cut for ● and a stepped square for ■. Facet coordinates range from -1 to 1.
"""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

from splendor_tui.rules.gems import Colour

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


def _ring(corners: int, turned: float = 0.0, radius: float = 1.0) -> list[Point]:
    angles = [2 * pi * (corner + turned) / corners for corner in range(corners)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _shrunk(outline: Sequence[Point], by: float) -> list[Point]:
    return [(x * by, y * by) for x, y in outline]


def _steps(outline: Sequence[Point], *inner: float, contrast: float = 0.5, sparkle: float = 0.07) -> tuple[Facet, ...]:
    """Return rings of facets around the table, which is a jewel's flat top.

    Facets towards the light are brighter, and every second one slightly more so.
    """
    facets: list[Facet] = []
    for outer_by, inner_by in zip((1.0, *inner), inner, strict=False):
        outer, within = _shrunk(outline, outer_by), _shrunk(outline, inner_by)
        for this in range(len(outline)):
            following = (this + 1) % len(outline)
            x, y = ((outer[this][axis] + outer[following][axis]) / 2 for axis in (0, 1))
            facing = x * _LIGHT[0] + y * _LIGHT[1]
            light = max(_DARKEST, 0.86 + contrast * facing + (sparkle if this % 2 else -sparkle))
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
    """Return a symmetrical octagon, given its two corners on the lower right."""
    return [(-x1, -y1), (x1, -y1), (x2, -y2), (x2, y2), (x1, y1), (-x1, y1), (-x2, y2), (-x2, -y2)]


_LOZENGE: Final = _octagon(0.14, 1.0, 0.92, 0.12)
_TRIANGLE: Final = ((-0.2, -0.94), (0.2, -0.94), (1.0, 0.62), (0.8, 0.9), (-0.8, 0.9), (-1.0, 0.62))
_SQUARE: Final = _octagon(0.64, 0.92, 0.9, 0.66)
FACETS: Final = {
    Colour.WHITE: _brilliant(),
    Colour.BLUE: _steps(_LOZENGE, 0.5),
    Colour.GREEN: _steps(_TRIANGLE, 0.7, 0.42),
    Colour.RED: _steps(_ring(10, 0.5), 0.52, sparkle=0.1),
    Colour.BLACK: _steps(_SQUARE, 0.74, 0.46),
}


@cache
def sampled(jewel: Colour, width: int, height: int) -> tuple[tuple[Sample, ...], ...]:
    """Sample a jewel at this size in square pixels."""
    return tuple(_row(FACETS[jewel], y, width, height) for y in range(height))


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
    """Return the brightness of a star with four rays at this point."""
    across, down = abs(point[0] - _GLINT[0]), abs(point[1] - _GLINT[1])
    return max(0.0, 1 - 2.2 * (across + down) - 9 * across * down)


def _crosses(corners: Sequence[Point], y: float) -> bool:
    """Whether the line at `y` crosses a facet."""
    return min(corner[1] for corner in corners) <= y < max(corner[1] for corner in corners)


def _interval(corners: Sequence[Point], y: float) -> tuple[float, float]:
    """Return the interval in which the line at `y` crosses a facet. Requires a convex facet."""
    edges = zip(corners, (corners[-1], *corners[:-1]), strict=True)
    left, right = sorted((x2 - x1) * (y - y1) / (y2 - y1) + x1 for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y))
    return left, right
