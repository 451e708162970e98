"""SVG line charts with confidence intervals, for the docs."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT, MARGIN = 640, 320, 48


class Point(NamedTuple):
    """A measured share from 0 to 1, and half the width of its 95% interval."""

    x: float
    share: float
    error: float


def draw(title: str, below: str, points: Sequence[Point], ticks: Sequence[tuple[float, str]], *, diagonal: bool) -> str:
    """Draw a chart as SVG. The x axis ends at the last tick. The `diagonal` marks equal values on both axes."""
    right = ticks[-1][0]

    def x(value: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * value / right

    def y(share: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="24" text-anchor="middle">{title}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{MARGIN} {y(share):.1f}H{WIDTH - MARGIN}" stroke="#ccc"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    parts += [
        f'<text x="{x(value):.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{label}</text>'
        for value, label in ticks
    ]
    if diagonal:
        parts.append(f'<path d="M{x(0):.1f} {y(0):.1f}L{x(right):.1f} {y(1):.1f}" stroke="#999" stroke-dasharray="4"/>')
    for point in points:
        low, high = y(point.share - point.error), y(point.share + point.error)
        parts.append(f'<path d="M{x(point.x):.1f} {low:.1f}V{high:.1f}" stroke="#9bd"/>')
    line = " ".join(f"{x(point.x):.1f},{y(point.share):.1f}" for point in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#07c" stroke-width="2"/>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">{below}</text></svg>')
    return "\n".join(parts) + "\n"
