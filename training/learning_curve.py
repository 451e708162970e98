"""The picture of a learning curve: `python -m training.learning_curve values-2.json docs/learning-curve-2.svg`."""

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 640, 320, 48


def draw(curve: list[dict[str, float]], title: str) -> str:
    """The curve as SVG: the share of wins against the net at the end of the opening, with its interval, over games."""
    points = [point for point in curve if "share" in point]
    if not points:
        raise ValueError("The curve has no point after the opening.")
    most_games = max(point["games"] for point in points)

    def x(games: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * games / most_games

    def y(share: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share

    line = " ".join(f"{x(point['games']):.1f},{y(point['share']):.1f}" for point in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="24" text-anchor="middle">{title}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{MARGIN} {y(share):.1f}H{WIDTH - MARGIN}" stroke="#ccc"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    parts += [
        f'<text x="{x(games):.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{games:,.0f}</text>'
        for games in (0, most_games / 2, most_games)
    ]
    for point in points:
        low, high = y(point["share"] - point["error"]), y(point["share"] + point["error"])
        parts.append(f'<path d="M{x(point["games"]):.1f} {low:.1f}V{high:.1f}" stroke="#9bd"/>')
    parts.append(f'<polyline points="{line}" fill="none" stroke="#07c" stroke-width="2"/>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">games of self-play</text></svg>')
    return "\n".join(parts) + "\n"


def main() -> int:
    """Read the figures, write the picture."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    source, target = map(Path, sys.argv[1:])
    about = json.loads(source.read_text(encoding="utf-8"))
    players = about["plan"]["players"]
    title = f"{players} players: wins against the net at the end of the opening, one turn deep"
    target.write_text(draw(about["curve"], title), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
