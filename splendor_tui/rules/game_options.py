"""The options of a game, and what they put on the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from splendor_tui.rules.constants import (
    DEFAULT_TARGET,
    GEMS_OF_EACH,
    GOLD_TOKENS,
    MAX_PLAYERS,
    MAX_TARGET,
    MIN_PLAYERS,
)
from splendor_tui.rules.errors import SetupError
from splendor_tui.words import N_


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The rule options. A position and a record contain those that differ from their defaults.

    `target` is the number of points that triggers the last round. `tie_seat` is the seat that wins a full tie, or None for a
    shared win. Raises SetupError if a value is out of range. The metadata of a field are the limits of its number in a
    position.
    """

    players: int
    target: int = field(default=DEFAULT_TARGET, metadata={"least": 1, "most": MAX_TARGET})
    tie_seat: int | None = None

    def __post_init__(self) -> None:
        limits: dict[str, Mapping[str, int]] = {rule.name: rule.metadata for rule in fields(self) if rule.metadata}
        limits |= {
            "players": {"least": MIN_PLAYERS, "most": MAX_PLAYERS},
            "tie_seat": {"least": 0, "most": self.players - 1},
        }
        for name, allowed in limits.items():
            value = getattr(self, name)
            if value is not None and not allowed["least"] <= value <= allowed["most"]:
                raise SetupError(
                    N_("{option} is {found}; allowed: {least} to {most}.", option=name, found=value, **allowed)
                )

    @property
    def gems_of_each(self) -> int:
        """The number of tokens of each colour."""
        return GEMS_OF_EACH[self.players]

    @property
    def gold(self) -> int:
        """The number of gold tokens."""
        return GOLD_TOKENS

    @property
    def nobles(self) -> int:
        """The number of nobles. Rulebook: one more than players."""
        return self.players + 1
