"""Key commands of reviews, and those that open a review."""

from typing import Final

from splendor_tui.tui.keys.key_commands import BACK, KeyCommand, KeyCommands
from splendor_tui.words import N_, NP_


def _opening(command_id: str) -> KeyCommand:
    return KeyCommand(
        command_id,
        "v",
        NP_("noun", "review"),
        N_("See what each turn was worth, and what would have been better."),
        "review",
    )


REVIEW_GAME: Final = _opening("game-over.review")
REVIEW_SAVED: Final = _opening("games.review")
REVIEW_LAST: Final = KeyCommand("home.review", "v", N_("review of the last game"), N_("Review the last finished game."))


PREVIOUS_TURN: Final = KeyCommand(
    "review.previous", "left,h", N_("previous turn"), N_("Look at the previous turn."), "step(-1)", False
)
NEXT_TURN: Final = KeyCommand("review.next", "right,l", N_("next turn"), N_("Look at the next turn."), "step(1)", False)
PREVIOUS_POINT: Final = KeyCommand(
    "review.previous-point", "p", N_("previous turning point"), N_("Look at the previous turning point."), "point(-1)"
)
NEXT_POINT: Final = KeyCommand(
    "review.next-point", "n", N_("next turning point"), N_("Look at the next turning point of the game."), "point(1)"
)
BEST_MOVE: Final = KeyCommand("review.best", "b", N_("best move"), N_("Look at the best move of the game."))
SHOW_POSITION: Final = KeyCommand(
    "review.table", "enter,space", NP_("noun", "table"), N_("Show the table as it was before this turn.")
)
PRACTISE: Final = KeyCommand(
    "review.practise", "t", N_("practise"), N_("Find a better move; the Grandmaster judges yours.")
)
STOP_REVIEW: Final = KeyCommand("review.stop", "s", N_("stop or continue"), N_("Stop the review, or continue it."))
REVIEW: Final[KeyCommands] = (
    SHOW_POSITION,
    PRACTISE,
    PREVIOUS_TURN,
    NEXT_TURN,
    PREVIOUS_POINT,
    NEXT_POINT,
    BEST_MOVE,
    KeyCommand(
        "review.last-round", "up,k,pageup", N_("previous round"), N_("Go to the previous round."), "skip(-1)", False
    ),
    KeyCommand("review.next-round", "down,j,pagedown", N_("next round"), N_("Go to the next round."), "skip(1)", False),
    KeyCommand("review.first", "home", N_("first"), N_("Look at the first turn."), "jump(0)", False),
    KeyCommand("review.last", "end", N_("last"), N_("Look at the last turn."), "jump(-1)", False),
    STOP_REVIEW,
    BACK,
)
