"""The options of a game."""

from dataclasses import dataclass, field

from splendor_tui.rules.constants import DEFAULT_TARGET, MAX_PLAYERS, MAX_TARGET, MIN_PLAYERS
from splendor_tui.words import N_, MessageError


class SetupError(MessageError, ValueError):
    """Raised for an impossible setup. The message gives the allowed values."""


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
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            sentence = N_(
                "{players} players: {least} to {most} can play.",
                players=self.players,
                least=MIN_PLAYERS,
                most=MAX_PLAYERS,
            )
            raise SetupError(sentence)
        if not 1 <= self.target <= MAX_TARGET:
            raise SetupError(
                N_("Target {target}: 1 to {most} points are allowed.", target=self.target, most=MAX_TARGET)
            )
        if self.tie_seat is not None and not 0 <= self.tie_seat < self.players:
            raise SetupError(N_("Tie seat {seat}: seats are 0 to {last}.", seat=self.tie_seat, last=self.players - 1))
