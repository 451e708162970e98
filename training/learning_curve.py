"""Draw the chart of a learning curve: `python -m training.learning_curve values-2.json docs/learning-curve-2.svg`."""

import json
import sys
from pathlib import Path

from training.chart import Point, draw
from training.plan import Plan, plan_of


def picture(curve: list[dict[str, float]], plan: Plan) -> str:
    """The share of wins against the first net by number of games, as SVG. Raises ValueError for a curve without points."""
    points = [Point(point["games"], point["share"], point["error"]) for point in curve if "share" in point]
    if not points:
        raise ValueError("The curve has no point against the net at the end of the opening.")
    most = max(point.x for point in points)
    ticks = [(games, f"{games:,.0f}") for games in (0, most / 2, most)]
    title = f"{plan.players} players: wins against the net at the end of the opening, one turn deep"
    return draw(title, "games of self-play", points, ticks, diagonal=False)


def main() -> int:
    """Read the learning curve and write the chart."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    source, target = map(Path, sys.argv[1:])
    about = json.loads(source.read_text(encoding="utf-8"))
    target.write_text(picture(about["curve"], plan_of(about["plan"])), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
