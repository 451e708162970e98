"""How the points grew, for the chart at the end of a game."""

from collections.abc import Sequence

from splendor_tui.match.log import Step


def points_by_round(steps: Sequence[Step]) -> tuple[tuple[int, ...], ...]:
    """The points of all seats at the end of each round, the one that the last step was played in included."""
    rounds: dict[int, tuple[int, ...]] = {}
    for step in steps:
        rounds[step.before.round] = tuple(player.points for player in step.after.players)
    return tuple(rounds.values())
