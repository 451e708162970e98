"""What keys do about computer players at the table: to watch them move at one's own pace."""

from typing import Final

from splendor_tui.presentation.pace import FASTER, HOLD, SLOWER, STEP
from splendor_tui.tui.keys.key_commands import KeyCommand, KeyCommands
from splendor_tui.words import N_

_ABOUT_WAITING: Final = N_("Let computer players wait or step.")
_ABOUT_PACE: Final = N_("Change the pace of computer players.")
"""Each of two commands, so that the help tells them in one row."""

PACE: Final[KeyCommands] = (
    KeyCommand(
        HOLD,
        "comma",
        "hold",
        N_("pause computer players"),
        N_("Pause computer players"),
        _ABOUT_WAITING,
        alone=N_("Stop or resume computer players."),
    ),
    KeyCommand(
        STEP,
        "full_stop,semicolon",
        "step",
        N_("step"),
        N_("Step"),
        _ABOUT_WAITING,
        alone=N_("Play one computer move, then wait."),
    ),
    KeyCommand(
        SLOWER,
        "minus",
        "pace(1)",
        N_("slower"),
        N_("Slower"),
        _ABOUT_PACE,
        alone=N_("Let computer players move slower."),
    ),
    KeyCommand(
        FASTER,
        "plus,equals_sign",
        "pace(-1)",
        N_("faster"),
        N_("Faster"),
        _ABOUT_PACE,
        alone=N_("Let computer players move faster."),
    ),
)
