"""Key commands of replays."""

from dataclasses import replace
from typing import Final

from splendor_tui.tui.keys.key_commands import BACK, READ, KeyCommand, KeyCommands, closing
from splendor_tui.tui.keys.table_keys import COPY_POSITION, COPY_RECORD, INSPECT, LOG, RULES_PANE
from splendor_tui.words import N_, NP_

OPEN_HANDS: Final = KeyCommand(
    "replay.hands", "v", N_("reserved cards"), N_("Show or hide the reserved cards of a finished game.")
)
STANDINGS: Final = KeyCommand(
    "replay.standings", "s", N_("standings"), N_("See who won a finished game, and where the points came from.")
)
READ_STANDINGS: Final[KeyCommands] = (*READ, closing(STANDINGS))
_ABOUT_PACE: Final = N_("Play faster or slower.")
NEXT: Final = KeyCommand("replay.next", "right,l,space", N_("next"), N_("Go forward one action."), "step(1)")
PREVIOUS: Final = KeyCommand("replay.previous", "left,h", N_("previous"), N_("Go back one action."), "step(-1)")
NEXT_ROUND: Final = KeyCommand(
    "replay.next-round", "down,j,pagedown", N_("next round"), N_("Go to the next round."), "skip(1)"
)
PREVIOUS_ROUND: Final = KeyCommand(
    "replay.last-round", "up,k,pageup", N_("previous round"), N_("Go to the previous round."), "skip(-1)"
)
PLAY: Final = KeyCommand(
    "replay.play", "p,enter", NP_("verb", "play"), N_("Play or pause the replay; after a number, go to that round.")
)
FASTER: Final = KeyCommand(
    "replay.faster", "plus", N_("faster"), _ABOUT_PACE, "pace(-1)", alone=N_("Speed the replay up.")
)
SLOWER: Final = KeyCommand(
    "replay.slower", "minus", N_("slower"), _ABOUT_PACE, "pace(1)", alone=N_("Slow the replay down.")
)
LEAVE_REPLAY: Final = replace(BACK, call="back", about=N_("Clear the typed round number; otherwise go back."))
REPLAY: Final[KeyCommands] = (
    NEXT,
    PREVIOUS,
    NEXT_ROUND,
    PREVIOUS_ROUND,
    KeyCommand("replay.start", "home", NP_("noun", "start"), N_("Go to the deal."), "jump(0)"),
    KeyCommand("replay.end", "end", NP_("noun", "end"), N_("Go to the end of the game."), "jump(-1)"),
    *(
        KeyCommand(
            f"replay.digit-{digit}",
            str(digit),
            N_("round {digit}…", digit=digit),
            N_("Type the number of a round, then confirm it to go there."),
            f"digit({digit})",
            False,
        )
        for digit in range(10)
    ),
    PLAY,
    OPEN_HANDS,
    STANDINGS,
    FASTER,
    SLOWER,
    LOG,
    INSPECT,
    RULES_PANE,
    COPY_POSITION,
    COPY_RECORD,
    LEAVE_REPLAY,
)
