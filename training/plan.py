"""The schedule of a training run: stages, rates and sizes."""

from dataclasses import dataclass
from typing import Any

from training.self_play import Style


@dataclass(frozen=True, slots=True)
class Plan:
    """The schedule of one run. The net plays first without search, then with search. The learning rate follows one cosine.

    A run ends after `minutes` of training, or after `games` if that is not 0. Only the latter is reproducible from its
    seed, because the learning rate depends on the progress.

    opening       the number of games without search, which take at most `opening_share` of the run
    round_games   the number of games between two fits: in the opening, and after it
    replay        the average number of uses of an example: in the opening, and after it
    """

    players: int
    seed: int = 1
    minutes: float = 40.0
    games: int = 0
    opening: int = 20_000
    opening_share: float = 0.5
    round_games: tuple[int, int] = (256, 64)
    replay: tuple[float, float] = (1.0, 6.0)
    decay: tuple[float, float] = (0.3, 0.1)
    rate: tuple[float, float] = (3e-3, 1e-3)
    last_rate: float = 0.03
    simulations: int = 32
    temperature: float = 0.005
    curiosity: float = 0.1
    trace: float = 0.8
    others: int = 3
    batch: int = 1024
    buffer: int = 1_000_000

    def style(self, stage: int) -> Style:
        """The style of the next games. The plan's `trace` is per turn of one seat, the style's per turn of any seat."""
        simulations = self.simulations if stage else 0
        trace = self.trace ** (1 / self.players)
        return Style(simulations, self.temperature, self.curiosity, trace, self.others)


def plan_of(settings: dict[str, Any]) -> Plan:
    """Parse the output of `dataclasses.asdict` after JSON. Raises TypeError for the plan of another version."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()
    }
    return Plan(**values)
